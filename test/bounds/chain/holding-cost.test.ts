import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { ChainInstance } from "../../../src/bounds/certificates/chain.js";
import type { Json } from "../../../src/bounds/certificates/json.js";
import { certificateToJson, toJson } from "../../../src/bounds/certificates/json.js";
import { proveChainHoldingCost } from "../../../src/bounds/chain/holding-cost.js";
import { proveRecomputationAmortized } from "../../../src/bounds/chain/recomputation.js";
import { bestBounds } from "../../../src/bounds/prove.js";
import { CONDITIONS } from "../../../src/bounds/requirements.js";
import { chainWorkload } from "../../../src/computation/chain.js";
import { ffnWorkload } from "../../../src/computation/ffn.js";
import { abstractMachine, gpuNamed } from "../../../src/machines/registry.js";
import { wordChains } from "../../../src/schedules/two-level/chain/schedules.js";
import { chainTotal } from "../../../src/schedules/two-level/chain/words.js";
import { wordFfns } from "../../../src/schedules/two-level/ffn/schedules.js";
import { verifyCertificate } from "../../../src/verify/certificate.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { parameters } from "../../properties/arbitraries.js";
import { expectEveryForgeryRefused } from "../edited.js";

const ROOT = 128;
const UNIT_WEIGHTS = { a: 1n, b: 1n, h: 1n, d: 1n, partial: 1n, output: 1n };

function instance(m: number, k: number, l: number, n: number, capacity: number, factors = 1n): ChainInstance {
  const [bm, bk, bl, bn] = [m, k, l, n].map(BigInt) as [bigint, bigint, bigint, bigint];
  const extents = { batch: 1n, m: bm, k: bk, l: bl, n: bn, pairs: bm * bl, factors };
  return { extents, weights: UNIT_WEIGHTS, capacity: BigInt(capacity), memories: 1n };
}

function documentOf(certificate: ReturnType<typeof proveChainHoldingCost>): Record<string, Json> {
  return certificateToJson(certificate as NonNullable<typeof certificate>) as Record<string, Json>;
}

describe("chain-holding-cost", () => {
  test.each([
    [3, 3, 12160, 12950],
    [4, 4, 16230, 16980],
    [6, 2, 15825, 16980],
    [8, 8, 32220, 33040],
  ])("above the other theorems at k = %d√S, n = %d√S, and the checker agrees", (k, n, thousandths, schedule) => {
    const report = boundWorkload(chainWorkload({ m: 16384, k: k * ROOT, l: 16384, n: n * ROOT }), abstractMachine(16384));
    expect(bestBounds(report.bounds).get("slow-fast")).toMatchObject({ id: "chain-holding-cost" });
    expect(verifyDocument(boundsDocument(report))).toMatchObject({ valid: true });
    const long = proveChainHoldingCost(instance(2 ** 17, k * ROOT, 2 ** 17, n * ROOT, 16384))?.value ?? 0n;
    expect(Number((1000n * long) / 2n ** 34n)).toBeGreaterThanOrEqual(thousandths);
    expect(long).toBeLessThan((BigInt(schedule) * 2n ** 34n) / 1000n);
  });

  test("k = n = 8√S: more than 2·ml(k + n)/√S, the sum of what is known of the two products, with recomputation", () => {
    const words = proveChainHoldingCost(instance(2 ** 17, 1024, 2 ** 17, 1024, 16384))?.value ?? 0n;
    expect(words).toBeGreaterThan(2n * 2n ** 34n * 16n);
  });

  test("a gated block on an SM: above what recomputation alone is charged, below every schedule, and the checker agrees", () => {
    const shape = { tokens: 8192, model: 4096, hidden: 14336, gated: true };
    const fastWords = 262144;
    const report = boundWorkload(ffnWorkload(shape), abstractMachine(fastWords));
    const best = bestBounds(report.bounds).get("slow-fast");
    expect(best).toMatchObject({ id: "chain-holding-cost" });
    expect(verifyDocument(boundsDocument(report))).toMatchObject({ valid: true });
    const recomputation = proveRecomputationAmortized(instance(8192, 4096, 14336, 4096, fastWords, 2n));
    expect(best?.value).toBeGreaterThan(((recomputation?.value ?? 0n) * 103n) / 100n);
    for (const { total } of wordFfns(ffnWorkload(shape), fastWords)) expect(best?.value).toBeLessThan(total);
  });

  test("the same block in bf16 on the SMs of an H100, accumulators in fp32: above every other theorem, and the checker agrees", () => {
    const shape = { tokens: 8192, model: 4096, hidden: 14336, gated: true };
    const report = boundWorkload(ffnWorkload(shape), gpuNamed("h100"));
    expect(bestBounds(report.bounds, new Set(CONDITIONS)).get("l2-sm")).toMatchObject({
      id: "chain-holding-cost-wide-accumulators",
    });
    expect(verifyDocument(boundsDocument(report))).toMatchObject({ valid: true });
  });

  test("says nothing where k is short, nor in little memory", () => {
    expect(proveChainHoldingCost(instance(4096, 60, 4096, 300, 16384))).toBeUndefined();
    expect(proveChainHoldingCost(instance(1, 1, 1, 1, 3))).toBeUndefined();
  });

  test("words of one size count as words", () => {
    const words = instance(5000, 400, 3000, 350, 16384);
    const proven = proveChainHoldingCost(words)?.value ?? 0n;
    const weights = { a: 4n, b: 2n, h: 2n, d: 2n, partial: 2n, output: 2n };
    const bytes = proveChainHoldingCost({ ...words, weights, capacity: 32769n });
    expect(bytes).toMatchObject({ room: 16385n });
    expect(2n * proven - (bytes?.value ?? 0n)).toBeLessThan(2n);
  });

  test("a forged certificate is refused, each claim for its own reason", () => {
    const wide = { a: 2n, b: 2n, h: 2n, d: 2n, partial: 4n, output: 2n };
    for (const own of [
      instance(5000, 400, 3000, 350, 16384),
      instance(3000, 800, 2000, 200, 16384, 2n),
      { ...instance(3000, 800, 2000, 120, 65536), weights: wide },
    ]) {
      const document = documentOf(proveChainHoldingCost(own));
      expect(verifyCertificate(document)).toMatchObject({ theorem: "chain-holding-cost" });
      expectEveryForgeryRefused(document);
    }
    const document = documentOf(proveChainHoldingCost(instance(5000, 400, 3000, 350, 16384)));
    const refused = (change: Record<string, Json>, why: RegExp) =>
      expect(() => verifyCertificate({ ...document, ...change })).toThrow(why);
    refused({ extraHoldingCost: "3/2" }, /above what an interval costs/);
    refused({ extraHoldingCost: "-1/64" }, /no positive fraction/);
    refused({ extraHoldingCost: "1/0" }, /no positive fraction/);
    refused({ room: 16384 }, /the sums of a memory and one more/);
    refused({ extraHoldingCost: "0/1", first: [{ potential: "credit 1/2", share: "1/1" }] }, /below that at a load of H/);
    refused({ first: [{ potential: "row cost 1, holding cost 7/5", share: "1/1" }] }, /no such potential/);
    refused({ value: (document["value"] as number) + 1 }, /more than the theorem proves/);
    refused({ value: (document["value"] as number) - 1 }, /fewer than the theorem proves/);
  });

  test("a k too short for recomputation is refused", () => {
    const document = documentOf(proveChainHoldingCost(instance(5000, 400, 3000, 350, 16384)));
    const short = toJson(instance(5000, 110, 3000, 350, 16384));
    expect(() => verifyCertificate({ ...document, instance: short })).toThrow(/k too short for recomputation/);
    const half = structuredClone(short) as { extents: Record<string, Json> };
    half.extents["k"] = 60;
    expect(() => verifyCertificate({ ...document, instance: half as unknown as Json })).toThrow(/k too short/);
  });

  test("does not fall as n or the factors grow, nor rise with the memory", () => {
    const value = (k: number, n: number, capacity: number, factors = 1n) =>
      proveChainHoldingCost(instance(1_000_000, k, 1_000_000, n, capacity, factors))?.value ?? 0n;
    const side = fc.integer({ min: 100, max: 1500 });
    fc.assert(
      fc.property(side, side, fc.integer({ min: 0, max: 50 }), (k, n, more) => {
        const own = value(k, n, 16384);
        expect(value(k, n + more, 16384)).toBeGreaterThanOrEqual(own);
        expect(value(k, n, 16384, 2n)).toBeGreaterThanOrEqual(own);
        expect(own).toBeGreaterThanOrEqual(value(k, n, 16384 + 40 * more));
      }),
      parameters(200),
    );
  });

  test("never above a schedule, whatever the sides and the memory", () => {
    const side = fc.integer({ min: 1, max: 150 });
    fc.assert(
      fc.property(side, side, side, side, fc.integer({ min: 4, max: 600 }), fc.boolean(), (m, k, l, n, fastWords, gated) => {
        const bound = proveChainHoldingCost(instance(m, k, l, gated ? k : n, fastWords, gated ? 2n : 1n))?.value ?? 0n;
        const costs = gated
          ? wordFfns(ffnWorkload({ tokens: m, model: k, hidden: l, gated }), fastWords).map(({ total }) => total)
          : wordChains(chainWorkload({ m, k, l, n }), fastWords).map(({ words }) => chainTotal(words));
        for (const cost of costs) expect(bound <= cost, `${bound} > ${cost}`).toBe(true);
      }),
      parameters(300),
    );
  });
});
