import { count, type Fields, Refused, requireOnly } from "../shared/fields.js";
import { divisor, floorOfRoot } from "../shared/integers.js";
import { type CheckedTraffic, readInstance } from "./instance.js";

/** ν is given in so many parts of 1. */
const PARTS = 1024n;

/** The hypotheses, and the least whole number that proofs/gemm-output-near-capacity.md, section 6, allows. */
export function checkGemmOutputNearCapacity(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, ["schema", "theorem", "instance", "missing", "balance", "value"], path);
  const instance = readInstance(fields, path);
  const { batch, m, n, k, a, b, partial: sum, output } = instance;
  const word = a < b ? a : b;
  const side = m < n ? m : n;
  if (batch !== 1n || instance.memories !== 1n) throw new Refused(`${path}.instance`, "one batch element, one memory");
  if (sum < word) throw new Refused(`${path}.instance.weights`, "sums narrower than the operands");
  const used = instance.capacity - (instance.capacity % divisor(word, sum));

  const d = count(fields, "missing", path, 1n);
  // wC·(mn − 1) + w·(side + 1) − S ≥ wC·d: so many sums are away at least.
  if (d > m * n - 1n || sum * (m * n - 1n - d) + word * (side + 1n) < used) {
    throw new Refused(`${path}.missing`, "more sums than are away");
  }
  const nu = count(fields, "balance", path, PARTS);
  if (nu >= 2n * PARTS) throw new Refused(`${path}.balance`, "2 or more");
  const root = floorOfRoot(d);
  // λ = ν·w/(wC·⌊√d⌋): ν ≥ 1 + λ + λ², all over (1024·wC·⌊√d⌋)².
  const one = PARTS * sum * root;
  const pays = (parts: bigint): boolean => parts * sum * root * one >= one * one + parts * word * one + (parts * word) ** 2n;
  if (!pays(nu)) throw new Refused(`${path}.balance`, "gaps of sums cost less than they are charged");
  if (pays(nu - 1n)) throw new Refused(`${path}.balance`, "not the least");

  // (what k slices pay) − 2w(side + 1) − 4·wC·d, the first as √(square) and as a quotient, times ⌊√d⌋/(⌊√d⌋ + 2).
  const square = 4n * k * k * nu * (2n * PARTS - nu) * d;
  const paidInWords = { top: floorOfRoot(square), below: PARTS };
  const paidAtMost = { top: k * side * (2n * PARTS * m * n - nu * (m * n - d)), below: 2n * PARTS * m * n };
  const [first, second] = [paidInWords, paidAtMost].map(({ top, below }) => {
    const words = word * top - below * (2n * word * (side + 1n) + 4n * sum * d);
    return upwards(words * root, below * (root + 2n));
  }) as [bigint, bigint];
  const third = word * k * side - used - 2n * sum;
  const extra = [second, third].reduce((least, one) => (one < least ? one : least), first);
  const value = count(fields, "value", path);
  const compulsory = a * m * k + b * k * n + output * m * n;
  if (extra <= 0n || value !== compulsory + extra) throw new Refused(`${path}.value`, `the theorem proves ${compulsory + extra}`);
  return { instance, value };
}

function upwards(top: bigint, below: bigint): bigint {
  return top > 0n ? (top + below - 1n) / below : top / below;
}
