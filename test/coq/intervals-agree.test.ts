import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { proveProductIntervals } from "../../src/bounds/gemm/intervals.js";
import { coqCertificate } from "../../src/verify/coq/certificates.js";
import { parameters } from "../properties/arbitraries.js";
import { accepted } from "./accepted.js";
import { coqMissing, coqVerdicts } from "./coq.js";

const missing = coqMissing();
if (missing !== undefined) console.warn(`LEFT OUT: the checkers of intervals of Coq and TypeScript side by side (${missing})`);

/** What a forger chooses; everything else follows from it, so that only the rule of the theorem can refuse. */
interface Choice {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly sizes: readonly [number, number, number, number];
  readonly capacity: number;
  readonly memories: number;
  readonly cut: number;
  /** Windows of a group and of all, off the right ones by this many. */
  readonly off: readonly [number, number];
}

const within = (small: number, large: number, min = 1) =>
  fc.oneof(fc.integer({ min, max: small }), fc.integer({ min, max: large }));

const size = fc.constantFrom(1, 1, 1, 2, 4);
const choice: fc.Arbitrary<Choice> = fc
  .record({
    m: within(8, 5000),
    n: within(8, 5000),
    k: within(12, 800),
    sizes: fc.tuple(size, size, size, size),
    capacity: within(30, 20_000, 0),
    memories: fc.constantFrom(1, 1, 2, 7, 132),
    cut: within(60, 50_000),
    // k² + X is then a square, the price rational, and the number of windows may be exactly whole.
    root: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 2 }),
    off: fc.tuple(fc.constantFrom(0, 0, 0, 1, -1), fc.constantFrom(0, 0, 0, 1, -1)),
  })
  .map(({ root, ...rest }) => {
    const words = Math.floor(rest.capacity / Math.min(...rest.sizes));
    const x = root === null ? 0 : root * (root + 2 * rest.k);
    return x > words ? { ...rest, cut: x - words } : rest;
  });

function forged({ m, n, k, sizes, capacity, memories, cut, off }: Choice): Json {
  const [a, b, partial, output] = sizes;
  const word = Math.min(...sizes);
  const capacityWords = Math.floor(capacity / word);
  const x = capacityWords + cut;
  const price = (j: number): number => (k + Math.sqrt(k * k + j * j * x)) ** 2 / (j * x * x);
  const few = Math.min(k, Math.max(1, Math.floor(Math.sqrt((3 * k * k) / x))));
  const best = few < k && price(few + 1) < price(few) ? few + 1 : few;
  const windowsOfGroup = Math.min(k, Math.max(1, best + off[0]));
  const laterWindows = Math.max(0, Math.ceil(m * n * price(windowsOfGroup) - (memories * cut) / x - 1e-9) + off[1]);
  const clockWords = laterWindows === 0 ? 0 : cut * laterWindows + 1;
  const reads = Math.max(0, word * (clockWords - m * n));
  const writes = output * m * n;
  return {
    schema: "redblue.certificate/2",
    theorem: "product-intervals",
    instance: { extents: { batch: 1, m, n, k }, weights: { a, b, partial, output }, capacity, memories },
    ...{ wordSize: word, capacityWords, cut, windowsOfGroup, laterWindows, clockWords, reads, writes, value: reads + writes },
  };
}

test.skipIf(missing !== undefined)("forged certificates of product-intervals pass both checkers or neither", () => {
  const { numRuns = 0, seed = Math.floor(Math.random() * 2 ** 31) } = parameters(600);
  const all = fc.sample(choice, { numRuns, seed }).map(forged);
  const terms = all.flatMap((json) => coqCertificate(json) ?? []);
  expect(terms).toHaveLength(all.length);
  const verdicts = coqVerdicts(terms);
  expect(verdicts).toHaveLength(all.length);
  expect(
    all.filter((json, i) => accepted(json) !== verdicts[i]).map((json) => JSON.stringify(json)),
    `seed ${seed}`,
  ).toEqual([]);
  const good = verdicts.filter((verdict) => verdict).length;
  expect(good).toBeGreaterThan(all.length / 10);
  expect(good).toBeLessThan((all.length * 9) / 10);
});

test.skipIf(missing !== undefined)(
  "extents of sixty bits, capacities of forty: the checked checker accepts what the tool proves",
  () => {
    const extent = fc.bigInt({ min: 1n, max: 1n << 60n });
    const product = fc.record({
      extents: fc.record({ batch: fc.constant(1n), m: extent, n: extent, k: fc.bigInt({ min: 1n, max: 1n << 24n }) }),
      weights: fc.constant({ a: 2n, b: 2n, partial: 4n, output: 2n }),
      capacity: fc.bigInt({ min: 0n, max: 1n << 40n }),
      memories: fc.bigInt({ min: 1n, max: 200n }),
    });
    const { numRuns = 0, seed = Math.floor(Math.random() * 2 ** 31) } = parameters(300);
    const all = fc
      .sample(product, { numRuns: Math.ceil(numRuns / 10), seed })
      .map((instance) => certificateToJson(proveProductIntervals(instance)));
    const refused = coqVerdicts(all.flatMap((json) => coqCertificate(json) ?? [])).map((verdict, i) => (verdict ? "" : all[i]));
    expect(refused, `seed ${seed}`).toEqual(all.map(() => ""));
  },
);
