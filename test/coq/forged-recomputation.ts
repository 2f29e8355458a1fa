import * as fc from "fast-check";
import type { Json } from "../../src/bounds/certificates/json.js";

/** What a forger chooses; everything else follows from it, so that only the rule of the theorem can refuse. */
interface Choice {
  readonly extents: { readonly batch: number; readonly m: number; readonly k: number; readonly l: number; readonly n: number };
  readonly factors: number;
  readonly sizes: readonly [number, number, number, number, number, number];
  readonly capacity: number;
  readonly memories: number;
  /** The cut, in units of all sizes, and how much more of a clock than the theorem proves. */
  readonly units: number;
  readonly off: number;
}

const within = (small: number, large: number, min = 1) =>
  fc.oneof(fc.integer({ min, max: small }), fc.integer({ min, max: large }));

const size = fc.constantFrom(1, 2, 2, 4, 6, 8);
const choice: fc.Arbitrary<Choice> = fc.record({
  extents: fc.record({ batch: within(1, 3), m: within(12, 2000), k: within(30, 800), l: within(12, 2000), n: within(12, 2000) }),
  factors: fc.constantFrom(1, 1, 2),
  sizes: fc.tuple(size, size, size, size, size, size),
  capacity: within(30, 4000, 0),
  memories: fc.constantFrom(1, 1, 2, 7),
  units: within(60, 4000),
  off: fc.constantFrom(0, 0, 0, 1, -1),
});

const gcd = (x: number, y: number): number => (y === 0 ? x : gcd(y, x % y));

/** A certificate of `chain-recomputation` whose clock is what the theorem proves, or one more or less. */
export const forgedRecomputation: fc.Arbitrary<Json> = choice.map(forged);

function forged({ extents, factors, sizes, capacity, memories, units, off }: Choice): Json {
  const [a, b, h, d, partial, output] = sizes;
  const { batch, m, k, l, n } = extents;
  const pairs = batch * m * l;
  const counted = [a, b, h, d, partial];
  const unit = counted.reduce(gcd);
  const cut = units * unit;
  const x = capacity - (capacity % unit) + cut + Math.max(...counted) - unit;
  const perElement = factors * k * Math.sqrt(a * b * partial) + n * Math.sqrt(d * partial * Math.min(h, partial));
  const charged = (factors * partial * 3 * Math.sqrt(3 * x)) / 16;
  const perWord = (pairs * (perElement - charged)) / ((x / 3) ** 1.5 * (capacity - (capacity % unit) + cut));
  const proven = 256 * k * k * a * b < 27 * partial * x ? 0 : Math.max(0, Math.ceil(cut * x * perWord - 1e-9));
  const clock = Math.max(0, proven + off);
  const value = Math.max(0, clock - Math.max(0, partial - output) * batch * m * n);
  return {
    schema: "redblue.certificate/2",
    theorem: "chain-recomputation",
    form: "amortized",
    instance: { extents: { ...extents, pairs, factors }, weights: { a, b, h, d, partial, output }, capacity, memories },
    ...{ cut, clock, value },
  };
}
