import { type AttentionWorkload, wordsOfKey } from "../../../computation/attention.js";
import { isPlainMask } from "../../../computation/attention-mask.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import { rightTypeOf } from "../../../computation/operand-types.js";
import { checkInteger } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import { residency } from "../../tiles/residency.js";
import type { BlockResources } from "../../tiles/tile-schedule.js";
import { type KernelOptions, wholeWarps } from "../gemm/block.js";
import { type FlashForward, persistentCtas, type QueryOrder } from "./flash-forward.js";
import { type FlashTile, formatFlashTile } from "./flash-tile.js";

/** Tile and resources of the block, and what else FlashAttention-3 and -4 leave open. */
export interface SpecialisedForwardOptions extends KernelOptions<FlashTile> {
  /** Default: the warp groups of the kernel. */
  readonly threads?: number | undefined;
  /** Default: ascending, under a causal mask head-sections. */
  readonly queryOrder?: QueryOrder | undefined;
  /** Default true. */
  readonly lse?: boolean | undefined;
}

/** What the kernel has where the options say nothing, and what it keeps in shared memory beside Q, K and V. */
export interface UsualBlock {
  readonly tile: FlashTile;
  readonly stages: number;
  readonly threadsOf: (tile: FlashTile) => number;
  readonly otherBytesOf?: (tile: FlashTile) => number;
}

/**
 * A forward kernel whose warps are specialised: compiled for all of an SM's registers, which the warp groups then share out unevenly.
 * Without a mask its CTAs are persistent; else each query tile is a block of its own.
 *
 * @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm`.
 */
export function specialisedForward<Id extends FlashForward["id"]>(
  id: Id,
  workload: AttentionWorkload,
  gpu: Gpu,
  usual: UsualBlock,
  options: SpecialisedForwardOptions,
): FlashForward & { readonly id: Id } {
  const tile = options.tile ?? usual.tile;
  for (const side of ["bm", "bn"] as const) checkInteger(`tile ${side.toUpperCase()}`, tile[side], 1, 65536);
  const stages = checkInteger("stages", options.stages ?? usual.stages, 1, 64);
  const threads = wholeWarps(options.threads ?? usual.threadsOf(tile), gpu);
  const queryBytes = BYTES_OF[workload.dataType] * workload.dim * tile.bm;
  const keyBytes = BYTES_OF[rightTypeOf(workload)] * stages * tile.bn * wordsOfKey(workload);
  const block: BlockResources = {
    threads,
    registersPerThread: Math.min(gpu.maximumRegistersPerThread, Math.floor(gpu.registersPerSm / threads / 8) * 8),
    sharedMemoryBytes: queryBytes + keyBytes + (usual.otherBytesOf?.(tile) ?? 0),
  };
  const fit = residency(block, gpu, formatFlashTile(tile), options.ctasPerSm);
  const dealt = isPlainMask(workload) && !workload.causal;
  return {
    id,
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
