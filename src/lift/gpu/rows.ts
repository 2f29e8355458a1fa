import { BYTES_OF } from "../../computation/data-types.js";
import { rowWords } from "../../computation/row-workloads.js";
import { expandRows } from "../../pebble/expand-rows.js";
import type { RowPasses } from "../../schedules/gpu/rows/passes.js";
import { layOutRowPasses, rowPassesArrays } from "../../schedules/gpu/rows/passes.js";
import type { WordByWord } from "../../schedules/two-level/word-by-word.js";
import { layOutWordByWord, wordByWordArrays } from "../../schedules/two-level/word-by-word.js";
import type { LiftableKernel } from "../liftable-kernel.js";
import { cutsOf } from "../liftable-kernel.js";
import { MAXIMUM_LIFTED_VERTICES, sumBytes } from "../lifted.js";

const BYTES = { weights: "bytes", maximumVertices: MAXIMUM_LIFTED_VERTICES } as const;

/** Maxima, sums and factors of a row, old and new. */
const STATISTICS = 6;

/** The moves of a softmax or normalisation, ready for the referee. @throws InputError when it is too large to list. */
export function liftableRowPasses(schedule: RowPasses): LiftableKernel {
  const { id, workload: w, tile } = schedule;
  const [operand, sum] = [BYTES_OF[w.dataType], sumBytes(w)];
  const width = Math.min(tile.columns, w.columns);
  const whole = id === "row-one-pass" || id === "row-three-passes";
  const held = id === "row-one-pass" ? w.columns : width;
  return {
    graph: expandRows(w, {
      ...BYTES,
      keyBlock: whole ? w.columns : width,
      ownMaximum: true,
      deviations: whole,
      storedStatistics: id === "row-two-kernels",
    }),
    layout: layOutRowPasses(schedule),
    cuts: cutsOf(rowPassesArrays(schedule)),
    // Words of X with what is made of them, the step's gain and shift, statistics.
    roomBytes: tile.rows * (held * (operand + sum) + STATISTICS * sum) + 2 * width * operand + sum,
  };
}

/** The moves of an elementwise kernel or a rotary embedding, ready for the referee. @throws InputError when it is too large to list. */
export function liftableWordByWord(schedule: WordByWord): LiftableKernel {
  const { id, workload: w, tile } = schedule;
  const arrays = wordByWordArrays(schedule);
  const words = tile.rows * Math.min(tile.columns, rowWords(w));
  const operands = Object.keys(arrays).length - 1;
  return {
    graph: expandRows(w, { ...BYTES, separate: id === "elementwise-separate" }),
    layout: layOutWordByWord(schedule),
    cuts: cutsOf(arrays),
    roomBytes: words * (operands * BYTES_OF[w.dataType] + sumBytes(w)) + sumBytes(w),
  };
}
