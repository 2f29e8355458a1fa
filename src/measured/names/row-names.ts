import type { Workload } from "../../computation/workload.js";
import { dimensions } from "./launch-grid.js";
import type { NamedLaunch, NamedSchedule } from "./named-launch.js";

/**
 * Kernels of PyTorch that walk words in order, as many a block as the grid tells.
 *
 * Source: pytorch/pytorch, aten/src/ATen/native/cuda/CUDALoops.cuh: a block has its threads times the words of each.
 */
const IN_ORDER = /(?:vectorized|unrolled)_elementwise_kernel</;

/**
 * Kernels that read every word once, along strides or rows of their own.
 *
 * Source: the bytes from DRAM of test/measured/profiles.
 */
const ONCE = new RegExp(
  [
    ...["(?<!index_)elementwise_kernel<", "CatArrayBatchedCopy", "batch_norm_transform_input", "upsample_nearest"],
    ...["layer_norm_grad_input_kernel_vectorized", "n(?:chwToNhwc|hwcToNchw)Kernel", "AddPadding", "convert_dq"],
  ].join("|"),
);

/**
 * Sums that read every word once.
 *
 * Source: the bytes into the SMs of test/measured/profiles, within 7 %.
 */
const SUMS = new RegExp(
  [
    ...["reduce_kernel<", "batch_norm_collect_statistics", "RowwiseMoments", "GammaBetaBackwardCUDAKernelTemplate"],
    ...["ComputeInternalGradients", "dot_do_o", "compute_grad_weight"],
  ].join("|"),
);

/** Words of a thread that any of them has. */
const WORDS_OF_A_THREAD: readonly number[] = [1, 2, 4, 8, 16];

/** The schedule of a kernel that walks words or rows. */
export function namedRows({ name, grid, block }: NamedLaunch, workload: Workload): NamedSchedule | undefined {
  if (workload.kind === "layernorm")
    return /vectorized_layer_norm_kernel/.test(name)
      ? { id: "row-one-pass", notReplayed: "gain and shift stay in the L1, which replays do not have" }
      : undefined;
  if (workload.kind === "einsum")
    return SUMS.test(name) ? { id: "row-one-pass", notReplayed: "sums over a whole tensor have no replay" } : undefined;
  if (workload.kind !== "elementwise") return undefined;
  const id = "elementwise-fused";
  if (workload.inputs === 0) return IN_ORDER.test(name) ? { id, notReplayed: "no replay is of stores alone" } : undefined;
  if (!IN_ORDER.test(name))
    return ONCE.test(name)
      ? { id, notReplayed: "its words are not read in order, and lines in parts more than once" }
      : undefined;
  const [blocks, threads] = [dimensions(grid), dimensions(block)];
  if (blocks === undefined || threads === undefined || blocks[1] * blocks[2] !== 1) return undefined;
  const all = workload.rows * workload.columns;
  const words = WORDS_OF_A_THREAD.map((each) => each * threads[0]).find((each) => Math.ceil(all / each) === blocks[0]);
  return words === undefined ? undefined : { id, tile: `1x${words}` };
}
