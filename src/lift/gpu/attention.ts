import { type AttentionWorkload, valueDimOf, wordsOfKey } from "../../computation/attention.js";
import { keyTileOf } from "../../computation/attention-mask.js";
import { BYTES_OF } from "../../computation/data-types.js";
import { rightTypeOf } from "../../computation/operand-types.js";
import type { AttentionRow } from "../../pebble/attention-graph.js";
import { partialSoftmaxAttention, rewrittenAttention, splitAttention, unfusedAttention } from "../../pebble/attention-kernels.js";
import { expandAttention } from "../../pebble/expand-attention.js";
import { keyTiles, sequenceOf } from "../../schedules/gpu/attention/arrays.js";
import type { FlashAttention1 } from "../../schedules/gpu/attention/flash-attention-1.js";
import { flashAttention1Arrays, layOutFlashAttention1 } from "../../schedules/gpu/attention/flash-attention-1.js";
import {
  type FlashDecoding,
  flashDecodingArrays,
  layOutFlashDecoding,
  runsOfParts,
} from "../../schedules/gpu/attention/flash-decoding.js";
import type { FlashForward } from "../../schedules/gpu/attention/flash-forward.js";
import { flashForwardArrays, layOutFlashForward, queryTilesOfCtas } from "../../schedules/gpu/attention/flash-forward.js";
import type { FlashTile } from "../../schedules/gpu/attention/flash-tile.js";
import type { AttentionPartialSoftmax } from "../../schedules/gpu/attention/partial-softmax.js";
import { attentionPartialSoftmaxArrays, layOutAttentionPartialSoftmax } from "../../schedules/gpu/attention/partial-softmax.js";
import { type AttentionUnfused, attentionUnfusedArrays, layOutAttentionUnfused } from "../../schedules/gpu/attention/unfused.js";
import { cutsOf, type LiftableKernel } from "../liftable-kernel.js";
import { MAXIMUM_LIFTED_VERTICES, sumBytes } from "../lifted.js";

/** A row's maximum before and after a tile of keys (the factor takes the place of the former), its sum and log-sum-exp. */
const STATISTICS = 4;

/**
 * FlashAttention-2, -3 or persistent attention over the graph whose softmax goes by the kernel's own tiles of keys in the kernel's order.
 *
 * @throws InputError when the attention is too large to list.
 */
export function liftableFlashAttention(schedule: FlashForward): LiftableKernel {
  const { workload: w, tile, lse } = schedule;
  const options = { weights: "bytes", maximumVertices: MAXIMUM_LIFTED_VERTICES, blindRows: true } as const;
  return {
    graph: expandAttention(w, { ...options, keyBlock: tile.bn, logSumExp: lse, turned: walkedBackwards(schedule) }),
    layout: layOutFlashForward(schedule),
    cuts: cutsOf(flashForwardArrays(schedule)),
    roomBytes: flashRoom(w, tile),
  };
}

/** Whether a query row's keys come from the last tile down. */
function walkedBackwards(schedule: FlashForward): (head: number, query: number) => boolean {
  const { tile, cluster } = schedule;
  const rows = tile.bm * (cluster?.rows ?? 1);
  const tiles = queryTilesOfCtas(schedule).flat();
  const backwards = new Set(tiles.filter((one) => one.backwards).map(({ head, row }) => `${head} ${row}`));
  return (head, query) => backwards.has(`${head} ${Math.floor(query / rows)}`);
}

/**
 * The moves of unfused attention, ready for the referee.
 *
 * @throws InputError when the attention is too large to list.
 */
export function liftableAttentionUnfused(schedule: AttentionUnfused): LiftableKernel {
  const { workload: w, tile, softmaxRows } = schedule;
  const [operand, sum] = [BYTES_OF[w.dataType], sumBytes(w)];
  // Scores, exponentials and probabilities of whole rows, a maximum and a sum.
  const softmax = softmaxRows * (w.keys * (2 * operand + sum) + 2 * sum);
  return {
    graph: unfusedAttention(w, MAXIMUM_LIFTED_VERTICES),
    layout: layOutAttentionUnfused(schedule),
    cuts: cutsOf(attentionUnfusedArrays(schedule)),
    roomBytes: Math.max(stageRoom(w, tile), softmax),
  };
}

/**
 * The moves of attention with partial softmax, ready for the referee.
 *
 * @throws InputError when the attention is too large to list.
 */
export function liftableAttentionPartialSoftmax(schedule: AttentionPartialSoftmax): LiftableKernel {
  const { workload: w, tile } = schedule;
  const [operand, sum] = [BYTES_OF[w.dataType], sumBytes(w)];
  // The reduction: a tile of scores, its exponentials and statistics. The last product: probabilities beside scores.
  const reduction = tile.bm * (tile.bn * (operand + sum) + STATISTICS * sum);
  return {
    graph: partialSoftmaxAttention(w, tile.bn, MAXIMUM_LIFTED_VERTICES),
    layout: layOutAttentionPartialSoftmax(schedule),
    cuts: cutsOf(attentionPartialSoftmaxArrays(schedule)),
    roomBytes: Math.max(stageRoom(w, tile) + tile.bm * (tile.bn * operand + 2 * sum), reduction),
  };
}

/**
 * The moves of FlashDecoding, ready for the referee.
 *
 * @throws InputError when the attention is too large to list.
 */
export function liftableFlashDecoding(schedule: FlashDecoding): LiftableKernel {
  const { workload: w, tile, splits, combineRows } = schedule;
  // Where a query tile meets each tile of keys: a row meets its keys there too.
  const partOf = ({ head, query }: AttentionRow, key: number): number => {
    const partRuns = runsOfParts(schedule, sequenceOf(w, head));
    const at = keyTileOf(w, tile.bn, key);
    const meets = (split: number): boolean =>
      partRuns(Math.floor(query / tile.bm), split).some(({ first, count }) => first <= at && at < first + count);
    return Array.from({ length: splits }, (_, split) => split).find(meets) ?? 0;
  };
  const arrays = cutsOf(flashDecodingArrays(schedule));
  const graph =
    splits > 1
      ? splitAttention(w, tile.bn, splits, partOf, MAXIMUM_LIFTED_VERTICES)
      : expandAttention(w, {
          weights: "bytes",
          maximumVertices: MAXIMUM_LIFTED_VERTICES,
          keyBlock: tile.bn,
          keyOrder: "backward",
          logSumExp: true,
          blindRows: true,
        });
  // Merging a few rows: their log-sum-exps and shares, one part of O and its sums.
  const merging = combineRows * sumBytes(w) * (2 * splits + 1 + 2 * valueDimOf(w));
  return { graph, layout: layOutFlashDecoding(schedule), cuts: arrays, roomBytes: Math.max(flashRoom(w, tile), merging) };
}

/**
 * The moves of FlashAttention-1, ready for the referee.
 *
 * @throws InputError when the attention is too large to list.
 */
export function liftableFlashAttention1(schedule: FlashAttention1): LiftableKernel {
  const { workload: w, tile } = schedule;
  const last = (query: number): number => Math.max(1, keyTiles(w, tile, Math.floor(query / tile.bm))) - 1;
  return {
    graph: rewrittenAttention(w, tile.bn, last, MAXIMUM_LIFTED_VERTICES),
    layout: layOutFlashAttention1(schedule),
    cuts: cutsOf(flashAttention1Arrays(schedule)),
    rewritten: new Set(["sums of O", "LSE"]),
    // Beside what version 2 holds, the sums that came from memory.
    roomBytes: flashRoom(w, tile) + sumBytes(w) * tile.bm * (valueDimOf(w) + 2),
  };
}

/** Q, K and V; the sums of O; one tile of scores, whose places their exponentials take; the statistics. */
function flashRoom(w: AttentionWorkload, { bm, bn }: FlashTile): number {
  const operands = BYTES_OF[w.dataType] * bm * w.dim + BYTES_OF[rightTypeOf(w)] * bn * wordsOfKey(w);
  return operands + sumBytes(w) * bm * (valueDimOf(w) + bn + STATISTICS);
}

/** The larger of the two products of stages: a tile of each operand and of sums. */
function stageRoom(w: AttentionWorkload, { bm, bn }: FlashTile): number {
  const [operand, right, sum] = [BYTES_OF[w.dataType], BYTES_OF[rightTypeOf(w)], sumBytes(w)];
  const valueDim = valueDimOf(w);
  const ofScores = (bm * operand + bn * right) * w.dim + bm * bn * sum;
  return Math.max(ofScores, (bm * operand + valueDim * right) * bn + bm * valueDim * sum);
}
