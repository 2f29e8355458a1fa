import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import { certificateToJson } from "../../../src/bounds/certificates/json.js";
import { proveConvHoldingCost } from "../../../src/bounds/conv/holding-cost.js";
import { proveConvSegments } from "../../../src/bounds/conv/segments.js";
import { convolutionAsProduct, convolutionInstance, convolutionShape } from "../../../src/bounds/conv/shape.js";
import { proveGemmHoldingCost } from "../../../src/bounds/gemm/holding-cost.js";
import { bestBounds } from "../../../src/bounds/prove.js";
import type { ConvOptions, ConvWorkload } from "../../../src/computation/conv.js";
import { convWorkload } from "../../../src/computation/conv.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { wordConvs } from "../../../src/schedules/two-level/conv/schedules.js";
import { wordConvTotal } from "../../../src/schedules/two-level/conv/words.js";
import { verifyCertificate } from "../../../src/verify/certificate.js";
import { Refused } from "../../../src/verify/shared/fields.js";
import { parameters } from "../../properties/arbitraries.js";
import { anyMachine, expectVerifies, inWords } from "../documents.js";
import { boundClaims, type Change, expectEveryEditRefused, expectEveryForgeryRefused } from "../edited.js";
import { expectBelowPebblings } from "../small-convolutions.js";

const instanceOf = (options: ConvOptions, fastWords: number, memories = 1) =>
  convolutionInstance(convWorkload(options), inWords(fastWords, memories));
const provenFor = (options: ConvOptions, fastWords: number): bigint =>
  proveConvHoldingCost(instanceOf(options, fastWords))?.value ?? 0n;

/** Windows, strides and padding of all kinds; few words and many, channels about the root of the memory among them. */
const anyConv: fc.Arbitrary<readonly [ConvWorkload, number]> = fc
  .tuple(
    fc.record({
      batch: fc.integer({ min: 1, max: 3 }),
      outChannels: fc.integer({ min: 1, max: 60 }),
      height: fc.integer({ min: 5, max: 40 }),
      width: fc.integer({ min: 5, max: 40 }),
      stride: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })),
    }),
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 1, max: 5 }),
    fc.nat(4),
    fc.integer({ min: 40, max: 4000 }),
    fc.double({ min: 0.2, max: 4, noNaN: true }),
  )
  .map(([options, rows, columns, padding, fastWords, depth]) => {
    const kernel: [number, number] = [rows, columns];
    const inChannels = Math.max(1, Math.round((depth * Math.sqrt(fastWords)) / Math.sqrt(rows * columns)));
    const pad = Math.min(padding, rows - 1, columns - 1);
    return [convWorkload({ ...options, inChannels, kernel, padding: pad }), fastWords] as const;
  });

test("it is not above any schedule", () => {
  fc.assert(
    fc.property(anyConv, ([workload, fastWords]) => {
      const proven = proveConvHoldingCost(convolutionInstance(workload, inWords(fastWords)))?.value ?? 0n;
      for (const schedule of wordConvs(workload, fastWords)) {
        const moved = wordConvTotal(schedule);
        expect(proven <= moved, `${schedule.id}: ${proven} for ${moved}`).toBe(true);
      }
    }),
    parameters(150),
  );
});

test("it is not above the optimum of a small convolution, nor any pebbling found", () => {
  expectBelowPebblings(proveConvHoldingCost, 5);
});

describe("what it is worth", () => {
  const ofProduct = (m: bigint, k: number): bigint => {
    const extents = { batch: 1n, m, n: 4096n, k: BigInt(k) };
    const weights = { a: 1n, b: 1n, partial: 1n, output: 1n };
    return proveGemmHoldingCost({ extents, weights, capacity: 16_384n, memories: 1n })?.value ?? 0n;
  };

  // The taps that an input meets share its word: 3C for 3 × 3 windows, (1 + √2)²·C at a stride of 2, √6·C for 2 × 3.
  test.each([
    ["3 × 3", { inChannels: 85, kernel: 3, stride: 1 }, 3 * 85],
    ["3 × 3, deep", { inChannels: 171, kernel: 3, stride: 1 }, 3 * 171],
    ["3 × 3 at a stride of 2", { inChannels: 88, kernel: 3, stride: 2 }, (1 + Math.SQRT2) ** 2 * 88],
    ["2 × 3", { inChannels: 150, kernel: "2x3", stride: 1 }, Math.sqrt(6) * 150],
    ["windows that do not overlap", { inChannels: 60, kernel: 3, stride: 3 }, 9 * 60],
  ])("%s: an output costs what one of the product of that depth does", (_, options, depth) => {
    const instance = instanceOf({ ...options, outChannels: 4096, height: 1000 }, 16_384);
    const { outputs } = convolutionShape(instance);
    const proven = proveConvHoldingCost(instance)?.value ?? 0n;
    // The size 1/3 of a word is rounded down.
    const [trillion, of] = [10n ** 12n, ofProduct(outputs / 4096n, Math.floor(depth))];
    expect(trillion * proven).toBeGreaterThanOrEqual((trillion - 10n) * of);
    expect(proven).toBeLessThanOrEqual(ofProduct(outputs / 4096n, Math.ceil(depth)));
    expect(proven).toBeGreaterThan(proveConvSegments(instance)?.value ?? 0n);
  });

  test("within 6 % of a schedule for windows of 1 × 2", () => {
    const options = { batch: 2, inChannels: 87, outChannels: 162, height: 135, width: 109, kernel: "1x2" };
    const proven = Number(provenFor(options, 10_237));
    const moved = Math.min(...wordConvs(convWorkload(options), 10_237).map((found) => Number(wordConvTotal(found))));
    expect(proven / moved).toBeGreaterThan(0.94);
    expect(proven).toBeLessThanOrEqual(moved);
  });

  test("a convolution that is a product has the bound of the product", () => {
    const options = { batch: 3, inChannels: 260, outChannels: 500, height: 60, kernel: 1, stride: 2 };
    const instance = instanceOf(options, 16_384);
    const extents = convolutionAsProduct(instance) ?? expect.fail("no product");
    const weights = { a: 1n, b: 1n, partial: 1n, output: 1n };
    const product = proveGemmHoldingCost({ extents, weights, capacity: 16_384n, memories: 1n });
    expect(proveConvHoldingCost(instance)).toMatchObject({ value: product?.value, potentials: product?.potentials });
  });

  test("the best of all for layers of 256 channels in the memory of an SM, and 28 × 28 and larger images", () => {
    for (const height of [28, 56]) {
      const workload = convWorkload({ batch: 8, inChannels: 256, outChannels: 256, height, kernel: 3, padding: 1 });
      const report = boundWorkload(workload, abstractMachine(131_072));
      expect(bestBounds(report.bounds).get("slow-fast")).toMatchObject({ id: "conv-holding-cost" });
    }
  });

  test("where borders leave outputs without some of their taps, less, by what they lack", () => {
    const options = { inChannels: 200, outChannels: 512, height: 64, kernel: 3 };
    const [padded, whole] = [provenFor({ ...options, padding: 1 }, 16_384), provenFor({ ...options, height: 66 }, 16_384)];
    expect(padded).toBeLessThan(whole);
    // Each of 4·64 edges lacks three of nine taps, and the holding costs of the whole memory stand in for them.
    expect(Number(whole - padded) / Number(whole)).toBeLessThan((1.3 * 4 * 64 * 3) / 9 / 64 ** 2);
  });
});

test("every certificate verifies, on every machine", () => {
  const workload = anyConv.map(([some]) => some);
  fc.assert(fc.property(workload, anyMachine, expectVerifies), parameters(20));
});

const CHANGES: readonly Change[] = [
  (leaf) => (typeof leaf === "number" ? leaf + 1 : `${leaf}1`),
  (leaf) => (typeof leaf === "number" ? leaf - 1 : `${leaf} `),
  (leaf) => (typeof leaf === "number" ? 2 * leaf + 3 : "credit 1/1"),
];

describe("what is forged is refused", () => {
  const options = { batch: 8, inChannels: 256, outChannels: 256, height: 30, kernel: 3, stride: [1, 2], padding: 1 } as const;

  test("a certificate", () => {
    const proven = proveConvHoldingCost(instanceOf({ ...options, stride: [1, 2] }, 131_072)) ?? expect.fail("nothing proven");
    expect(proven.potentials.length).toBeGreaterThan(0);
    const certificate = JSON.parse(JSON.stringify(certificateToJson(proven)));
    expectEveryForgeryRefused(certificate);
    const { axes, weights, channels } = certificate.instance;
    const broken = [
      { ...certificate, extra: 1 },
      { ...certificate, instance: { ...certificate.instance, axes: [{ ...axes[0], stride: 2 }, axes[1]] } },
      { ...certificate, instance: { ...certificate.instance, axes: [axes[0], { ...axes[1], kernel: 2 }] } },
      { ...certificate, instance: { ...certificate.instance, axes: [axes[0], { ...axes[1], padding: 0 }] } },
      { ...certificate, instance: { ...certificate.instance, weights: { ...weights, filter: 2 } } },
      { ...certificate, instance: { ...certificate.instance, channels: { ...channels, input: 255 } } },
    ];
    for (const json of broken) expect(() => verifyCertificate(json)).toThrow(Refused);
  });

  test("a claim of a document", () => {
    const document = boundsDocument(boundWorkload(convWorkload({ ...options, stride: [1, 2] }), abstractMachine(131_072)));
    const claims = boundClaims(document).filter((path) => path.includes("potentials") || path.includes("room"));
    expect(claims.length).toBeGreaterThanOrEqual(3);
    expectEveryEditRefused(document, claims, () => CHANGES);
  });
});
