import { minimum } from "../../exact/integer.js";
import type { InputNearCapacityCertificate, ProductInstance } from "../certificates/gemm.js";
import { extraOfResident } from "../shared/near-capacity.js";

/**
 * A product whose operand A takes about all of one fast memory (proofs/gemm-input-near-capacity.md): while a slice (column of C) is worked
 * on, min(m, k) of its words and accumulators are there, so `missing` = mk − S + min(m, k) words of A are not. They meet the slice at
 * another time, for which about √missing of its words are loaded once more, kept until then, or paid for by words of A that come back:
 *
 *     Q ≥ mk + kn + mn + (about) n·√missing.
 *
 * The same with B held. One memory, one batch element, every word counted as the narrowest. Survives recomputation, any reduction order,
 * partial sums that leave and come back, sliding. Returns undefined where it says no more than compulsory traffic.
 */
export function proveGemmInputNearCapacity({
  extents,
  weights,
  capacity,
  memories,
}: ProductInstance): InputNearCapacityCertificate | undefined {
  const { batch, m, n, k } = extents;
  if (batch > 1n || memories > 1n) return undefined;
  const word = [weights.a, weights.b].reduce(minimum, weights.partial);
  const compulsory = weights.a * m * k + weights.b * k * n + weights.output * m * n;
  let best: InputNearCapacityCertificate | undefined;
  for (const resident of ["a", "b"] as const) {
    const [rows, slices] = resident === "a" ? [m, n] : [n, m];
    const proven = extraOfResident({ words: rows * k, slices, side: minimum(rows, k), fits: capacity / word, word });
    if (proven === undefined) continue;
    const { missing, holdingCost, extra } = proven;
    const value = compulsory + extra;
    if (value <= (best?.value ?? 0n)) continue;
    const instance = { extents, weights, capacity, memories };
    best = { theorem: "gemm-input-near-capacity", instance, resident, missing, holdingCost, value };
  }
  return best;
}
