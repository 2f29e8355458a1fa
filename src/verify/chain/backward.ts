import { largest, leastQuotient, readCut, traffic } from "../shared/amortized.js";
import { type Fields, record, requireEqual, requireOnly } from "../shared/fields.js";
import { floorOfRoot } from "../shared/integers.js";
import type { CheckedTheorem } from "../theorem.js";
import { type CheckedChain, readChain } from "./chain.js";

/** The theorem on attention's backward pass, as the checker knows it. */
export const BACKWARD: Readonly<Record<string, CheckedTheorem>> = {
  "attention-backward": {
    scope: "total",
    proof: "proofs/attention-backward.md",
    status: "paper proof",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    check: checkAttentionBackward,
  },
};

/** T times all products that add to gradients over what a segment of S + T can hold (proofs/attention-backward.md). */
function checkAttentionBackward(fields: Fields, path: string): ReturnType<CheckedTheorem["check"]> {
  requireOnly(fields, ["schema", "theorem", "instance", "cut", "later", "clock", "reads", "writes", "value"], path);
  const backward = readChain(fields, path);
  const { batch, m, k, l, n, pairs, factors, a, b, d, h, partial, output } = backward;
  requireEqual(factors, 1n, `${path}.instance.extents.factors`, "the number of products of an element");
  for (const size of [b, d]) requireEqual(size, a, `${path}.instance.weights`, "the size of every operand's word");
  const { cut, budget } = readCut(fields, backward.capacity, [a, h, partial], partial, path);
  const later = record(fields["later"], `${path}.later`);
  requireOnly(later, ["stored", "transient"], `${path}.later`);
  const stored = largest(later, "stored", (v) => 27n * h * a * partial * v * v <= budget ** 3n, `${path}.later`);
  const transient = largest(later, "transient", (v) => transientFits(backward, v, budget), `${path}.later`);
  const most = stored > transient ? stored : transient;
  const clock = leastQuotient(fields, "clock", cut * pairs * (2n * k + n), most + 1n, path);
  const gradients = batch * (m * k + l * k + l * n);
  return { backward, ...traffic(fields, clock - partial * gradients, output * gradients, path) };
}

/** Do v products of pairs of one of these kinds weigh at most x, v ≤ products · (x/2)² / (weight of its row · weight of its key)? */
function transientFits({ k, n, a, partial }: CheckedChain, v: bigint, x: bigint): boolean {
  const fits = (products: bigint, row: bigint, key: bigint): boolean => 4n * v * row * key <= products * x * x;
  // All of dS: rows of Q and dO, or of K and V, with any of the sums of dQ; of dK and dV.
  const whole = a * k + a * n;
  for (const ofQ of [0n, k]) {
    for (const [ofK, ofV] of [[0n, 0n] as const, [k, 0n] as const, [0n, n] as const, [k, n] as const]) {
      if (fits(ofQ + ofK + ofV, whole + partial * ofQ, whole + partial * (ofK + ofV))) return true;
    }
  }
  // P alone: y words of dO and sums of dV, best at y² = k²·a/partial or the whole number above.
  const near = floorOfRoot((a * k * k) / partial);
  return [near, near + 1n].some((y) => {
    const columns = y < 1n ? 1n : y > n ? n : y;
    return fits(columns, a * k + a * columns, a * k + partial * columns);
  });
}
