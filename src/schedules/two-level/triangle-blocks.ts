import type { TriangularWorkload } from "../../computation/linear-algebra/triangular.js";
import type { EinsumWords } from "./einsum.js";
import { choleskyPanels } from "./panels.js";
import { RowDealer, type SetMemory } from "./row-sets.js";

/** Triangle blocks of a workload: rows of the largest set, the widths of panels where it has some, and the words moved. */
export interface TriangleBlocks {
  readonly rows: number;
  readonly panels?: readonly number[];
  readonly words: readonly EinsumWords[];
}

const MOST_TILES = 1e6;

/** What a set takes: where another operand passes beside the rows' words, a word for it. */
export function setMemoryOf({ kind }: Pick<TriangularWorkload, "kind">, fastWords: number): SetMemory {
  return { fastWords, orders: 1, beside: kind === "syr2k" || kind === "symm" ? 1 : 0 };
}

/**
 * Sets of rows that share no pair.
 *
 * * syrk, syr2k: the sums of a set's pairs stay while its words of A, and of B, pass column by column.
 * * symm: the words of A of a set's pairs stay; column by column its sums of C come, its words of B pass, and the sums go.
 * * cholesky: panels of columns in tiles of the result; after each all sums behind it, by such sets.
 *
 * Undefined for other kinds, where a set of two rows does not fit, and for factorizations of more than 10⁶ tiles a side.
 */
export function triangleBlocks(w: TriangularWorkload, fastWords: number): TriangleBlocks | undefined {
  const { kind, n, m } = w;
  const memory = setMemoryOf(w, fastWords);
  if (fastWords < 3 + memory.beside) return undefined;
  const places = (BigInt(n) * BigInt(n + 1)) / 2n;
  const dealer = new RowDealer(memory);
  if (kind === "cholesky") {
    if (n > MOST_TILES * Math.sqrt(fastWords)) return undefined;
    const { panels, rows, operands, sums } = choleskyPanels(n, fastWords, dealer);
    const words = [
      { array: "A", loads: places, stores: 0n },
      { array: "S", loads: sums, stores: sums },
      { array: "L", loads: operands, stores: places },
    ];
    return { rows, panels, words: words.filter(({ loads, stores }) => loads + stores > 0n) };
  }
  const depth = BigInt(m);
  const { loaded, largest: rows } = dealer.deal(n);
  const passing = (array: string): EinsumWords => ({ array, loads: loaded * depth, stores: 0n });
  const result = { array: "C", loads: 0n, stores: places };
  switch (kind) {
    case "syrk":
      return { rows, words: [passing("A"), result] };
    case "syr2k":
      return { rows, words: [passing("A"), passing("B"), result] };
    case "symm": {
      const sums = { array: "C", loads: (loaded - BigInt(n)) * depth, stores: loaded * depth };
      return { rows, words: [{ array: "A", loads: places, stores: 0n }, passing("B"), sums] };
    }
    default:
      return undefined;
  }
}
