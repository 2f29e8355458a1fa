import { ceilDivide, maximum } from "../exact/integer.js";
import type { Bound, ColdCertificate } from "./bound.js";
import { countingCertificate } from "./finer-units.js";
import type { Theorem } from "./theorem.js";

/** Arrays that lie spread over the fast memories: what must pass between GPUs, or cores, that hold them. */
export const SPREAD_ARRAYS: Theorem = {
  id: "spread-arrays",
  title: "Arrays spread evenly over the fast memories at the start and the end",
  statement: "Q ≥ q − h where another theorem proves q of empty fast memories and h bytes of the arrays lie in them",
  scope: "total",
  proof: "proofs/spread-arrays.md",
  status: "paper proof",
  source: "this project; for products from Al Daas et al., Tight Memory-Independent Parallel Matrix Multiplication Bounds (2022)",
  requires: ["spread-evenly"],
};

/**
 * What the bounds of empty fast memories prove where each array lies spread over `memories` of them at the start and the end; those that
 * prove nothing then are skipped, but for the compulsory traffic, which names the arrays.
 */
export function spreadBounds(bounds: readonly Bound[], memories: bigint): readonly Bound[] {
  const [total, one] = [heldBytes(bounds, 1n), heldBytes(bounds, memories)];
  return bounds.flatMap((bound) => {
    if (bound.scope === "class") return [];
    const held = bound.scope === "busiest" ? one : total;
    const value = maximum(0n, bound.value - held);
    const inner = bound.certificate as ColdCertificate;
    if (value === 0n && countingCertificate(inner).theorem !== "compulsory") return [];
    const { reads: _, writes: __, readsRequire: ___, ...kept } = bound;
    const { proof, status } = SPREAD_ARRAYS;
    return [
      {
        ...kept,
        id: `${bound.id}-spread-arrays`,
        value,
        requires: [...bound.requires, "spread-evenly"] as const,
        ...{ proof, status },
        certificate: { theorem: "spread-arrays", memories, held, inner, value } as const,
      },
    ];
  });
}

/** Bytes of inputs and outputs, each array as one memory of so many has it at most. */
function heldBytes(bounds: readonly Bound[], memories: bigint): bigint {
  for (const { certificate } of bounds) {
    const counting = countingCertificate(certificate);
    if (counting.theorem !== "compulsory") continue;
    const units = certificate.theorem === "finer-units" ? certificate.units : 1n;
    const arrays = [...counting.inputs, ...counting.outputs];
    return arrays.reduce((sum, { words, wordSize }) => sum + ceilDivide(ceilDivide(words, memories) * wordSize, units), 0n);
  }
  throw new RangeError("spreadBounds: no compulsory bound");
}
