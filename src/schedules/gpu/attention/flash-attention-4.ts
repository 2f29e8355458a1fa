import { type AttentionWorkload, valueDimOf, wordsOfKey } from "../../../computation/attention.js";
import { isPlainMask } from "../../../computation/attention-mask.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import { productTypeOf, rightTypeOf } from "../../../computation/operand-types.js";
import { checkInteger, InputError } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { residency } from "../../tiles/residency.js";
import type { BlockResources } from "../../tiles/tile-schedule.js";
import { type KernelOptions, wholeWarps } from "../gemm/block.js";
import { type FlashForward, persistentCtas, type QueryOrder } from "./flash-forward.js";
import { type FlashTile, formatFlashTile } from "./flash-tile.js";

export const FLASH_ATTENTION_4_ENTRY: ScheduleEntry = {
  id: "flash-attention-4",
  workload:
    "attention: the same on Blackwell's data-center GPUs; a CTA has two tiles of 128 query rows by turns, with scores and sums in tensor memory",
  machine: "GPU",
  parameters: "--tile BMxBN, --no-lse, --query-order, --stages, --threads, --ctas-per-sm",
  source: "Zadouri et al., FlashAttention-4, arXiv:2603.05451; Dao-AILab flash-attention, kernels for compute capability 10.0",
};

/** Tile and resources of the block, and what else the schedule leaves open. */
export interface FlashAttention4Options extends KernelOptions<FlashTile> {
  /** Default 512: warps that load, multiply, correct, and two groups for the softmax of the two tiles. */
  readonly threads?: number | undefined;
  /** Default: ascending, under a causal mask head-sections. */
  readonly queryOrder?: QueryOrder | undefined;
  /** Default true. */
  readonly lse?: boolean | undefined;
}

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
  const tile = options.tile ?? { bm: 256, bn: 128 };
  for (const side of ["bm", "bn"] as const) checkInteger(`tile ${side.toUpperCase()}`, tile[side], 1, 65536);
  const stages = checkInteger("stages", options.stages ?? (dim > 128 ? 1 : 2), 1, 64);
  const threads = wholeWarps(options.threads ?? 512, gpu);
  const block: BlockResources = {
    threads,
    registersPerThread: Math.min(gpu.maximumRegistersPerThread, Math.floor(gpu.registersPerSm / threads / 8) * 8),
    sharedMemoryBytes: word * dim * tile.bm + right * stages * tile.bn * wordsOfKey(workload),
  };
  const fit = residency(block, gpu, formatFlashTile(tile), options.ctasPerSm);
  const dealt = isPlainMask(workload) && !workload.causal;
  return {
    id: "flash-attention-4",
    ...(dealt ? { ctas: persistentCtas(workload, tile, gpu, fit.ctasPerSm) } : {}),
    workload,
    tile,
    stages,
    keyOrder: "backward",
    queryOrder: options.queryOrder ?? (workload.causal ? "head-sections" : "ascending"),
    lse: options.lse ?? true,
    block,
    residency: fit,
  };
}
