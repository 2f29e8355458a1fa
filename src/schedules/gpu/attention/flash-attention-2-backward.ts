import { valueDimOf } from "../../../computation/attention.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import type { AttentionBackwardWorkload } from "../../../computation/fused/attention-backward.js";
import { checkInteger, InputError } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { residency } from "../../tiles/residency.js";
import type { BlockResources } from "../../tiles/tile-schedule.js";
import { blockOfSums, type KernelOptions, sumRegisters } from "../gemm/block.js";
import type { FlashBackward } from "./flash-backward.js";
import { type FlashTile, formatFlashTile } from "./flash-tile.js";

export const FLASH_ATTENTION_2_BACKWARD_ENTRY: ScheduleEntry = {
  id: "flash-attention-2-backward",
  workload:
    "attention, --pass backward: one CTA a tile of keys walks the queries; dQ by fp32 adds in the L2, then converted; heads that share keys " +
    "store a dK and dV each, which a kernel adds up",
  machine: "GPU",
  parameters: "--tile BMxBN, --stages, --threads, --ctas-per-sm",
  source: "Dao-AILab flash-attention, backward kernels and tile table of version 2",
};

export const ATTENTION_BACKWARD_TWO_PASSES_ENTRY: ScheduleEntry = {
  id: "attention-backward-two-passes",
  workload:
    "attention, --pass backward: dK and dV by tiles of keys, one CTA for all heads that share them, then dQ by tiles of queries; P is made " +
    "twice and nothing is added in the L2",
  machine: "GPU",
  parameters: "--tile BMxBN, --stages, --threads, --ctas-per-sm",
  source: "PyTorch, FlexAttention's backward template; Triton's attention tutorial",
};

/** Tile and resources of the block. */
export type FlashBackwardOptions = KernelOptions<FlashTile>;

/**
 * FlashAttention-2, backward: a CTA holds a tile of K and V and the sums of dK and dV, and walks Q and dO from the last tile to the first;
 * its share of dQ is added to fp32 accumulators in the L2, which a kernel before clears and one after converts. Launched tiles of keys
 * first, then batch, then head.
 *
 * @throws InputError naming `tile`, `dim`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU.
 */
export function flashAttention2Backward(
  w: AttentionBackwardWorkload,
  gpu: Gpu,
  options: FlashBackwardOptions = {},
): FlashBackward {
  const groups = w.heads === w.kvHeads ? "in-cta" : "expanded";
  return fitted(w, gpu, options, {
    id: "flash-attention-2-backward",
    queryGradient: "l2-adds",
    groups,
    backwards: true,
    launch: "heads-first",
  });
}

/**
 * Two passes over the pairs, seven products in place of five: dK and dV by tiles of keys, whose CTA walks all query heads that share them,
 * then dQ by tiles of queries. No sum leaves an SM unfinished.
 *
 * @throws InputError as FlashAttention-2, whose tiles it takes.
 */
export function attentionBackwardTwoPasses(
  w: AttentionBackwardWorkload,
  gpu: Gpu,
  options: FlashBackwardOptions = {},
): FlashBackward {
  const how = { queryGradient: "second-pass", groups: "in-cta", backwards: false, launch: "sequences-first" } as const;
  return fitted(w, gpu, options, { id: "attention-backward-two-passes", ...how });
}

function fitted(
  workload: AttentionBackwardWorkload,
  gpu: Gpu,
  options: FlashBackwardOptions,
  how: Pick<FlashBackward, "id" | "queryGradient" | "groups" | "backwards" | "launch">,
): FlashBackward {
  const tile = options.tile ?? usualBackwardTile(Math.max(workload.dim, valueDimOf(workload)), gpu);
  for (const side of ["bm", "bn"] as const) checkInteger(`tile ${side.toUpperCase()}`, tile[side], 1, 65536);
  const stages = checkInteger("stages", options.stages ?? 1, 1, 64);
  const block = backwardBlock(workload, tile, stages, options.threads ?? 256, gpu);
  return { ...how, workload, tile, stages, block, residency: residency(block, gpu, formatFlashTile(tile), options.ctasPerSm) };
}

/** Q, dO, K and V, tiles of P and dS or of dQ in shared memory, V in registers where that does not fit; dK, dV, S and dP in registers. */
function backwardBlock(
  w: AttentionBackwardWorkload,
  { bm, bn }: FlashTile,
  stages: number,
  threads: number,
  gpu: Gpu,
): BlockResources {
  const [k, n] = [w.dim, valueDimOf(w)];
  const words = stages * bm * (k + n) + bn * (k + n) + bm * bn + Math.max(bm * bn, bm * k);
  const bytes = BYTES_OF[w.dataType] * words;
  const inRegisters = bytes > gpu.sharedMemoryPerBlockBytes ? BYTES_OF[w.dataType] * bn * n : 0;
  const registers = sumRegisters(bn * (k + n) + 2 * bm * bn, w) + inRegisters / 4;
  return blockOfSums(registers, threads, gpu, bytes - inRegisters);
}

/**
 * The tiles of the backward kernels by head dimension rounded up to the next kernel. Source: the launch table of the FlashAttention
 * repository.
 *
 * @throws InputError naming `dim` beyond 256, where there is no kernel.
 */
function usualBackwardTile(dim: number, gpu: Gpu): FlashTile {
  const isLarge = gpu.sharedMemoryPerBlockBytes >= 144 * 1024;
  if (dim <= 32) return { bm: 128, bn: 128 };
  if (dim <= 64) return isLarge ? { bm: 128, bn: 128 } : { bm: 64, bn: 128 };
  if (dim <= 96) return { bm: 64, bn: 128 };
  if (dim <= 128) return { bm: 64, bn: isLarge ? 128 : 64 };
  if (dim <= 192) return { bm: 64, bn: 64 };
  if (dim <= 256) return { bm: 64, bn: isLarge ? 64 : 32 };
  throw new InputError("dim", "at most 256, or a --tile", String(dim));
}
