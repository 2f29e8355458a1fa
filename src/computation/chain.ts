import type { Computation } from "./computation.js";
import { access, checkExtent } from "./computation.js";
import { rightTypeOf } from "./operand-types.js";
import type { MixedTypeOptions, WordTypes } from "./word-types.js";
import { describeTypes, mixedTypes } from "./word-types.js";
import { WEIGHT_TYPE, type WorkloadKind } from "./workload-kind.js";

/** Two products in a row: H (m×l) = A (m×k) · B (k×l), then E (m×n) = φ(H) · D (l×n), φ elementwise. */
export interface ChainWorkload extends WordTypes {
  readonly kind: "chain";
  readonly m: number;
  readonly k: number;
  readonly l: number;
  readonly n: number;
}

/** Extents of two chained products, H (m×l) = A (m×k) · B (k×l) and E (m×n) = φ(H) · D (l×n). */
export interface ChainOptions extends MixedTypeOptions {
  readonly m: number;
  readonly k: number;
  readonly l: number;
  readonly n: number;
}

/** A checked chain: extents from 1 to 2^53 - 1. @throws InputError naming the option. */
export function chainWorkload(options: ChainOptions): ChainWorkload {
  return {
    kind: "chain",
    m: checkExtent("m", options.m),
    k: checkExtent("k", options.k),
    l: checkExtent("l", options.l),
    n: checkExtent("n", options.n),
    ...mixedTypes(options, WEIGHT_TYPE),
  };
}

/** Two statements; H is an intermediate, which need never reach slow memory. */
export function chainComputation(workload: ChainWorkload): Computation {
  const { m, k, l, n, dataType, outputType } = workload;
  const weights = rightTypeOf(workload);
  return {
    name: "chain",
    statements: [
      { output: access("H", "i", "l"), operands: [access("A", "i", "q"), access("B", "q", "l")], epilogue: "phi" },
      { output: access("E", "i", "j"), operands: [access("H", "i", "l"), access("D", "l", "j")] },
    ],
    arrays: [
      { name: "A", role: "input", dataType, shape: [m, k] },
      { name: "B", role: "input", dataType: weights, shape: [k, l] },
      { name: "H", role: "intermediate", dataType, shape: [m, l] },
      { name: "D", role: "input", dataType: weights, shape: [l, n] },
      { name: "E", role: "output", dataType: outputType, shape: [m, n] },
    ],
    extents: { i: m, q: k, l, j: n },
    accumulator: workload.accumulator,
  };
}

/** One line for people: `H (4096×4096) = A (4096×1024) · B, E (4096×1024) = φ(H) · D, bf16, fp32 accumulators`. */
export function describeChain(w: ChainWorkload): string {
  return `H (${w.m}×${w.l}) = A (${w.m}×${w.k}) · B, E (${w.m}×${w.n}) = φ(H) · D, ${describeTypes(w)}`;
}

/** How the workload is checked and described; its form also makes longer chains (multilayer-chain.ts). */
export const chainKind: WorkloadKind<ChainWorkload> = {
  kind: "chain",
  extents: ["m", "k", "l", "n"],
  describe: describeChain,
  computation: chainComputation,
};
