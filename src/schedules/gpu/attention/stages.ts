import type { AttentionWorkload } from "../../../computation/attention.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import { checkInteger } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { Residency } from "../../tiles/residency.js";
import { residency } from "../../tiles/residency.js";
import type { TiledMatrices } from "../../tiles/tile-arrays.js";
import type { BlockResources } from "../../tiles/tile-schedule.js";
import { firstTileThatFits, REGISTERS_BESIDE_SUMS, wholeWarps } from "../gemm/block.js";
import { headLeads } from "./arrays.js";
import type { FlashTile } from "./flash-tile.js";
import { formatFlashTile } from "./flash-tile.js";

/** Tile and resources of the block, and what else the schedule leaves open. */
export interface AttentionStagesOptions {
  readonly tile?: FlashTile | undefined;
  /** Tiles in flight of the products; default 2. */
  readonly stages?: number | undefined;
  readonly threads?: number | undefined;
  readonly ctasPerSm?: number | undefined;
}

/** Attention as kernels one after the other, with the scores in memory between them. */
export interface AttentionStages {
  readonly id: "attention-unfused" | "attention-partial-softmax";
  readonly workload: AttentionWorkload;
  /** Queries × keys of a tile of scores; O is computed in tiles as wide as the head. */
  readonly tile: FlashTile;
  /** Query rows that a block of the softmax takes. */
  readonly softmaxRows: number;
  readonly stages: number;
  readonly block: BlockResources;
  readonly residency: Residency;
}

const USUAL: readonly FlashTile[] = [
  { bm: 128, bn: 128 },
  { bm: 128, bn: 64 },
  { bm: 64, bn: 64 },
  { bm: 32, bn: 32 },
];

/**
 * The block of the largest kernel: sums of a tile of S or of O, whichever is wider, and `stages` tiles of two operands. The
 * first usual tile that fits, unless one is given.
 *
 * @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm`.
 */
export function attentionStages<Id extends AttentionStages["id"]>(
  id: Id,
  w: AttentionWorkload,
  gpu: Gpu,
  options: AttentionStagesOptions,
  softmaxRowsOf: (tile: FlashTile) => number,
): AttentionStages & { readonly id: Id } {
  return firstTileThatFits(options.tile === undefined ? USUAL : [options.tile], (tile) => {
    for (const side of ["bm", "bn"] as const) checkInteger(`tile ${side.toUpperCase()}`, tile[side], 1, 65536);
    const stages = checkInteger("stages", options.stages ?? 2, 1, 64);
    const sums = tile.bm * Math.max(tile.bn, w.dim) * Math.max(1, BYTES_OF[w.accumulator] / 4);
    const threads = wholeWarps(options.threads ?? (sums > 8192 ? 256 : 128), gpu);
    const word = BYTES_OF[w.dataType];
    const block: BlockResources = {
      threads,
      registersPerThread: REGISTERS_BESIDE_SUMS + Math.ceil(sums / threads),
      // Q and K whole; or as many stages of P and V.
      sharedMemoryBytes: word * Math.max((tile.bm + tile.bn) * w.dim, stages * tile.bn * (tile.bm + w.dim)),
    };
    const softmaxRows = softmaxRowsOf(tile);
    return {
      id,
      workload: w,
      tile,
      softmaxRows,
      stages,
      block,
      residency: residency(block, gpu, formatFlashTile(tile), options.ctasPerSm),
    };
  });
}

/** Scores, or probabilities, in tiles of `rows` queries by BN keys, as operands of the second product. */
export function scoreArray(w: AttentionWorkload, name: string, rows: number, tile: FlashTile): TiledMatrices {
  const leads = headLeads(w, w.heads);
  return { name, rows: [w.queries, rows], columns: [w.keys, tile.bn], leads, wordBytes: BYTES_OF[w.dataType] };
}

/** The parameters as a traffic document prints them. */
export function describeAttentionStages(schedule: AttentionStages): Readonly<Record<string, string | number>> {
  return {
    id: schedule.id,
    tile: formatFlashTile(schedule.tile),
    softmaxRows: schedule.softmaxRows,
    stages: schedule.stages,
    ...schedule.block,
    ...schedule.residency,
  };
}
