import type { TriangularWorkload } from "../../../computation/linear-algebra/triangular.js";
import { tileColumns } from "../../../schedules/two-level/panels.js";
import { RowDealer } from "../../../schedules/two-level/row-sets.js";
import { setMemoryOf } from "../../../schedules/two-level/triangle-blocks.js";
import type { TriangularWords } from "../../../schedules/two-level/triangular.js";
import { type Cell, range, runs } from "../../lifted.js";
import { type RowSet, rowSets } from "../row-sets.js";
import type { FastMemory } from "./fast-memory.js";
import { choleskySum, listTile, type Sum, sumAt, sumSoFar } from "./sums.js";

/** The sets of all rows; of cholesky each panel has its own. */
export function setsOf({ workload: w, fastWords }: TriangularWords): readonly RowSet[] {
  return w.kind === "cholesky" ? [] : rowSets(range(0, w.n), new RowDealer(setMemoryOf(w, fastWords)));
}

/** Set after set; of cholesky panel after panel, and the sums behind it. */
export function listTriangleBlocks(memory: FastMemory, schedule: TriangularWords, sets: readonly RowSet[]): void {
  const { workload: w } = schedule;
  if (w.kind === "cholesky") listPanels(memory, schedule);
  else if (w.kind === "symm") listSymmetricSets(memory, w, sets);
  else {
    // A word of B passes first as that of the smaller row of a pair.
    const sumOf = (cell: Cell): Sum => (w.kind === "syr2k" ? bothTerms(w, cell) : sumAt(w, cell));
    for (const { pairs } of sets) listTile(memory, [...pairs].sort(([, j], [, l]) => j - l).map(sumOf));
  }
}

/** Both products of a column in one slice: then the words of A of a set stay, and those of B pass. */
function bothTerms({ m }: TriangularWorkload, [i, j]: Cell): Sum {
  const [word, before] = [`C[${i},${j}]`, 0];
  if (i === j) return { word, before, all: m, slices: m, terms: (k) => [[`A[${i},${k}]`, `B[${i},${k}]`]] };
  return {
    ...{ word, before, all: 2 * m, slices: m },
    terms: (k) => [
      [`A[${i},${k}]`, `B[${j},${k}]`],
      [`A[${j},${k}]`, `B[${i},${k}]`],
    ],
  };
}

/** For each row of symm the inner indices of its terms in the order of the sets: row by row of B as it passes. */
export function termsOfRows(sets: readonly RowSet[], n: number): readonly (readonly number[])[] {
  const order = range(0, n).map((): number[] => []);
  for (const { rows, partners } of sets.map(withPartners))
    for (const k of rows) for (const i of partners.get(k) ?? []) (order[i] as number[]).push(k);
  return order;
}

/** The rows that a row is paired with in its set. */
function withPartners({ rows, pairs }: RowSet): RowSet & { readonly partners: ReadonlyMap<number, readonly number[]> } {
  const partners = new Map<number, number[]>(rows.map((row) => [row, []]));
  for (const [i, j] of pairs) {
    partners.get(i)?.push(j);
    if (i !== j) partners.get(j)?.push(i);
  }
  return { rows, pairs, partners };
}

/** The words of A of a set stay; column by column its sums come and go. */
function listSymmetricSets(memory: FastMemory, { n, m }: TriangularWorkload, sets: readonly RowSet[]): void {
  const terms = range(0, n).map(() => range(0, m).map(() => 0));
  for (const { rows, pairs, partners } of sets.map(withPartners)) {
    memory.during(
      pairs.map(([i, k]) => `A[${i},${k}]`),
      () => {
        for (const j of range(0, m)) {
          const now = (i: number): string => sumSoFar({ word: `C[${i},${j}]`, all: n }, terms[i]?.[j] as number);
          for (const i of rows) if (terms[i]?.[j] !== 0) memory.load(now(i));
          for (const k of rows) {
            memory.during([`B[${k},${j}]`], () => {
              for (const i of partners.get(k) ?? []) {
                const ofRow = terms[i] as number[];
                const before = ofRow[j] === 0 ? undefined : now(i);
                ofRow[j] = (ofRow[j] as number) + 1;
                memory.compute(now(i), before);
              }
            });
          }
          for (const i of rows) {
            memory.store(now(i));
            memory.drop(now(i));
          }
        }
      },
    );
  }
}

function listPanels(memory: FastMemory, { workload: w, fastWords, panels = [] }: TriangularWords): void {
  const dealer = new RowDealer(setMemoryOf(w, fastWords));
  let first = 0;
  for (const width of panels) {
    let left = first;
    for (const { columns, rows } of tileColumns(w.n - first, width, fastWords)) {
      const beyond = left + columns;
      const below = runs(w.n - beyond, rows).map(([top, end]) => range(beyond + top, beyond + end));
      for (const tile of [range(left, beyond), ...below]) {
        const cells = tile.flatMap((i) => range(left, Math.min(i + 1, beyond)).map((j): Cell => [i, j]));
        listTile(
          memory,
          cells.map((cell) => choleskySum(cell, first)),
        );
      }
      left = beyond;
    }
    for (const { pairs } of left < w.n ? rowSets(range(left, w.n), dealer) : [])
      listTile(
        memory,
        pairs.map((cell) => choleskySum(cell, first, left)),
      );
    first = left;
  }
}
