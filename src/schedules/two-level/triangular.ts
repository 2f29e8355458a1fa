import type { TriangularKind, TriangularWorkload } from "../../computation/linear-algebra/triangular.js";
import { InputError } from "../../errors.js";
import { maximum, minimum } from "../../exact/integer.js";
import type { ScheduleEntry } from "../schedule-entry.js";
import type { EinsumWords } from "./einsum.js";
import { FLOYD_WARSHALL_ENTRIES, lazyWords } from "./floyd-warshall.js";
import type { GramSchmidtWords } from "./gram-schmidt.js";
import { GRAM_SCHMIDT_ENTRIES, gramSchmidtWords } from "./gram-schmidt.js";
import { type Moved, plus, sumOf, sumOfTiles } from "./moved.js";
import { triangleBlocks } from "./triangle-blocks.js";

export const TRIANGULAR_ENTRIES: readonly ScheduleEntry[] = [
  {
    id: "result-tiles",
    workload: "syr2k, symm, trmm, trsm, cholesky, lu: a tile of the result stays for all its terms (left-looking), operands pass",
    machine: "two-level",
    parameters: "rows and columns of a tile",
    source: "left-looking algorithms (Toledo 1997); every move is refereed",
  },
  ...FLOYD_WARSHALL_ENTRIES,
  ...GRAM_SCHMIDT_ENTRIES,
];

/** A schedule of a triangle or a factorization, and the words that it moves. */
export interface TriangularWords {
  readonly id: "triangle-blocks" | "result-tiles" | "floyd-warshall-lazy" | GramSchmidtWords["id"];
  readonly workload: TriangularWorkload;
  /** Of a tile, or of a set; a panel has all rows. */
  readonly rows: number;
  /** Of a tile or a panel; a set has none. */
  readonly columns: number;
  /** Columns of the panels of cholesky in triangle blocks. */
  readonly panels?: readonly number[];
  readonly fastWords: number;
  readonly words: readonly EinsumWords[];
}

/**
 * The schedules for so many words; triangle blocks where they move less than tiles, or alone.
 *
 * @throws InputError naming `fast-words` where not the least tile fits
 */
export function triangularWords(workload: TriangularWorkload, fastWords: number): readonly TriangularWords[] {
  const { kind, n, m } = workload;
  if (fastWords < 3) throw new InputError("fast-words", "at least 3 words, a sum and its two operands", String(fastWords));
  if (kind === "gram-schmidt") return [{ workload, fastWords, rows: m, ...gramSchmidtWords(workload, fastWords) }];
  const square = Math.min(n, Math.floor((Math.sqrt(4 * fastWords - 3) - 1) / 2));
  if (kind === "floyd-warshall") {
    const rows = n * (n - 1) <= fastWords ? n : square;
    return [{ id: "floyd-warshall-lazy", workload, rows, columns: rows, fastWords, words: lazyWords(n, rows) }];
  }
  const found = triangleBlocks(workload, fastWords);
  const blocks = found === undefined ? [] : [{ id: "triangle-blocks", workload, columns: 0, fastWords, ...found } as const];
  if (kind === "syrk") return blocks;
  const [rows, columns] = HAS_COLUMNS.includes(kind) ? sidesOf(fastWords, square, n, m) : [square, square];
  const tiles = { id: "result-tiles", workload, rows, columns, fastWords, words: tileWords(workload, rows, columns) } as const;
  return [tiles, ...blocks.filter((one) => triangularTotal(one) < triangularTotal(tiles))];
}

/** Where the result is n×m. */
const HAS_COLUMNS: readonly TriangularKind[] = ["symm", "trmm", "trsm"];

/** A tile as square as the result lets it be: it, a column of it and a word take no more than the memory. */
function sidesOf(fastWords: number, square: number, n: number, m: number): readonly [rows: number, columns: number] {
  if (m < square) return [Math.min(n, Math.floor((fastWords - 1) / (m + 1))), m];
  return n <= square ? [n, Math.min(m, Math.floor((fastWords - 1 - n) / n))] : [square, square];
}

/** All words moved. */
export function triangularTotal({ words }: Pick<TriangularWords, "words">): bigint {
  return words.reduce((sum, { loads, stores }) => sum + loads + stores, 0n);
}

/** The parameters as documents print them. */
export function describeTriangular({ id, rows, columns, panels }: TriangularWords): Readonly<Record<string, string | number>> {
  if (id === "triangle-blocks") return { id, rows, ...(panels === undefined ? {} : { panels: panels.length }) };
  return id === "result-tiles" || id === "floyd-warshall-lazy" ? { id, rows, columns } : { id, columns };
}

/** Kinds of whose tiles the lower triangle alone is computed. */
export const isLower = (kind: TriangularKind): boolean => kind === "syr2k" || kind === "cholesky";

/** Words by tiles: each is loaded once where it goes on from the input, all its terms pass, and it is stored. */
function tileWords(w: TriangularWorkload, rows: number, columns: number): readonly EinsumWords[] {
  const [r, c] = [BigInt(rows), BigInt(columns)];
  const width = BigInt(HAS_COLUMNS.includes(w.kind) ? w.m : w.n);
  const inRow = (row: bigint, h: bigint): Moved => {
    const at = (column: bigint, part: bigint): Moved => tileMoved(w, { top: row * r, left: column * c, h, w: part });
    if (HAS_COLUMNS.includes(w.kind)) return sumOfTiles(width, c, at);
    // Those before the diagonal, that on it, those behind.
    const before = sumOf(row, (column) => at(column, c));
    if (isLower(w.kind)) return plus(before, at(row, h));
    const behind = sumOfTiles(maximum(0n, width - (row + 1n) * c), c, (column, part) => at(row + 1n + column, part));
    return plus(plus(before, at(row, h)), behind);
  };
  return [...sumOfTiles(BigInt(w.n), r, inRow)].map(([array, [loads, stores]]) => ({ array, loads, stores }));
}

interface Tile {
  readonly top: bigint;
  readonly left: bigint;
  readonly h: bigint;
  readonly w: bigint;
}

function tileMoved({ kind, n, m }: TriangularWorkload, { top, left, h, w }: Tile): Moved {
  const onDiagonal = top === left;
  const lower = (h * (h + 1n)) / 2n;
  const [size, depth] = [BigInt(n), BigInt(m)];
  switch (kind) {
    case "syr2k": {
      // On the diagonal a second product of a place takes one row and one column less.
      const operand = depth * (onDiagonal ? 2n * h - 1n : h + w);
      return new Map([
        ["A", [operand, 0n]],
        ["B", [operand, 0n]],
        ["C", [0n, onDiagonal ? lower : h * w]],
      ]);
    }
    case "symm":
      return new Map([
        ["A", [size * h, 0n]],
        ["B", [size * w, 0n]],
        ["C", [0n, h * w]],
      ]);
    case "trmm":
      return new Map([
        ["L", [top * h + lower, 0n]],
        ["B", [(top + h) * w, 0n]],
        ["C", [0n, h * w]],
      ]);
    case "trsm":
      return new Map([
        ["L", [top * h + lower, 0n]],
        ["B", [h * w, 0n]],
        ["X", [top * w, h * w]],
      ]);
    case "cholesky":
      return new Map([
        ["A", [onDiagonal ? lower : h * w, 0n]],
        ["L", onDiagonal ? [left * h, lower] : [left * (h + w) + (w * (w + 1n)) / 2n, h * w]],
      ]);
    case "lu": {
      // The first row of U is that of A.
      const given = top === 0n ? w : 0n;
      if (given === h * w) return new Map();
      const within = onDiagonal ? 0n : top > left ? (w * (w + 1n)) / 2n : lower - h;
      return new Map([
        ["A", [h * w, 0n]],
        ["LU", [minimum(top, left) * (h + w) + within, h * w - given]],
      ]);
    }
    default:
      throw new RangeError(`tileMoved: ${kind}`);
  }
}
