import type { Move } from "../../pebble/rules.js";
import type { StoredCorner } from "../../schedules/two-level/chain/stored-corner.js";
import { rowsInCorner } from "../../schedules/two-level/chain/stored-corner.js";
import type { Slice, StripExtents } from "../../schedules/two-level/chain/strips.js";
import { besideEntries } from "../../schedules/two-level/chain/strips.js";
import type { WordGemm } from "../../schedules/two-level/gemm/cosma.js";
import type { ChainVertices, ProductVertices } from "../lifted.js";
import { range, renumbered, runs, storeAndDrop } from "../lifted.js";
import { listWordGemm } from "./gemm.js";
import { during, passWord, storeSums, wordsOfColumns, wordsOfRows } from "./listing.js";

/** A chain, or a gated block: the first products, what makes an entry of H of their sums, and the second product. */
export interface StripVertices {
  readonly factors: readonly ProductVertices[];
  meet(i: number, p: number, moves: Move[]): void;
  readonly back: ProductVertices;
}

/** The sum of a row of A and a column of B is the entry of H. */
export function stripsOfChain({ first, second }: ChainVertices): StripVertices {
  return { factors: [first], meet: () => undefined, back: second };
}

function wordsOfStrip({ factors }: StripVertices, rows: readonly number[], k: number): readonly number[] {
  return wordsOfRows(factors[0] as ProductVertices, rows, k);
}

/** One column of H over rows of A that stay. */
interface StripColumn {
  readonly rows: readonly number[];
  readonly k: number;
  /** Column of H. */
  readonly p: number;
  /** Columns of E, and the rows with sums in each. */
  readonly columns: readonly number[];
  readonly summed: (j: number) => readonly number[];
  /** Rows whose entry of H is stored. */
  readonly stored: readonly number[];
  /** Whether the first weights of the column, and its row of the second, are there already and stay. */
  readonly held: { readonly front: boolean; readonly back: boolean };
  /** All entries of the column stay; else its first weights do, and an entry is made again for every word of D. */
  readonly entriesStay: boolean;
}

/** Panels of rows, each over blocks of columns of E, beside weights that are loaded once. */
export function listSlice(slice: Slice, extents: StripExtents, strips: StripVertices, fastWords: number, moves: Move[]): void {
  const { m, k, front, l, n, sums } = extents;
  const { factors, back } = strips;
  const weights = [
    ...factors.flatMap((factor) => wordsOfColumns(factor, range(0, slice.front), k)),
    ...range(0, slice.back).flatMap((p) => range(0, n).map((j) => back.b(0, p, j))),
  ];
  const words = slice.rows * (k + slice.width) + slice.front * front + slice.back * n;
  const entriesStay = words + besideEntries(sums, slice.rows) <= fastWords;
  during(weights, moves, () => {
    for (const rows of runs(m, slice.rows).map((run) => range(...run))) {
      during(wordsOfStrip(strips, rows, k), moves, () => {
        for (const columns of runs(n, slice.width).map((run) => range(...run))) {
          for (const p of range(0, l)) {
            const held = { front: p < slice.front, back: p < slice.back };
            listStripColumn({ rows, k, p, columns, summed: () => rows, stored: [], held, entriesStay }, strips, moves);
          }
          storeSums(back, columns, () => rows, l, moves);
        }
      });
    }
  });
}

/** Panels of rows with sums of E for all but their corners, whose entries of H are stored; then the corners, a product of their own. */
export function listStoredCorners(
  { corner, rest }: { readonly corner: StoredCorner; readonly rest: WordGemm },
  extents: StripExtents,
  strips: StripVertices,
  fastWords: number,
  moves: Move[],
): void {
  const { m, k, l, n, sums } = extents;
  const columns = range(0, n);
  const whole = n - corner.width;
  const inCorners: number[] = [];
  for (const [i0, i1] of runs(m, corner.rows)) {
    const rows = range(i0, i1);
    const count = rowsInCorner(extents, rows.length, corner.width, fastWords);
    const [finished, stored] = [rows.slice(0, rows.length - count), rows.slice(rows.length - count)];
    const words = rows.length * (k + n) - count * corner.width;
    const entriesStay = words + besideEntries(sums, rows.length) <= fastWords;
    const summed = (j: number): readonly number[] => (j < whole ? rows : finished);
    during(wordsOfStrip(strips, rows, k), moves, () => {
      const held = { front: false, back: false };
      for (const p of range(0, l)) listStripColumn({ rows, k, p, columns, summed, stored, held, entriesStay }, strips, moves);
      storeSums(strips.back, columns, summed, l, moves);
    });
    inCorners.push(...stored);
  }
  const ofCorners = renumbered(strips.back, { row: (i) => inCorners[i] as number, column: (j) => whole + j });
  listWordGemm(rest, ofCorners, fastWords, moves);
}

/** A column of H is made, used, and stored where it is. */
export function listStripColumn(column: StripColumn, strips: StripVertices, moves: Move[]): void {
  if (column.entriesStay) keepEntries(column, strips, moves);
  else keepWeights(column, strips, moves);
}

function keepEntries(column: StripColumn, strips: StripVertices, moves: Move[]): void {
  const { rows, k, p, columns, summed, stored, held } = column;
  for (const factor of strips.factors) for (const q of range(0, k)) passWord(factor, rows, [q, p], moves, { held: held.front });
  for (const i of rows) strips.meet(i, p, moves);
  for (const j of columns) passWord(strips.back, summed(j), [p, j], moves, { held: held.back });
  for (const i of stored) moves.push(["store", strips.back.a(0, i, p)]);
  for (const i of rows) moves.push(["delete", strips.back.a(0, i, p)]);
}

function keepWeights(column: StripColumn, strips: StripVertices, moves: Move[]): void {
  const { k, p, columns, summed, stored, held } = column;
  const { factors, back } = strips;
  const make = (i: number): void => {
    for (const factor of factors) for (const q of range(0, k)) moves.push(factor.multiplyAdd(0, i, p, q));
    strips.meet(i, p, moves);
  };
  during(held.front ? [] : factors.flatMap((factor) => wordsOfColumns(factor, [p], k)), moves, () => {
    for (const j of columns) {
      during(held.back ? [] : [back.b(0, p, j)], moves, () => {
        for (const i of summed(j)) {
          make(i);
          moves.push(back.multiplyAdd(0, i, j, p), ["delete", back.a(0, i, p)]);
        }
      });
    }
    for (const i of stored) {
      make(i);
      storeAndDrop(back.a(0, i, p), moves);
    }
  });
}
