import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { ProductRandomCutsCertificate } from "../../src/bounds/certificates/gemm.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { proveProductIntervals } from "../../src/bounds/gemm/intervals.js";
import { proveProductRandomCuts } from "../../src/bounds/gemm/random-cuts.js";
import { proveProductPasses } from "../../src/bounds/gemm/whole-passes.js";
import { bestBounds } from "../../src/bounds/prove.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { verifyCertificate } from "../../src/verify/certificate.js";
import { verifyDocument } from "../../src/verify/document.js";
import { parameters } from "../properties/arbitraries.js";
import { edited, expectEveryForgeryRefused } from "./edited.js";
import { type Course, courseOf, leastOfRandomDeal } from "./random-cuts.js";
import { expectBelowPebblings, expectBelowSchedules } from "./resident-operand.js";
import { cheapest, instance } from "./textbook-products.js";

function proven(m: number, n: number, k: number, capacity: number): number {
  return Number(proveProductRandomCuts(instance(m, n, k, capacity))?.value ?? 0n);
}

describe("product-random-cuts", () => {
  test("A of four whole memories: more than whole passes, the largest bound, below the best schedule", () => {
    const [m, n, k, s] = [512, 131_072, 128, 16384];
    const passes = Number(proveProductPasses(instance(m, n, k, s))?.value);
    expect(passes).toBe(n * 4 * k + m * n);
    // Two thirds of √(4·129) a column, at least.
    expect(proven(m, n, k, s) - passes).toBeGreaterThan((2 / 3) * n * Math.sqrt(516));
    expect(proven(m, n, k, s)).toBeLessThan(cheapest(m, n, k, s));
    const report = boundWorkload(gemmWorkload({ m, n, k }), abstractMachine(s));
    expect(bestBounds(report.bounds).get("slow-fast")).toMatchObject({ id: "product-random-cuts" });
    expect(verifyDocument(boundsDocument(report))).toMatchObject({ valid: true });
  });

  test("columns longer than √S: passes by whole rows, and what is missing besides", () => {
    const [m, n, k, s] = [512, 131_072, 160, 16384];
    // Five memories of A, k words of B for each.
    expect(proven(m, n, k, s)).toBeGreaterThan(n * 5 * k + m * n);
    expect(proven(m, n, k, s)).toBeGreaterThan(Number(proveProductIntervals(instance(m, n, k, s)).value));
    expect(proven(m, n, k, s)).toBeLessThan(cheapest(m, n, k, s));
    // Longer than √(2S): no longer by whole rows.
    expect(proven(512, n, 192, s)).toBeGreaterThan(n * 6 * Math.sqrt(2 * s) * 0.99 + 512 * n);
    expect(proven(512, n, 192, s)).toBeLessThan(cheapest(512, n, 192, s));
  });

  test("A or B, whichever stays; nothing where neither fills a memory", () => {
    expect(proveProductRandomCuts(instance(512, 131_072, 64, 16384))?.resident).toBe("a");
    expect(proveProductRandomCuts(instance(131_072, 512, 64, 16384))?.resident).toBe("b");
    expect(proven(512, 131_072, 64, 16384)).toBe(proven(131_072, 512, 64, 16384));
    expect(proveProductRandomCuts(instance(100, 100, 100, 10_001))).toBeUndefined();
    expect(proveProductRandomCuts(instance(128, 10, 128, 16384))).toBeUndefined();
    const wide = { a: 2n, b: 2n, partial: 2n, output: 2n };
    expect(proveProductRandomCuts({ ...instance(100, 100, 100, 1), weights: wide })).toBeUndefined();
  });

  test("any number of memories, for nothing; words of one size of any number of bytes", () => {
    const own = instance(512, 131_072, 64, 16384);
    const value = proveProductRandomCuts(own)?.value ?? 0n;
    expect(proveProductRandomCuts({ ...own, memories: 132n })?.value).toBe(value);
    const bytes = { ...own, weights: { a: 4n, b: 4n, partial: 4n, output: 4n }, capacity: 4n * own.capacity };
    const inBytes = proveProductRandomCuts(bytes)?.value ?? 0n;
    expect(inBytes).toBeGreaterThan(4n * (value - 1n));
    expect(inBytes).toBeLessThanOrEqual(4n * value);
  });

  test("never above a schedule where an operand is between one memory and many", () => {
    expectBelowSchedules(proveProductRandomCuts, { side: 90, memories: 12 });
  });

  test("nor above any pebbling found of a small product, before one or two memories", () => {
    expectBelowPebblings(proveProductRandomCuts, { m: [4, 10], k: 6, share: 90 });
  });

  test("what cuts hold is paid for, segments see no more than they may, and cuts between them go no more often than ω", () => {
    fc.assert(
      fc.property(courses, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 11 }), (turns, o, x) => {
        fc.pre(x < o);
        const s = 8 * o + x;
        const { segments, loads } = courseOf(turns, { s, o, x });
        const held = segments.reduce((sum, { kept, free }, i) => sum + (i === 0 ? 0 : kept * free), 0);
        expect(held).toBeLessThanOrEqual(loads + 1e-9);
        for (let i = 0; i < segments.length; i++) {
          let [gap, gone, opened] = [0, 1, false];
          for (let j = i + 1; j < segments.length && gone > 0; j++) {
            const { gap: further, kept, open } = segments[j] as Course["segments"][number];
            [gap, gone, opened] = [gap + further, gone * (1 - kept), opened || open];
            if (gone === 0) break;
            const most = opened ? together(gap, o, x) : 1 - gap / o;
            expect(gone).toBeLessThanOrEqual(most + 1e-9);
            const seen = segments.slice(i + 1, j + 1).reduce((sum, one) => sum + one.loads, segments[i]?.sees ?? 0);
            expect(seen).toBeLessThanOrEqual(s - x + gap + 1e-9);
          }
        }
      }),
      parameters(2000),
    );
  });

  test("a slice pays Ψ or more, on average over which cuts are kept, however its pairs are dealt out to segments", () => {
    const wide = fc.integer({ min: 8, max: 30 });
    const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 });
    fc.assert(
      fc.property(wide, wide, fc.double({ min: 1, max: 9, noNaN: true }), courses, seeds, (m, k, memories, turns, seed) => {
        const s = Math.max(16, Math.floor((m * k) / memories));
        const certificate = proveProductRandomCuts(instance(m, 10 ** 9, k, s));
        fc.pre(certificate !== undefined && certificate.resident === "a");
        const { room, less, slice } = certificate as ProductRandomCutsCertificate;
        const course = courseOf(turns, { s, o: Number(room), x: Number(less) });
        const paid = leastOfRandomDeal(course, { m, k, s, o: Number(room), x: Number(less) }, seed);
        fc.pre(paid !== undefined);
        expect(paid).toBeGreaterThanOrEqual(Number(slice) / 2 ** 20 - 1e-6);
      }),
      parameters(1500),
    );
  });

  test("and hardly more where memory is filled and emptied over and over", () => {
    for (const [m, k, s] of [
      [10, 33, 250],
      [45, 61, 2718],
    ] as const) {
      const certificate = proveProductRandomCuts(instance(m, 10 ** 9, k, s));
      if (certificate === undefined) throw new Error("nothing proven");
      const sizes = { s, o: Number(certificate.room), x: Number(certificate.less) };
      const full = { near: 0, aside: 0, swaps: 0 };
      const course = courseOf([full, { ...full, near: 7 }, full, { ...full, near: 7 }, full, { ...full, near: 7 }, full], sizes);
      const seeds = Array.from({ length: 40 }, (_, seed) => seed + 1);
      const paid = seeds.map((seed) => leastOfRandomDeal(course, { m, k, ...sizes }, seed) ?? Number.POSITIVE_INFINITY);
      const least = Math.min(...paid) / (Number(certificate.slice) / 2 ** 20);
      expect(least).toBeGreaterThanOrEqual(1);
      expect(least).toBeLessThan(1.02);
    }
  });

  test("a forged certificate is refused", () => {
    const certificate = proveProductRandomCuts(instance(512, 131_072, 128, 16384));
    if (certificate === undefined) throw new Error("nothing proven");
    const document = certificateToJson(certificate);
    expect(verifyCertificate(document as Record<string, Json>)).toMatchObject({ theorem: "product-random-cuts" });
    expectEveryForgeryRefused(document);
    const changed = (path: readonly string[], to: Json) => () =>
      verifyCertificate(edited(document, path, () => to) as Record<string, Json>);
    expect(changed(["resident"], "c")).toThrow("neither a nor b");
    expect(changed(["room"], 20_000)).toThrow("more than a slice may hold");
    expect(changed(["room"], Number(certificate.room) + 20)).toThrow("closed segments might do the work of open ones");
    expect(changed(["less"], Number(certificate.room))).toThrow("not below the room");
    expect(changed(["less"], Number(certificate.room) - 1)).toThrow("too near the room");
    expect(changed(["price"], Number(certificate.price) + 2000)).toThrow("small parts may cost less");
    expect(changed(["slice"], Number(certificate.slice) + 1)).toThrow("slice");
  });
});

/** From one number of words of A in memory to another, some loaded for others there; a few such turns over and over. */
const turn = fc.record({ near: fc.nat(7), aside: fc.integer({ min: -2, max: 2 }), swaps: fc.nat(12) });
const courses = fc
  .tuple(fc.array(turn, { maxLength: 3 }), fc.array(turn, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 8 }))
  .map(([before, over, times]) => [...before, ...Array.from({ length: times }, () => over).flat()]);

/** ω of section 1. */
function together(pairs: number, o: number, x: number): number {
  let most = 0;
  for (let i = 0; i * o < Math.max(pairs, 1e-9); i++) most = Math.max(most, (x / o) ** i * (x / Math.max(o, pairs - i * o)));
  return most;
}
