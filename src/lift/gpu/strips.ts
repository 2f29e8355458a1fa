import type { Move } from "../../pebble/rules.js";
import type { SlicePartsChain } from "../../schedules/two-level/chain/slice-parts.js";
import type { StoredCorner } from "../../schedules/two-level/chain/stored-corner.js";
import { rowsInCorner } from "../../schedules/two-level/chain/stored-corner.js";
import type { StraddlingChain } from "../../schedules/two-level/chain/straddling-rows.js";
import { straddlersOf } from "../../schedules/two-level/chain/straddling-rows.js";
import type { Slice, StripExtents } from "../../schedules/two-level/chain/strips.js";
import { besideEntries } from "../../schedules/two-level/chain/strips.js";
import type { WordGemm } from "../../schedules/two-level/gemm/cosma.js";
import type { ProductVertices } from "../lifted.js";
import { onColumns, onRows, range, runs } from "../lifted.js";
import { listWordGemm } from "../two-level/gemm.js";

/** A chain, or a gated block: the first products, what makes an entry of H of their sums, and the second product. */
export interface StripVertices {
  readonly factors: readonly ProductVertices[];
  meet(i: number, p: number, moves: Move[]): void;
  readonly back: ProductVertices;
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
  /** Rows without A, whose entry of H is loaded. */
  readonly loaded?: readonly number[];
  /** Whether the first weights of the column, and its row of the second, are there already and stay. */
  readonly held: { readonly front: boolean; readonly back: boolean };
  /** All entries of the column stay; else its first weights do, and an entry is made again for every word of D. */
  readonly entriesStay: boolean;
}

/** Panels of rows, each over blocks of columns of E. */
interface Panels {
  readonly rows: readonly (readonly [number, number])[];
  readonly width: number;
}

/** Panels of rows, beside weights that are loaded once. */
export function listSlice(slice: Slice, extents: StripExtents, strips: StripVertices, fastWords: number, moves: Move[]): void {
  listBesideSlice(slice, [{ rows: runs(extents.m, slice.rows), width: slice.width }], extents, strips, fastWords, moves);
}

/** Panels of two kinds, one after the other, beside columns of B that are loaded once. */
export function listSliceParts(
  { parts: [first, last], front }: SlicePartsChain,
  extents: StripExtents,
  strips: StripVertices,
  fastWords: number,
  moves: Move[],
): void {
  const above = first.count * first.rows;
  const below = runs(extents.m - above, last.rows).map(([from, past]) => [above + from, above + past] as const);
  const panels = [
    { rows: runs(above, first.rows), width: first.width },
    { rows: below, width: last.width },
  ];
  listBesideSlice({ front, back: 0 }, panels, extents, strips, fastWords, moves);
}

function listBesideSlice(
  slice: Pick<Slice, "front" | "back">,
  parts: readonly Panels[],
  { k, front, l, n, sums }: StripExtents,
  strips: StripVertices,
  fastWords: number,
  moves: Move[],
): void {
  const { factors, back } = strips;
  const held = [
    ...range(0, slice.front).flatMap((p) => factors.flatMap((factor) => range(0, k).map((q) => factor.b(0, q, p)))),
    ...range(0, slice.back).flatMap((p) => range(0, n).map((j) => back.b(0, p, j))),
  ];
  for (const word of held) moves.push(["load", word]);
  for (const { rows: panels, width } of parts) {
    const most = Math.max(0, ...panels.map(([i0, i1]) => i1 - i0));
    const words = most * (k + width) + slice.front * front + slice.back * n;
    const entriesStay = words + besideEntries(sums, most) <= fastWords;
    for (const [i0, i1] of panels) {
      const rows = range(i0, i1);
      withRows(rows, k, strips, moves, () => {
        for (const [j0, j1] of runs(n, width)) {
          const columns = range(j0, j1);
          for (const p of range(0, l)) {
            const stays = { front: p < slice.front, back: p < slice.back };
            listStripColumn({ rows, k, p, columns, summed: () => rows, stored: [], held: stays, entriesStay }, strips, moves);
          }
          storeSums(back, columns, () => rows, l, moves);
        }
      });
    }
  }
  for (const word of held) moves.push(["delete", word]);
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
    withRows(rows, k, strips, moves, () => {
      const held = { front: false, back: false };
      for (const p of range(0, l)) listStripColumn({ rows, k, p, columns, summed, stored, held, entriesStay }, strips, moves);
      storeSums(strips.back, columns, summed, l, moves);
    });
    inCorners.push(...stored);
  }
  const ofRows = onRows(strips.back, (i) => inCorners[i] as number);
  listWordGemm(
    rest,
    onColumns(ofRows, (j) => whole + j),
    fastWords,
    moves,
  );
}

/** Panels of whole rows, and of further rows A in one panel, E in a later one. */
export function listStraddling(schedule: StraddlingChain, strips: StripVertices, moves: Move[]): void {
  const { workload, rows, panels, entriesStay } = schedule;
  const { k, l, n } = workload;
  const columns = range(0, n);
  for (const panel of range(0, panels)) {
    const whole = range(panel * rows, (panel + 1) * rows);
    const { withA, withE } = straddlersOf(schedule, panel);
    const [stored, loaded] = [withA, withE].map(([from, past]) => range(panels * rows + from, panels * rows + past)) as [
      number[],
      number[],
    ];
    const [made, sums] = [whole.concat(stored), whole.concat(loaded)];
    withRows(made, k, strips, moves, () => {
      const held = { front: false, back: false };
      for (const p of range(0, l)) {
        const column: StripColumn = { rows: made, k, p, columns, summed: () => sums, stored, loaded, held, entriesStay };
        listStripColumn(column, strips, moves);
      }
      storeSums(strips.back, columns, () => sums, l, moves);
    });
  }
}

/** Rows of A come in, and go after `pass`. */
function withRows(rows: readonly number[], k: number, strips: StripVertices, moves: Move[], pass: () => void): void {
  const [factor] = strips.factors as readonly [ProductVertices];
  const panel = rows.flatMap((i) => range(0, k).map((q) => factor.a(0, i, q)));
  for (const word of panel) moves.push(["load", word]);
  pass();
  for (const word of panel) moves.push(["delete", word]);
}

export function storeSums(
  back: ProductVertices,
  columns: readonly number[],
  summed: (j: number) => readonly number[],
  l: number,
  moves: Move[],
): void {
  for (const j of columns) {
    for (const i of summed(j)) moves.push(["store", back.sum(0, i, j, l - 1)], ["delete", back.sum(0, i, j, l - 1)]);
  }
}

/** A column of H is made, used, and stored where it is. */
export function listStripColumn(column: StripColumn, strips: StripVertices, moves: Move[]): void {
  const { loaded = [], p } = column;
  for (const i of loaded) moves.push(["load", strips.back.a(0, i, p)]);
  if (column.entriesStay) keepEntries(column, strips, moves);
  else keepWeights(column, strips, moves);
  for (const i of loaded) moves.push(["delete", strips.back.a(0, i, p)]);
}

function keepEntries(column: StripColumn, strips: StripVertices, moves: Move[]): void {
  const { rows, k, p, columns, summed, stored, held } = column;
  for (const factor of strips.factors) for (const q of range(0, k)) passWord(factor, rows, q, p, held.front, moves);
  for (const i of rows) strips.meet(i, p, moves);
  for (const j of columns) passWord(strips.back, summed(j), p, j, held.back, moves);
  for (const i of stored) moves.push(["store", strips.back.a(0, i, p)]);
  for (const i of rows) moves.push(["delete", strips.back.a(0, i, p)]);
}

function keepWeights(column: StripColumn, strips: StripVertices, moves: Move[]): void {
  const { k, p, columns, summed, stored, loaded = [], held } = column;
  const { factors, back } = strips;
  const there = new Set(loaded);
  const weights = factors.flatMap((factor) => range(0, k).map((q) => factor.b(0, q, p)));
  const make = (i: number): void => {
    for (const factor of factors) for (const q of range(0, k)) moves.push(factor.multiplyAdd(0, i, p, q));
    strips.meet(i, p, moves);
  };
  if (!held.front) for (const word of weights) moves.push(["load", word]);
  for (const j of columns) {
    if (!held.back) moves.push(["load", back.b(0, p, j)]);
    for (const i of summed(j)) {
      if (!there.has(i)) make(i);
      moves.push(back.multiplyAdd(0, i, j, p));
      if (!there.has(i)) moves.push(["delete", back.a(0, i, p)]);
    }
    if (!held.back) moves.push(["delete", back.b(0, p, j)]);
  }
  for (const i of stored) {
    make(i);
    moves.push(["store", back.a(0, i, p)], ["delete", back.a(0, i, p)]);
  }
  if (!held.front) for (const word of weights) moves.push(["delete", word]);
}

/** Word (q, j) of weights passes, or is there, and meets the rows. */
function passWord(stage: ProductVertices, rows: readonly number[], q: number, j: number, held: boolean, moves: Move[]): void {
  if (!held) moves.push(["load", stage.b(0, q, j)]);
  for (const i of rows) moves.push(stage.multiplyAdd(0, i, j, q));
  if (!held) moves.push(["delete", stage.b(0, q, j)]);
}
