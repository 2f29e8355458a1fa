import type { HoldingCostCertificate, ProductInstance } from "../certificates/gemm.js";
import { proveHoldingCost } from "../shared/holding-cost.js";

/**
 * The matrix product by holding costs (proofs/gemm-holding-cost.md): all its outputs meet all its slices, the inner indices,
 *
 *     Q ≥ mn·( √(wA·wB)·k·(Λ + ηP(v))/√X − wC·P(v) + wO )   for the v from 0 to 1 for which that is least.
 *
 * Up to 0.38 of mn above 2mnk/√S, for k between about 1.35√S and 18√S. Where both operands are one array, `A[i,k]·A[j,k]` or
 * `A[i,k]·A[k,j]`, a word is a row of one slice and a column of one, and counts half in each place, √(wA·wB) = wA/2.
 */
export function proveGemmHoldingCost(
  instance: ProductInstance,
  form: HoldingCostCertificate["form"] = "two-arrays",
): HoldingCostCertificate | undefined {
  const { batch, m, n, k } = instance.extents;
  const { a, b, partial, output } = instance.weights;
  const outputs = batch * m * n;
  const found = proveHoldingCost({
    // √(ab) = ab/√(ab)
    words: outputs * k * a * b,
    parts: form === "one-array" ? 2n : 1n,
    under: a * b,
    full: { top: outputs, below: 1n },
    outputs,
    partial,
    output,
    operands: [a, b],
    capacity: instance.capacity,
  });
  return found === undefined ? undefined : { theorem: "gemm-holding-cost", form, instance, ...found };
}
