import { type EinsumWorkload, einsumComputation } from "../../../computation/einsum.js";
import { InputError } from "../../../errors.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { EinsumWords } from "../einsum.js";

export const SYRK_ENTRIES: readonly ScheduleEntry[] = [
  {
    id: "triangle-blocks",
    workload:
      "syrk, einsum C[i,j] += A[i,k] * A[j,k]: sets of rows that share no pair; the sums of a set's pairs stay, its words of A pass",
    machine: "two-level",
    parameters: "rows of a set, floor(√S) or, for half of C, about √(2S)",
    source: "Beaumont, Eyraud-Dubois, Langou, Vérité, SPAA'22; every move is refereed",
  },
  {
    id: "held-rows",
    workload: "einsum C[i,j] += A[i,k] * A[j,k]: rows of A stay, the rows after them pass for both sums of a pair",
    machine: "two-level",
    parameters: "rows held",
    source: "the counterpart of input-stationary; every move is refereed",
  },
];

/** C[i,j] += A[i,k] * A[j,k], all of C: `size` rows of A, `depth` columns. */
export interface SymmetricProduct {
  readonly size: number;
  readonly depth: number;
  readonly input: string;
  readonly output: string;
  /** A is written A[k,i]. */
  readonly transposed: boolean;
}

/**
 * A product of an array with itself in the two-level memory model.
 *
 * `triangle-blocks`: rows in sets of which any two rows share at most one; the sums of all pairs of a set stay, both C[i,j] and C[j,i],
 * while the set's words of A pass column by column, so a word serves a whole set. About n²m/√S words.
 * `held-rows`: rows of A stay while the rows after them pass, for both sums of a pair; about n²m²/(2S) words for m below √S.
 */
export interface WordSyrk {
  readonly id: "triangle-blocks" | "held-rows";
  readonly workload: EinsumWorkload;
  readonly product: SymmetricProduct;
  readonly fastWords: number;
  /** Rows of a set, or rows that stay. */
  readonly rows: number;
  readonly words: readonly EinsumWords[];
}

/** Reads `C[i,j] += A[i,k] * A[j,k]`, in any names, A or C transposed or not; undefined for other statements. */
export function symmetricProduct(workload: EinsumWorkload): SymmetricProduct | undefined {
  const { statements, extents } = einsumComputation(workload);
  const [statement] = statements;
  if (statement === undefined || statements.length !== 1 || statement.operands.length !== 2) return undefined;
  const [left = [], right = [], output = []] = [...statement.operands, statement.output].map(({ dimensions }) =>
    dimensions.map(({ terms }) => terms[0]?.index ?? ""),
  );
  const [a, b] = statement.operands;
  if (a?.array !== b?.array || a === undefined || left.length !== 2 || output.length !== 2) return undefined;
  const shared = left.findIndex((index, side) => index === right[side]);
  const [k, i, j] = [left[shared] ?? "", left[1 - shared] ?? "", right[1 - shared] ?? ""];
  if (shared < 0 || i === j || output.includes(k) || !output.includes(i) || !output.includes(j)) return undefined;
  const [size, depth] = [extents[i] as number, extents[k] as number];
  return { size, depth, input: a.array, output: statement.output.array, transposed: shared === 0 };
}

/** Both schedules where they fit. @throws InputError naming `fast-words` below 4 words. */
export function wordSyrks(workload: EinsumWorkload, product: SymmetricProduct, fastWords: number): readonly WordSyrk[] {
  if (fastWords < 4)
    throw new InputError("fast-words", "at least 4 words, two rows' words and the sums of the pair", `${fastWords}`);
  const { size, depth, input, output } = product;
  const words = (loads: bigint): readonly EinsumWords[] => [
    { array: output, loads: 0n, stores: BigInt(size) ** 2n },
    { array: input, loads: loads * BigInt(depth), stores: 0n },
  ];
  const sets: WordSyrk = {
    id: "triangle-blocks",
    workload,
    product,
    fastWords,
    rows: setRows(fastWords),
    words: words(rowsLoaded(size, fastWords)),
  };
  const rows = Math.min(size, heldRows(depth, fastWords));
  if (rows < 1) return [sets];
  const blocks = Math.ceil(size / rows);
  // Block b loads its own rows and all after them.
  const loaded = BigInt(blocks) * BigInt(size) - (BigInt(rows) * BigInt(blocks) * BigInt(blocks - 1)) / 2n;
  return [sets, { id: "held-rows", workload, product, fastWords, rows, words: words(loaded) }];
}

/** The parameters as documents print them. */
export function describeWordSyrk({ id, rows }: WordSyrk): Readonly<Record<string, string | number>> {
  return { id, rows };
}

export function wordSyrkTotal({ words }: WordSyrk): bigint {
  return words.reduce((sum, { loads, stores }) => sum + loads + stores, 0n);
}

/** Rows that stay while another passes word by word for the sums of both orders, or stays itself for one sum after another. */
function heldRows(depth: number, fastWords: number): number {
  return Math.max(Math.floor((fastWords - 1) / (depth + 2)), Math.floor((fastWords - 1 - depth) / depth));
}

/** Rows of a set: r words of a column, and the sums of their pairs. */
export function setRows(fastWords: number, orders: Orders = 2): number {
  return largestUpTo(fastWords, fastWords, (rows) => (orders * rows * (rows - 1)) / 2 + rows);
}

/** The largest number up to `most` that takes no more than the memory, by `words` that grow with it. */
function largestUpTo(most: number, fastWords: number, words: (count: number) => number): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (words(middle) <= fastWords) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** How the pairs of `size` rows are dealt out. */
export type SyrkCut =
  | { readonly kind: "square" }
  /** Parts of at most `side` rows; each part alone, and each two of them. */
  | { readonly kind: "parts"; readonly side: number }
  /** Groups of `prime` rows; set (x, y) has row x + y·u mod prime of each group u. Pairs within a group remain. */
  | { readonly kind: "sets"; readonly prime: number };

/** Sums of a pair of rows: of both orders, or of one where the lower triangle is all that is wanted. */
export type Orders = 1 | 2;

/** The cheapest of the three found. */
export function cutOfRows(size: number, fastWords: number, orders: Orders = 2): SyrkCut {
  return cheapest(size, fastWords, orders).cut;
}

/** Rows loaded, column by column, for all pairs of `size` rows. */
export function rowsLoaded(size: number, fastWords: number, orders: Orders = 2): bigint {
  return cheapest(size, fastWords, orders).loaded;
}

function cheapest(size: number, fastWords: number, orders: Orders): { readonly cut: SyrkCut; readonly loaded: bigint } {
  if (largestUpTo(size, fastWords, (rows) => (orders * rows * (rows - 1)) / 2 + 2 * rows) === size)
    return { cut: { kind: "square" }, loaded: BigInt(size) };
  // Sums of two parts, and a word of each row.
  const side = Math.max(
    1,
    largestUpTo(size, fastWords, (half) => orders * half * half + 2 * half),
  );
  const parts = { cut: { kind: "parts", side } as const, loaded: BigInt(Math.ceil(size / side)) * BigInt(size) };
  const rows = setRows(fastWords, orders);
  const prime = primeFrom(Math.max(rows, Math.ceil(size / rows)));
  if (prime >= size) return parts;
  const [whole, rest] = [Math.floor(size / prime), size % prime];
  const [p, s, u] = [BigInt(prime), BigInt(rest), BigInt(whole)];
  // Of prime² sets s·prime have a row of the last group.
  const shared = (whole >= 1 ? p * s * (u + 1n) : 0n) + (whole >= 2 ? (p * p - p * s) * u : 0n);
  const within = u * rowsLoaded(prime, fastWords, orders) + (rest === 0 ? 0n : rowsLoaded(rest, fastWords, orders));
  const loaded = shared + within;
  return loaded < parts.loaded ? { cut: { kind: "sets", prime }, loaded } : parts;
}

function primeFrom(least: number): number {
  for (let candidate = Math.max(2, least); ; candidate++) {
    let divisor = 2;
    while (divisor * divisor <= candidate && candidate % divisor !== 0) divisor++;
    if (divisor * divisor > candidate) return candidate;
  }
}
