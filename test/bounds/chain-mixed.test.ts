import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { ChainInstance } from "../../src/bounds/certificates/chain.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { mixedProgram, proveChainMixed, roundedCapacity } from "../../src/bounds/chain/mixed/mixed.js";
import { guessPrices } from "../../src/bounds/chain/mixed/prices.js";
import { programMaximum } from "../../src/bounds/chain/mixed/search.js";
import type { MixedPrices } from "../../src/bounds/chain/mixed/segment.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { guess, ONE } from "../../src/exact/fixed-point.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { wordChains } from "../../src/schedules/two-level/chain/schedules.js";
import { chainTotal } from "../../src/schedules/two-level/chain/words.js";
import { verifyCertificate } from "../../src/verify/certificate.js";
import { holdsAtMost } from "../../src/verify/chain/mixed-program.js";
import { verifyDocument } from "../../src/verify/document.js";
import { counted, everyNth, parameters } from "../properties/arbitraries.js";
import { edited, leaves, shareOf } from "./edited.js";

const UNIT_WEIGHTS = { a: 1n, b: 1n, h: 1n, d: 1n, partial: 1n, output: 1n };

function instance(m: number, k: number, l: number, n: number, capacity: number, memories = 1): ChainInstance {
  const [bm, bk, bl, bn] = [m, k, l, n].map(BigInt) as [bigint, bigint, bigint, bigint];
  const extents = { batch: 1n, m: bm, k: bk, l: bl, n: bn, pairs: bm * bl, factors: 1n };
  return { extents, weights: UNIT_WEIGHTS, capacity: BigInt(capacity), memories: BigInt(memories) };
}

/** A segment in units of S, the variables of section 4 of the proof, each on its own. */
interface Segment {
  /** Words of A and B, and the share of A. */
  readonly alpha: number;
  readonly ofA: number;
  readonly d: number;
  readonly e: number;
  readonly old: number;
  readonly stored: number;
  readonly resident: number;
  readonly here: number;
  readonly full: number;
  readonly transient: number;
  readonly survivors: number;
}

/** k, n and the shorter of m and l in √S, S + T in S, what an interval of E costs. */
interface Shape {
  readonly k: number;
  readonly n: number;
  readonly side: number;
  readonly budget: number;
  readonly entry: 1 | 2;
}

/** What a segment brings in; −∞ where it breaks a constraint. `complete` says whether the line P1 ≤ k(h + u) is in force. */
function payoff(s: Segment, { k, n, side, budget, entry }: Shape, prices: MixedPrices, complete = true): number {
  const price = (x: bigint): number => Number(x) / Number(ONE);
  const staying = Math.max(0, s.survivors - s.stored);
  const u = s.survivors + s.transient;
  const allowed =
    s.alpha + s.d + entry * s.e - (entry - 1) * s.here + s.old + s.stored <= budget &&
    s.here <= s.e &&
    s.here + s.resident <= 1 &&
    s.resident <= s.old &&
    staying <= 1 &&
    s.full <= mostFull(s.alpha, k, side) * (1 + 1e-12) &&
    s.transient <= s.full &&
    n * s.transient <= Math.sqrt(s.d * s.e * s.full);
  if (!allowed) return Number.NEGATIVE_INFINITY;
  const a = s.alpha * s.ofA;
  const loomis = Math.min(Math.sqrt(a * (s.alpha - a) * (s.old + u)), side * a);
  const first = complete ? Math.min(loomis, k * (s.old + u)) : loomis;
  // Words of D meet no more rows than the short side, or groups of E no more elements of H.
  const met = entry === 1 ? side * Math.max(s.d, s.e) : Number.POSITIVE_INFINITY;
  const second = Math.min(Math.sqrt(s.d * s.e * (s.old + s.full)), n * (s.old + s.full), met);
  return (
    price(prices.first) * first +
    price(prices.second) * second -
    price(prices.birth) * u +
    price(prices.stay) * (s.resident - staying)
  );
}

/** The most rows times columns, no more columns than the short side, that α words of A and B are enough for: by trying. */
function mostFull(alpha: number, k: number, side: number): number {
  const even = Math.min(side, alpha / 2 / k);
  let most = even * (alpha / k - even);
  for (let i = 1; i <= 200; i++) {
    const columns = (Math.min(side, alpha / k) * i) / 200;
    most = Math.max(most, columns * (alpha / k - columns));
  }
  return most;
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
/** Segments that use their budget up, from shares. */
const segment = ({ k, n, side, budget, entry }: Shape): fc.Arbitrary<Segment> =>
  fc.array(fc.oneof(share, fc.constantFrom(0, 1)), { minLength: 10, maxLength: 10 }).map((shares) => {
    const [x0 = 0, x1 = 0, x2 = 0, x3 = 0, x4 = 0, x5 = 0, x6 = 0, x7 = 0, x8 = 0, x9 = 0] = shares;
    const alpha = budget * x0;
    const old = (budget - alpha) * x1;
    const stored = (budget - alpha - old) * x2 * x2;
    const resident = Math.min(1, old) * x3;
    const left = budget - alpha - old - stored;
    // d + βe − (β − 1)·here with here = min(e, 1 − resident), d : e as x4 says.
    const ratio = 0.5 + 1.5 * x4;
    const inside = left / (ratio + 1);
    const e = inside <= 1 - resident ? inside : (left + (entry - 1) * (1 - resident)) / (ratio + entry);
    const here = Math.min(e, 1 - resident);
    const d = Math.max(0, left - entry * e + (entry - 1) * here) * (1 - 1e-12);
    const full = mostFull(alpha, k, side) * (x5 > 0.3 ? 1 : x5);
    const transient = Math.min(full, Math.sqrt(d * e * full) / n) * x6 * (1 - 1e-12);
    const survivors = (stored + 1) * x7 * x8;
    const ofA = x9 < 0.3 ? 0.5 : x9;
    return { alpha, ofA, d, e, old, stored, resident, here, full, transient, survivors };
  });

describe("the maximum of the program", () => {
  const cases = [
    [0.6, 0.6, 100, 2],
    [1, 1, 100, 2],
    [1.5, 1.5, 100, 2],
    [0.7, 1.4, 100, 2],
    [1.4, 0.7, 100, 2],
    [0.5, 2, 100, 2],
    [0.9, 0.9, 0.5, 2],
    [0.625, 0.625, 100, 1],
    [0.6, 0.65, 0.4, 1],
    [1.25, 1.25, 1, 1],
    [1.9, 0.6, 0.8, 1],
    [0.6, 1.9, 1.2, 1],
    [0.9, 0.35, 1, 1],
  ] as const;
  const s = 1_000_000n;
  const known = (k: number, n: number, side: number, entry: 1 | 2) => {
    const guessed = guessPrices(k, n, side, entry);
    if (guessed === undefined) throw new Error("outside the table");
    const [wholeK, wholeN, whole] = [k, n, side].map((roots) => BigInt(Math.round(roots * 1000))) as [bigint, bigint, bigint];
    const extents = { m: 1_000_000n, k: wholeK, l: whole, n: wholeN };
    const cut = BigInt(Math.round(guessed.cut * Number(s)));
    return { guessed, extents, cut, shape: { k, n, side, budget: 1 + guessed.cut, entry } };
  };

  test.each(everyNth(3, cases))("k = %f√S, n = %f√S, a side of %f√S, β = %i: no segment brings in more", (k, n, side, entry) => {
    const { guessed, extents, cut, shape } = known(k, n, side, entry);
    const maximum = programMaximum(mixedProgram(extents, s, cut, guessed), 1500);
    const limit = Number(maximum) / Number(ONE);
    // The prices are made so that the maximum is about T, those of short sides for sides of about √S.
    if (entry === 2 || side > 0.7) expect(limit).toBeGreaterThan(0.9 * guessed.cut);
    expect(limit).toBeLessThan(1.06 * guessed.cut);
    const { first: y1, second: y2, birth, stay } = guessed.prices;
    const { k: wholeK, n: wholeN, l } = extents;
    const program = { s, residents: s, old: true, cut, k: wholeK, n: wholeN, side: l, entry: BigInt(entry), y1, y2, birth, stay };
    expect(holdsAtMost(program, maximum)).toBe(true);
    expect(holdsAtMost(program, (maximum * 9n) / 10n)).toBe(false);
    fc.assert(
      fc.property(segment(shape), (point) => payoff(point, shape, guessed.prices) <= limit),
      parameters(20_000),
    );
    const first = programMaximum(mixedProgram(extents, s, cut, guessed, "of several"), 1000);
    expect(first < (maximum * 7n) / 10n).toBe(true);
    expect(holdsAtMost({ ...program, residents: 0n }, first + (first >> 9n))).toBe(true);
    const empty = { ...shape, budget: guessed.cut };
    fc.assert(
      fc.property(
        segment(empty),
        (point) => payoff({ ...point, resident: 0 }, empty, guessed.prices) <= Number(first) / Number(ONE),
      ),
      parameters(5000),
    );
    // Nothing is older than the first segment of an only memory; what was for old elements is for words of D and E.
    const only = programMaximum(mixedProgram(extents, s, cut, guessed, "of one"), 1000);
    expect(only <= first).toBe(true);
    expect(holdsAtMost({ ...program, residents: 0n, old: false }, only + (only >> 9n))).toBe(true);
    expect(holdsAtMost({ ...program, residents: 0n, old: false }, (only * 9n) / 10n)).toBe(false);
    fc.assert(
      fc.property(segment(empty), ({ old, ...point }) => {
        const more = (point.d + entry * point.e + old) / (point.d + entry * point.e || 1);
        const young = { ...point, old: 0, resident: 0, here: 0, d: (point.d * more) / 2, e: (point.e * more) / 2 };
        return payoff(young, empty, guessed.prices) <= Number(only) / Number(ONE);
      }),
      parameters(5000),
    );
  });

  test.each([
    [1, 1, 100, 2],
    [1.25, 1.25, 1, 1],
  ] as const)("random segments alone come to four fifths of it: %f, %f, %f, %i", (k, n, side, entry) => {
    const { guessed, extents, cut, shape } = known(k, n, side, entry);
    const limit = Number(programMaximum(mixedProgram(extents, s, cut, guessed), 1500)) / Number(ONE);
    const points = fc.sample(segment(shape), { numRuns: 20_000, seed: 7 });
    const most = Math.max(...points.map((point) => payoff(point, shape, guessed.prices)));
    expect(most).toBeGreaterThan(0.8 * limit);
  });

  test("a short side makes it smaller by what it says of second-stage products, if an interval of E costs 1", () => {
    const { guessed, extents, cut } = known(0.5, 1.5, 1, 1);
    const [short, long] = [700n, 1_000_000n].map((l) => {
      const program = mixedProgram({ ...extents, l }, s, cut, guessed);
      const [either, firstOnly] = [program, { ...program, evenly: false }].map((one) => programMaximum(one, 4000));
      return { either, firstOnly };
    }) as [Record<"either" | "firstOnly", bigint>, Record<"either" | "firstOnly", bigint>];
    expect(short.either < (short.firstOnly * 98n) / 100n).toBe(true);
    expect(long.either).toBe(long.firstOnly);
  });

  test("sets of products of either stage: no more than their words of both operands times g of their elements of H", () => {
    let nearest = 0;
    const triple = fc.tuple(fc.nat(11), fc.nat(11), fc.nat(5));
    const rows = fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 });
    const sets = fc.oneof(
      fc.array(triple, { minLength: 1, maxLength: 60 }),
      fc
        .tuple(rows, rows, rows)
        .map(([i, p, q]) => i.flatMap((x) => p.flatMap((y) => q.map((z) => [x, y, z] as [number, number, number])))),
    );
    fc.assert(
      fc.property(sets, fc.integer({ min: 1, max: 12 }), fc.boolean(), (cells, side, shortRows) => {
        // H is (i, p), the other two arrays (p, q) and (i, q): D and groups of E, or words of B and A.
        const inside = cells.map(([i, p, q]) => (shortRows ? [i % side, p, q] : [i, p % side, q]) as [number, number, number]);
        const different = (of: (cell: [number, number, number]) => string): number => new Set(inside.map(of)).size;
        const products = different((cell) => cell.join());
        const [elements, ofOne, ofOther] = [
          different(([i, p]) => `${i},${p}`),
          different(([, p, q]) => `${p},${q}`),
          different(([i, , q]) => `${i},${q}`),
        ];
        const most = elements > side ** 2 ? (side * elements) / (side ** 2 + elements) : Math.sqrt(elements) / 2;
        nearest = Math.max(nearest, products / (most * (ofOne + ofOther)));
        expect(products).toBeLessThanOrEqual(most * (ofOne + ofOther) * (1 + 1e-12));
      }),
      { ...counted(2000), seed: 6 },
    );
    expect(nearest).toBeGreaterThan(0.999);
  });

  test("a short side makes it smaller where the first stage is paid for", () => {
    const { guessed, extents, cut } = known(1.9, 0.6, 1, 1);
    const firstOnly = { ...guessed, prices: { ...guessed.prices, second: 0n } };
    const [short, long] = [300n, 1_000_000n].map((l) => programMaximum(mixedProgram({ ...extents, l }, s, cut, firstOnly), 1500));
    expect((short ?? 0n) < ((long ?? 0n) * 9n) / 10n).toBe(true);
  });

  test("without P1 ≤ k(h + u) a segment at k = 0.6√S would bring in more than the maximum with it", () => {
    const prices = { first: guess(0.6721), second: guess(1.7065), birth: 0n, stay: guess(0.296) };
    const [alpha, d, e] = [1.246875, 0.459375, 0.39375];
    const full = alpha ** 2 / (4 * 0.36);
    const transient = Math.min(full, Math.sqrt(d * e * full) / 0.6);
    const none = { old: 0, stored: 0, resident: 0, survivors: 0, ofA: 0.5 };
    const point = { alpha, d, e, here: e, full, transient: transient * (1 - 1e-12), ...none };
    const shape: Shape = { k: 0.6, n: 0.6, side: 100, budget: 2.1, entry: 2 };
    const extents = { m: 1_000_000n, k: 600n, l: 100_000n, n: 600n };
    const limit = Number(programMaximum(mixedProgram(extents, s, 1_100_000n, { prices, entry: 2 }), 2500)) / Number(ONE);
    expect(limit).toBeLessThan(1.107);
    expect(payoff(point, shape, prices, false)).toBeGreaterThan(1.113);
    expect(payoff(point, shape, prices)).toBeLessThan(limit);
  });
});

describe("the bound", () => {
  test.each(
    everyNth(2, [
      [60, 1.415],
      [70, 1.845],
      [80, 2.255],
      [90, 2.665],
      [100, 3.065],
      [120, 3.85],
      [150, 4.99],
    ] as const),
  )("k = n = %i, S = 10000: at least %f words for an element of H, verified", (k, least) => {
    const one = instance(65_536, k, 1_048_576, k, 10_000);
    const certificate = proveChainMixed(one, 0n);
    expect(Number(certificate?.value) / Number(one.extents.pairs)).toBeGreaterThan(least);
    if (certificate === undefined) return;
    expect(verifyCertificate(JSON.parse(JSON.stringify(certificateToJson(certificate)))).value).toBe(certificate.value);
  });

  test("is at most the cost of every word-level schedule, on one memory", () => {
    const extent = fc.integer({ min: 5, max: 4000 });
    fc.assert(
      fc.property(
        extent,
        extent,
        fc.integer({ min: 100, max: 4000 }),
        fc.double({ min: 0.9, max: 4.4, noNaN: true }),
        share,
        (m, l, s, sum, part) => {
          const k = Math.max(1, Math.round(sum * Math.sqrt(s) * (0.25 + 0.5 * part)));
          const n = Math.max(1, Math.round(sum * Math.sqrt(s)) - k);
          const certificate = proveChainMixed(instance(m, k, l, n, s), 0n);
          if (certificate === undefined) return;
          for (const schedule of wordChains(chainWorkload({ m, k, l, n }), s)) {
            expect(certificate.value <= chainTotal(schedule.words), schedule.id).toBe(true);
          }
        },
      ),
      parameters(15),
    );
  });

  test("does not rise when the memory grows", () => {
    const values = [2900, 3000, 3001, 4096, 4200].map((s) => proveChainMixed(instance(4096, 64, 8192, 64, s), 0n)?.value ?? 0n);
    expect(values.every((value) => value > 0n)).toBe(true);
    expect(values).toEqual([...values].sort((x, y) => Number(y - x)));
    expect([511n, 512n, 513n, 1024n, 1025n].map(roundedCapacity)).toEqual([511n, 512n, 514n, 1024n, 1028n]);
  });

  test.each(
    everyNth(2, [
      [8192, 128, 128, 128, 189.4],
      [8192, 80, 128, 240, 252.2],
      [8192, 160, 128, 160, 253.3],
      [128, 96, 8192, 96, 131.2],
      [8192, 120, 512, 40, 390],
    ] as const),
  )("short sides: %i × %i × %i × %i, S = 16384, at least %f S, verified", (m, k, l, n, least) => {
    const certificate = proveChainMixed(instance(m, k, l, n, 16_384), 0n);
    expect(Number(certificate?.value) / 16_384).toBeGreaterThan(least);
    if (certificate === undefined) return;
    expect(verifyCertificate(JSON.parse(JSON.stringify(certificateToJson(certificate)))).value).toBe(certificate.value);
  });

  test("more memories lose less than T each, wider words multiply, and what is not proven is not offered", () => {
    const one = proveChainMixed(instance(4096, 64, 8192, 64, 4096), 0n);
    const four = proveChainMixed(instance(4096, 64, 8192, 64, 4096, 4), 0n);
    expect(four?.value ?? 0n).toBeLessThan(Number(one?.value));
    expect(Number((one?.value ?? 0n) - (four?.value ?? 0n))).toBeLessThan(3 * Number(one?.cut));
    const plain = instance(4096, 64, 8192, 64, 8192);
    const bytes = { a: 2n, b: 2n, h: 2n, d: 2n, partial: 4n, output: 2n };
    expect(proveChainMixed({ ...plain, weights: bytes }, 0n)?.value).toBe(2n * (one?.value ?? 0n));
    expect(proveChainMixed({ ...plain, extents: { ...plain.extents, factors: 2n } }, 0n)).toBeUndefined();
    expect(proveChainMixed(instance(4096, 8, 8192, 8, 4096), 0n)).toBeUndefined();
    expect(proveChainMixed(instance(4096, 64, 8192, 64, 4096), one?.value ?? 0n)).toBeUndefined();
  });
});

test("an edited certificate is refused, or proves the same value", () => {
  const workload = chainWorkload({ m: 4096, k: 51, l: 8192, n: 51 });
  const document = JSON.parse(JSON.stringify(boundsDocument(boundWorkload(workload, abstractMachine(4096)))));
  expect(document.best["slow-fast"].id).toBe("chain-mixed");
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  const at = document.bounds.findIndex((bound: { id: string }) => bound.id === "chain-mixed");
  for (const [index, path] of leaves(document.bounds[at].certificate).entries()) {
    const witness = path.includes("prices") || path.includes("segmentMaximum") || path.includes("firstMaximum");
    const values = witness ? ["1/2", "9", "1/3", ""] : ["1/2", 1, 2 ** 40];
    const changes: readonly ((leaf: Json) => Json)[] = [
      ...values.map((value) => () => value),
      (leaf) => (typeof leaf === "number" ? leaf + 1 : `${String(leaf)}x`),
      (leaf) => (typeof leaf === "number" ? leaf - 1 : `${String(leaf)} `),
    ];
    for (const change of shareOf(changes, index)) {
      const mutated = edited(document, ["bounds", at, "certificate", ...path], change);
      if (JSON.stringify(mutated) === JSON.stringify(document)) continue;
      // Other prices may prove the same value; whatever is accepted carries the value that was printed.
      if (!verifyDocument(mutated).valid) continue;
      expect(witness, path.join(".")).toBe(true);
    }
  }
});

test("a segment maximum below the true one is refused, with the value that would follow from it", () => {
  const certificate = proveChainMixed(instance(4096, 64, 8192, 64, 4096), 0n);
  if (certificate === undefined) throw new Error("no certificate");
  const groups = 4096n * 64n;
  const claim = (laterSegments: bigint): string => {
    const clockWords = certificate.cut * laterSegments - groups;
    const less = { ...certificate, entry: 2n, segmentMaximum: "27/16", laterSegments, clockWords, value: clockWords };
    try {
      verifyCertificate(certificateToJson(less));
      return "accepted";
    } catch (error) {
      return String(error);
    }
  };
  // The segments that 27/16 would prove, by the checker's own word.
  let [few, many] = [groups / certificate.cut + 1n, 10n * certificate.laterSegments];
  while (many - few > 1n) {
    const middle = (few + many) / 2n;
    if (claim(middle).includes("fewer")) few = middle;
    else many = middle;
  }
  expect(certificate.entry).toBe(2n);
  expect(many > certificate.laterSegments).toBe(true);
  expect(claim(many)).toMatch("not confirmed by branch and bound");
});
