import { type EinsumWorkload, einsumComputation } from "../../../computation/einsum.js";
import { InputError } from "../../../errors.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { EinsumWords } from "../einsum.js";
import { RowDealer, type SetMemory } from "../row-sets.js";

export const SYRK_ENTRIES: readonly ScheduleEntry[] = [
  {
    id: "triangle-blocks",
    workload:
      "syrk, syr2k, symm, cholesky, einsum C[i,j] += A[i,k] * A[j,k]: sets of rows that share no pair; what pairs of a set have stays",
    machine: "two-level",
    parameters: "rows of the largest set",
    source: "Beaumont, Eyraud-Dubois, Langou, Vérité, SPAA'22, with blocks of rows for rows; every move is refereed",
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
  const { largest, loaded: inSets } = new RowDealer(bothOrders(fastWords)).deal(size);
  const sets: WordSyrk = { id: "triangle-blocks", workload, product, fastWords, rows: largest, words: words(inSets) };
  const rows = Math.min(size, heldRows(depth, fastWords));
  if (rows < 1) return [sets];
  const blocks = Math.ceil(size / rows);
  // Block b loads its own rows and all after them.
  const loaded = BigInt(blocks) * BigInt(size) - (BigInt(rows) * BigInt(blocks) * BigInt(blocks - 1)) / 2n;
  return [sets, { id: "held-rows", workload, product, fastWords, rows, words: words(loaded) }];
}

/** Sums of both orders of a pair. */
export function bothOrders(fastWords: number): SetMemory {
  return { fastWords, orders: 2, beside: 0 };
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
