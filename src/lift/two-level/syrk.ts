import { einsumComputation } from "../../computation/einsum.js";
import { expand } from "../../pebble/expand.js";
import type { Move } from "../../pebble/rules.js";
import { bothOrders, type WordSyrk, wordSyrkTotal } from "../../schedules/two-level/gemm/syrk.js";
import { RowDealer } from "../../schedules/two-level/row-sets.js";
import type { Cell, LiftedReplay, ProductVertices } from "../lifted.js";
import { checkListed, MAXIMUM_LIFTED_VERTICES, range, runs, stageVertices, vertexNamed } from "../lifted.js";
import { during, twoLevelReplay, wholeSum, wordsOfRows } from "./listing.js";
import { rowSets } from "./row-sets.js";

/**
 * The moves of a product of an array with itself in the two-level memory model.
 *
 * @throws InputError when it has too many products to list.
 */
export function liftWordSyrk(schedule: WordSyrk): LiftedReplay {
  const { workload, product, fastWords } = schedule;
  const { size, depth, input, output, transposed } = product;
  checkListed(size * size * depth, "products to list moves");
  const graph = expand(einsumComputation(workload), { maximumVertices: MAXIMUM_LIFTED_VERTICES });
  const named = vertexNamed(graph);
  const word = (row: number, q: number): number => named(transposed ? `${input}[${q},${row}]` : `${input}[${row},${q}]`);
  const vertices: ProductVertices = {
    ...stageVertices(named, { a: input, b: input, sum: output }, depth),
    a: (_, i, q) => word(i, q),
    b: (_, q, j) => word(j, q),
  };
  const moves: Move[] = [];
  if (schedule.id === "held-rows") listHeldRows(schedule, vertices, moves);
  else {
    for (const { rows, pairs } of rowSets(range(0, size), new RowDealer(bothOrders(fastWords)))) {
      const turned = pairs.filter(([i, j]) => i !== j).map(([i, j]): Cell => [j, i]);
      keepSums(rows, [...pairs, ...turned], depth, vertices, moves);
    }
  }
  return twoLevelReplay(graph, fastWords, moves, wordSyrkTotal(schedule));
}

/** The sums of some pairs stay while the words of their rows pass column by column. */
function keepSums(
  rows: readonly number[],
  pairs: readonly Cell[],
  depth: number,
  vertices: ProductVertices,
  moves: Move[],
): void {
  for (const q of range(0, depth)) {
    const column = rows.map((row) => vertices.a(0, row, q));
    during(column, moves, () => {
      for (const [i, j] of pairs) moves.push(vertices.multiplyAdd(0, i, j, q));
    });
  }
  for (const [i, j] of pairs) vertices.finish(0, i, j, moves);
}

/** Rows stay while those after them pass, word by word or one row at a time. */
function listHeldRows({ product, rows, fastWords }: WordSyrk, vertices: ProductVertices, moves: Move[]): void {
  const { size, depth } = product;
  const wordByWord = rows * (depth + 2) + 1 <= fastWords;
  for (const [first, beyond] of runs(size, rows)) {
    const held = range(first, beyond);
    during(wordsOfRows(vertices, held, depth), moves, () => {
      for (const i of held) for (const j of held) wholeSum(vertices, [i, j], depth, moves);
      for (const j of range(beyond, size)) {
        const pairs = held.flatMap((i): Cell[] => [
          [i, j],
          [j, i],
        ]);
        if (wordByWord) keepSums([j], pairs, depth, vertices, moves);
        else {
          during(wordsOfRows(vertices, [j], depth), moves, () => {
            for (const pair of pairs) wholeSum(vertices, pair, depth, moves);
          });
        }
      }
    });
  }
}
