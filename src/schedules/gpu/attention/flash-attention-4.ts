import { type AttentionWorkload, valueDimOf } from "../../../computation/attention.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import { productTypeOf, rightTypeOf } from "../../../computation/operand-types.js";
import { InputError } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { FlashForward } from "./flash-forward.js";
import { formatFlashTile } from "./flash-tile.js";
import { type SpecialisedForwardOptions, specialisedForward } from "./specialised-forward.js";

export const FLASH_ATTENTION_4_ENTRY: ScheduleEntry = {
  id: "flash-attention-4",
  workload:
    "attention: the same on Blackwell's data-center GPUs; a CTA has two tiles of 128 query rows by turns, with scores and sums in tensor memory",
  machine: "GPU",
  parameters: "--tile BMxBN, --no-lse, --query-order, --stages, --threads, --ctas-per-sm",
  source: "Zadouri et al., FlashAttention-4, arXiv:2603.05451; Dao-AILab flash-attention, kernels for compute capability 10.0",
};

/** Tile and resources of the block, and what else the schedule leaves open. */
export type FlashAttention4Options = SpecialisedForwardOptions;

/** Columns of 32 bits of an SM's tensor memory, for each of its 128 lanes. Source: NVIDIA PTX ISA, tensor memory. */
const TENSOR_COLUMNS = 512;

/** Query rows of a tile: a lane each. */
const LANES = 128;

/**
 * FlashAttention-4, forward, on compute capability 10: each CTA holds two tiles of 128 query rows, and the products of one run beside the
 * softmax of the other. Scores and sums are in tensor memory, so registers do not bind. K and V pass once for both tiles. Without a mask
 * its CTAs are persistent; under a causal mask each pair of tiles is a CTA, longest first.
 */
export interface FlashAttention4 extends FlashForward {
  readonly id: "flash-attention-4";
}

/**
 * Plans FlashAttention-4 on a GPU.
 *
 * @throws InputError naming `schedule` on GPUs of other compute capabilities than 10; `dtype` of other than 16 bits; `dim` beyond 128, but for
 * 192 with values of 128; `tile`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU.
 */
export function flashAttention4(workload: AttentionWorkload, gpu: Gpu, options: FlashAttention4Options = {}): FlashAttention4 {
  if (!gpu.computeCapability.startsWith("10.")) {
    const found = `${gpu.name}, compute capability ${gpu.computeCapability}`;
    throw new InputError("schedule", "a data-center GPU of the Blackwell generation for flash-attention-4", found);
  }
  const [word, right] = [BYTES_OF[workload.dataType], BYTES_OF[rightTypeOf(workload)]];
  if (word !== 2 || right !== 2) throw new InputError("dtype", "16 bits for flash-attention-4", productTypeOf(workload));
  const [dim, valueDim] = [workload.dim, valueDimOf(workload)];
  if (Math.max(dim, valueDim) > 128 && (dim > 192 || valueDim > 128))
    throw new InputError("dim", "at most 128, or 192 with values of 128, for flash-attention-4", `${dim} and ${valueDim}`);
  const made = specialisedForward(
    "flash-attention-4",
    workload,
    gpu,
    // Warps that load, multiply and correct, and two groups for the softmax of the two tiles.
    { tile: { bm: 256, bn: 128 }, stages: dim > 128 ? 1 : 2, threadsOf: () => 512 },
    options,
  );
  const columns = Math.ceil(made.tile.bm / LANES) * (made.tile.bn + valueDim);
  if (columns > TENSOR_COLUMNS) {
    const found = `${columns} for ${formatFlashTile(made.tile)}`;
    throw new InputError("tile", `scores and sums in ${TENSOR_COLUMNS} columns of tensor memory`, found);
  }
  return made;
}
