import { ffnComputation } from "../../computation/ffn.js";
import { expand } from "../../pebble/expand.js";
import type { Move } from "../../pebble/rules.js";
import { slideMove } from "../../pebble/rules.js";
import { rowsWithPairs } from "../../schedules/two-level/ffn/front.js";
import type { SeparateFfn, WordFfn } from "../../schedules/two-level/ffn/schedules.js";
import { ffnStrips } from "../../schedules/two-level/ffn/schedules.js";
import type { LiftedReplay, OrderedSum, ProductVertices } from "../lifted.js";
import {
  checkListed,
  MAXIMUM_LIFTED_VERTICES,
  ordersOf,
  range,
  renumbered,
  runs,
  stageVertices,
  storeAndDrop,
  vertexNamed,
} from "../lifted.js";
import { listWordGemm, orderedSums } from "./gemm.js";
import { during, passing, passWord, twoLevelReplay, wordsOfColumns, wordsOfRows } from "./listing.js";
import type { StripVertices } from "./strips.js";
import { listSlice, listStoredCorners, listStripColumn } from "./strips.js";

/** The three products of a gated block by their own indices, and H made of G and U in place of G. */
interface FfnVertices {
  readonly gate: ProductVertices;
  readonly up: ProductVertices;
  readonly back: ProductVertices;
  meet(i: number, p: number, moves: Move[]): void;
}

/**
 * The moves of a word-level schedule of a gated feed-forward block in the two-level memory model.
 *
 * @throws InputError when the block has too many scalar products to list.
 */
export function liftWordFfn(schedule: WordFfn, fastWords: number): LiftedReplay {
  const { tokens, model, hidden } = schedule.workload;
  checkListed(3 * tokens * model * hidden);
  const graph = expand(ffnComputation(schedule.workload), {
    maximumVertices: MAXIMUM_LIFTED_VERTICES,
    orders: new Map([...ordersOfFront(schedule), ...ordersOf("Y", orderedSumsOfY(schedule))]),
  });
  const named = vertexNamed(graph);
  const ffn: FfnVertices = {
    gate: stageVertices(named, { a: "X", b: "Wg", sum: "G" }, model),
    up: stageVertices(named, { a: "X", b: "Wu", sum: "U" }, model),
    back: stageVertices(named, { a: "H", b: "Wd", sum: "Y" }, hidden),
    meet: (i, p, moves) => {
      const [h, g, u] = ["H", "G", "U"].map((array) => named(`${array}[${i},${p}]`)) as [number, number, number];
      moves.push(slideMove(h, g, undefined), ["delete", u]);
    },
  };
  const moves: Move[] = [];
  listWordFfn(schedule, ffn, fastWords, moves);
  return twoLevelReplay(graph, fastWords, moves, schedule.total);
}

/** By name, the orders of sums of G and U that the schedule does not add up from the first product to the last. */
function ordersOfFront(schedule: WordFfn, below = 0): ReturnType<typeof ordersOf> {
  if (schedule.id === "ffn-row-parts") {
    const [first, last] = schedule.parts;
    return ordersOfFront(last, below + first.workload.tokens);
  }
  if (schedule.id !== "ffn-separate" || schedule.front.held !== "pairs") return [];
  const sums = orderedSums(schedule.front.product);
  return ["G", "U"].flatMap((array, factor) => {
    const own = sums.filter(({ cell: [, j] }) => j % 2 === factor);
    return ordersOf(
      array,
      own.map(({ cell: [i, j], order }) => ({ cell: [below + i, Math.floor(j / 2)], order })),
    );
  });
}

/** Sums of Y that the schedule does not add up from the first product to the last. */
function orderedSumsOfY(schedule: WordFfn): readonly OrderedSum[] {
  switch (schedule.id) {
    case "ffn-separate":
      return orderedSums(schedule.back);
    case "ffn-row-parts": {
      const [first, last] = schedule.parts;
      const below = orderedSumsOfY(last).map(
        ({ cell: [i, j], order }): OrderedSum => ({
          cell: [first.workload.tokens + i, j],
          order,
        }),
      );
      return [...orderedSumsOfY(first), ...below];
    }
    default:
      return [];
  }
}

function listWordFfn(schedule: WordFfn, ffn: FfnVertices, fastWords: number, moves: Move[]): void {
  const strips: StripVertices = { factors: [ffn.gate, ffn.up], meet: ffn.meet, back: ffn.back };
  switch (schedule.id) {
    case "ffn-fused":
      listSlice(
        { rows: schedule.rows, width: schedule.workload.model, front: 0, back: 0 },
        ffnStrips(schedule.workload),
        strips,
        fastWords,
        moves,
      );
      break;
    case "ffn-partly-stored":
      listStoredCorners(schedule, ffnStrips(schedule.workload), strips, fastWords, moves);
      break;
    case "ffn-slice-stays":
      listSlice(schedule.slice, ffnStrips(schedule.workload), strips, fastWords, moves);
      break;
    case "ffn-row-parts": {
      const [first, last] = schedule.parts;
      listWordFfn(first, ffn, fastWords, moves);
      listWordFfn(last, rowsBelow(ffn, first.workload.tokens), fastWords, moves);
      break;
    }
    case "ffn-separate":
      listFront(schedule, ffn, fastWords, moves);
      listWordGemm(schedule.back, ffn.back, fastWords, moves);
  }
}

/** The block of the rows from `first` on. */
function rowsBelow({ gate, up, back, meet }: FfnVertices, first: number): FfnVertices {
  const below = (i: number): number => first + i;
  return {
    gate: renumbered(gate, { row: below }),
    up: renumbered(up, { row: below }),
    back: renumbered(back, { row: below }),
    meet: (i, p, moves) => meet(below(i), p, moves),
  };
}

function listFront({ workload, front }: SeparateFfn, ffn: FfnVertices, fastWords: number, moves: Move[]): void {
  const { tokens, model, hidden } = workload;
  if (front.held === "pairs") {
    listWordGemm(front.product, pairsOf(ffn), fastWords, moves);
    return;
  }
  const rows = runs(tokens, front.rows).map(([first, beyond]) => range(first, beyond));
  const columns = runs(hidden, front.columns).map(([first, beyond]) => range(first, beyond));
  switch (front.held) {
    case "tile":
      for (const tall of rows) for (const wide of columns) keepTile(tall, wide, model, ffn, moves);
      return;
    case "rows-of-x": {
      // Pairs of sums stay while the weights pass, or the weights' columns while one pair after another is finished and handed on.
      const entriesStay = front.rows <= rowsWithPairs(fastWords, model, 0);
      const alone = { columns: [], summed: () => [], held: { front: false, back: false } };
      const strips: StripVertices = { factors: [ffn.gate, ffn.up], meet: ffn.meet, back: ffn.back };
      for (const tall of rows) {
        during(wordsOfRows(ffn.gate, tall, model), moves, () => {
          for (const p of range(0, hidden)) {
            listStripColumn({ ...alone, rows: tall, k: model, p, stored: tall, entriesStay }, strips, moves);
          }
        });
      }
      return;
    }
    case "weights":
      for (const wide of columns) keepWeights(tokens, wide, model, ffn, moves);
  }
}

/** Columns of Wg and Wu by turns: the second sum of a pair that is finished meets the first, and H is stored. */
function pairsOf(ffn: FfnVertices): ProductVertices {
  const of = (j: number): ProductVertices => (j % 2 === 0 ? ffn.gate : ffn.up);
  const column = (j: number): number => Math.floor(j / 2);
  return {
    a: (batch, i, q) => ffn.gate.a(batch, i, q),
    b: (batch, q, j) => of(j).b(batch, q, column(j)),
    sum: (batch, i, j, q) => of(j).sum(batch, i, column(j), q),
    multiplyAdd: (batch, i, j, q) => of(j).multiplyAdd(batch, i, column(j), q),
    finish: (_, i, j, moves) => {
      if (j % 2 === 1) storeH(ffn, i, column(j), moves);
    },
  };
}

/** Sums of G and U for a tile of H stay; a column of X and one weight at a time pass. */
function keepTile(tall: readonly number[], wide: readonly number[], model: number, ffn: FfnVertices, moves: Move[]): void {
  for (const q of range(0, model)) {
    const column = tall.map((i) => ffn.gate.a(0, i, q));
    during(column, moves, () => {
      for (const p of wide) for (const factor of [ffn.gate, ffn.up]) passWord(factor, tall, [q, p], moves);
    });
  }
  for (const i of tall) for (const p of wide) storeH(ffn, i, p, moves);
}

/** Columns of both weights stay; X passes word by word. */
function keepWeights(tokens: number, wide: readonly number[], model: number, ffn: FfnVertices, moves: Move[]): void {
  const factors = [ffn.gate, ffn.up];
  during(
    factors.flatMap((factor) => wordsOfColumns(factor, wide, model)),
    moves,
    () => {
      for (const i of range(0, tokens)) {
        passing(wordsOfRows(ffn.gate, [i], model), moves, (q) => {
          for (const p of wide) for (const factor of factors) moves.push(factor.multiplyAdd(0, i, p, q));
        });
        for (const p of wide) storeH(ffn, i, p, moves);
      }
    },
  );
}

/** An entry of H is made of its finished sums, stored, and goes. */
function storeH(ffn: FfnVertices, i: number, p: number, moves: Move[]): void {
  ffn.meet(i, p, moves);
  storeAndDrop(ffn.back.a(0, i, p), moves);
}
