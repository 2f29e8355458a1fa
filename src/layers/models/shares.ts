import { add, multiply, type Rational, rational } from "../../exact/rational.js";
import type { KernelTime } from "../kernels/kernel-time.js";
import { matrixOperations } from "../kernels/matrix-operations.js";
import { boundaryOf, type GraphIndex, type Tensor, tensorBytes } from "../operator-graph.js";

/** What the layer must move between DRAM and the chip, by what it is. */
export interface Shares {
  readonly weightBytes: bigint;
  /** Keys and values read from the cache, and the new ones written. */
  readonly cacheBytes: bigint;
  readonly activationBytes: bigint;
  /** Multiply-adds counted as two. */
  readonly operations: bigint;
}

export function sharesOf(index: GraphIndex): Shares {
  const { inputs, outputs } = boundaryOf(index, new Set(index.graph.operators.map(({ name }) => name)));
  const isCacheWrite = (name: string): boolean => index.producer.get(name)?.work.kind === "copy";
  let [weightBytes, cacheBytes, activationBytes] = [0n, 0n, 0n];
  for (const tensor of inputs) {
    if (tensor.kind === "weight") weightBytes += tensorBytes(tensor);
    else if (tensor.kind === "cache") cacheBytes += tensorBytes(tensor);
    else activationBytes += tensorBytes(tensor);
  }
  for (const tensor of outputs) {
    if (isCacheWrite(tensor.name)) cacheBytes += tensorBytes(tensor);
    else activationBytes += tensorBytes(tensor);
  }
  const operations = index.graph.operators.reduce((sum, operator) => sum + (matrixOperations(index, operator)?.count ?? 0n), 0n);
  return { weightBytes, cacheBytes, activationBytes, operations };
}

/** A plan's time by what it goes into; the kernels that arithmetic binds are a part of their own. */
export interface TimeShares {
  readonly weights: Rational;
  readonly cache: Rational;
  readonly activations: Rational;
  readonly arithmetic: Rational;
}

/** The time of a kernel that bytes bind is split like the bytes that it must read and write. */
export function timeSharesOf(
  index: GraphIndex,
  kernels: readonly (readonly string[])[],
  times: readonly KernelTime[],
): TimeShares {
  const shares: Record<keyof TimeShares, Rational> = {
    weights: rational(0),
    cache: rational(0),
    activations: rational(0),
    arithmetic: rational(0),
  };
  times.forEach(({ binds, seconds }, i) => {
    if (binds === "matrix") {
      shares.arithmetic = add(shares.arithmetic, seconds);
      return;
    }
    const { inputs, outputs } = boundaryOf(index, new Set(kernels[i]));
    const parts = [...inputs, ...outputs].map((tensor) => ({ kind: shareOf(index, tensor), bytes: tensorBytes(tensor) }));
    const all = parts.reduce((sum, { bytes }) => sum + bytes, 0n);
    for (const { kind, bytes } of parts) shares[kind] = add(shares[kind], multiply(seconds, rational(bytes, all)));
  });
  return shares;
}

/** Keys and values are those in the cache and those appended to it. */
function shareOf(index: GraphIndex, { name, kind }: Tensor): "weights" | "cache" | "activations" {
  if (kind === "weight") return "weights";
  return kind === "cache" || index.producer.get(name)?.work.kind === "copy" ? "cache" : "activations";
}
