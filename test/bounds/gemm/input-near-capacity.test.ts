import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { Json } from "../../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../../src/bounds/certificates/json.js";
import { proveGemmInputNearCapacity } from "../../../src/bounds/gemm/input-near-capacity.js";
import { bestBounds } from "../../../src/bounds/prove.js";
import { gemmComputation, gemmWorkload } from "../../../src/computation/gemm.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { expand } from "../../../src/pebble/expand.js";
import { twoLevelGame } from "../../../src/pebble/rules.js";
import { verifyCertificate } from "../../../src/verify/certificate.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { cheapestFound } from "../../pebble/support/cheapest.js";
import { parameters, searching } from "../../properties/arbitraries.js";
import { edited, expectEveryForgeryRefused } from "../edited.js";
import { expectBelowSchedules } from "../resident-operand.js";
import { cheapest, instance } from "../two-level-products.js";

function proven(m: number, n: number, k: number, capacity: number): number {
  return Number(proveGemmInputNearCapacity(instance(m, n, k, capacity))?.value ?? 0n);
}

describe("gemm-input-near-capacity", () => {
  test("filters of just a memory: a 1×1 layer of ResNet-50 is 2 % from its best schedule, for 4 % by compulsory traffic", () => {
    const [m, n, k, capacity] = [512, 6272, 256, 131_072];
    const best = cheapest(m, n, k, capacity);
    expect(best / proven(m, n, k, capacity)).toBeLessThan(1.017);
    expect(best / (m * k + k * n + m * n)).toBeGreaterThan(1.035);
    const report = boundWorkload(gemmWorkload({ m, n, k }), abstractMachine(capacity));
    expect(bestBounds(report.bounds).get("slow-fast")).toMatchObject({ id: "gemm-input-near-capacity" });
    expect(verifyDocument(boundsDocument(report))).toMatchObject({ valid: true });
  });

  test("A of √S × √S words, by hand: about S^¼ words a column", () => {
    // d = 128, r = 11, Λ = 285/1024: 4√((1/2 − Λ)Λ·128) = 11.237…, less 129 + 256, over 12/11.
    const [n, compulsory] = [8192, 128 * 128 + 8192 * 256];
    const paid = 4 * Math.sqrt((227 / 1024) * (285 / 1024) * 128);
    expect(proven(128, n, 128, 16384)).toBe(compulsory + Math.ceil(((n * paid - 385) * 11) / 12));
  });

  test("B for A is the product turned over; nothing where it fits beside a slice, in several memories or for few slices", () => {
    expect(proven(8192, 128, 128, 16384)).toBe(proven(128, 8192, 128, 16384));
    expect(proveGemmInputNearCapacity(instance(8192, 128, 128, 16384))).toMatchObject({ resident: "b" });
    expect(proveGemmInputNearCapacity(instance(128, 8192, 128, 128 * 128 + 128))).toBeUndefined();
    expect(proveGemmInputNearCapacity(instance(128, 128, 128, 16384))).toBeUndefined();
    expect(proveGemmInputNearCapacity({ ...instance(128, 8192, 128, 16384), memories: 2n })).toBeUndefined();
    const pair = instance(128, 8192, 128, 16384);
    expect(proveGemmInputNearCapacity({ ...pair, extents: { ...pair.extents, batch: 2n } })).toBeUndefined();
  });

  test("words of one size count as words", () => {
    const bytes = proveGemmInputNearCapacity({
      ...instance(128, 8192, 128, 32768),
      weights: { a: 2n, b: 2n, partial: 2n, output: 2n },
    });
    expect(Number(bytes?.value) / 2 - proven(128, 8192, 128, 16384)).toBeLessThan(1);
  });

  test("never above a schedule where an operand nearly fits", () => {
    expectBelowSchedules(proveGemmInputNearCapacity, { side: 60, memories: 1.4 });
    const side = fc.integer({ min: 4, max: 60 });
    fc.assert(
      fc.property(side, side, fc.integer({ min: 1, max: 5000 }), fc.integer({ min: -60, max: 300 }), (m, k, n, away) => {
        const capacity = Math.max(3, m * k - away);
        expect(proven(m, n, k, capacity)).toBeLessThanOrEqual(cheapest(m, n, k, capacity));
      }),
      parameters(300),
    );
  });

  test("nor above any pebbling found of a small product", () => {
    const side = fc.integer({ min: 4, max: 6 });
    fc.assert(
      fc.property(side, fc.integer({ min: 20, max: 36 }), side, fc.integer({ min: 7, max: 10 }), (m, n, k, capacity) => {
        const value = proven(m, n, k, capacity);
        fc.pre(value > 0);
        const graph = expand(gemmComputation(gemmWorkload({ m, n, k })));
        const game = twoLevelGame(capacity, { sliding: true, recomputation: true });
        const { cost } = cheapestFound(graph, game, { trials: 2, vertices: 0 });
        expect(value).toBeLessThanOrEqual(Math.min(cost, cheapest(m, n, k, capacity)));
      }),
      searching(12),
    );
  });

  test("does not rise with the memory, nor fall as slices are added", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 0, max: 300 }), (n, more) => {
        const extra = (columns: number, capacity: number) => proven(100, columns, 90, capacity) - (190 * columns + 9000);
        expect(proven(100, n, 90, 8900)).toBeGreaterThanOrEqual(proven(100, n, 90, 8900 + more));
        if (proven(100, n, 90, 8900) > 0) expect(extra(n + 1, 8900)).toBeGreaterThanOrEqual(extra(n, 8900));
      }),
      parameters(100),
    );
  });

  test("a forged certificate is refused", () => {
    const certificate = proveGemmInputNearCapacity(instance(130, 8192, 128, 16384));
    expect(certificate).toBeDefined();
    if (certificate === undefined) return;
    const document = certificateToJson(certificate);
    expect(verifyCertificate(document as Record<string, Json>)).toMatchObject({ theorem: "gemm-input-near-capacity" });
    expectEveryForgeryRefused(document);
    const refused = (path: readonly string[], by: (value: Json) => Json, reason: string) =>
      expect(() => verifyCertificate(edited(document, path, by) as Record<string, Json>)).toThrow(reason);
    refused(["missing"], (missing) => Number(missing) + 1, "more words than are away");
    refused(["holdingCost"], (holdingCost) => Number(holdingCost) - 1, "cost less than they are charged");
    refused(["holdingCost"], (holdingCost) => Number(holdingCost) + 1, "not the least");
    refused(["resident"], () => "b", "the theorem proves");
    refused(["instance", "memories"], () => 2, "one memory");
    refused(["instance", "extents", "batch"], () => 2, "one batch element");
  });
});

describe("the charges of gemm-input-near-capacity", () => {
  /** The least Λ for ⌊√d⌋ = r, in doubles. */
  const holdingCostOf = (root: number): number => {
    let holdingCost = 0.25;
    while (holdingCost < 0.25 + holdingCost / root + 4 * (holdingCost / root) ** 2) holdingCost += 1 / 1024;
    return holdingCost;
  };

  test("a beginning or an end is charged a half at most, whatever words slices around it miss", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 60 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }),
        (root, shares) => {
          const holdingCost = holdingCostOf(root);
          // s_j from 0 to 2/√d, the nearest slice first.
          const holdingCosts = shares.map((share) => (share * 2 * holdingCost) / root);
          let [before, charged] = [0, 0];
          for (const own of holdingCosts) {
            charged += (own / holdingCost) * Math.max(0, 0.5 - before);
            before += own;
          }
          expect(charged).toBeLessThanOrEqual(0.5 + 1e-9);
        },
      ),
      parameters(2000),
    );
  });

  test("a slice pays V beyond what it is charged, whatever it misses", () => {
    const any = fc.record({
      root: fc.integer({ min: 5, max: 40 }),
      more: fc.double({ min: 0, max: 1, noNaN: true }),
      side: fc.integer({ min: 10, max: 400 }),
      tall: fc.double({ min: 1, max: 40, noNaN: true }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(any, ({ root, more, side, tall, share }) => {
        const d = root * root + more * 2 * root;
        const words = side * side * tall;
        fc.pre(d <= words);
        const holdingCost = holdingCostOf(root);
        const least = Math.min(
          4 * Math.sqrt((0.5 - holdingCost) * holdingCost * d),
          side * (0.5 - holdingCost + (holdingCost * d) / words),
        );
        const absent = share * words;
        const slope = Math.min(2 / Math.sqrt(Math.max(absent, d)), side / absent);
        const excess = Math.max(0, d - absent);
        const pays = 0.5 * slope * absent - holdingCost * slope * (absent - d);
        expect(pays).toBeGreaterThanOrEqual(least - (0.5 - holdingCost) * slope * excess - 1e-9);
      }),
      parameters(3000),
    );
  });
});
