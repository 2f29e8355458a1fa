import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/bounds/certificate-json.js";
import { certificateToJson } from "../../src/bounds/certificate-json.js";
import { boundsDocument, boundWorkload } from "../../src/bounds/document.js";
import { proveProductPasses } from "../../src/bounds/product-passes.js";
import { proveProductRoom } from "../../src/bounds/product-room.js";
import { bestBounds } from "../../src/bounds/prove.js";
import { verifyCertificate } from "../../src/bounds/verify/certificate.js";
import { verifyDocument } from "../../src/bounds/verify/document.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { parameters } from "../properties/arbitraries.js";
import { edited, expectEveryForgeryRefused } from "./edited.js";
import { cheapest, instance } from "./textbook-products.js";

function proven(m: number, n: number, k: number, capacity: number): number {
  return Number(proveProductRoom(instance(m, n, k, capacity))?.value ?? 0n);
}

describe("product-room", () => {
  test("A of two whole memories: more than whole passes, the largest bound, below the best schedule", () => {
    const [m, n, k, s] = [512, 131_072, 64, 16384];
    const passes = Number(proveProductPasses(instance(m, n, k, s))?.value);
    expect(passes).toBe(n * 2 * k + m * n);
    // A third of √(2·65) a column, at least.
    expect(proven(m, n, k, s) - passes).toBeGreaterThan(n * (Math.sqrt(130) / 3 - 0.2));
    expect(proven(m, n, k, s)).toBeLessThan(cheapest(m, n, k, s));
    const report = boundWorkload(gemmWorkload({ m, n, k }), abstractMachine(s));
    expect(bestBounds(report.bounds).get("slow-fast")).toMatchObject({ id: "product-room" });
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
    const side = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(
        side,
        side,
        fc.double({ min: 0, max: 5, noNaN: true }),
        fc.double({ min: 1, max: 5, noNaN: true }),
        fc.boolean(),
        (x, k, digits, memories, turned) => {
          const long = Math.floor(10 ** digits);
          const [m, n] = turned ? [long, x] : [x, long];
          const capacity = Math.max(4, Math.round((x * k) / memories));
          expect(proven(m, n, k, capacity)).toBeLessThanOrEqual(cheapest(m, n, k, capacity));
        },
      ),
      parameters(300),
    );
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

  test("watched segments of one course are at most ρ for each segment of the other, whatever is loaded and deleted", () => {
    const events = fc.array(fc.record({ load: fc.boolean(), times: fc.integer({ min: 1, max: 30 }) }), { maxLength: 60 });
    const few = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(events, fc.integer({ min: 4, max: 30 }), few, few, fc.integer({ min: 1, max: 80 }), (runs, s, o, x, y) => {
        fc.pre(x < o && o <= s);
        const [first, second] = coursesOf(
          runs.flatMap(({ load, times }) => Array.from({ length: times }, () => load)),
          s,
          o,
          x,
          y,
        );
        expect(first.watched).toBeLessThanOrEqual((2 + Math.floor((x + y) / (o - x))) * second.segments);
        // What may be held at cuts, against the loads: (1) and (2) of the proof.
        expect(first.held).toBeLessThanOrEqual(first.loads + (x + o - 1) * first.watched);
        expect(second.held).toBeLessThanOrEqual(first.loads - y * (second.segments - 1));
      }),
      parameters(1000),
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
    expect(changed(["less"], Number(certificate.room))).toThrow("not below the room");
  });
});

/** Both courses of section 2, where a memory of s words is full at all times: loads of A take the place of other words. */
function coursesOf(events: readonly boolean[], s: number, o: number, x: number, y: number) {
  let [alpha, loads] = [0, 0];
  let [watching, left, watched, held] = [true, s - x, 1, 0];
  let [room, segments, heldByOther] = [s + y, 1, 0];
  for (const load of events) {
    if (load && alpha < s) {
      if (watching && left === 0) {
        held += s - alpha;
        if (alpha <= s - o) [left, watched] = [s - x - alpha, watched + 1];
        else watching = false;
      }
      if (room === 0) [room, segments, heldByOther] = [s + y - alpha, segments + 1, heldByOther + s - alpha];
      [alpha, loads, left, room] = [alpha + 1, loads + 1, left - 1, room - 1];
    } else if (!load && alpha > 0) {
      alpha -= 1;
      if (!watching && alpha <= s - o) {
        [watching, left, watched, held] = [true, s - x - alpha, watched + 1, held + s - alpha];
      }
    }
  }
  return [
    { watched, held, loads },
    { segments, held: heldByOther },
  ] as const;
}
