import type { Move } from "../../pebble/rules.js";
import { twoLevelGame } from "../../pebble/rules.js";
import type { WordGemm } from "../../schedules/two-level/gemm/cosma.js";
import type { RowPartsGemm } from "../../schedules/two-level/gemm/row-parts.js";
import type { WordProduct } from "../../schedules/two-level/gemm/schedules.js";
import type { HandoverGemm } from "../../schedules/two-level/gemm/tile-handover.js";
import type { Cell, LiftedReplay, OrderedSum, ProductVertices } from "../lifted.js";
import { backwards, onColumns, onRows, ProductGraph, range, runs, storeAndDrop } from "../lifted.js";
import { listCornerGemm } from "./corner.js";
import { listPanelsGemm } from "./panels.js";
import { listCorners, listSerpentine, productAhead, sumsAhead, sumsOfOtherTiles } from "./serpentine.js";
import { listVisitedCorners, sumsMetAfterwards } from "./visits.js";

/**
 * The moves of a word-level schedule of a product on the textbook machine, in the order the schedule makes them.
 *
 * @throws InputError when the product has too many scalar products to list.
 */
export function liftWordGemm(schedule: WordProduct, fastWords: number): LiftedReplay {
  const product = new ProductGraph(schedule.workload, "unit", orderedSums(schedule));
  const moves: Move[] = [];
  listWordGemm(schedule, product, fastWords, moves);
  const { a, b, c, cLoads = 0n } = schedule.words;
  return {
    interface: "slow-fast",
    graph: product.graph,
    game: twoLevelGame(fastWords),
    moves,
    unit: "words",
    replayed: a + b + c + cLoads,
  };
}

function listParts({ parts, transposed }: RowPartsGemm, product: ProductVertices, fastWords: number, moves: Move[]): void {
  const [first, last] = parts;
  const others =
    transposed === true ? onColumns(product, (j) => first.workload.n + j) : onRows(product, (i) => first.workload.m + i);
  listWordGemm(first, product, fastWords, moves);
  listWordGemm(last, others, fastWords, moves);
}

/** Sums, of every element of the batch, that the schedule does not add up from the first product to the last. */
export function orderedSums(schedule: WordProduct): readonly OrderedSum[] {
  const { k } = schedule.workload;
  switch (schedule.id) {
    case "tile-handover":
      return [
        ...backwards(sumsOfOtherTiles(schedule.tiles), k),
        ...(schedule.ahead === undefined ? [] : sumsAhead(schedule.tiles, k)),
      ];
    case "output-but-corner":
      return backwards(sumsOfOtherTiles(schedule.tiles), k);
    case "visited-corners":
      return sumsMetAfterwards(schedule);
    case "row-parts": {
      const [first, last] = schedule.parts;
      const { m, n } = first.workload;
      const beside = ([i, j]: Cell): Cell => (schedule.transposed === true ? [i, n + j] : [m + i, j]);
      return [...orderedSums(first), ...orderedSums(last).map(({ cell, order }) => ({ cell: beside(cell), order }))];
    }
    default:
      return [];
  }
}

/** The same moves on the vertices of any graph that contains the product, and adds its sums in the same orders. */
export function listWordGemm(schedule: WordProduct, product: ProductVertices, fastWords: number, moves: Move[]): void {
  if (schedule.id === "row-parts") {
    listParts(schedule, product, fastWords, moves);
    return;
  }
  for (const batch of range(0, schedule.workload.batch)) {
    if (schedule.id === "all-but-corner") listCornerGemm(schedule, product, batch, moves);
    else if (schedule.id === "panel-handover") listPanelsGemm(schedule, product, batch, moves);
    else if (schedule.id === "visited-corners") listVisitedCorners(schedule, product, batch, moves);
    else if (schedule.id === "tile-handover") listHandover(schedule, product, batch, fastWords, moves);
    else if (schedule.id === "output-but-corner") {
      listSerpentine(schedule.tiles, schedule.workload.k, product, batch, moves);
      listCorners(schedule.tiles, schedule.workload.k, product, batch, moves);
    } else if (schedule.id === "cosma") keepTile(schedule, product, batch, fastWords, moves);
    else if (schedule.id === "weight-stationary") keepWeights(schedule, product, batch, fastWords, moves);
    else keepInput(schedule, product, batch, fastWords, moves);
  }
}

/** Corners that add the inner indices handed over ahead of all tiles do so first. */
function listHandover(
  { tiles, workload: { k }, ahead }: HandoverGemm,
  product: ProductVertices,
  batch: number,
  fastWords: number,
  moves: Move[],
): void {
  if (ahead !== undefined) keepInput(ahead, productAhead(tiles, k, product), batch, fastWords, moves);
  listSerpentine(tiles, k, product, batch, moves, ahead !== undefined);
}

/** A tile of C stays; a column of A and one word of B at a time pass, or a row of B and one word of A where only that fits. */
function keepTile(schedule: WordGemm, product: ProductVertices, batch: number, fastWords: number, moves: Move[]): void {
  const { m, n, k } = schedule.workload;
  const { rows, columns = 1 } = schedule;
  const columnStays = rows * columns + rows + 1 <= fastWords;
  for (const [i0, i1] of runs(m, rows)) {
    for (const [j0, j1] of runs(n, columns)) {
      for (const q of range(0, k)) {
        const ofA = range(i0, i1).map((i) => product.a(batch, i, q));
        const ofB = range(j0, j1).map((j) => product.b(batch, q, j));
        const [held, passing] = columnStays ? [ofA, ofB] : [ofB, ofA];
        for (const word of held) moves.push(["load", word]);
        for (const [at, word] of passing.entries()) {
          moves.push(["load", word]);
          if (columnStays) for (const i of range(i0, i1)) moves.push(product.multiplyAdd(batch, i, j0 + at, q));
          else for (const j of range(j0, j1)) moves.push(product.multiplyAdd(batch, i0 + at, j, q));
          moves.push(["delete", word]);
        }
        for (const word of held) moves.push(["delete", word]);
      }
      for (const j of range(j0, j1)) for (const i of range(i0, i1)) product.finish(batch, i, j, moves);
    }
  }
}

/** A panel of one operand stays while the other passes; the roles of A and B are exchanged when transposed. */
function keepInput(schedule: WordGemm, product: ProductVertices, batch: number, fastWords: number, moves: Move[]): void {
  const { m, n, k } = schedule.workload;
  const transposed = schedule.transposed === true;
  const [lines, columns] = transposed ? [n, m] : [m, n];
  const held = (line: number, q: number): number => (transposed ? product.b(batch, q, line) : product.a(batch, line, q));
  const passing = (q: number, column: number): number => (transposed ? product.a(batch, column, q) : product.b(batch, q, column));
  const cell = (line: number, column: number): readonly [number, number] => (transposed ? [column, line] : [line, column]);
  const sumsStay = schedule.rows * (k + 1) + 1 <= fastWords;
  for (const [first, beyond] of runs(lines, schedule.rows)) {
    const panel = range(first, beyond).flatMap((line) => range(0, k).map((q) => held(line, q)));
    for (const word of panel) moves.push(["load", word]);
    for (const column of range(0, columns)) {
      if (sumsStay) {
        for (const q of range(0, k)) {
          moves.push(["load", passing(q, column)]);
          for (const line of range(first, beyond)) moves.push(product.multiplyAdd(batch, ...cell(line, column), q));
          moves.push(["delete", passing(q, column)]);
        }
        for (const line of range(first, beyond)) product.finish(batch, ...cell(line, column), moves);
      } else {
        for (const q of range(0, k)) moves.push(["load", passing(q, column)]);
        for (const line of range(first, beyond)) {
          for (const q of range(0, k)) moves.push(product.multiplyAdd(batch, ...cell(line, column), q));
          product.finish(batch, ...cell(line, column), moves);
        }
        for (const q of range(0, k)) moves.push(["delete", passing(q, column)]);
      }
    }
    for (const word of panel) moves.push(["delete", word]);
  }
}

/** A block of B stays; rows of A and of unfinished sums pass. */
function keepWeights(schedule: WordGemm, product: ProductVertices, batch: number, fastWords: number, moves: Move[]): void {
  const { m, n, k } = schedule.workload;
  const { rows, columns = 1 } = schedule;
  const sumsStay = columns * (rows + 1) + 1 <= fastWords;
  for (const [q0, q1] of runs(k, rows)) {
    for (const [j0, j1] of runs(n, columns)) {
      const block = range(q0, q1).flatMap((q) => range(j0, j1).map((j) => product.b(batch, q, j)));
      for (const word of block) moves.push(["load", word]);
      for (const i of range(0, m)) {
        const partials = (j: number): Move[] => (q0 === 0 ? [] : [["load", product.sum(batch, i, j, q0 - 1)]]);
        const as = range(q0, q1).map((q) => product.a(batch, i, q));
        if (sumsStay) {
          for (const j of range(j0, j1)) moves.push(...partials(j));
          for (const q of range(q0, q1)) {
            moves.push(["load", product.a(batch, i, q)]);
            for (const j of range(j0, j1)) moves.push(product.multiplyAdd(batch, i, j, q));
            moves.push(["delete", product.a(batch, i, q)]);
          }
          for (const j of range(j0, j1)) storeAndDrop(product.sum(batch, i, j, q1 - 1), moves);
        } else {
          for (const a of as) moves.push(["load", a]);
          for (const j of range(j0, j1)) {
            moves.push(...partials(j));
            for (const q of range(q0, q1)) moves.push(product.multiplyAdd(batch, i, j, q));
            storeAndDrop(product.sum(batch, i, j, q1 - 1), moves);
          }
          for (const a of as) moves.push(["delete", a]);
        }
      }
      for (const word of block) moves.push(["delete", word]);
    }
  }
}
