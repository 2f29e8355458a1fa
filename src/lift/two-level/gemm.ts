import type { Move } from "../../pebble/rules.js";
import type { WordGemm } from "../../schedules/two-level/gemm/cosma.js";
import type { WordProduct } from "../../schedules/two-level/gemm/schedules.js";
import { productTotal } from "../../schedules/two-level/gemm/schedules.js";
import type { HandoverGemm } from "../../schedules/two-level/gemm/tile-handover.js";
import type { LiftedReplay, OrderedSum, ProductVertices } from "../lifted.js";
import { backwards, productGraph, range, runs, storeAndDrop, transposed } from "../lifted.js";
import { listInputCorner } from "./corner.js";
import { during, passing, passWord, twoLevelReplay, wordsOfColumns, wordsOfRows } from "./listing.js";
import { listCorners, listSerpentine, productAhead, sumsAhead, sumsOfOtherTiles } from "./serpentine.js";
import { listVisitedCorners, sumsMetAfterwards } from "./visits.js";

/**
 * The moves of a word-level schedule of a product in the two-level memory model, in the order the schedule makes them.
 *
 * @throws InputError when the product has too many scalar products to list.
 */
export function liftWordGemm(schedule: WordProduct, fastWords: number): LiftedReplay {
  const product = productGraph(schedule.workload, "unit", orderedSums(schedule));
  const moves: Move[] = [];
  listWordGemm(schedule, product, fastWords, moves);
  return twoLevelReplay(product.graph, fastWords, moves, productTotal(schedule));
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
    default:
      return [];
  }
}

/** The same moves on the vertices of any graph that contains the product, and adds its sums in the same orders. */
export function listWordGemm(schedule: WordProduct, product: ProductVertices, fastWords: number, moves: Move[]): void {
  for (const batch of range(0, schedule.workload.batch)) {
    if (schedule.id === "input-but-corner") listInputCorner(schedule, product, batch, moves);
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
  const oriented = columnStays ? product : transposed(product);
  for (const tall of runs(m, rows).map((run) => range(...run))) {
    for (const wide of runs(n, columns).map((run) => range(...run))) {
      const [held, others] = columnStays ? [tall, wide] : [wide, tall];
      for (const q of range(0, k)) {
        const words = held.map((line) => oriented.a(batch, line, q));
        during(words, moves, () => {
          for (const other of others) passWord(oriented, held, [q, other], moves, { batch });
        });
      }
      for (const j of wide) for (const i of tall) product.finish(batch, i, j, moves);
    }
  }
}

/** A panel of one operand stays while the other passes; the roles of A and B are exchanged when transposed. */
function keepInput(schedule: WordGemm, product: ProductVertices, batch: number, fastWords: number, moves: Move[]): void {
  const { m, n, k } = schedule.workload;
  const turned = schedule.transposed === true;
  const oriented = turned ? transposed(product) : product;
  const sumsStay = schedule.rows * (k + 1) + 1 <= fastWords;
  for (const rows of runs(turned ? n : m, schedule.rows).map((run) => range(...run))) {
    during(wordsOfRows(oriented, rows, k, batch), moves, () => {
      for (const column of range(0, turned ? m : n)) {
        if (sumsStay) for (const q of range(0, k)) passWord(oriented, rows, [q, column], moves, { batch });
        during(sumsStay ? [] : wordsOfColumns(oriented, [column], k, batch), moves, () => {
          for (const row of rows) {
            if (!sumsStay) for (const q of range(0, k)) moves.push(oriented.multiplyAdd(batch, row, column, q));
            oriented.finish(batch, row, column, moves);
          }
        });
      }
    });
  }
}

/** A block of B stays; rows of A and of partial sums pass. */
function keepWeights(schedule: WordGemm, product: ProductVertices, batch: number, fastWords: number, moves: Move[]): void {
  const { m, n, k } = schedule.workload;
  const { rows, columns = 1 } = schedule;
  const sumsStay = columns * (rows + 1) + 1 <= fastWords;
  for (const [q0, q1] of runs(k, rows)) {
    for (const wide of runs(n, columns).map((run) => range(...run))) {
      const inner = range(q0, q1);
      const block = inner.flatMap((q) => wide.map((j) => product.b(batch, q, j)));
      during(block, moves, () => {
        for (const i of range(0, m)) {
          const words = inner.map((q) => product.a(batch, i, q));
          const unfinished = (j: number): Move[] => (q0 === 0 ? [] : [["load", product.sum(batch, i, j, q0 - 1)]]);
          if (sumsStay) {
            for (const j of wide) moves.push(...unfinished(j));
            passing(words, moves, (at) => {
              for (const j of wide) moves.push(product.multiplyAdd(batch, i, j, q0 + at));
            });
            for (const j of wide) storeAndDrop(product.sum(batch, i, j, q1 - 1), moves);
          } else {
            during(words, moves, () => {
              for (const j of wide) {
                moves.push(...unfinished(j), ...inner.map((q) => product.multiplyAdd(batch, i, j, q)));
                storeAndDrop(product.sum(batch, i, j, q1 - 1), moves);
              }
            });
          }
        }
      });
    }
  }
}
