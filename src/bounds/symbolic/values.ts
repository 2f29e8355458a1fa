import type { EinsumWorkload } from "../../computation/einsum.js";
import { forwardOf } from "../../computation/fused/attention-backward.js";
import { epilogueArrays } from "../../computation/fused/epilogue-gemm.js";
import { fftLayers } from "../../computation/layered/fft.js";
import { scanArrays, scanWords } from "../../computation/recurrence/scan.js";
import { sparseOperand } from "../../computation/sparse/sparse-gemm.js";
import type { Workload } from "../../computation/workload.js";
import { InputError } from "../../errors.js";
import { bigints, floorSquareRoot, minimum } from "../../exact/integer.js";
import { type CompulsoryArray, chainShape } from "../chain/shape.js";
import { convolutionArrays, convolutionInstance, convolutionShape } from "../conv/shape.js";
import { freeBoundary } from "../layered/growth.js";
import type { SymbolValues } from "./evaluate.js";

const sum = (all: readonly bigint[]): bigint => all.reduce((x, y) => x + y, 0n);

/**
 * What the symbols of a workload's formulas stand for (formulas.ts), without S.
 *
 * @throws InputError naming `values-in-keys` for attention with values in the words of its keys, which no formula is of
 */
export function symbolValues(w: Exclude<Workload, EinsumWorkload>): SymbolValues {
  switch (w.kind) {
    case "gemm":
      return { b: BigInt(w.batch), m: BigInt(w.m), n: BigInt(w.n), k: BigInt(w.k) };
    case "norm-gemm":
      return { b: 1n, m: BigInt(w.m), n: BigInt(w.n), k: BigInt(w.k), r: BigInt(w.headDim) };
    case "epilogue-gemm": {
      const read = epilogueArrays(w).map(({ rows, columns }) => BigInt(rows) * BigInt(columns));
      return { m: BigInt(w.m), n: BigInt(w.n), k: BigInt(w.k), e: sum(read) };
    }
    case "sparse-gemm":
      return { m: BigInt(w.m), n: BigInt(w.n), k: BigInt(w.k), s: BigInt(sparseOperand(w) === "a" ? w.m : w.n) };
    case "chain":
      return { m: BigInt(w.m), k: BigInt(w.k), l: BigInt(w.l), n: BigInt(w.n) };
    case "multilayer-chain": {
      const widths = w.widths.map(BigInt);
      const ends = (widths[0] ?? 0n) + (widths.at(-1) ?? 0n);
      return {
        m: BigInt(w.m),
        p: sum(widths.slice(1).map((width, q) => width * (widths[q] ?? 0n))),
        e: ends,
        c: sum(widths) - ends,
        w: widths.slice(0, -2).reduce(minimum),
      };
    }
    case "ffn":
      return { t: BigInt(w.tokens), d: BigInt(w.model), h: BigInt(w.hidden), f: w.gated ? 2n : 1n };
    case "attention-backward":
      return symbolValues(forwardOf(w));
    case "attention": {
      checkOwnValues(w);
      const { extents, inputs } = chainShape(w, "words");
      const rowsOf = (array: string): bigint => (inputs.find((one) => one.array === array)?.words ?? 0n) / extents.k;
      return { p: extents.pairs, q: rowsOf("Q"), c: rowsOf("K"), d: extents.k, v: extents.n };
    }
    case "conv":
      return ofConvolution(w);
    case "grouped-gemm":
      return { ...ofRows(w), n: BigInt(w.n), k: BigInt(w.k) };
    case "moe":
      return { ...ofRows(w), d: BigInt(w.model), h: BigInt(w.hidden), f: w.gated ? 2n : 1n };
    case "elementwise":
      return { rows: BigInt(w.rows), columns: BigInt(w.columns), x: BigInt(w.inputs) };
    case "rotary":
      return { rows: BigInt(w.rows), heads: BigInt(w.heads), dim: BigInt(w.dim) };
    case "syrk":
    case "syr2k":
    case "symm":
    case "trmm":
    case "trsm":
    case "gram-schmidt":
      return { n: BigInt(w.n), m: BigInt(w.m) };
    case "cholesky":
    case "lu":
    case "floyd-warshall":
      return { n: BigInt(w.n) };
    case "stencil": {
      const [a = 1n, b = 1n, c = 1n] = w.dims.map(BigInt);
      return { a, b, c, t: BigInt(w.steps), r: BigInt(w.radius), d: BigInt(w.dims.length), k: freeBoundary(w) };
    }
    case "fft":
      return { p: BigInt(w.points), l: BigInt(fftLayers(w)) };
    case "scan": {
      const columns = BigInt(w.heads / w.groups) * BigInt(w.dim);
      const own = scanArrays(w).filter(({ name }) => !["K", "V", "H0", "HT"].includes(name));
      return {
        ...{ g: BigInt(w.batch) * BigInt(w.groups), n: BigInt(w.state), c: columns, t: BigInt(w.tokens) },
        ...{ o: sum(own.map((one) => scanWords(w, one))), f: w.finalState ? 1n : 0n },
      };
    }
    default:
      return { rows: BigInt(w.rows), columns: BigInt(w.columns) };
  }
}

/** @throws InputError naming `values-in-keys` where it is true */
export function checkOwnValues(fields: object): void {
  const { valuesInKeys, sharedKeyColumns } = fields as Readonly<Record<"valuesInKeys" | "sharedKeyColumns", unknown>>;
  if (sharedKeyColumns !== undefined)
    throw new InputError("shared-key-columns", "none beside --symbolic", String(sharedKeyColumns));
  if (valuesInKeys === true) throw new InputError("values-in-keys", "values in words of their own beside --symbolic", "true");
}

function ofRows({ rows, topK }: { readonly rows: readonly number[]; readonly topK: number }): SymbolValues {
  const some = bigints(...rows).filter((row) => row > 0n);
  return { r: sum(some), g: BigInt(some.length), a: BigInt(topK) };
}

const DIGITS = 10_000n;

function ofConvolution(w: Extract<Workload, { readonly kind: "conv" }>): SymbolValues {
  const setting = { interface: "slow-fast", unit: "words", capacity: 1n, memories: 1n, fastMemory: "" } as const;
  const { classes } = convolutionShape(convolutionInstance(w, setting));
  const words = (arrays: readonly CompulsoryArray[], at = 0): bigint => arrays[at]?.words ?? 0n;
  const { inputs, outputs } = convolutionArrays(w, "words");
  const worth = classes.map(({ products, reuse }) => products * floorSquareRoot((DIGITS * DIGITS) / reuse));
  return { I: words(inputs), W: words(inputs, 1), O: words(outputs), u: sum(worth) / DIGITS };
}
