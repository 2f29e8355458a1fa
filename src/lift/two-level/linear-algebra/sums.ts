import type { TriangularWorkload } from "../../../computation/linear-algebra/triangular.js";
import { type Cell, range } from "../../lifted.js";
import { type FastMemory, passTerms } from "./fast-memory.js";

type Operands = readonly [left: string, right: string];

/** One sum of a tile: the operands of its terms slice by slice, what it goes on from, and what becomes of it. */
export interface Sum {
  readonly word: string;
  readonly terms: (slice: number) => readonly Operands[];
  /** Slices before the sum leaves the tile or is complete. */
  readonly slices: number;
  /** Terms of it before the tile, and in all. */
  readonly before: number;
  readonly all: number;
  readonly from?: string;
  /** The result, and the word on the diagonal that it divides by. */
  readonly result?: string;
  readonly divisor?: string;
}

/** The sum of the first so many of its terms. */
export function sumSoFar({ word, all }: Pick<Sum, "word" | "all">, terms: number): string {
  return terms === all ? word : `${word}#${terms - 1}`;
}

/** A slice of terms after the other, its left words beside the tile, its right ones passing. */
export function listTile(memory: FastMemory, sums: readonly Sum[]): void {
  const now = new Map<Sum, string>();
  const terms = new Map<Sum, number>();
  for (const sum of sums) {
    terms.set(sum, sum.before);
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
    const add = (sum: Sum): void => {
      const count = (terms.get(sum) as number) + 1;
      const word = sumSoFar(sum, count);
      memory.compute(word, now.get(sum));
      now.set(sum, word);
      terms.set(sum, count);
    };
    const open = sums.filter((sum) => sum.slices > slice);
    const given = open.flatMap((sum) => sum.terms(slice).map(([left, right], at) => ({ left, right, at, add: () => add(sum) })));
    // The first terms of all sums before the second ones.
    passTerms(
      memory,
      [...given].sort((x, y) => x.at - y.at),
    );
  }
  for (const sum of sums) {
    const result = now.get(sum) as string;
    // The first row of U is in slow memory.
    if (result !== sum.from) memory.store(result);
    memory.drop(result);
  }
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

/** The sum of a place, all its terms in order. */
export function sumAt({ kind, n, m }: TriangularWorkload, [i, j]: Cell): Sum {
  switch (kind) {
    case "syrk":
      return whole(`C[${i},${j}]`, m, (k) => [`A[${i},${k}]`, `A[${j},${k}]`]);
    case "syr2k": {
      const all = i === j ? m : 2 * m;
      const terms: Sum["terms"] = (slice) => {
        const k = Math.floor(slice / 2);
        if (slice % 2 === 0) return [[`A[${i},${k}]`, `B[${j},${k}]`]];
        return i === j ? [] : [[`B[${i},${k}]`, `A[${j},${k}]`]];
      };
      return { word: `C[${i},${j}]`, before: 0, all, slices: 2 * m, terms };
    }
    case "symm":
      return whole(`C[${i},${j}]`, n, (k) => [`A[${Math.max(i, k)},${Math.min(i, k)}]`, `B[${k},${j}]`]);
    case "trmm":
      return whole(`C[${i},${j}]`, i + 1, (k) => [`L[${i},${k}]`, `B[${k},${j}]`]);
    case "trsm": {
      const sum = whole(`S[${i},${j}]`, i, (k) => [`L[${i},${k}]`, `X[${k},${j}]`]);
      return { ...sum, from: `B[${i},${j}]`, result: `X[${i},${j}]`, divisor: `L[${i},${i}]` };
    }
    case "cholesky":
      return choleskySum([i, j], 0);
    default: {
      const upper = (k: number): string => (k === 0 ? `A[0,${j}]` : `U[${k},${j}]`);
      const sum = whole(`${i <= j ? "U" : "S"}[${i},${j}]`, Math.min(i, j), (k) => [`L[${i},${k}]`, upper(k)]);
      const from = `A[${i},${j}]`;
      return i <= j ? { ...sum, from } : { ...sum, from, result: `L[${i},${j}]`, divisor: upper(j) };
    }
  }
}

function whole(word: string, all: number, operands: (k: number) => Operands): Sum {
  return { word, before: 0, all, slices: all, terms: (k) => [operands(k)] };
}

/** The terms of a place of cholesky from column `first` on: to its result, or those before column `beyond`. */
export function choleskySum([i, j]: Cell, first: number, beyond?: number): Sum {
  const sum = { word: `S[${i},${j}]`, all: j };
  const terms: Sum["terms"] = (slice) => [[`L[${i},${first + slice}]`, `L[${j},${first + slice}]`]];
  const from = first === 0 ? `A[${i},${j}]` : sumSoFar(sum, first);
  const part = { ...sum, before: first, slices: (beyond ?? j) - first, from, terms };
  if (beyond !== undefined) return part;
  return { ...part, result: `L[${i},${j}]`, ...(i === j ? {} : { divisor: `L[${j},${j}]` }) };
}
