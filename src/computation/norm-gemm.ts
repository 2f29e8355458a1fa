import { checkInteger, InputError } from "../errors.js";
import { checkExtent } from "./computation.js";
import { checkEven } from "./row-workloads.js";
import type { WordTypeOptions, WordTypes } from "./word-types.js";
import { describeTypes, wordTypes } from "./word-types.js";
import type { WorkloadKind } from "./workload-kind.js";
import { sizedForm } from "./workload-kind.js";

/**
 * C = (RMSNorm(A) ⊙ gain) · B with A m×k, gain 1×k, B k×n; with a head dimension each head of C, `headDim` neighbouring columns, then
 * gets a rotary embedding from tables of m × headDim/2.
 */
export interface NormGemmWorkload extends WordTypes {
  readonly kind: "norm-gemm";
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** 0: no rotary embedding. */
  readonly headDim: number;
}

/** Extents of a normalised product. */
export interface NormGemmOptions extends WordTypeOptions {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** An even divisor of n; default 0, no rotary embedding. */
  readonly headDim?: number | undefined;
}

/** A checked normalised product. @throws InputError naming the option. */
export function normGemmWorkload(options: NormGemmOptions): NormGemmWorkload {
  const [m, n, k] = [checkExtent("m", options.m), checkExtent("n", options.n), checkExtent("k", options.k)];
  const { headDim = 0 } = options;
  if (headDim !== 0 && n % checkEven("head-dim", headDim) !== 0) {
    throw new InputError("head-dim", `a divisor of the ${n} columns of C`, String(headDim));
  }
  return { kind: "norm-gemm", m, n, k, headDim, ...wordTypes(options) };
}

/** Inputs beside the product's A and B, with their words. */
export function normGemmTables({ m, k, headDim }: NormGemmWorkload): readonly (readonly [name: string, words: bigint])[] {
  const table = (BigInt(m) * BigInt(headDim)) / 2n;
  const rotary = headDim === 0 ? [] : ([["cos", table] as const, ["sin", table] as const] as const);
  return [["gain", BigInt(k)], ...rotary];
}

/** One line for people: `C = rotary(RMSNorm(A) · B), heads of 128, 4096×4096×4096, bf16, fp32 accumulators`. */
function describeNormGemm(w: NormGemmWorkload): string {
  const formula = w.headDim === 0 ? "C = RMSNorm(A) · B" : `C = rotary(RMSNorm(A) · B), heads of ${w.headDim}`;
  return `${formula}, ${w.m}×${w.n}×${w.k} (m×n×k), ${describeTypes(w)}`;
}

/** How the workload is named, checked and described. */
export const normGemmKind: WorkloadKind<NormGemmWorkload> = {
  kind: "norm-gemm",
  extents: ["m", "n", "k"],
  check: checkHeadDim,
  describe: describeNormGemm,
  form: sizedForm({
    name: "norm-gemm",
    summary: "product of a normalised operand, C = (RMSNorm(A) ⊙ gain) · B, if asked with a rotary embedding of C",
    extents: [
      { flag: "m", what: "rows of C and A" },
      { flag: "n", what: "columns of C and B" },
      { flag: "k", what: "columns of A, rows of B" },
      {
        flag: "head-dim",
        what: "head dimension of a rotary embedding of C (default: none)",
        also: ["dim", "head-size"],
        optional: true,
      },
    ],
    spellings: { names: { "rmsnorm-gemm": {}, "norm-linear": {} }, shape: ["m", "n", "k"] },
    make: normGemmWorkload,
  }),
};

function checkHeadDim({ headDim }: NormGemmWorkload): void {
  checkInteger("head-dim", headDim, 0);
}
