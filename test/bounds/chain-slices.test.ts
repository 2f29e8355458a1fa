import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { ChainInstance } from "../../src/bounds/certificates/chain.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { proveChainSlices } from "../../src/bounds/chain/slices.js";
import { SLICE_POTENTIALS, type SlicePotential } from "../../src/bounds/potentials/slice-potentials.js";
import { bestBounds } from "../../src/bounds/prove.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { verifyCertificate } from "../../src/verify/certificate.js";
import { verifyDocument } from "../../src/verify/document.js";
import { checkPotential } from "../../src/verify/potentials/slice-potential.js";
import { parameters } from "../properties/arbitraries.js";
import { expectEveryForgeryRefused } from "./edited.js";

const UNIT = 2 ** 20;
const UNIT_WEIGHTS = { a: 1n, b: 1n, h: 1n, d: 1n, partial: 1n, output: 1n };

function instance(m: number, k: number, l: number, n: number, capacity: number): ChainInstance {
  const [bm, bk, bl, bn] = [m, k, l, n].map(BigInt) as [bigint, bigint, bigint, bigint];
  const extents = { batch: 1n, m: bm, k: bk, l: bl, n: bn, pairs: bm * bl, factors: 1n };
  return { extents, weights: UNIT_WEIGHTS, capacity: BigInt(capacity), memories: 1n };
}

describe("potentials of slices", () => {
  test.each(SLICE_POTENTIALS.map((potential) => [potential.id, potential] as const))("%s holds", (_, potential) => {
    expect(checkPotential(potential)).toMatchObject({ price: BigInt(potential.price) });
  });

  test("the proof's table lists those without waiting", () => {
    const proof = readFileSync(new URL("../../proofs/chain-holding-cost.md", import.meta.url), "utf8");
    const fraction = ([top, below]: readonly [number, number]) => (below === 1 ? `${top}` : `${top}/${below}`);
    const down = (price: number) => (Math.floor((price / UNIT) * 1e4) / 1e4).toFixed(4);
    const rows = SLICE_POTENTIALS.filter(({ waiting }) => waiting[0] === 0).map(
      ({ rowCost, rent, waiting, price, reloadPrice }) =>
        `| ${rowCost} | ${fraction(rent)} | ${fraction(waiting)} | ${down(price)} | ${down(reloadPrice)} |`,
    );
    expect(proof).toContain(rows.join("\n"));
  });

  test("names are different", () => {
    expect(new Set(SLICE_POTENTIALS.map(({ id }) => id)).size).toBe(SLICE_POTENTIALS.length);
  });

  test("no potential holds at a price a hundredth higher, a rent lower, or for cheaper words", () => {
    for (const potential of SLICE_POTENTIALS) {
      const { price, reloadPrice, rent } = potential;
      const changed: readonly Partial<SlicePotential>[] = [
        { price: price + Math.round(UNIT / 100) },
        { reloadPrice: reloadPrice + Math.round(UNIT / 20) },
        { rent: [rent[0] * 9, rent[1] * 10] },
        { ceiling: potential.ceiling - Math.round(UNIT / 2) },
        { rowCost: potential.rowCost === 1 ? 2 : 1 },
        { sums: potential.sums.slice(0, -2) },
        { rows: [...potential.rows].reverse() },
        { values: potential.values.slice(0, 400) },
      ];
      for (const change of changed)
        expect(checkPotential({ ...potential, ...change }), Object.keys(change).join()).toBeTypeOf("string");
    }
  });

  test.each([1, 2])("row cost %i: a coefficient moved by a tenth breaks an inequality", (rowCost) => {
    const own = SLICE_POTENTIALS.find((potential) => potential.rowCost === rowCost) as SlicePotential;
    // Rows and columns up to about half √S, from no sums to at most S of them: U is at most 1 there.
    const width = 2 * own.columns.length - 1;
    const places = fc.record({
      row: fc.integer({ min: 0, max: 8 }),
      more: fc.integer({ min: 0, max: 4 }),
      sum: fc.integer({ min: 1, max: 12 }),
      down: fc.boolean(),
    });
    fc.assert(
      fc.property(places, ({ row, more, sum, down }) => {
        const line = rowCost === 1 ? row * width - (row * (row - 1)) / 2 : row * width;
        const at = 3 * ((line + more) * (2 * own.sums.length - 1) + sum);
        const bytes = Uint8Array.from(atob(own.values), (letter) => letter.charCodeAt(0));
        const [low, middle, high] = [bytes[at], bytes[at + 1], bytes[at + 2]] as [number, number, number];
        const value = (((high << 24) >> 8) | (middle << 8) | low) + Math.round(UNIT / 10) * (down ? -1 : 1);
        bytes.set([value & 255, (value >> 8) & 255, (value >> 16) & 255], at);
        const values = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
        expect(checkPotential({ ...own, values })).toBeTypeOf("string");
      }),
      parameters(40),
    );
  });
});

describe("chain-slices", () => {
  test("beats every other theorem between κ = 2 and 6, and the checker agrees", () => {
    const workload = chainWorkload({ m: 16384, k: 192, l: 16384, n: 192 });
    const report = boundWorkload(workload, abstractMachine(16384));
    expect(bestBounds(report.bounds).get("slow-fast")).toMatchObject({ id: "chain-slices" });
    const document = boundsDocument(report);
    expect(verifyDocument(document)).toMatchObject({ valid: true });
  });

  test("k = n = √S: elements between two copies stretch the second product's memory, and the checker agrees", () => {
    const workload = chainWorkload({ m: 8192, k: 128, l: 8192, n: 128 });
    const report = boundWorkload(workload, abstractMachine(16384));
    expect(bestBounds(report.bounds).get("slow-fast")).toMatchObject({ id: "chain-slices" });
    expect(verifyDocument(boundsDocument(report))).toMatchObject({ valid: true });
    const certificate = proveChainSlices(instance(8192, 128, 8192, 128, 16384));
    const [sixtyFourths] = certificate?.stretch.split("/").map(Number) ?? [];
    expect(sixtyFourths).toBeGreaterThan(64);
    expectEveryForgeryRefused(certificateToJson(certificate as NonNullable<typeof certificate>));
    for (const other of [(sixtyFourths as number) - 1, (sixtyFourths as number) + 1, 64, 63]) {
      const forged = { ...(certificateToJson(certificate as NonNullable<typeof certificate>) as Record<string, Json>) };
      expect(() => verifyCertificate({ ...forged, stretch: `${other}/64` }), `${other}`).toThrow();
    }
  });

  test("a short l: sums of E count where they come in alone, and nothing is taken off for those stored last", () => {
    const short = proveChainSlices(instance(8192, 240, 128, 80, 16384));
    expect(short?.second.map(({ potential }) => potential)).toContain("first, rent 7/5");
    const document = certificateToJson(short as NonNullable<typeof short>);
    expectEveryForgeryRefused(document);
    const waiting = [{ potential: "first, rent 6/5, waiting 3/5", share: "1/1" }];
    expect(() => verifyCertificate({ ...(document as Record<string, Json>), second: waiting })).toThrow(/wait for nothing/);
    const long = proveChainSlices(instance(8192, 240, 8192, 80, 16384));
    expect(long?.second.every(({ potential }) => potential.startsWith("second"))).toBe(true);
  });

  test("says nothing of gated fronts and of short k", () => {
    const gated = instance(4096, 192, 4096, 192, 16384);
    expect(proveChainSlices({ ...gated, extents: { ...gated.extents, factors: 2n } })).toBeUndefined();
    expect(proveChainSlices(instance(4096, 60, 4096, 300, 16384))).toBeUndefined();
  });

  test("a forged certificate is refused", () => {
    const certificate = proveChainSlices(instance(5000, 200, 3000, 150, 16384));
    expect(certificate).toBeDefined();
    if (certificate === undefined) return;
    const document = certificateToJson(certificate);
    expect(verifyCertificate(document as Record<string, Json>)).toMatchObject({ theorem: "chain-slices" });
    expectEveryForgeryRefused(document);
  });

  test("does not fall as n grows, nor rise with the memory", () => {
    const value = (k: number, n: number, capacity: number) =>
      proveChainSlices(instance(1_000_000, k, 1_000_000, n, capacity))?.words ?? 0n;
    const side = fc.integer({ min: 100, max: 900 });
    fc.assert(
      fc.property(side, side, fc.integer({ min: 0, max: 50 }), (k, n, more) => {
        const own = value(k, n, 16384);
        expect(value(k, n + more, 16384)).toBeGreaterThanOrEqual(own);
        expect(own).toBeGreaterThanOrEqual(value(k, n, 16384 + 40 * more));
      }),
      parameters(80),
    );
  });
});
