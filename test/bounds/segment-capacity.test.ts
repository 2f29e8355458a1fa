import * as fc from "fast-check";
import { expect, test } from "vitest";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { proveGemmSegments } from "../../src/bounds/gemm/segments.js";
import { realFits, segmentMethod, segmentProducts } from "../../src/bounds/shared/segment-capacity.js";
import { verifyCertificate } from "../../src/verify/certificate.js";
import { parameters } from "../properties/arbitraries.js";

const side = fc.integer({ min: 1, max: 5 });
const weight = fc.bigInt({ min: 1n, max: 8n });

test("every set of products weighs at least what V allows it: V(weight of E) ≥ |E|", () => {
  const set = fc.record({ batch: fc.integer({ min: 1, max: 2 }), m: side, n: side, k: side }).chain((box) =>
    fc.record({
      box: fc.constant(box),
      points: fc.uniqueArray(fc.integer({ min: 0, max: box.batch * box.m * box.n * box.k - 1 }), { minLength: 1, maxLength: 60 }),
      weights: fc.record({ a: weight, b: weight, c: weight }),
    }),
  );
  fc.assert(
    fc.property(set, ({ box, points, weights }) => {
      const [a, b, c] = [new Set<string>(), new Set<string>(), new Set<string>()];
      for (const point of points) {
        const q = point % box.k;
        const j = Math.floor(point / box.k) % box.n;
        const i = Math.floor(point / (box.k * box.n)) % box.m;
        const beta = Math.floor(point / (box.k * box.n * box.m));
        a.add(`${beta},${i},${q}`);
        b.add(`${beta},${q},${j}`);
        c.add(`${beta},${i},${j}`);
      }
      const weigh = weights.a * BigInt(a.size) + weights.b * BigInt(b.size) + weights.c * BigInt(c.size);
      const extents = { batch: BigInt(box.batch), m: BigInt(box.m), n: BigInt(box.n), k: BigInt(box.k) };
      for (const method of ["real", "whole"] as const) {
        expect(segmentProducts(extents, weights, weigh, method) >= BigInt(points.length)).toBe(true);
      }
    }),
    parameters(2000),
  );
});

test("V over whole numbers is the largest of all (b, c), with the most a that is left", () => {
  const extent = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 400 }));
  const size = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 3000 }));
  const box = fc.record({ batch: fc.integer({ min: 1, max: 3 }), m: extent, n: extent, k: extent });
  fc.assert(
    fc.property(
      box,
      fc.tuple(size, size, size),
      fc.double({ min: 0, max: 1, noNaN: true }),
      ({ batch, m, n, k }, [a, b, c], share) => {
        const budget = Math.floor(Math.sqrt(40_000 * b * c) * share);
        let most = 0;
        for (let groups = 1; groups <= batch * m * n && c * groups < budget; groups++) {
          for (let words = 1; words <= batch * k * n && c * groups + b * words < budget; words++) {
            const left = Math.min(batch * m * k, Math.floor((budget - c * groups - b * words) / a));
            most = Math.max(most, Math.min(Math.floor(Math.sqrt(left * words * groups)), n * left, m * words, k * groups));
          }
        }
        const extents = { batch: BigInt(batch), m: BigInt(m), n: BigInt(n), k: BigInt(k) };
        const weights = { a: BigInt(a), b: BigInt(b), c: BigInt(c) };
        fc.pre(segmentMethod(weights, BigInt(budget)) === "whole");
        expect(segmentProducts(extents, weights, BigInt(budget), "whole")).toBe(BigInt(most));
      },
    ),
    parameters(400),
  );
});

test("V over whole numbers is never above V over real ones, and both grow with the budget", () => {
  const extent = fc.bigInt({ min: 1n, max: 3000n });
  fc.assert(
    fc.property(
      fc.record({ batch: fc.bigInt({ min: 1n, max: 3n }), m: extent, n: extent, k: extent }),
      fc.record({ a: weight, b: weight, c: weight }),
      fc.bigInt({ min: 0n, max: 200n }),
      (extents, weights, budget) => {
        const [real, whole] = [
          segmentProducts(extents, weights, budget, "real"),
          segmentProducts(extents, weights, budget, "whole"),
        ];
        expect(whole <= real).toBe(true);
        expect(segmentProducts(extents, weights, budget + 1n, "real") >= real).toBe(true);
        expect(segmentProducts(extents, weights, budget + 1n, "whole") >= whole).toBe(true);
      },
    ),
    parameters(300),
  );
});

test("realFits is monotone in the number of products and in the budget, and V is exactly its threshold", () => {
  const extent = fc.bigInt({ min: 1n, max: 1n << 40n });
  fc.assert(
    fc.property(
      fc.record({ batch: fc.constant(1n), m: extent, n: extent, k: extent }),
      fc.record({ a: weight, b: weight, c: weight }),
      fc.bigInt({ min: 1n, max: 1n << 45n }),
      (extents, weights, budget) => {
        const v = segmentProducts(extents, weights, budget, "real");
        const all = extents.m * extents.n * extents.k;
        expect(v === 0n || realFits(extents, weights, v, budget)).toBe(true);
        expect(v === all || !realFits(extents, weights, v + 1n, budget)).toBe(true);
      },
    ),
    parameters(500),
  );
});

test("unit weights and long sides give the floor of (X/3)^(3/2), and short k its own closed form", () => {
  const unit = { a: 1n, b: 1n, c: 1n };
  const big = { batch: 1n, m: 10n ** 9n, n: 10n ** 9n, k: 10n ** 9n };
  expect(segmentProducts(big, unit, 300n, "real")).toBe(1000n);
  expect(segmentProducts(big, unit, 3n * 10n ** 6n, "real")).toBe(10n ** 9n);
  // k = 4: c + 2·4·√c = X at c = 100, X = 180 holds 400 products.
  expect(segmentProducts({ ...big, k: 4n }, unit, 180n, "real")).toBe(400n);
  expect(segmentProducts({ ...big, k: 4n }, unit, 179n, "real")).toBeLessThan(400n);
});

test("enumeration is chosen for small budgets only", () => {
  const unit = { a: 1n, b: 1n, c: 1n };
  expect(segmentMethod(unit, 200n)).toBe("whole");
  expect(segmentMethod(unit, 1000n)).toBe("real");
});

test("words of any size: a certificate in larger words proves as many of them, and says so to the checker", () => {
  const extent = fc.bigInt({ min: 1n, max: 60n });
  fc.assert(
    fc.property(
      fc.record({ batch: fc.bigInt({ min: 1n, max: 2n }), m: extent, n: extent, k: extent }),
      fc.record({ a: weight, b: weight, partial: weight, output: weight }),
      fc.bigInt({ min: 3n, max: 300n }),
      fc.bigInt({ min: 2n, max: 1n << 26n }),
      (extents, weights, capacity, size) => {
        const large = {
          a: weights.a * size,
          b: weights.b * size,
          partial: weights.partial * size,
          output: weights.output * size,
        };
        const unit = proveGemmSegments({ extents, weights, capacity, memories: 1n });
        const found = proveGemmSegments({ extents, weights: large, capacity: capacity * size, memories: 1n });
        for (const bound of [unit, found]) {
          expect(verifyCertificate(JSON.parse(JSON.stringify(certificateToJson(bound)))).value).toBe(bound.value);
        }
        // The same cut, scaled, proves the same in the larger words; the search may stop at another.
        const cut = certificateToJson({
          ...unit,
          instance: { extents, weights: large, capacity: capacity * size, memories: 1n },
          cut: unit.cut * size,
          clock: unit.clock * size,
          reads: unit.reads * size,
          writes: unit.writes * size,
          value: unit.value * size,
        });
        expect(verifyCertificate(JSON.parse(JSON.stringify(cut))).value).toBe(unit.value * size);
      },
    ),
    parameters(25),
  );
});

test("a segment of 90 words of a megabyte holds 93 products also for the checker; it once counted 16 of them", () => {
  const size = 1n << 20n;
  const instance = {
    extents: { batch: 1n, m: 50n, n: 50n, k: 50n },
    weights: { a: size, b: size, partial: size, output: size },
    capacity: 30n * size,
    memories: 1n,
  };
  const certificate = JSON.parse(JSON.stringify(certificateToJson(proveGemmSegments(instance))));
  expect(verifyCertificate(certificate)).toMatchObject({ value: 45_880n * size });
  expect(() => verifyCertificate({ ...certificate, firstSegmentProducts: 12 })).toThrow("93");
});
