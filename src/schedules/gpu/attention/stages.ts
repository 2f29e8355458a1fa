import { type AttentionWorkload, valueDimOf } from "../../../computation/attention.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import { rightTypeOf } from "../../../computation/operand-types.js";
import { checkInteger, InputError } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import { residency } from "../../tiles/residency.js";
import type { TiledMatrices } from "../../tiles/tile-arrays.js";
import { blockOfSums, type FittedKernel, firstTileThatFits, type KernelOptions, sumRegisters } from "../gemm/block.js";
import { headLeads, keyTiles } from "./arrays.js";
import { type FlashTile, formatFlashTile } from "./flash-tile.js";

/** Tile and resources of the block, and what else the schedule leaves open. */
export type AttentionStagesOptions = KernelOptions<FlashTile>;

/**
 * Attention as kernels one after the other, with the scores in memory between them. A tile is queries × keys of scores; O is computed in
 * tiles as wide as the head.
 */
export interface AttentionStages extends FittedKernel<FlashTile> {
  readonly id: "attention-unfused" | "attention-partial-softmax";
  readonly workload: AttentionWorkload;
  /** Query rows that a block of the softmax takes. */
  readonly softmaxRows: number;
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
  if (w.valuesInKeys) throw new InputError("schedule", `values of their own for ${id}`, "values in keys");
  if (w.sharedKeyColumns !== undefined)
    throw new InputError("schedule", `keys of each head's own for ${id}`, "columns of keys that heads share");
  const valueDim = valueDimOf(w);
  return firstTileThatFits(options.tile === undefined ? USUAL : [options.tile], (tile) => {
    for (const side of ["bm", "bn"] as const) checkInteger(`tile ${side.toUpperCase()}`, tile[side], 1, 65536);
    const stages = checkInteger("stages", options.stages ?? 2, 1, 64);
    const sums = sumRegisters(tile.bm * Math.max(tile.bn, valueDim), w);
    // Q and K whole; or as many stages of P and V.
    const [operand, right] = [BYTES_OF[w.dataType], BYTES_OF[rightTypeOf(w)]];
    const ofScores = (tile.bm * operand + tile.bn * right) * w.dim;
    const bytes = Math.max(ofScores, stages * tile.bn * (tile.bm * operand + valueDim * right));
    const block = blockOfSums(sums, options.threads ?? (sums > 8192 ? 256 : 128), gpu, bytes);
    const resident = residency(block, gpu, formatFlashTile(tile), options.ctasPerSm);
    return { id, workload: w, tile, softmaxRows: softmaxRowsOf(tile), stages, block, residency: resident };
  });
}

/** Scores, or probabilities, in tiles of `rows` queries by BN keys, as operands of the second product. */
export function scoreArray(w: AttentionWorkload, name: string, rows: number, tile: FlashTile): TiledMatrices {
  const leads = headLeads(w, w.heads);
  return { name, rows: [w.queries, rows], columns: [w.keys, tile.bn], leads, wordBytes: BYTES_OF[w.dataType] };
}

/** Tiles of keys that each query tile sees, and a walk over the query tiles of all heads with them. */
export function seenTiles({ workload: w, tile }: AttentionStages): {
  readonly heads: number;
  readonly seen: readonly number[];
  readonly ofAll: (visit: (head: number, row: number, count: number) => void) => void;
} {
  const heads = w.batch * w.heads;
  const seen = Array.from({ length: Math.ceil(w.queries / tile.bm) }, (_, row) => keyTiles(w, tile, row));
  const ofAll = (visit: (head: number, row: number, count: number) => void): void => {
    for (let head = 0; head < heads; head++) for (const [row, count] of seen.entries()) visit(head, row, count);
  };
  return { heads, seen, ofAll };
}

/** The parameters as a traffic document prints them. */
export function describeAttentionStages(schedule: AttentionStages): Readonly<Record<string, string | number>> {
  const { id, tile, softmaxRows, stages, block, residency: resident } = schedule;
  return { id, tile: formatFlashTile(tile), softmaxRows, stages, ...block, ...resident };
}
