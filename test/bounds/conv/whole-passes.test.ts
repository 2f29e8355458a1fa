import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import { certificateToJson } from "../../../src/bounds/certificates/json.js";
import { convolutionAsProduct, convolutionInstance, convolutionShape } from "../../../src/bounds/conv/shape.js";
import { proveConvWholePasses } from "../../../src/bounds/conv/whole-passes.js";
import { proveGemmWholePasses } from "../../../src/bounds/gemm/whole-passes.js";
import { bestBounds } from "../../../src/bounds/prove.js";
import { type SlicesOfKind, wholePasses } from "../../../src/bounds/shared/whole-passes.js";
import type { ConvOptions, ConvWorkload } from "../../../src/computation/conv.js";
import { convWorkload, windowAxes } from "../../../src/computation/conv.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { wordConvs } from "../../../src/schedules/two-level/conv/schedules.js";
import { wordConvTotal } from "../../../src/schedules/two-level/conv/words.js";
import { verifyCertificate } from "../../../src/verify/certificate.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { Refused } from "../../../src/verify/shared/fields.js";
import { counted, parameters } from "../../properties/arbitraries.js";
import { anyMachine, expectVerifies, inWords } from "../documents.js";
import { expectEveryForgeryRefused } from "../edited.js";
import { expectBelowPebblings } from "../small-convolutions.js";

const instanceOf = (options: ConvOptions, fastWords: number, memories = 1) =>
  convolutionInstance(convWorkload(options), inWords(fastWords, memories));

/** Windows, strides and padding of all kinds; filters of one memory to a few. */
const anyConv: fc.Arbitrary<readonly [ConvWorkload, number]> = fc
  .tuple(
    fc.record({
      batch: fc.integer({ min: 1, max: 3 }),
      inChannels: fc.integer({ min: 1, max: 20 }),
      outChannels: fc.integer({ min: 1, max: 30 }),
      height: fc.integer({ min: 5, max: 60 }),
      width: fc.integer({ min: 5, max: 60 }),
      stride: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })),
    }),
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 1, max: 5 }),
    fc.nat(4),
    fc.double({ min: 1, max: 5, noNaN: true }),
  )
  .map(([options, rows, columns, padding, memories]) => {
    const kernel: [number, number] = [rows, columns];
    const workload = convWorkload({ ...options, kernel, padding: Math.min(padding, rows - 1, columns - 1) });
    const weights = options.inChannels * options.outChannels * rows * columns;
    // Schedules need the taps of one output and two words more.
    return [workload, Math.max(rows * columns + 2, Math.round(weights / memories))] as const;
  });

/** The theorem's sum over every output pixel by itself. */
function pixelByPixel(workload: ConvWorkload, instance: ReturnType<typeof convolutionInstance>, fits: bigint): bigint {
  const uses = convolutionShape(instance).classes.map(({ inputUses }) => Number(inputUses) / workload.outChannels);
  const shared = BigInt(Math.max(...uses));
  const [rows, columns] = windowAxes(workload).map(({ extent, kernel, stride, padding }) => {
    const outputs = Number((extent + 2n * padding - kernel) / stride) + 1;
    return Array.from({ length: outputs }, (_, p) => {
      const met = Array.from({ length: Number(kernel) }, (_tap, r) => p * Number(stride) + r - Number(padding));
      return met.filter((at) => at >= 0 && at < Number(extent)).length;
    });
  }) as [number[], number[]];
  const o = BigInt(workload.outChannels);
  const kinds: SlicesOfKind[] = [];
  for (const high of rows) {
    for (const wide of columns) {
      const inputs = { count: BigInt(workload.inChannels * high * wide), weight: 1n };
      kinds.push({ slices: BigInt(workload.batch), rows: { count: o, weight: shared }, columns: inputs, free: o * shared });
    }
  }
  return wholePasses(kinds, fits, shared, o * BigInt(workload.batch * rows.length * columns.length)) ?? 0n;
}

test("it is not above any schedule", () => {
  let [claimed, silent] = [0, 0];
  fc.assert(
    fc.property(anyConv, ([workload, fastWords]) => {
      const proven = proveConvWholePasses(convolutionInstance(workload, inWords(fastWords)))?.value ?? 0n;
      if (proven > 0n) claimed++;
      else silent++;
      for (const schedule of wordConvs(workload, fastWords)) {
        const moved = wordConvTotal(schedule);
        expect(proven <= moved, `${schedule.id}: ${proven} for ${moved}`).toBe(true);
      }
    }),
    counted(20),
  );
  expect(claimed).toBeGreaterThan(silent);
});

test("it is not above the optimum of a small convolution, nor any pebbling found", () => {
  expectBelowPebblings(proveConvWholePasses, 3);
});

describe("what it is worth", () => {
  test("filters of 1.125 memories: the largest bound by a seventh", () => {
    const workload = convWorkload({ batch: 8, inChannels: 128, outChannels: 128, height: 112, kernel: 3, padding: 1 });
    const report = boundWorkload(workload, abstractMachine(131_072));
    const best = bestBounds(report.bounds).get("slow-fast") ?? expect.fail("no bound");
    expect(best.id).toBe("conv-whole-passes");
    const others = report.bounds.filter(({ id }) => id !== best.id).map(({ value }) => Number(value));
    expect(Number(best.value) / Math.max(...others)).toBeGreaterThan(8 / 7);
    expect(verifyDocument(boundsDocument(report))).toMatchObject({ valid: true });
  });

  test("a pixel pays for whole memories of filters and what is left over; pixels at the borders for the taps that they have", () => {
    fc.assert(
      fc.property(anyConv, ([workload, fastWords]) => {
        const instance = convolutionInstance(workload, inWords(fastWords));
        const certificate = proveConvWholePasses(instance);
        fc.pre(certificate !== undefined);
        expect(certificate?.value).toBe(pixelByPixel(workload, instance, BigInt(fastWords)));
      }),
      parameters(60),
    );
  });

  test("kernels of hundreds of taps: in steps, no more than pixel by pixel, and verified", () => {
    const of = (kernel: string, padding: readonly [number, number], height: number, width: number) =>
      convWorkload({ inChannels: 8, outChannels: 8, height, width, kernel, padding: [...padding] });
    for (const workload of [of("1x700", [0, 699], 1, 1500), of("130x70", [129, 69], 180, 90)]) {
      const instance = convolutionInstance(workload, inWords(5000));
      const certificate = proveConvWholePasses(instance) ?? expect.fail("nothing proven");
      expect(verifyCertificate(JSON.parse(JSON.stringify(certificateToJson(certificate))))).toMatchObject({
        value: certificate.value,
      });
      const exact = pixelByPixel(workload, instance, 5000n);
      expect(certificate.value).toBeLessThanOrEqual(exact);
      expect(Number(certificate.value) / Number(exact)).toBeGreaterThan(0.97);
    }
  });

  test("a convolution that is a product has the bound of the product with B resident", () => {
    const options = { batch: 3, inChannels: 160, outChannels: 128, height: 60, kernel: 1, stride: 2 };
    const instance = instanceOf(options, 16_384);
    const extents = convolutionAsProduct(instance) ?? expect.fail("no product");
    const weights = { a: 1n, b: 1n, partial: 1n, output: 1n };
    const product = proveGemmWholePasses({ extents, weights, capacity: 16_384n, memories: 1n });
    expect(product).toMatchObject({ resident: "b", fits: 16_384n });
    expect(proveConvWholePasses(instance)?.value).toBe(product?.value);
  });

  test("nothing where the filters fit, or no word does", () => {
    const filters = { inChannels: 8, outChannels: 8, height: 30, kernel: 3 };
    const weights = { input: 2n, filter: 2n, partial: 4n, output: 2n };
    expect(proveConvWholePasses({ ...instanceOf(filters, 1), weights })).toBeUndefined();
    expect(proveConvWholePasses(instanceOf({ inChannels: 8, outChannels: 8, height: 30, kernel: 3 }, 577))).toBeUndefined();
    expect(proveConvWholePasses(instanceOf({ inChannels: 8, outChannels: 8, height: 30, kernel: 3 }, 576))).toBeDefined();
  });
});

test("every certificate verifies, on every machine", () => {
  const workload = anyConv.map(([some]) => some);
  fc.assert(fc.property(workload, anyMachine, expectVerifies), parameters(20));
});

test("a forged certificate is refused", () => {
  const options = { batch: 8, inChannels: 128, outChannels: 128, height: 30, kernel: 3, stride: [1, 2], padding: 1 } as const;
  const proven = proveConvWholePasses(instanceOf({ ...options, stride: [1, 2] }, 60_000)) ?? expect.fail("nothing proven");
  const certificate = JSON.parse(JSON.stringify(certificateToJson(proven)));
  expect(verifyCertificate(certificate)).toMatchObject({ theorem: "conv-whole-passes" });
  expectEveryForgeryRefused(certificate);
  const { axes, weights, channels } = certificate.instance;
  const broken = [
    { ...certificate, extra: 1 },
    { ...certificate, fits: 59_999 },
    { ...certificate, instance: { ...certificate.instance, axes: [{ ...axes[0], stride: 2 }, axes[1]] } },
    { ...certificate, instance: { ...certificate.instance, axes: [axes[0], { ...axes[1], padding: 0 }] } },
    { ...certificate, instance: { ...certificate.instance, weights: { ...weights, filter: 2 } } },
    { ...certificate, instance: { ...certificate.instance, channels: { ...channels, input: 127 } } },
  ];
  for (const json of broken) expect(() => verifyCertificate(json)).toThrow(Refused);
});
