import type { TriangularWorkload } from "../../../computation/linear-algebra/triangular.js";
import { triangularProducts } from "../../../computation/linear-algebra/triangular.js";
import { expandTriangular } from "../../../pebble/expand-triangular.js";
import type { TriangularWords } from "../../../schedules/two-level/triangular.js";
import { isLower, triangularTotal } from "../../../schedules/two-level/triangular.js";
import { type Cell, checkListed, type LiftedReplay, MAXIMUM_LIFTED_VERTICES, range, runs, vertexNamed } from "../../lifted.js";
import { twoLevelReplay } from "../listing.js";
import { rowSets } from "../syrk.js";
import { FastMemory, passTerms } from "./fast-memory.js";
import { listLazyTiles } from "./floyd-warshall.js";
import { listPanels, listPasses } from "./gram-schmidt.js";

/** The moves of a schedule of a triangle or a factorization. @throws InputError when there are too many products to list. */
export function liftTriangular(schedule: TriangularWords, fastWords: number): LiftedReplay {
  const { workload: w, rows, columns } = schedule;
  checkListed(triangularProducts(w), "products to lift");
  const graph = expandTriangular(w, { maximumVertices: MAXIMUM_LIFTED_VERTICES });
  const memory = new FastMemory(vertexNamed(graph));
  if (schedule.id === "gram-schmidt-panels") listPanels(memory, w, columns);
  else if (schedule.id === "gram-schmidt-passes") listPasses(memory, w, columns);
  else if (schedule.id === "floyd-warshall-lazy") listLazyTiles(memory, w.n, rows);
  else if (schedule.id === "triangle-blocks") {
    for (const { pairs } of rowSets(range(0, w.n), fastWords, 1))
      listTile(
        memory,
        pairs.map((cell) => sumAt(w, cell)),
      );
  } else listTiles(memory, w, rows, columns);
  return twoLevelReplay(graph, fastWords, memory.moves, triangularTotal(schedule));
}

/** One sum of a tile: the operands of its terms in order, what it goes on from, and what becomes of it. */
interface Sum {
  readonly word: string;
  readonly terms: (slice: number) => readonly [left: string, right: string] | undefined;
  /** Slices before the sum is complete. */
  readonly slices: number;
  readonly from?: string;
  /** The result, and the word on the diagonal that it divides by. */
  readonly result?: string;
  readonly divisor?: string;
}

/** Tile by tile: a slice of terms after the other, its left words beside the tile, its right ones passing. */
function listTiles(memory: FastMemory, w: TriangularWorkload, rows: number, columns: number): void {
  const hasColumns = w.kind === "symm" || w.kind === "trmm" || w.kind === "trsm";
  for (const [top, below] of runs(w.n, rows)) {
    for (const [left, beyond] of runs(hasColumns ? w.m : w.n, columns)) {
      const cells = range(top, below).flatMap((i) => range(left, beyond).map((j): Cell => [i, j]));
      const sums = cells.filter(([i, j]) => !isLower(w.kind) || j <= i).map((cell) => sumAt(w, cell));
      if (sums.some(({ slices, result }) => slices > 0 || result !== undefined)) listTile(memory, sums);
    }
  }
}

function listTile(memory: FastMemory, sums: readonly Sum[]): void {
  const now = new Map<Sum, string>();
  const terms = new Map<Sum, number>();
  for (const sum of sums) {
    if (sum.from === undefined) continue;
    memory.load(sum.from);
    now.set(sum, sum.from);
  }
  const last = Math.max(...sums.map(({ slices }) => slices));
  for (const slice of range(0, last + 1)) {
    finish(
      memory,
      sums.filter((sum) => sum.slices === slice),
      now,
    );
    const open = sums.flatMap((sum) => {
      const operands = sum.slices > slice ? sum.terms(slice) : undefined;
      if (operands === undefined) return [];
      return [{ left: operands[0], right: operands[1], add: () => addTerm(memory, sum, now, terms) }];
    });
    passTerms(memory, open);
  }
  for (const sum of sums) {
    const result = now.get(sum) as string;
    // The first row of U is in slow memory.
    if (result !== sum.from) memory.store(result);
    memory.drop(result);
  }
}

function addTerm(memory: FastMemory, sum: Sum, now: Map<Sum, string>, terms: Map<Sum, number>): void {
  const at = terms.get(sum) ?? 0;
  const count = range(0, sum.slices).filter((slice) => sum.terms(slice) !== undefined).length;
  const word = at === count - 1 ? sum.word : `${sum.word}#${at}`;
  memory.compute(word, now.get(sum));
  now.set(sum, word);
  terms.set(sum, at + 1);
}

/** Complete sums become the results in their places; a word on the diagonal divides all that it has to while it is there. */
function finish(memory: FastMemory, complete: readonly Sum[], now: Map<Sum, string>): void {
  for (const divisor of new Set(complete.map((sum) => sum.divisor))) {
    memory.during(divisor === undefined ? [] : [divisor], () => {
      for (const sum of complete) {
        if (sum.divisor !== divisor || sum.result === undefined) continue;
        memory.compute(sum.result, now.get(sum));
        now.set(sum, sum.result);
      }
    });
  }
}

function sumAt({ kind, n, m }: TriangularWorkload, [i, j]: Cell): Sum {
  switch (kind) {
    case "syrk":
      return { word: `C[${i},${j}]`, slices: m, terms: (k) => [`A[${i},${k}]`, `A[${j},${k}]`] };
    case "syr2k":
      return {
        word: `C[${i},${j}]`,
        slices: 2 * m,
        terms: (slice) => {
          const k = Math.floor(slice / 2);
          if (slice % 2 === 0) return [`A[${i},${k}]`, `B[${j},${k}]`];
          return i === j ? undefined : [`B[${i},${k}]`, `A[${j},${k}]`];
        },
      };
    case "symm":
      return {
        word: `C[${i},${j}]`,
        slices: n,
        terms: (k) => [`A[${Math.max(i, k)},${Math.min(i, k)}]`, `B[${k},${j}]`],
      };
    case "trmm":
      return { word: `C[${i},${j}]`, slices: i + 1, terms: (k) => [`L[${i},${k}]`, `B[${k},${j}]`] };
    case "trsm":
      return {
        ...{ word: `S[${i},${j}]`, slices: i, from: `B[${i},${j}]` },
        ...{ result: `X[${i},${j}]`, divisor: `L[${i},${i}]` },
        terms: (k) => [`L[${i},${k}]`, `X[${k},${j}]`],
      };
    case "cholesky":
      return {
        ...{ word: `S[${i},${j}]`, slices: j, from: `A[${i},${j}]`, result: `L[${i},${j}]` },
        ...(i === j ? {} : { divisor: `L[${j},${j}]` }),
        terms: (k) => [`L[${i},${k}]`, `L[${j},${k}]`],
      };
    default: {
      const upper = (k: number): string => (k === 0 ? `A[0,${j}]` : `U[${k},${j}]`);
      const of = { slices: Math.min(i, j), from: `A[${i},${j}]` };
      const terms: Sum["terms"] = (k) => [`L[${i},${k}]`, upper(k)];
      if (i <= j) return { ...of, word: `U[${i},${j}]`, terms };
      return { ...of, word: `S[${i},${j}]`, terms, result: `L[${i},${j}]`, divisor: upper(j) };
    }
  }
}
