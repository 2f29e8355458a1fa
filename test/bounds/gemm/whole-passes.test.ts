import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { Json } from "../../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../../src/bounds/certificates/json.js";
import { proveGemmWholePasses } from "../../../src/bounds/gemm/whole-passes.js";
import { bestBounds } from "../../../src/bounds/prove.js";
import { gemmWorkload } from "../../../src/computation/gemm.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { verifyCertificate } from "../../../src/verify/certificate.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { parameters } from "../../properties/arbitraries.js";
import { edited, expectEveryForgeryRefused } from "../edited.js";
import { cheapest, instance } from "../two-level-products.js";

function proven(m: number, n: number, k: number, capacity: number): number {
  return Number(proveGemmWholePasses(instance(m, n, k, capacity))?.value ?? 0n);
}

/** What rows and columns cost in which each part of an m × k matrix has cells; every row once for nothing. */
function priceOf(parts: readonly number[], m: number, k: number): number {
  const [rows, columns] = [new Set<string>(), new Set<string>()];
  parts.forEach((part, cell) => {
    rows.add(`${part} ${Math.floor(cell / k)}`);
    columns.add(`${part} ${cell % k}`);
  });
  return rows.size + columns.size - m;
}

describe("gemm-whole-passes", () => {
  test("A of 1.25 memories, 1.25√S rows of it: three words of every √S columns, the largest bound by a seventh", () => {
    const [m, n, k, s] = [160, 8192, 128, 16384];
    const own = proven(m, n, k, s);
    // 2√S for a memory of A, √S for the rest of it, every sum once for nothing, and its store.
    expect(own).toBe(n * (256 + 128 - 160) + m * n);
    expect(cheapest(m, n, k, s) / own).toBeGreaterThan(1);
    expect(cheapest(m, n, k, s) / own).toBeLessThan(1.1);
    const report = boundWorkload(gemmWorkload({ m, n, k }), abstractMachine(s));
    const best = bestBounds(report.bounds).get("slow-fast");
    expect(best).toMatchObject({ id: "gemm-whole-passes" });
    const others = report.bounds.filter(({ id }) => id !== "gemm-whole-passes").map(({ value }) => Number(value));
    expect(own / Math.max(...others)).toBeGreaterThan(8 / 7);
    expect(verifyDocument(boundsDocument(report))).toMatchObject({ valid: true });
  });

  test("whole passes where k is short: a third pass for what two memories leave, not a part of one", () => {
    // Rows of 32 words, 512 of them fill the memory; of 1300 rows 276 are left, more than k² words.
    expect(proven(1300, 100_000, 32, 16384)).toBe(100_000 * (3 * 32) + 1300 * 100_000);
    // 4 rows are left: 128 words, for which 2√128 − 128/32 words of a slice are enough.
    const corner = proven(1028, 100_000, 32, 16384) - 100_000 * (2 * 32) - 1028 * 100_000;
    expect(corner).toBe(Math.ceil(100_000 * (2 * Math.sqrt(128) - 4)));
  });

  test("A, B or C, whichever says most; nothing where none fills a memory", () => {
    const residents = [
      [128, 8192, 160],
      [8192, 128, 160],
      [128, 160, 8192],
    ] as const;
    expect(residents.map(([m, n, k]) => proveGemmWholePasses(instance(m, n, k, 16384))?.resident)).toEqual(["a", "b", "c"]);
    expect(proveGemmWholePasses(instance(100, 100, 100, 10_001))).toBeUndefined();
    const wide = { a: 2n, b: 2n, partial: 2n, output: 2n };
    expect(proveGemmWholePasses({ ...instance(100, 100, 100, 1), weights: wide })).toBeUndefined();
  });

  test("as many words in several memories, each of which loads what it holds", () => {
    const one = proveGemmWholePasses(instance(128, 8192, 160, 16384));
    const many = proveGemmWholePasses({ ...instance(128, 8192, 160, 16384), memories: 132n });
    expect(many?.value).toBe(one?.value);
  });

  test("sums wider than stores are no resident array", () => {
    const weights = { a: 2n, b: 2n, partial: 4n, output: 2n };
    expect(proveGemmWholePasses({ ...instance(128, 160, 8192, 32768), weights })?.resident).not.toBe("c");
  });

  test("never above a schedule where an array is between one memory and a few", () => {
    const side = fc.integer({ min: 1, max: 70 });
    const long = fc.integer({ min: 1, max: 2000 });
    const order = fc.constantFrom([0, 1, 2], [0, 2, 1], [2, 0, 1]);
    fc.assert(
      fc.property(side, side, long, order, fc.double({ min: 1, max: 5, noNaN: true }), (x, y, z, places, memories) => {
        const [m, n, k] = places.map((place) => [x, y, z][place]) as [number, number, number];
        const capacity = Math.max(3, Math.round((x * y) / memories));
        expect(proven(m, n, k, capacity)).toBeLessThanOrEqual(cheapest(m, n, k, capacity));
      }),
      parameters(300),
    );
  });

  test("a slice pays no less than is proven, however its pairs are dealt out to segments", () => {
    const deals = fc.array(fc.record({ corner: fc.nat(), rows: fc.nat(), columns: fc.nat() }), { maxLength: 12 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 3, max: 60 }),
        deals,
        (m, k, words, boxes) => {
          const certificate = proveGemmWholePasses(instance(m, 1000, k, words));
          fc.pre(certificate?.resident === "a");
          // Boxes of the matrix first, then the rest in rows, no part larger than a memory.
          const parts: number[] = Array.from({ length: m * k }, () => -1);
          const sizes: number[] = [];
          const put = (cell: number, part: number): void => {
            if (parts[cell] !== -1 || (sizes[part] ?? 0) === words) return;
            parts[cell] = part;
            sizes[part] = (sizes[part] ?? 0) + 1;
          };
          boxes.forEach(({ corner, rows, columns }, part) => {
            const [top, left] = [corner % m, Math.floor(corner / m) % k];
            for (let i = top; i <= Math.min(m - 1, top + (rows % m)); i++)
              for (let q = left; q <= Math.min(k - 1, left + (columns % k)); q++) put(i * k + q, part);
          });
          for (let cell = 0; cell < m * k; cell++) {
            let part = boxes.length;
            while (parts[cell] === -1) put(cell, part++);
          }
          expect(1000 * (priceOf(parts, m, k) + m)).toBeGreaterThanOrEqual(Number(certificate?.value));
        },
      ),
      parameters(500),
    );
  });

  test("a forged certificate is refused", () => {
    const certificate = proveGemmWholePasses(instance(128, 8192, 160, 16384));
    expect(certificate).toBeDefined();
    if (certificate === undefined) return;
    const document = certificateToJson(certificate);
    expect(verifyCertificate(document as Record<string, Json>)).toMatchObject({ theorem: "gemm-whole-passes" });
    expectEveryForgeryRefused(document);
    const changed = (path: readonly string[], to: Json) => () =>
      verifyCertificate(edited(document, path, () => to) as Record<string, Json>);
    expect(changed(["resident"], "d")).toThrow("neither a, b nor c");
    expect(changed(["fits"], 16383)).toThrow("not the words of a memory");
    expect(changed(["instance", "extents", "k"], 100)).toThrow("less than one memory");
  });

  test("wide accumulators are refused for C", () => {
    const certificate = proveGemmWholePasses(instance(128, 160, 8192, 16384));
    if (certificate === undefined) throw new Error("nothing proven");
    const document = edited(certificateToJson(certificate), ["instance", "weights", "partial"], () => 2);
    expect(() => verifyCertificate(document as Record<string, Json>)).toThrow("sums wider than their last store");
  });
});
