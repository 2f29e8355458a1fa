import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { proveProductIntervals } from "../../src/bounds/gemm/intervals.js";
import { proveProductSlices } from "../../src/bounds/gemm/slices.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { wordGemms } from "../../src/schedules/two-level/gemm/schedules.js";
import { verifyCertificate } from "../../src/verify/certificate.js";
import { verifyDocument } from "../../src/verify/document.js";
import { parameters } from "../properties/arbitraries.js";
import { expectEveryForgeryRefused } from "./edited.js";
import { instance } from "./textbook-products.js";

describe("product-slices", () => {
  test("beats windows at k = 2√S, and the checker agrees", () => {
    const report = boundWorkload(gemmWorkload({ m: 4096, n: 4096, k: 256 }), abstractMachine(16384));
    expect(report.bounds.map(({ id }) => id)).toContain("product-slices");
    expect(verifyDocument(boundsDocument(report))).toMatchObject({ valid: true });
    const windows = proveProductIntervals(instance(2 ** 20, 2 ** 20, 256, 16384)).value;
    const slices = proveProductSlices(instance(2 ** 20, 2 ** 20, 256, 16384))?.value ?? 0n;
    expect(Number(slices) / Number(windows)).toBeGreaterThan(1.02);
    expect(slices).toBeLessThan((4864n * 2n ** 40n) / 1000n);
  });

  test("words of one size count as words; wide sums say more where k is long", () => {
    const words = instance(500, 700, 256, 16384);
    const weights = { a: 2n, b: 2n, partial: 2n, output: 2n };
    const bytes = proveProductSlices({ ...words, weights, capacity: 32769n });
    expect(bytes).toMatchObject({ room: 16385n });
    expect(2n * (proveProductSlices(words)?.value ?? 0n) - (bytes?.value ?? 0n)).toBeLessThan(2n);
    const long = { ...instance(2048, 2048, 4096, 262144), weights: { ...weights, partial: 4n } };
    const narrow = proveProductSlices({ ...long, weights })?.value ?? 0n;
    expect(Number(proveProductSlices(long)?.value) / Number(narrow)).toBeGreaterThan(1.3);
  });

  test("never above a schedule, whatever the sides and the memory", () => {
    const side = fc.integer({ min: 1, max: 120 });
    fc.assert(
      fc.property(side, side, side, fc.integer({ min: 3, max: 3000 }), (m, n, k, capacity) => {
        const proven = proveProductSlices(instance(m, n, k, capacity))?.value ?? 0n;
        for (const { id, words } of wordGemms(gemmWorkload({ m, n, k }), capacity)) {
          const { a, b, c, cLoads = 0n } = words;
          expect(proven <= a + b + c + cLoads, `${id}: ${proven} for ${m} × ${n} × ${k} in ${capacity}`).toBe(true);
        }
      }),
      parameters(150),
    );
  });

  test("a forged certificate is refused", () => {
    const certificate = proveProductSlices(instance(5000, 3000, 256, 16384));
    expect(certificate).toBeDefined();
    if (certificate === undefined) return;
    const document = certificateToJson(certificate);
    expect(verifyCertificate(document as Record<string, Json>)).toMatchObject({ theorem: "product-slices" });
    expectEveryForgeryRefused(document);
  });

  test("more waiting than the memory's rent pays is refused", () => {
    const certificate = proveProductSlices(instance(500, 300, 300, 100));
    expect(certificate).toBeDefined();
    if (certificate === undefined) return;
    const document = certificateToJson(certificate) as Record<string, Json>;
    const potentials = [{ potential: "first, rent 9/5, waiting 6/5", share: "1/1" }];
    expect(() => verifyCertificate({ ...document, potentials })).toThrow("more waiting than rent");
  });

  test("does not fall with the extents, nor rise with the memory", () => {
    const value = (n: number, k: number, capacity: number) => proveProductSlices(instance(1000, n, k, capacity))?.value ?? 0n;
    const side = fc.integer({ min: 100, max: 900 });
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
