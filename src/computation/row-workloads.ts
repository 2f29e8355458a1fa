import { checkInteger, InputError, shown } from "../errors.js";
import { checkExtent } from "./computation.js";
import type { WordTypeOptions, WordTypes } from "./word-types.js";
import { describeTypes, wordTypes } from "./word-types.js";

/** Y = f(X1, …, Xn) word by word, all of rows × columns: a residual add, an activation, the gate of a SwiGLU, a constant. */
export interface ElementwiseWorkload extends WordTypes {
  readonly kind: "elementwise";
  readonly rows: number;
  readonly columns: number;
  /** Number of operands, n; 0 of what reads nothing: a constant. */
  readonly inputs: number;
}

/** Y = softmax of each row of X, rows × columns. */
export interface SoftmaxWorkload extends WordTypes {
  readonly kind: "softmax";
  readonly rows: number;
  readonly columns: number;
}

/** Y = RMSNorm(X) ⊙ gain, or LayerNorm(X) ⊙ gain + shift; X and Y are rows × columns, gain and shift a row each. */
export interface NormWorkload extends WordTypes {
  readonly kind: "rmsnorm" | "layernorm";
  readonly rows: number;
  readonly columns: number;
}

/**
 * Rotary embedding of rows × (heads · dim): in every head the words c and c + dim/2 are turned by the angle of their row, whose
 * cosines and sines are read from tables of rows × dim/2.
 */
export interface RotaryWorkload extends WordTypes {
  readonly kind: "rotary";
  readonly rows: number;
  readonly heads: number;
  readonly dim: number;
}

/** Kernels that treat every row by itself and form no products of matrices. */
export type RowWorkload = ElementwiseWorkload | SoftmaxWorkload | NormWorkload | RotaryWorkload;

/** Those whose rows have statistics: a maximum and a sum of exponentials, a mean square, a mean and a variance. */
export type StatisticsWorkload = SoftmaxWorkload | NormWorkload;

/** Extents of a kernel of rows. */
export interface RowOptions extends WordTypeOptions {
  readonly rows: number;
  readonly columns: number;
}

/** Extents of an elementwise kernel. */
export interface ElementwiseOptions extends RowOptions {
  /** Number of operands; default 2. */
  readonly inputs?: number | undefined;
}

/** Extents of a rotary embedding. */
export interface RotaryOptions extends WordTypeOptions {
  readonly rows: number;
  /** Default 1. */
  readonly heads?: number | undefined;
  /** Even. */
  readonly dim: number;
}

/** More operands have no kernel, and tensors of rank 1000 are a slip. */
const MOST_INPUTS = 64;

/** A checked elementwise kernel. @throws InputError naming the option. */
export function elementwiseWorkload(options: ElementwiseOptions): ElementwiseWorkload {
  const inputs = options.inputs ?? 2;
  checkInputs({ inputs });
  return { kind: "elementwise", ...rowsAndColumns(options), inputs, ...wordTypes(options) };
}

/** @throws InputError naming `inputs` */
export function checkInputs({ inputs }: Pick<ElementwiseWorkload, "inputs">): void {
  checkInteger("inputs", inputs, 0);
  if (inputs > MOST_INPUTS) throw new InputError("inputs", `at most ${MOST_INPUTS}`, String(inputs));
}

/** A checked softmax of rows. @throws InputError naming the option. */
export function softmaxWorkload(options: RowOptions): SoftmaxWorkload {
  return { kind: "softmax", ...rowsAndColumns(options), ...wordTypes(options) };
}

/** A checked normalisation of rows. @throws InputError naming the option. */
export function normWorkload(kind: NormWorkload["kind"], options: RowOptions): NormWorkload {
  if (kind !== "rmsnorm" && kind !== "layernorm") throw new InputError("kind", "rmsnorm or layernorm", shown(kind));
  return { kind, ...rowsAndColumns(options), ...wordTypes(options) };
}

/** A checked rotary embedding. @throws InputError naming the option. */
export function rotaryWorkload(options: RotaryOptions): RotaryWorkload {
  const sizes = { rows: checkExtent("rows", options.rows), heads: checkExtent("heads", options.heads ?? 1) };
  return { kind: "rotary", ...sizes, dim: checkEven("dim", options.dim), ...wordTypes(options) };
}

/** An extent made of pairs. @throws InputError */
export function checkEven(subject: string, value: unknown): number {
  const even = checkExtent(subject, value);
  if (even % 2 !== 0) throw new InputError(subject, "an even number, for pairs", String(even));
  return even;
}

function rowsAndColumns({ rows, columns }: RowOptions): { readonly rows: number; readonly columns: number } {
  return { rows: checkExtent("rows", rows), columns: checkExtent("columns", columns) };
}

/** Words of a row of X and Y. */
export function rowWords(w: RowWorkload): number {
  return w.kind === "rotary" ? w.heads * w.dim : w.columns;
}

/** One array of a kernel of rows; what is shared by all rows has one row. */
export interface RowArray {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
}

/** The arrays read, in the order of their reading; Y, rows × columns, is the only one written. */
export function rowInputs(w: RowWorkload): readonly RowArray[] {
  const [rows, columns] = [w.rows, rowWords(w)];
  const shared = (name: string): RowArray => ({ name, rows: 1, columns });
  switch (w.kind) {
    case "elementwise":
      return Array.from({ length: w.inputs }, (_, i) => ({ name: `X${i + 1}`, rows, columns }));
    case "softmax":
      return [{ name: "X", rows, columns }];
    case "rmsnorm":
      return [{ name: "X", rows, columns }, shared("gain")];
    case "layernorm":
      return [{ name: "X", rows, columns }, shared("gain"), shared("shift")];
    case "rotary":
      return [
        { name: "X", rows, columns },
        { name: "cos", rows, columns: w.dim / 2 },
        { name: "sin", rows, columns: w.dim / 2 },
      ];
  }
}

/** One line for people: `RMSNorm(X) ⊙ gain, 8192 rows of 4096, bf16, fp32 accumulators`. */
export function describeRows(w: RowWorkload): string {
  const types = describeTypes(w);
  switch (w.kind) {
    case "elementwise":
      return `elementwise f(${rowInputs(w)
        .map(({ name }) => name)
        .join(", ")})${w.inputs === 0 ? ", operands of no words" : ""}, ${w.rows} rows of ${w.columns}, ${types}`;
    case "softmax":
      return `softmax(X), ${w.rows} rows of ${w.columns}, ${types}`;
    case "rmsnorm":
      return `RMSNorm(X) ⊙ gain, ${w.rows} rows of ${w.columns}, ${types}`;
    case "layernorm":
      return `LayerNorm(X) ⊙ gain + shift, ${w.rows} rows of ${w.columns}, ${types}`;
    case "rotary":
      return `rotary embedding of X, ${w.rows} rows of ${w.heads} heads of ${w.dim}, ${types}`;
  }
}
