import { BYTES_OF } from "../../computation/data-types.js";
import type { MultilayerChainWorkload } from "../../computation/multilayer-chain.js";
import { minimum } from "../../exact/integer.js";
import type { CompulsoryArray } from "../chain/shape.js";

/** Rows m and columns w0, …, wr of X0, …, Xr. */
export interface MultilayerExtents {
  readonly m: bigint;
  readonly widths: readonly bigint[];
}

/** Sizes of a word of X0 and of the W, of an intermediate in any form, of an unfinished and of a stored element of Xr. */
export interface MultilayerWeights {
  readonly operand: bigint;
  readonly between: bigint;
  readonly partial: bigint;
  readonly output: bigint;
}

/** A chain of three products or more with its compulsory arrays. */
export interface MultilayerShape {
  readonly extents: MultilayerExtents;
  readonly weights: MultilayerWeights;
  readonly inputs: readonly CompulsoryArray[];
  readonly outputs: readonly CompulsoryArray[];
}

/** Words, or bytes, of the arrays of a chain of three products or more. */
export function multilayerChainShape(workload: MultilayerChainWorkload, unit: "bytes" | "words"): MultilayerShape {
  const size = (type: keyof typeof BYTES_OF): bigint => (unit === "words" ? 1n : BigInt(BYTES_OF[type]));
  const [operand, partial, output] = [size(workload.dataType), size(workload.accumulator), size(workload.outputType)];
  const m = BigInt(workload.m);
  const widths = workload.widths.map(BigInt);
  const last = widths.length - 1;
  const weights = productWords(widths).map((words, q) => ({ array: `W${q + 1}`, words, wordSize: operand }));
  return {
    extents: { m, widths },
    weights: { operand, between: minimum(operand, partial), partial, output },
    inputs: [{ array: "X0", words: m * (widths[0] as bigint), wordSize: operand }, ...weights],
    outputs: [{ array: `X${last}`, words: m * (widths[last] as bigint), wordSize: output }],
  };
}

/** w(q−1)·wq for q = 1, …, r: words of Wq, and products of stage q for each row. */
export function productWords(widths: readonly bigint[]): readonly bigint[] {
  return widths.slice(1).map((width, q) => width * (widths[q] as bigint));
}

/** The size that every word counts as in the theorems without sizes. */
export function narrowestWord({ operand, between, partial, output }: MultilayerWeights): bigint {
  return [between, partial, output].reduce(minimum, operand);
}
