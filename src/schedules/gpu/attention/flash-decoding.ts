import { type AttentionWorkload, type PackedAttention, valueDimOf } from "../../../computation/attention.js";
import { type AttentionSequence, sequenceKinds } from "../../../computation/attention-mask.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import { checkInteger } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { residency } from "../../tiles/residency.js";
import { kernelAfterKernel, layOutBlocks, type TiledMatrices, tileAt, tileGrids } from "../../tiles/tile-arrays.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import { greatestCommonDivisor } from "../chain/two-stages.js";
import type { FittedKernel, KernelOptions } from "../gemm/block.js";
import {
  attentionWork,
  keyGrids,
  type OperandArrays,
  operandArrays,
  queryRows,
  rowStatistics,
  sequenceOf,
  tileOperations,
} from "./arrays.js";
import { type FlashTile, flashBlock, formatFlashTile, threadsThatHold } from "./flash-tile.js";
import { type KeyRun, keyRuns, mostKeyTiles, onceASequence, partOfRuns, writeKeys } from "./key-runs.js";

export const FLASH_DECODING_ENTRY: ScheduleEntry = {
  id: "flash-decoding",
  workload: "attention: keys in parts, sums of each part stored, then merged; few queries a head pack the heads of a group",
  machine: "GPU",
  parameters: "--splits COUNT, --tile BMxBN, --stages, --threads, --ctas-per-sm",
  source: "Dao-AILab flash-attention, split-KV kernels and their heuristic",
};

/** Tile and resources of the block, and what else the schedule leaves open. */
export interface FlashDecodingOptions extends KernelOptions<FlashTile> {
  /** Parts of the keys; default: the heuristic of the FlashAttention repository. */
  readonly splits?: number | undefined;
}

/**
 * Split-KV attention: a CTA a tile of queries, part of the keys and head keeps its sums as FlashAttention-2 does, and stores
 * them as accumulators with their log-sum-exp; a second kernel merges the parts. With one part O is written at once. Few queries
 * a head (decoding) take the query heads of a key-value head as rows of one tile.
 */
export interface FlashDecoding extends FittedKernel<FlashTile> {
  readonly id: "flash-decoding";
  /** The workload as the kernel runs it: heads of a group packed into rows. */
  readonly workload: PackedAttention;
  /** Parts that have any keys of the longest walk. */
  readonly splits: number;
  /** Query rows that a block of the merging kernel takes. */
  readonly combineRows: number;
}

/**
 * Plans FlashDecoding on a GPU: the keys of a query tile are split among blocks.
 *
 * @throws InputError naming `splits`, or `tile`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU.
 */
export function flashDecoding(given: AttentionWorkload, gpu: Gpu, options: FlashDecodingOptions = {}): FlashDecoding {
  const [dim, valueDim] = [given.dim, valueDimOf(given)];
  const tile = options.tile ?? { bm: 64, bn: dim <= 64 ? 256 : dim <= 128 ? 128 : 64 };
  for (const side of ["bm", "bn"] as const) checkInteger(`tile ${side.toUpperCase()}`, tile[side], 1, 65536);
  const workload = packedHeads(given, tile.bm);
  const stages = checkInteger("stages", options.stages ?? 1, 1, 64);
  const block = flashBlock(workload, tile, stages, options.threads ?? threadsThatHold(workload, tile, gpu), gpu);
  const kinds = sequenceKinds(workload);
  const keyBlocks = Math.max(...kinds.map((sequence) => mostKeyTiles(workload, tile, sequence)));
  const queryBlocks = kinds.reduce((sum, { count, queries }) => sum + count * workload.heads * Math.ceil(queries / tile.bm), 0);
  // Kernels for latents, whose tiles fill an SM, have one place an SM.
  const places = workload.valuesInKeys ? gpu.sms : 2 * gpu.sms;
  const asked = checkInteger("splits", options.splits ?? usualSplits(queryBlocks, places, keyBlocks), 1, keyBlocks);
  return {
    id: "flash-decoding",
    workload,
    tile,
    splits: Math.ceil(keyBlocks / Math.ceil(keyBlocks / asked)),
    combineRows: valueDim % 128 === 0 ? 4 : valueDim % 64 === 0 ? 8 : 16,
    stages,
    block,
    residency: residency(block, gpu, formatFlashTile(tile), options.ctasPerSm),
  };
}

/**
 * The query heads of a group as rows of one head, which read their keys once: where they fill tiles better than the queries alone, or
 * where sequences differ. Source: the FlashAttention repository's hopper folder, should_pack_gqa.
 */
function packedHeads(w: AttentionWorkload, bm: number): PackedAttention {
  const packed = w.heads / w.kvHeads;
  const filled = (rows: number): number => rows / (bm * Math.ceil(rows / bm));
  const isFilled = w.queries > 1 && w.lengths === undefined && filled(w.queries) >= 0.9 * filled(w.queries * packed);
  if (packed === 1 || isFilled) return w;
  const { queryLengths } = w;
  return {
    ...w,
    heads: w.kvHeads,
    queries: w.queries * packed,
    ...(queryLengths && { queryLengths: queryLengths.map((rows) => rows * packed) }),
    packed,
  };
}

/** The most parts of the keys, in the kernel as in its heuristic. */
const MOST_SPLITS = 128;

/**
 * Parts of the keys for `places` blocks at once: one where the query tiles fill 80 % of them, else the fewest parts whose last
 * wave is filled at least 85 % as well as the best filled one's. Source: the FlashAttention repository, flash_api.
 */
export function usualSplits(queryBlocks: number, places: number, keyBlocks: number): number {
  if (queryBlocks >= 0.8 * places) return 1;
  const filled = (splits: number): number => {
    const waves = (queryBlocks * splits) / places;
    return waves / Math.ceil(waves);
  };
  const perSplit = (splits: number): number => Math.ceil(keyBlocks / splits);
  const most = Math.min(MOST_SPLITS, places, keyBlocks);
  const eligible = Array.from({ length: most }, (_, at) => at + 1).filter((s) => s === 1 || perSplit(s) !== perSplit(s - 1));
  const best = eligible.reduce((most, splits) => Math.max(most, filled(splits)), 0);
  return eligible.find((splits) => filled(splits) >= 0.85 * best) ?? 1;
}

type FlashDecodingArrays = OperandArrays & {
  readonly lse: TiledMatrices;
  readonly parts?: TiledMatrices;
  readonly partLse?: TiledMatrices;
};

/** Its arrays; with several parts, their sums and log-sum-exps, matrix by matrix in each part. */
export function flashDecodingArrays({ workload: w, tile, splits, combineRows }: FlashDecoding): FlashDecodingArrays {
  const operands = operandArrays(w, tile);
  const lse = rowStatistics(w, "LSE", splits > 1 ? combineRows : tile.bm);
  if (splits === 1) return { ...operands, lse };
  // The first kernel writes whole tiles of queries, the second reads a few rows: pieces that both are made of.
  const piece = greatestCommonDivisor(tile.bm, combineRows);
  const { heights, leads: heads = [] } = queryRows(w, piece);
  const parts = Array.from({ length: splits }, (_, s) => s);
  const part = {
    rows: [w.queries, piece] as const,
    heights: heights && parts.flatMap(() => heights),
    leads: parts.flatMap((s) => heads.map((lead) => `${s},${lead}`)),
    wordBytes: BYTES_OF[w.accumulator],
  };
  return {
    ...operands,
    o: { ...operands.o, rows: [w.queries, piece] as const },
    lse: { ...lse, rows: [w.queries, piece] as const },
    parts: { name: "parts of O", columns: operands.o.columns, ...part },
    partLse: { name: "parts of LSE", columns: [1, 1] as const, ...part },
  };
}

/** The schedule as tiles for the replay. @throws InputError when the attention has more tiles or touches than a replay can walk. */
export function layOutFlashDecoding(schedule: FlashDecoding): TileSchedule {
  const { workload: w, tile, splits, combineRows } = schedule;
  const arrays = flashDecodingArrays(schedule);
  const { grids } = tileGrids(arrays);
  const heads = w.batch * w.heads;
  const { q, o, lse, parts, partLse } = grids;
  const merging = parts === undefined || partLse === undefined ? undefined : { parts, partLse };
  const piece = greatestCommonDivisor(tile.bm, combineRows);
  const rowsOf = (head: number): number => sequenceOf(w, head).queries;
  const blocksOfRows = (head: number, side: number): number => Math.ceil(rowsOf(head) / side);
  /** The piece after those of a tile of rows. */
  const endOfPieces = (head: number, row: number, side: number): number =>
    Math.min(((row + 1) * side) / piece, Math.ceil(rowsOf(head) / piece));
  const blocksOf = (side: number): number => {
    let blocks = 0;
    for (let head = 0; head < heads; head++) blocks += blocksOfRows(head, side);
    return blocks;
  };
  const waits = merging && (() => kernelAfterKernel([splits * blocksOf(tile.bm), blocksOf(combineRows)]));
  const work = attentionWork(schedule);
  const [keys, operations] = [keyGrids(w, grids), tileOperations(w, tile)];
  const partsOf = onceASequence(w, (head) => runsOfParts(schedule, sequenceOf(w, head)));
  const runsOf = onceASequence(w, (head, place) => {
    const rows = blocksOfRows(head, tile.bm);
    return partsOf(head, 0)(place % rows, Math.floor(place / rows));
  });
  return layOutBlocks(
    arrays,
    work,
    (writer) => {
      for (let head = 0; head < heads; head++) {
        const rows = blocksOfRows(head, tile.bm);
        for (let split = 0; split < splits; split++) {
          for (let row = 0; row < rows; row++) {
            const runs = runsOf(head, split * rows + row);
            // Parts of no keys are set to zero without reading Q.
            if (runs.length > 0) {
              writer.phase(1, 0).read(tileAt(q, head, row, 0), 0);
              writeKeys(writer, schedule, keys, { head, runs, backwards: true }, operations);
            }
            writer.phase(1, 0);
            if (merging === undefined) writer.write(tileAt(o, head, row, 0), 0).write(tileAt(lse, head, row, 0), 0);
            else {
              const end = endOfPieces(head, row, tile.bm);
              for (let at = (row * tile.bm) / piece; at < end; at++) {
                writer.write(tileAt(merging.parts, split * heads + head, at, 0), 0);
                writer.write(tileAt(merging.partLse, split * heads + head, at, 0), 0);
              }
            }
            writer.endBlock();
          }
        }
      }
      if (merging === undefined) return;
      for (let head = 0; head < heads; head++) {
        for (let row = 0; row < blocksOfRows(head, combineRows); row++) {
          const end = endOfPieces(head, row, combineRows);
          for (let at = (row * combineRows) / piece; at < end; at++) {
            writer.phase(1, 0);
            for (let split = 0; split < splits; split++) writer.read(tileAt(merging.partLse, split * heads + head, at, 0), 0);
            const first = tileAt(merging.parts, head, at, 0);
            writer.phase(splits, 0).read(first, tileAt(merging.parts, heads + head, at, 0) - first);
            writer
              .phase(1, 0)
              .write(tileAt(o, head, at, 0), 0)
              .write(tileAt(lse, head, at, 0), 0);
          }
          writer.endBlock();
        }
      }
    },
    waits,
  );
}

/** The tiles of a part of the keys of a sequence, for its query tiles: as many in each part, counted in the order of their walks. */
export function runsOfParts(
  { workload: w, tile, splits }: FlashDecoding,
  sequence: AttentionSequence,
): (row: number, split: number) => readonly KeyRun[] {
  const perSplit = Math.ceil(mostKeyTiles(w, tile, sequence) / splits);
  return (row, split) => partOfRuns(keyRuns(w, tile, sequence, row), split * perSplit, perSplit);
}

/** The parameters as a traffic document prints them. */
export function describeFlashDecoding(schedule: FlashDecoding): Readonly<Record<string, string | number>> {
  const { id, tile, splits, combineRows, stages, block, residency: resident } = schedule;
  return { id, tile: formatFlashTile(tile), splits, combineRows, stages, ...block, ...resident };
}
