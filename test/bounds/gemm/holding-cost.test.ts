import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { Json } from "../../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../../src/bounds/certificates/json.js";
import { proveGemmHoldingCost } from "../../../src/bounds/gemm/holding-cost.js";
import { proveGemmSegments } from "../../../src/bounds/gemm/segments.js";
import { repeatedProductExtents } from "../../../src/bounds/gemm/shape.js";
import { accumulatorPotentials } from "../../../src/bounds/potentials/accumulators.js";
import { bestBounds } from "../../../src/bounds/prove.js";
import { einsumComputation, einsumWorkload } from "../../../src/computation/einsum.js";
import { gemmWorkload } from "../../../src/computation/gemm.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { expand } from "../../../src/pebble/expand.js";
import { minimumCapacity, twoLevelGame } from "../../../src/pebble/rules.js";
import { productTotal, wordGemms } from "../../../src/schedules/two-level/gemm/schedules.js";
import { symmetricProduct, wordSyrks, wordSyrkTotal } from "../../../src/schedules/two-level/gemm/syrk.js";
import { verifyCertificate } from "../../../src/verify/certificate.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { checkEndsPotential } from "../../../src/verify/potentials/accumulators.js";
import { Refused } from "../../../src/verify/shared/fields.js";
import { cheapestFound } from "../../pebble/support/cheapest.js";
import { parameters, searching } from "../../properties/arbitraries.js";
import { expectEveryForgeryRefused } from "../edited.js";
import { instance } from "../two-level-products.js";

describe("gemm-holding-cost", () => {
  test.each([
    [1.5, 3239, 3289],
    [1.75, 3822, 4113],
    [2, 4351, 4870],
    [3, 6375, 6919],
    [4, 8380, 8937],
    [6, 12359, 12953],
    [8, 16314, 16969],
  ])("above 2mnk/√S at k = %d√S, and the checker agrees", (times, thousandths, schedule) => {
    const report = boundWorkload(gemmWorkload({ m: 4096, n: 4096, k: 128 * times }), abstractMachine(16384));
    expect(bestBounds(report.bounds).get("slow-fast")).toMatchObject({ id: "gemm-holding-cost" });
    expect(verifyDocument(boundsDocument(report))).toMatchObject({ valid: true });
    const large = instance(2 ** 20, 2 ** 20, 128 * times, 16384);
    const ends = proveGemmHoldingCost(large)?.value ?? 0n;
    expect(ends).toBeGreaterThan(proveGemmSegments(large).value);
    expect(Number((1000n * ends) / 2n ** 40n)).toBeGreaterThanOrEqual(thousandths);
    expect(ends).toBeLessThan((BigInt(schedule) * 2n ** 40n) / 1000n);
  });

  test("words of one size count as words; wide accumulators say more where k is long", () => {
    const words = instance(500, 700, 512, 16384);
    const weights = { a: 2n, b: 2n, partial: 2n, output: 2n };
    const bytes = proveGemmHoldingCost({ ...words, weights, capacity: 32769n });
    expect(bytes).toMatchObject({ room: 16385n });
    expect(2n * (proveGemmHoldingCost(words)?.value ?? 0n) - (bytes?.value ?? 0n)).toBeLessThan(2n);
    const long = { ...instance(2048, 2048, 1024, 262144), weights: { ...weights, partial: 4n } };
    expect(proveGemmHoldingCost(long)?.value ?? 0n).toBeGreaterThan(proveGemmHoldingCost({ ...long, weights })?.value ?? 0n);
  });

  test("operands of two sizes count at the mean of both", () => {
    const extents = { batch: 1n, m: 9000n, n: 7000n, k: 1024n };
    const of = (a: bigint, b: bigint) =>
      proveGemmHoldingCost({ extents, weights: { a, b, partial: 4n, output: 2n }, capacity: 65_536n, memories: 1n })?.value ?? 0n;
    expect(of(1n, 4n)).toBe(of(2n, 2n));
    expect(of(8n, 2n)).toBe(of(4n, 4n));
    // √2 lies between.
    expect(of(1n, 2n)).toBeGreaterThan(of(1n, 1n));
    expect(of(1n, 2n)).toBeLessThan(of(2n, 2n));
    const certificate = proveGemmHoldingCost({
      extents,
      weights: { a: 1n, b: 2n, partial: 4n, output: 2n },
      capacity: 65_537n,
      memories: 1n,
    });
    expectEveryForgeryRefused(certificateToJson(certificate ?? expect.fail("nothing proven")));
  });

  test("never above a schedule, whatever the sides and the memory", () => {
    const side = fc.integer({ min: 1, max: 150 });
    fc.assert(
      fc.property(side, side, side, fc.integer({ min: 3, max: 3000 }), (m, n, k, capacity) => {
        const proven = proveGemmHoldingCost(instance(m, n, k, capacity))?.value ?? 0n;
        for (const { id, words } of wordGemms(gemmWorkload({ m, n, k }), capacity)) {
          const { a, b, c, cLoads = 0n } = words;
          expect(proven <= a + b + c + cLoads, `${id}: ${proven} for ${m} × ${n} × ${k} in ${capacity}`).toBe(true);
        }
      }),
      parameters(200),
    );
  });

  test("nor where it comes within half a percent of one: k from 1.3√S to 1.6√S, long sides", () => {
    const side = fc.double({ min: 3, max: 300, noNaN: true });
    fc.assert(
      fc.property(
        side,
        side,
        fc.double({ min: 1.3, max: 1.6, noNaN: true }),
        fc.integer({ min: 100, max: 40_000 }),
        (p, q, depth, s) => {
          const [m, n, k] = [p, q, depth].map((times) => Math.ceil(times * Math.sqrt(s))) as [number, number, number];
          const proven = proveGemmHoldingCost(instance(m, n, k, s))?.value ?? 0n;
          const moved = wordGemms(gemmWorkload({ m, n, k }), s).map(({ words: { a, b, c, cLoads = 0n } }) => a + b + c + cLoads);
          expect(
            moved.every((words) => proven <= words),
            `${proven} for ${m} × ${n} × ${k} in ${s}`,
          ).toBe(true);
        },
      ),
      parameters(200),
    );
    const [m, s] = [2 ** 30, 2 ** 20];
    const k = Math.round(1.4 * 2 ** 10);
    const leading = 1 + (k / 2 ** 10) ** 2;
    const proven = Number((proveGemmHoldingCost(instance(m, m, k, s))?.value ?? 0n) / 2n ** 50n) / 2 ** 10;
    expect(proven).toBeLessThan(leading);
    expect(proven).toBeGreaterThan(0.996 * leading);
  });

  test("a forged certificate is refused", () => {
    const certificate = proveGemmHoldingCost(instance(5000, 3000, 640, 16384));
    expect(certificate?.potentials).toHaveLength(2);
    if (certificate === undefined) return;
    const document = certificateToJson(certificate);
    expect(verifyCertificate(document as Record<string, Json>)).toMatchObject({ theorem: "gemm-holding-cost" });
    expectEveryForgeryRefused(document);
  });

  test("does not fall with the extents, nor rise with the memory", () => {
    const value = (n: number, k: number, capacity: number) => proveGemmHoldingCost(instance(1000, n, k, capacity))?.value ?? 0n;
    const side = fc.integer({ min: 100, max: 1500 });
    fc.assert(
      fc.property(side, side, fc.integer({ min: 0, max: 50 }), (n, k, more) => {
        const own = value(n, k, 16384);
        expect(value(n + more, k, 16384)).toBeGreaterThanOrEqual(own);
        expect(own).toBeGreaterThanOrEqual(value(n, k, 16384 + 40 * more));
      }),
      parameters(100),
    );
  });
});

describe("the checker of potentials", () => {
  const potential = accumulatorPotentials().find(({ id }) => id === "credit 1/4");
  if (potential === undefined) throw new Error("no such potential");
  /** The holding cost at one knot of P changed. */
  const holdingCosts = (knot: number, change: number) => ({
    holdingCosts: potential.holdingCosts.map(([at, all]) => [at, at === knot ? all + change : all] as const),
  });

  test("accepts what was found", () => {
    expect(checkEndsPotential(potential)).toMatchObject({ price: BigInt(potential.price) });
  });

  test.each([
    ["a higher price", { price: potential.price + 2000 }, /^an event gains/],
    ["less holding cost in an empty memory", holdingCosts(80, -30_000), /^an event gains/],
    ["less holding cost in a half empty one", holdingCosts(40, -15_000), /^an event gains/],
    ["less holding cost in a full one", holdingCosts(0, -30_000), /^an event gains/],
    ["a holding cost that is not convex", holdingCosts(60, 100_000), /^holding cost not convex$/],
    ["a holding cost that falls", holdingCosts(0, 450_000), /^holding cost falls$/],
    ["a word's holding cost that falls again", holdingCosts(60, -10_000), /^a word's holding cost turns twice$/],
    ["a holding cost above 2", holdingCosts(80, 2 ** 20), /^holding cost out of range$/],
    ["a holding cost below 0", holdingCosts(0, -200_000), /^holding cost out of range$/],
    [
      "a holding cost that is not known everywhere",
      { holdingCosts: potential.holdingCosts.slice(0, -1) },
      /^no holding costs from 0 to 1$/,
    ],
    [
      "a word's holding cost that rises at once",
      { holdingCosts: [[0, 0], [2, 50_000], ...potential.holdingCosts.slice(1)] as const },
      /^holding cost turns too early$/,
    ],
    ["more credit", { credit: [26, 100] as const }, /^an event gains/],
    ["more credit than there are words", { credit: [3, 2] as const }, /^credit out of range$/],
    ["another ceiling", { ceiling: potential.ceiling - 2000 }, /^above the ceiling/],
    ["a shorter reach", { reach: 120 }, /^reach too short$/],
    ["other knots", { rows: potential.rows.map((knot) => (knot === 32 ? 36 : knot)) }, / in cell /],
    ["fewer sums", { sums: potential.sums.map((knot) => (knot === 176 ? 120 : knot)) }, /^too few sums$/],
    ["values cut short", { values: potential.values.slice(0, 20_000) }, / in cell /],
  ])("refuses %s", (_, edited, reason) => {
    expect(checkEndsPotential({ ...potential, ...edited })).toMatch(reason);
  });
});

describe("gemm-holding-cost of one array", () => {
  const SQUARE = "C[i,j] += A[i,k] * A[k,j]";
  const PAIRS = "C[i,j] += A[i,k] * A[j,k]";
  const workloadOf = (text: string, size: number, depth: number) =>
    einsumWorkload({ text, extents: { i: size, j: size, k: text === SQUARE ? size : depth } });
  const provenFor = (text: string, size: number, depth: number, capacity: number, memories = 1) => {
    const { arrays: _, ...extents } =
      repeatedProductExtents(einsumComputation(workloadOf(text, size, depth))) ?? expect.fail("none");
    const own = { ...instance(1, 1, 1, capacity), extents, memories: BigInt(memories) };
    return proveGemmHoldingCost(own, "one-array")?.value ?? 0n;
  };

  test("half the depth of a product of two arrays", () => {
    expect(provenFor(PAIRS, 5000, 1024, 16384)).toBe(proveGemmHoldingCost(instance(5000, 5000, 512, 16384))?.value);
    expect(provenFor(SQUARE, 1000, 1000, 16384)).toBe(proveGemmHoldingCost(instance(1000, 1000, 500, 16384))?.value);
  });

  test.each([
    [PAIRS, 4096, 512, 1.08],
    [PAIRS, 4096, 1024, 1.04],
    [SQUARE, 1024, 1024, 1.04],
  ])(
    "%s, %d rows, depth %d: more than the segments of a projective statement, and the document verifies",
    (text, size, depth, more) => {
      const report = boundWorkload(workloadOf(text, size, depth), abstractMachine(16384));
      const best = bestBounds(report.bounds).get("slow-fast") ?? expect.fail("no bound");
      expect(best.id).toBe("gemm-holding-cost");
      const segments = report.bounds.find(({ id }) => id === "einsum-projective")?.value ?? 0n;
      expect(Number(best.value) / Number(segments)).toBeGreaterThan(more);
      expect(verifyDocument(boundsDocument(report))).toMatchObject({ valid: true });
    },
  );

  test("never above a schedule", () => {
    const side = fc.integer({ min: 2, max: 200 });
    fc.assert(
      fc.property(side, side, fc.integer({ min: 4, max: 3000 }), fc.boolean(), (size, depth, capacity, square) => {
        const text = square ? SQUARE : PAIRS;
        const workload = workloadOf(text, size, depth);
        const proven = provenFor(text, size, depth, capacity);
        const symmetric = symmetricProduct(workload);
        const apart = gemmWorkload({ m: size, n: size, k: square ? size : depth });
        const costs = [
          // As if there were two arrays.
          ...wordGemms(apart, capacity).map(productTotal),
          ...(symmetric === undefined ? [] : wordSyrks(workload, symmetric, capacity).map(wordSyrkTotal)),
        ];
        expect(square).toBe(symmetric === undefined);
        for (const cost of costs) expect(proven <= cost, `${proven} for ${cost}: ${text}, ${size}, ${depth}`).toBe(true);
      }),
      parameters(200),
    );
  });

  test("nor above the optimum of a small one, or any pebbling found", () => {
    const small = fc.record({
      size: fc.integer({ min: 1, max: 3 }),
      depth: fc.integer({ min: 1, max: 4 }),
      square: fc.boolean(),
    });
    fc.assert(
      fc.property(
        small,
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 1, max: 2 }),
        ({ size, depth, square }, spare, memories) => {
          const text = square ? SQUARE : PAIRS;
          const graph = expand(einsumComputation(workloadOf(text, size, depth)));
          const capacity = minimumCapacity(graph, { sliding: true }) + spare;
          const game = twoLevelGame(capacity, { sliding: true, recomputation: true, processors: memories });
          const { cost } = cheapestFound(graph, game, { trials: 10, vertices: 26 });
          expect(provenFor(text, size, depth, capacity, memories) <= BigInt(cost)).toBe(true);
        },
      ),
      searching(20),
    );
  });

  test("neither form stands for the other, and what is forged is refused", () => {
    const twice = boundsDocument(boundWorkload(workloadOf(PAIRS, 4096, 512), abstractMachine(16384)));
    const apart = boundsDocument(boundWorkload(gemmWorkload({ m: 4096, n: 4096, k: 512 }), abstractMachine(16384)));
    const { bounds } = twice as unknown as { bounds: { id: string; certificate: Record<string, Json> }[] };
    const repeated = bounds.find(({ id }) => id === "gemm-holding-cost")?.certificate ?? expect.fail("no certificate");
    expectEveryForgeryRefused(repeated);
    for (const form of ["two-arrays", "one", 1]) expect(() => verifyCertificate({ ...repeated, form })).toThrow(Refused);
    const { form: _, ...formless } = repeated;
    expect(() => verifyCertificate(formless)).toThrow(Refused);
    const weights = { a: 1, b: 2, partial: 1, output: 1 };
    const instanceOf = repeated["instance"] as Record<string, Json>;
    expect(() => verifyCertificate({ ...repeated, instance: { ...instanceOf, weights } })).toThrow(Refused);
    // Each bound holds by itself, with its own assumptions, and says nothing of the other's workload.
    type Bounds = { bounds: Record<string, Json>[] };
    const isSlices = ({ id }: Record<string, Json>) => String(id).endsWith("holding-cost");
    const withBoundOf = (document: Json, other: Json) => {
      const copy = structuredClone(document) as unknown as Bounds;
      const theirs = (other as unknown as Bounds).bounds.find(isSlices) ?? expect.fail("no bound");
      copy.bounds = copy.bounds.map((bound) => (isSlices(bound) ? theirs : bound));
      return verifyDocument(copy as unknown as Json);
    };
    expect(withBoundOf(twice, twice)).toMatchObject({ valid: true });
    for (const [document, other] of [
      [twice, apart],
      [apart, twice],
    ] as const) {
      expect(withBoundOf(document, other)).toMatchObject({ valid: false, reason: "no theorem about this workload" });
    }
  });
});
