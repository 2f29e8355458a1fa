import type { ChainWorkload } from "../../computation/chain.js";
import type { Move } from "../../pebble/rules.js";
import { type ChainVertices, type ProductVertices, range, storeAndDrop, transposed } from "../lifted.js";

/** Rows of A and E that stay while columns of B pass, or columns of B and rows of D while rows of A do, and sums of E come and go. */
export interface ChainLines {
  /** The first product, with a row a line and a column for what passes. */
  readonly product: ProductVertices;
  /** How many pass. */
  readonly others: number;
  /** Words of a line, and columns of E or D that each meets. */
  readonly k: number;
  readonly n: number;
  /** Adds a product to the sum of H of a line and what passes. */
  readonly add: (line: number, other: number, q: number) => Move;
  readonly entry: (line: number, other: number) => number;
  /** An entry of H meets column j of the second product. */
  readonly use: (line: number, other: number, j: number) => Move;
  /** What a line has in column j comes before the first that passes, and leaves after the last. */
  readonly start: (line: number, j: number, moves: Move[]) => void;
  readonly end: (line: number, j: number, moves: Move[]) => void;
  /** What meets the lines `from … past − 1` in column j comes and goes. */
  readonly enter: (other: number, j: number, from: number, moves: Move[]) => void;
  readonly leave: (other: number, j: number, past: number, moves: Move[]) => void;
}

export function chainLines(
  holds: "rows" | "weights",
  { m, k, l, n }: ChainWorkload,
  { first, second }: ChainVertices,
): ChainLines {
  const product = holds === "rows" ? first : transposed(first);
  const common = {
    product,
    k,
    n,
    add: (line: number, other: number, q: number) => product.multiplyAdd(0, line, other, q),
    entry: (line: number, other: number) => product.sum(0, line, other, k - 1),
  };
  if (holds === "rows") {
    return {
      ...common,
      others: l,
      use: (i, p, j) => second.multiplyAdd(0, i, j, p),
      start: () => undefined,
      end: (i, j, moves) => storeAndDrop(second.sum(0, i, j, l - 1), moves),
      enter: (p, j, _, moves) => moves.push(["load", second.b(0, p, j)]),
      leave: (p, j, _, moves) => moves.push(["delete", second.b(0, p, j)]),
    };
  }
  return {
    ...common,
    others: m,
    use: (p, i, j) => second.multiplyAdd(0, i, j, p),
    start: (p, j, moves) => moves.push(["load", second.b(0, p, j)]),
    end: (p, j, moves) => moves.push(["delete", second.b(0, p, j)]),
    enter: (i, j, from, moves) => {
      if (from > 0) moves.push(["load", second.sum(0, i, j, from - 1)]);
    },
    leave: (i, j, past, moves) => storeAndDrop(second.sum(0, i, j, past - 1), moves),
  };
}

/** One entry of H from its first product, or from a later one on. */
export function makeEntry({ add, k }: ChainLines, line: number, other: number, moves: Move[], from = 0): void {
  for (const q of range(from, k)) moves.push(add(line, other, q));
}
