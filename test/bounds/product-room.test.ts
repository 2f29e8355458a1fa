import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { proveProductRoom } from "../../src/bounds/gemm/room.js";
import { proveProductPasses } from "../../src/bounds/gemm/whole-passes.js";
import { bestBounds } from "../../src/bounds/prove.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { verifyCertificate } from "../../src/verify/certificate.js";
import { verifyDocument } from "../../src/verify/document.js";
import { parameters } from "../properties/arbitraries.js";
import { edited, expectEveryForgeryRefused } from "./edited.js";
import { expectBelowPebblings, expectBelowSchedules } from "./resident-operand.js";
import { cheapest, instance } from "./textbook-products.js";

function proven(m: number, n: number, k: number, capacity: number): number {
  return Number(proveProductRoom(instance(m, n, k, capacity))?.value ?? 0n);
}

describe("product-room", () => {
  test("A of one whole memory: more than whole passes, below the best schedule; of one memory alone another theorem says more", () => {
    const [m, n, k, s] = [64, 12_544, 256, 16384];
    const passes = Number(proveProductPasses(instance(m, n, k, s))?.value);
    expect(passes).toBe(n * k + m * n);
    // Two fifths of √65 a column, at least.
    expect(proven(m, n, k, s) - passes).toBeGreaterThan(n * 0.4 * Math.sqrt(65));
    expect(proven(m, n, k, s)).toBeLessThan(cheapest(m, n, k, s));
    const report = boundWorkload(gemmWorkload({ m, n, k }), abstractMachine(s));
    expect(bestBounds(report.bounds).get("slow-fast")).toMatchObject({ id: "product-resident-operand" });
    expect(verifyDocument(boundsDocument(report))).toMatchObject({ valid: true });
  });

  test("A or B, whichever stays; nothing where neither fills a memory, or no more than compulsory traffic is proven", () => {
    expect(proveProductRoom(instance(512, 131_072, 64, 16384))?.resident).toBe("a");
    expect(proveProductRoom(instance(131_072, 512, 64, 16384))?.resident).toBe("b");
    expect(proven(512, 131_072, 64, 16384)).toBe(proven(131_072, 512, 64, 16384));
    expect(proveProductRoom(instance(100, 100, 100, 10_001))).toBeUndefined();
    expect(proveProductRoom(instance(128, 10, 128, 16384))).toBeUndefined();
    const wide = { a: 2n, b: 2n, partial: 2n, output: 2n };
    expect(proveProductRoom({ ...instance(100, 100, 100, 1), weights: wide })).toBeUndefined();
  });

  test("every memory may lose the words that segments see more", () => {
    const own = instance(512, 131_072, 64, 16384);
    const [one, many] = [proveProductRoom(own), proveProductRoom({ ...own, memories: 132n })];
    if (one === undefined || many === undefined) throw new Error("nothing proven");
    expect(many.value).toBeLessThan(one.value);
    // The same choice proves no less than these words fewer.
    expect(many.value).toBeGreaterThanOrEqual(one.value - 131n * one.more);
  });

  test("words of one size of any number of bytes: as many of them", () => {
    const own = instance(512, 131_072, 64, 16384);
    const bytes = { ...own, weights: { a: 4n, b: 4n, partial: 4n, output: 4n }, capacity: 4n * own.capacity };
    const [words, value] = [proveProductRoom(own)?.value ?? 0n, proveProductRoom(bytes)?.value ?? 0n];
    expect(value).toBeGreaterThan(4n * (words - 1n));
    expect(value).toBeLessThanOrEqual(4n * words);
  });

  test("never above a schedule where an operand is between one memory and a few", () => {
    expectBelowSchedules(proveProductRoom, { side: 60, memories: 5 });
  });

  test("nor above any pebbling found of a small product, before one or two memories", () => {
    expectBelowPebblings(proveProductRoom, { m: [2, 8], k: 4, share: 75 });
  });

  test("rows and columns that are at most o at a time meet in no more cells than so many of them may", () => {
    const stay = fc.record({ row: fc.boolean(), begin: fc.nat(60), length: fc.nat(25) });
    fc.assert(
      fc.property(fc.array(stay, { minLength: 1, maxLength: 40 }), (stays) => {
        const at = stays.map(({ row, begin, length }) => ({ row, begin, end: begin + length }));
        const rows = at.filter(({ row }) => row);
        const columns = at.filter(({ row }) => !row);
        const meet = rows.flatMap((one) => columns.filter((other) => one.begin <= other.end && other.begin <= one.end));
        const depth = Math.max(...at.map(({ begin }) => at.filter((one) => one.begin <= begin && begin <= one.end).length));
        const [u, others] = [meet.length, Math.max(1, depth - 1)];
        const least = u <= others ** 2 ? 2 * Math.sqrt(u) : others + u / others;
        expect(at.length).toBeGreaterThanOrEqual(least - 1e-9);
      }),
      parameters(2000),
    );
  });

  test("one course loses at most τ for each segment of the other, whatever is loaded and deleted", () => {
    // From one number of words of A to another, near those where segments end, some loaded for others; a few such turns over and over.
    const turn = fc.record({ near: fc.nat(5), aside: fc.integer({ min: -1, max: 1 }), swaps: fc.nat(2) });
    const turns = fc
      .tuple(fc.array(turn, { maxLength: 2 }), fc.array(turn, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 30 }))
      .map(([before, over, times]) => [...before, ...Array.from({ length: times }, () => over).flat()]);
    const few = fc.integer({ min: 1, max: 12 });
    const long = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(turns, fc.integer({ min: 4, max: 30 }), few, few, few, long, (to, s, o, u, x, y) => {
        fc.pre(x < u && u <= o && o <= s);
        const loading: boolean[] = [];
        let alpha = 0;
        for (const { near, aside, swaps } of to) {
          const place = s - ([0, x, u, o, s, s / 2][near] as number) + aside;
          const target = Math.max(0, Math.min(s, Math.round(place)));
          for (; alpha !== target; alpha += alpha < target ? 1 : -1) loading.push(alpha < target);
          for (let i = 0; i < swaps; i++) loading.push(alpha === 0, alpha > 0);
        }
        const { loads, first, second, segments } = coursesOf(loading, { s, o, u, x, y });
        const lost = 2 * (x + u - 1) + Math.max(x / (u - x), (x + u - 1) / (o - x)) * (x + y);
        // What may be held at cuts, against the loads.
        expect(first).toBeLessThanOrEqual(loads + lost * segments + 1e-9);
        expect(second).toBeLessThanOrEqual(loads - y * (segments - 1));
      }),
      parameters(2000),
    );
  });

  test("a slice pays no less than Ψ, however its pairs are dealt out to watched and quiet parts", () => {
    const small = fc.integer({ min: 1, max: 14 });
    const deals = fc.array(fc.record({ quiet: fc.boolean(), size: fc.nat(300) }), { maxLength: 12 });
    fc.assert(
      fc.property(small, small, fc.integer({ min: 4, max: 120 }), small, small, deals, (m, k, s, o, x, dealt) => {
        const [all, whole] = [m * k, s - x];
        const lines = (v: number): number => {
          const columns = Math.min(k, Math.max(Math.sqrt(v), v / m));
          return v <= 0 ? 0 : columns + v / columns;
        };
        const few = (v: number): number => (v <= (o - 1) ** 2 ? 2 * Math.sqrt(v) : o - 1 + v / (o - 1));
        const most = Math.min(s + o, all);
        fc.pre(x < o && o > 1 && whole > 0 && most >= whole && few(most) >= lines(whole) + few(most - whole));
        const [passes, rest] = [Math.floor(all / whole), all % whole];
        const least = passes * lines(whole) + Math.min(lines(rest), few(rest));
        let [left, paid] = [all, 0];
        for (const { quiet, size } of dealt) {
          const part = Math.min(left, size, quiet ? s + o : whole);
          left -= part;
          paid += quiet ? few(part) : lines(part);
        }
        for (; left > 0; left -= whole) paid += lines(Math.min(left, whole));
        expect(paid).toBeGreaterThanOrEqual(least - 1e-9);
      }),
      parameters(2000),
    );
  });

  test("a forged certificate is refused", () => {
    const certificate = proveProductRoom(instance(512, 131_072, 64, 16384));
    if (certificate === undefined) throw new Error("nothing proven");
    const document = certificateToJson(certificate);
    expect(verifyCertificate(document as Record<string, Json>)).toMatchObject({ theorem: "product-room" });
    expectEveryForgeryRefused(document);
    const changed = (path: readonly string[], to: Json) => () =>
      verifyCertificate(edited(document, path, () => to) as Record<string, Json>);
    expect(changed(["resident"], "c")).toThrow("neither a nor b");
    expect(changed(["room"], 20_000)).toThrow("more words than a memory has");
    expect(changed(["begin"], Number(certificate.room) + 1)).toThrow("more than the room");
    expect(changed(["less"], Number(certificate.begin))).toThrow("not below what a segment begins with");
  });
});

/**
 * Both courses of section 2, where a memory of s words is full at all times: loads of A take the place of other words. What may be held at
 * the cuts of either, and the segments of the second.
 */
function coursesOf(events: readonly boolean[], { s, o, u, x, y }: Readonly<Record<"s" | "o" | "u" | "x" | "y", number>>) {
  let [alpha, loads] = [0, 0];
  let [watching, left, first] = [true, s - x, 0];
  const pause = (): void => {
    [watching, left] = [false, s + o - alpha];
  };
  let [room, segments, second] = [s + y, 1, 0];
  for (const load of events) {
    if (load && alpha < s) {
      if (left === 0) {
        first += s - alpha;
        if (watching && alpha <= s - u) left = s - x - alpha;
        else pause();
      }
      if (room === 0) [room, segments, second] = [s + y - alpha, segments + 1, second + s - alpha];
      [alpha, loads, left, room] = [alpha + 1, loads + 1, left - 1, room - 1];
    } else if (!load && alpha > 0) {
      alpha -= 1;
      if (!watching && alpha <= s - o) [watching, left, first] = [true, s - x - alpha, first + s - alpha];
    }
  }
  return { loads, first, second, segments };
}
