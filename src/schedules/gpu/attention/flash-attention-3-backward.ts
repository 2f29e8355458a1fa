import { valueDimOf } from "../../../computation/attention.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import type { AttentionBackwardWorkload } from "../../../computation/fused/attention-backward.js";
import { checkInteger, InputError } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { residency } from "../../tiles/residency.js";
import type { BlockResources } from "../../tiles/tile-schedule.js";
import { wholeWarps } from "../gemm/block.js";
import type { FlashBackwardOptions } from "./flash-attention-2-backward.js";
import type { FlashBackward } from "./flash-backward.js";
import { type FlashTile, formatFlashTile } from "./flash-tile.js";

export const FLASH_ATTENTION_3_BACKWARD_ENTRY: ScheduleEntry = {
  id: "flash-attention-3-backward",
  workload:
    "attention, --pass backward: the same on Hopper, queries upwards through two buffers; dQ by bulk adds in the L2, and dK and dV too where " +
    "heads share keys",
  machine: "GPU",
  parameters: "--tile BMxBN, --stages, --threads, --ctas-per-sm",
  source: "Dao-AILab flash-attention, hopper: backward kernels and tile table of version 3",
};

/**
 * FlashAttention-3, backward, on Hopper: version 2's loop with the queries upwards and warp groups that load and add for the others. Where
 * query heads share keys, dK and dV are added to accumulators in the L2 as dQ is. Launched tiles of keys first, then head, then batch.
 *
 * @throws InputError naming `schedule` on other than Hopper GPUs; `dim` beyond 256, `dtype` of other than 16 bits; `tile`, `stages`,
 * `threads` or `ctas-per-sm` when the kernel does not fit the GPU.
 */
export function flashAttention3Backward(
  workload: AttentionBackwardWorkload,
  gpu: Gpu,
  options: FlashBackwardOptions = {},
): FlashBackward {
  if (!gpu.computeCapability.startsWith("9.")) {
    const found = `${gpu.name}, compute capability ${gpu.computeCapability}`;
    throw new InputError("schedule", "a Hopper GPU for flash-attention-3-backward", found);
  }
  const [word, sum] = [BYTES_OF[workload.dataType], BYTES_OF[workload.accumulator]];
  if (word !== 2) throw new InputError("dtype", "16 bits for flash-attention-3-backward", workload.dataType);
  const [k, n] = [workload.dim, valueDimOf(workload)];
  const usual = usualTile(Math.max(k, n), workload.causal);
  const { tile = usual.tile } = options;
  for (const side of ["bm", "bn"] as const) checkInteger(`tile ${side.toUpperCase()}`, tile[side], 1, 65536);
  const stages = checkInteger("stages", options.stages ?? usual.stages, 1, 64);
  const threads = wholeWarps(options.threads ?? 128 * (1 + usual.groups), gpu);
  const block: BlockResources = {
    threads,
    // Compiled for all of an SM's registers; the warp groups then share them out unevenly.
    registersPerThread: Math.min(gpu.maximumRegistersPerThread, Math.floor(gpu.registersPerSm / threads / 8) * 8),
    sharedMemoryBytes: word * ((stages * tile.bm + tile.bn) * (k + n) + tile.bm * tile.bn) + sum * tile.bm * k,
  };
  return {
    id: "flash-attention-3-backward",
    workload,
    tile,
    stages,
    queryGradient: "l2-adds",
    groups: workload.heads === workload.kvHeads ? "in-cta" : "l2-adds",
    backwards: false,
    launch: "sequences-first",
    block,
    residency: residency(block, gpu, formatFlashTile(tile), options.ctasPerSm),
  };
}

interface Usual {
  readonly tile: FlashTile;
  readonly stages: number;
  /** Warp groups that multiply. */
  readonly groups: number;
}

/**
 * The tiles by head dimension rounded up to the next kernel. Source: the launch table of the FlashAttention repository's hopper folder.
 *
 * @throws InputError naming `dim` beyond 256, where there is no kernel.
 */
function usualTile(dim: number, causal: boolean): Usual {
  if (dim <= 64) return { tile: { bm: 128, bn: 128 }, stages: 2, groups: 2 };
  if (dim <= 96) return { tile: { bm: 64, bn: 128 }, stages: 2, groups: 2 };
  if (dim <= 128) return { tile: { bm: causal ? 64 : 80, bn: 128 }, stages: 2, groups: 2 };
  if (dim <= 192) return { tile: { bm: 64, bn: 96 }, stages: 1, groups: 3 };
  if (dim <= 256) return { tile: { bm: 64, bn: 80 }, stages: 1, groups: 2 };
  throw new InputError("dim", "at most 256, or a --tile", String(dim));
}
