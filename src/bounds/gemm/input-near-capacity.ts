import { minimum } from "../../exact/integer.js";
import type { ProductInstance, ResidentOperandCertificate } from "../certificates/gemm.js";
import { extraOfResident } from "../shared/near-capacity.js";
import { residentOperand } from "./operand-shape.js";

/**
 * A product whose operand A takes about all of one fast memory (proofs/gemm-input-near-capacity.md): while a slice (column of C) is worked
 * on, min(m, k) of its words and sums are there, so `missing` = mk − S + min(m, k) words of A are not. They meet the slice at another
 * time, for which about √missing of its words are loaded once more, kept until then, or paid for by words of A that come back:
 *
 *     Q ≥ mk + kn + mn + (about) n·√missing.
 *
 * The same with B held. One memory, one batch element, every word counted as the narrowest. Survives recomputation, any reduction order,
 * sums that leave and come back, sliding. Returns undefined where it says no more than compulsory traffic.
 */
export function proveResidentOperand(instance: ProductInstance): ResidentOperandCertificate | undefined {
  if (instance.extents.batch > 1n || instance.memories > 1n) return undefined;
  let best: ResidentOperandCertificate | undefined;
  for (const resident of ["a", "b"] as const) {
    const { rows, columns, slices, fits, word, compulsory } = residentOperand(instance, resident);
    const [words, side] = [rows.count * columns.count, minimum(rows.count, columns.count)];
    const proven = extraOfResident({ words, slices, side, fits, word });
    if (proven === undefined) continue;
    const { missing, rent, extra } = proven;
    const value = compulsory + extra;
    if (value > (best?.value ?? 0n)) best = { theorem: "product-resident-operand", instance, resident, missing, rent, value };
  }
  return best;
}
