import type { TriangularKind, TriangularWorkload } from "../../computation/linear-algebra/triangular.js";
import { InputError } from "../../errors.js";
import { maximum, minimum } from "../../exact/integer.js";
import type { ScheduleEntry } from "../schedule-entry.js";
import type { EinsumWords } from "./einsum.js";
import { rowsLoaded, setRows } from "./gemm/syrk.js";
import type { GramSchmidtWords } from "./gram-schmidt.js";
import { GRAM_SCHMIDT_ENTRIES, gramSchmidtWords } from "./gram-schmidt.js";

export const TRIANGULAR_ENTRIES: readonly ScheduleEntry[] = [
  {
    id: "result-tiles",
    workload: "syr2k, symm, trmm, trsm, cholesky, lu: a tile of the result stays for all its terms (left-looking), operands pass",
    machine: "two-level",
    parameters: "rows and columns of a tile",
    source: "left-looking algorithms (Toledo 1997); every move is refereed",
  },
  {
    id: "floyd-warshall-lazy",
    workload: "floyd-warshall: tiles wait until they are operands, then take all steps that are due; what others read is stored",
    machine: "two-level",
    parameters: "rows of a tile",
    source: "this project; meets proofs/floyd-warshall.md at leading order; every move is refereed",
  },
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
  readonly fastWords: number;
  readonly words: readonly EinsumWords[];
}

/** The schedule for so many words. @throws InputError naming `fast-words` where not the least tile fits */
export function triangularWords(workload: TriangularWorkload, fastWords: number): TriangularWords {
  const { kind, n, m } = workload;
  if (fastWords < 3) throw new InputError("fast-words", "at least 3 words, a sum and its two operands", String(fastWords));
  if (kind === "gram-schmidt") return { workload, fastWords, rows: m, ...gramSchmidtWords(workload, fastWords) };
  if (kind === "syrk") return inTriangleBlocks(workload, fastWords);
  const isLazy = kind === "floyd-warshall";
  const id = isLazy ? "floyd-warshall-lazy" : "result-tiles";
  const square = Math.min(n, Math.floor((Math.sqrt(4 * fastWords - 3) - 1) / 2));
  if (isLazy) {
    const rows = n * (n - 1) <= fastWords ? n : square;
    return { id, workload, rows, columns: rows, fastWords, words: lazyWords(n, rows) };
  }
  const [rows, columns] = HAS_COLUMNS.includes(kind) ? sidesOf(fastWords, square, n, m) : [square, square];
  return { id, workload, rows, columns, fastWords, words: tileWords(workload, rows, columns) };
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
export function describeTriangular({ id, rows, columns }: TriangularWords): Readonly<Record<string, string | number>> {
  if (id === "triangle-blocks") return { id, rows };
  return id === "result-tiles" || id === "floyd-warshall-lazy" ? { id, rows, columns } : { id, columns };
}

/** Sets of rows that share no pair; the sums of the pairs of a set stay. */
function inTriangleBlocks(workload: TriangularWorkload, fastWords: number): TriangularWords {
  const { n, m } = workload;
  const rows = Math.min(n, setRows(fastWords, 1));
  return {
    ...{ id: "triangle-blocks", workload, rows, columns: 0, fastWords },
    words: [
      { array: "A", loads: rowsLoaded(n, fastWords, 1) * BigInt(m), stores: 0n },
      { array: "C", loads: 0n, stores: (BigInt(n) * BigInt(n + 1)) / 2n },
    ],
  };
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

/** Loads and stores by array. */
type Moved = ReadonlyMap<string, readonly [loads: bigint, stores: bigint]>;

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

/** What tiles along an extent move, the last one smaller where it must be; `at` is a polynomial of the number of a tile behind the first. */
function sumOfTiles(extent: bigint, side: bigint, at: (tile: bigint, part: bigint) => Moved): Moved {
  if (extent === 0n) return new Map();
  const [whole, rest] = [extent / side, extent % side];
  if (whole === 0n) return at(0n, rest);
  const all = plus(
    at(0n, side),
    sumOf(whole - 1n, (tile) => at(tile + 1n, side)),
  );
  return rest === 0n ? all : plus(all, at(whole, rest));
}

/** The sum of f(0) to f(count − 1), f a polynomial of degree 2 at most: by its differences at 0. */
function sumOf(count: bigint, f: (i: bigint) => Moved): Moved {
  if (count === 0n) return new Map();
  if (count === 1n) return f(0n);
  const [first, second, third] = [f(0n), f(1n), f(2n)];
  const pairs = (count * (count - 1n)) / 2n;
  const triples = (pairs * (count - 2n)) / 3n;
  return plus(plus(times(first, count - pairs + triples), times(second, pairs - 2n * triples)), times(third, triples));
}

function times(moved: Moved, by: bigint): Moved {
  return new Map([...moved].map(([array, [loads, stores]]) => [array, [loads * by, stores * by]]));
}

function plus(x: Moved, y: Moved): Moved {
  const both = new Map(x);
  for (const [array, [loads, stores]] of y) {
    const [before, left] = both.get(array) ?? [0n, 0n];
    both.set(array, [before + loads, left + stores]);
  }
  return both;
}

/**
 * Words by tiles that wait. A tile is in fast memory for the steps of its rows, for those of its columns, and at the end; the diagonal ones
 * twice. A version is stored where a step is going to read it and where the tile leaves, once, unless it is the input.
 */
function lazyWords(extent: number, side: number): readonly EinsumWords[] {
  const [n, rows] = [BigInt(extent), BigInt(side)];
  const inputs = n * (n - 1n);
  if (rows === n) return [ofArray("D", inputs, 0n), ofArray("P", 0n, inputs)];
  const last = n % rows === 0n ? rows : n % rows;
  const at = (tile: bigint, h: bigint, goesOn: bigint): Moved => {
    const before = tile * rows;
    // On the diagonal: a place is read at its lower index and at its upper one, and leaves after the steps of the tile and at the end.
    const own = h * (h - 1n);
    const ofFirst = tile === 0n ? 2n * (h - 1n) : 0n;
    let loads = own * (1n + goesOn) + (h > 1n ? 2n * h * (n - h) : 0n);
    let stores = own - ofFirst + 2n * (h - 1n) * (h - 2n) + own * goesOn;
    if (tile > 0n) {
      // Beside it, both ways round: the lower index is of one of the full tiles before, the upper one of this.
      loads += 2n * h * before * (2n + goesOn);
      loads += 2n * tile * ((n - h - rows) * (h + rows) + own + rows * (rows - 1n));
      const atLower = h * (before - 1n) + h * (before - tile);
      const atUpper = h * before - rows + (h - 1n) * before;
      stores += 2n * (atLower + atUpper + h * before * goesOn);
    }
    return new Map([["P", [loads, stores]]]);
  };
  const moved = plus(
    sumOfTiles(n - last, rows, (tile, h) => at(tile, h, 1n)),
    at((n - last) / rows, last, 0n),
  );
  const [loads, stores] = moved.get("P") ?? [0n, 0n];
  return [ofArray("D", inputs, 0n), ofArray("P", loads - inputs, stores)];
}

function ofArray(array: string, loads: bigint, stores: bigint): EinsumWords {
  return { array, loads, stores };
}
