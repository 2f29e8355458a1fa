import { type AttentionWorkload, attentionWorkload, valueDimOf } from "../../../computation/attention.js";
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
  headLeads,
  keyGrids,
  keyHeadOf,
  keyTiles,
  type OperandArrays,
  operandArrays,
  rowStatistics,
  tileOperations,
} from "./arrays.js";
import { type FlashTile, flashBlock, formatFlashTile, threadsThatHold } from "./flash-tile.js";

export const FLASH_DECODING_ENTRY: ScheduleEntry = {
  id: "flash-decoding",
  workload: "attention: keys in parts, sums of each part stored, then merged; one query row a head packs the heads of a group",
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
 * them as accumulators with their log-sum-exp; a second kernel merges the parts. With one part O is written at once. One query
 * row a head (decoding) takes the query heads of a key-value head as the rows of one tile.
 */
export interface FlashDecoding extends FittedKernel<FlashTile> {
  readonly id: "flash-decoding";
  /** The workload as the kernel runs it: heads of a group packed into rows. */
  readonly workload: AttentionWorkload;
  /** Parts that have any keys. */
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
  const workload = packedHeads(given);
  const [dim, valueDim] = [workload.dim, valueDimOf(workload)];
  const tile = options.tile ?? { bm: 64, bn: dim <= 64 ? 256 : dim <= 128 ? 128 : 64 };
  for (const side of ["bm", "bn"] as const) checkInteger(`tile ${side.toUpperCase()}`, tile[side], 1, 65536);
  const stages = checkInteger("stages", options.stages ?? 1, 1, 64);
  const block = flashBlock(workload, tile, stages, options.threads ?? threadsThatHold(workload, tile, gpu), gpu);
  const keyBlocks = Math.ceil(workload.keys / tile.bn);
  const queryBlocks = workload.batch * workload.heads * Math.ceil(workload.queries / tile.bm);
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

/** One query row that sees every key: the heads of a group become rows, and read their keys once. */
function packedHeads(w: AttentionWorkload): AttentionWorkload {
  if (w.queries > 1) return w;
  return attentionWorkload({ ...w, heads: w.kvHeads, queries: w.heads / w.kvHeads, causal: false });
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
  const leads = Array.from({ length: splits }, (_, s) => headLeads(w, w.heads).map((lead) => `${s},${lead}`)).flat();
  const part = { rows: [w.queries, piece] as const, leads, wordBytes: BYTES_OF[w.accumulator] };
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
  const { workload: w, tile, splits, combineRows, stages } = schedule;
  const arrays = flashDecodingArrays(schedule);
  const { grids } = tileGrids(arrays);
  const heads = w.batch * w.heads;
  const rows = Math.ceil(w.queries / tile.bm);
  const perSplit = Math.ceil(Math.ceil(w.keys / tile.bn) / splits);
  const { q, o, lse, parts, partLse } = grids;
  const merging = parts === undefined || partLse === undefined ? undefined : { parts, partLse };
  const piece = greatestCommonDivisor(tile.bm, combineRows);
  const pieces = Math.ceil(w.queries / piece);
  const piecesOf = (row: number, side: number): readonly number[] => {
    const first = (row * side) / piece;
    return Array.from({ length: Math.min(side / piece, pieces - first) }, (_, at) => first + at);
  };
  const combining = Math.ceil(w.queries / combineRows);
  const waits = merging === undefined ? undefined : () => kernelAfterKernel([heads * splits * rows, heads * combining]);
  const work = attentionWork(w, stages);
  return layOutBlocks(
    arrays,
    work,
    (writer) => {
      for (let head = 0; head < heads; head++) {
        for (let split = 0; split < splits; split++) {
          for (let row = 0; row < rows; row++) {
            const first = split * perSplit;
            const count = Math.min(keyTiles(w, tile, row), first + perSplit) - first;
            // Parts of no keys are set to zero without reading Q.
            if (count > 0) {
              writer.phase(1, 0).read(tileAt(q, head, row, 0), 0);
              const last = first + count - 1;
              const keyHead = keyHeadOf(w, head);
              writer.phase(count, tileOperations(w, tile));
              for (const grid of keyGrids(grids)) writer.read(tileAt(grid, keyHead, last, 0), -1);
            }
            writer.phase(1, 0);
            if (merging === undefined) writer.write(tileAt(o, head, row, 0), 0).write(tileAt(lse, head, row, 0), 0);
            else {
              for (const at of piecesOf(row, tile.bm)) {
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
        for (let row = 0; row < combining; row++) {
          for (const at of piecesOf(row, combineRows)) {
            writer.phase(1, 0);
            for (let split = 0; split < splits; split++) writer.read(tileAt(merging.partLse, split * heads + head, at, 0), 0);
            writer.phase(splits, 0).read(tileAt(merging.parts, head, at, 0), heads * pieces);
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

/** The parameters as a traffic document prints them. */
export function describeFlashDecoding(schedule: FlashDecoding): Readonly<Record<string, string | number>> {
  const { id, tile, splits, combineRows, stages, block, residency: resident } = schedule;
  return { id, tile: formatFlashTile(tile), splits, combineRows, stages, ...block, ...resident };
}
