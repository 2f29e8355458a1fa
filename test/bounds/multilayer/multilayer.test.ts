import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { Json } from "../../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../../src/bounds/certificates/json.js";
import { proveLastPair } from "../../../src/bounds/multilayer/last-pair.js";
import { proveMultilayerRecomputation } from "../../../src/bounds/multilayer/recomputation.js";
import { richRowsHold, suggestRichRowsPrice } from "../../../src/bounds/multilayer/rich-rows.js";
import { proveWholeRows } from "../../../src/bounds/multilayer/rows.js";
import { priceHolds, suggestPrice } from "../../../src/bounds/multilayer/survivors.js";
import { bestBounds, proveBoundsInSetting } from "../../../src/bounds/prove.js";
import { withNarrowSums } from "../../../src/bounds/shared/partial-sum-sizes.js";
import { chainWorkload } from "../../../src/computation/chain.js";
import { multilayerChainWorkload } from "../../../src/computation/multilayer-chain.js";
import { abstractMachine, MACHINES } from "../../../src/machines/registry.js";
import { multilayerChainTotal, wordMultilayerChains } from "../../../src/schedules/two-level/multilayer/schedules.js";
import { verifyCertificate } from "../../../src/verify/certificate.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { richRowsHold as richRowsChecked } from "../../../src/verify/multilayer/rich-rows.js";
import { survivorsHold } from "../../../src/verify/multilayer/survivors.js";
import { counted, parameters, tinyGpu } from "../../properties/arbitraries.js";
import { inWords } from "../documents.js";
import { edited, leaves } from "../edited.js";

const best = (m: number, widths: readonly number[], fastWords: number): bigint =>
  bestBounds(boundWorkload(multilayerChainWorkload({ m, widths }), abstractMachine(fastWords)).bounds).get("slow-fast")?.value ??
  0n;

const fraction = fc.double({ min: 0, max: 1, noNaN: true });

test("lemma of accumulator starts: no point of a segment is worth more than (X/3)^(3/2), whatever the two prices", () => {
  let most = 0;
  fc.assert(
    fc.property(
      fc.record({ d: fraction, y: fraction, z: fraction, bornY: fraction, bornZ: fraction, price: fraction, zoom: fc.nat(4) }),
      ({ d, y, z, bornY, bornZ, price, zoom }) => {
        // X = 1; what is held sums to at most 1; starts of any size.
        const held = d + y + z || 1;
        const [dd, hy, hz] = [d / held, y / held, z / held];
        const [uy, uz] = [bornY * 10 ** (zoom - 2), bornZ * 10 ** (zoom - 2)];
        const least = (3 * Math.sqrt(3)) / 16;
        const wy = least + price * (1 / (4 * least) - least);
        const wz = 1 / (4 * wy);
        const worth = Math.sqrt(dd * (hy + uy) * (hz + uz)) - wy * uy - wz * uz;
        most = Math.max(most, worth * 3 ** 1.5);
        expect(worth).toBeLessThanOrEqual(3 ** -1.5 * (1 + 1e-9));
      },
    ),
    { ...counted(8000), examples: [[{ d: 1, y: 1, z: 1, bornY: 0, bornZ: 0, price: 0.5, zoom: 0 }]] },
  );
  expect(most).toBeGreaterThan(0.999);
});

test("lemma of accumulator starts: prices with a product below 1/4 let starts pay for each other without limit", () => {
  // D = X = 1, everything else born: √(uY·uZ) − ω(uY + uZ).
  const worth = (price: number, born: number): number => Math.sqrt(born * born) - 2 * price * born;
  expect(worth(0.49, 1000)).toBeGreaterThan(3 ** -1.5);
  expect(worth(0.5, 1000)).toBeLessThanOrEqual(3 ** -1.5);
});

test("one price for all accumulator starts: confirmed prices hold on the unreduced program, and both checkers agree", () => {
  let most = 0;
  const points = fc.array(fc.array(fraction, { minLength: 8, maxLength: 8 }), { minLength: 200, maxLength: 200 });
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 4000 }),
      fc.integer({ min: 4, max: 24 }),
      fc.double({ min: 1.2, max: 8, noNaN: true }),
      points,
      (s, eighths, kappa, sample) => {
        const cut = Math.max(1, Math.floor((s * eighths) / 8));
        const [x, w] = [s + cut, Math.max(1, Math.round(kappa * Math.sqrt(s)))];
        const program = { capacity: BigInt(s), cut: BigInt(cut), products: BigInt(w) };
        const suggested = (suggestPrice(program) ?? 0.2887) * 1.001;
        const numerator = BigInt(Math.ceil(suggested * 4096)) + 1n;
        const holds = priceHolds(program, { numerator, denominator: 4096n });
        const products = { above: BigInt(w) ** 2n, below: 1n };
        expect(survivorsHold(BigInt(s), BigInt(x), products, { above: numerator, below: 4096n })).toBe(holds);
        expect(priceHolds(program, { numerator: 700n, denominator: 4096n })).toBe(false);
        expect(survivorsHold(BigInt(s), BigInt(x), products, { above: 700n, below: 4096n })).toBe(false);
        if (!holds) return;
        const omega = (Number(numerator) / 4096) * Math.sqrt(3 * x);
        // Every fragment that may survive, and the words of weights that suit them: where the price is needed most.
        const survivors = [(x + s) / (3 * x), 1, 0.5, 1, 0.5, 0, 0.5, 0];
        for (const [d, h, split, born, splitBorn, full, splitFull, stored] of [survivors, ...(sample as number[][])]) {
          const words = (d as number) * x;
          const store = (x - words) * (stored as number) ** 4;
          const held = (x - words - store) * Math.max(h as number, 0.9);
          const fragments = (s + store) * (born as number) ** 0.25;
          const part = (a: number, share: number | undefined): [number, number] => [
            a * (share as number),
            a * (1 - (share as number)),
          ];
          const [hy, hz] = part(held, split);
          const [vy, vz] = part(fragments, splitBorn);
          // Full starts: of either parity at most D'/w² of the other one's elements, D' and D'' together D.
          const [dy, dz] = part(words / (w * w), splitFull);
          const determinant = 1 - dy * dz;
          if (determinant <= 0) continue;
          const f = (full as number) ** 0.25;
          const y = (hy + vy + f * dy * (hz + vz)) / (1 - f * f * dy * dz);
          const z = (hz + vz + f * dz * (hy + vy)) / (1 - f * f * dy * dz);
          const starts = y - hy + z - hz;
          const worth = Math.sqrt(words * y * z) - omega * starts;
          most = Math.max(most, worth / (x / 3) ** 1.5);
          expect(worth).toBeLessThanOrEqual((x / 3) ** 1.5 * (1 + 1e-9));
        }
      },
    ),
    counted(60),
  );
  expect(most).toBeGreaterThan(0.95);
});

test("rows that enter whole: confirmed prices hold on the unreduced program, and both checkers agree", () => {
  let [most, refused] = [0, 0];
  const points = fc.array(fc.array(fraction, { minLength: 7, maxLength: 7 }), { minLength: 200, maxLength: 200 });
  fc.assert(
    fc.property(
      fc.integer({ min: 50, max: 20_000 }),
      fc.double({ min: 0.15, max: 6, noNaN: true }),
      fc.double({ min: 0.97, max: 1.2, noNaN: true }),
      points,
      (x, kappa, dearer, sample) => {
        const row = Math.max(1, Math.round(kappa * Math.sqrt(x)));
        const program = { held: BigInt(x), row: BigInt(row) };
        const suggested = (suggestRichRowsPrice(program) ?? 0.29) * dearer;
        const price = BigInt(Math.ceil(suggested * 4096));
        const holds = richRowsHold(program, { numerator: price, denominator: 4096n });
        const square = { above: BigInt(row) ** 2n, below: 1n };
        // Both round against the claim; they may differ within a ten-thousandth of a price.
        const checked = (numerator: bigint): boolean =>
          richRowsChecked(BigInt(x), square, { above: numerator, below: 40_960_000n });
        if (holds) expect(checked(price * 10_001n)).toBe(true);
        else expect(checked(price * 9999n)).toBe(false);
        // 3/16 is needed by segments without such a row.
        expect(richRowsHold(program, { numerator: 767n, denominator: 4096n })).toBe(false);
        expect(checked(7_670_000n)).toBe(false);
        if (!holds) {
          refused++;
          return;
        }
        const omega = (Number(price) / 4096) * Math.sqrt(3 * x);
        const rows = [0.5, 1, 0.5, 0.5, 0.5, 0.5, 0];
        const sums = [0.5, 0, 0.5, 0, 1, 0, 1];
        for (const [d, rich, split, bornRich, splitPoor, share, bornPoor] of [rows, sums, ...(sample as number[][])] as [
          number,
          number,
          number,
          number,
          number,
          number,
          number,
        ][]) {
          const words = d * x;
          const [h1, h2] = [rich * (x - words), (1 - rich) * (x - words)];
          // Starts of any number, most of them where they pay.
          const u1 = bornRich < 0.5 ? bornRich * h1 : (h1 + x) / (2.02 - 2 * bornRich);
          const u2 = bornPoor === 1 ? (words * h2) / (4 * omega * omega) : (h2 / (1.001 - bornPoor)) * bornPoor;
          const [y, z] = [split * (h1 + u1), (1 - split) * (h1 + u1)];
          const [sy, sz] = [splitPoor * h2, (1 - splitPoor) * h2];
          const inRich = Math.min((words * h1) / row, Math.sqrt(words * y * z));
          const inPoor = Math.sqrt(words * (sy * sz + sy * share * u2 + sz * (1 - share) * u2));
          const inPoorOneSided = Math.sqrt(words * (sy * sz + Math.max(sy, sz) * u2));
          const worth = inRich + Math.max(inPoor, inPoorOneSided) - omega * (u1 + u2);
          most = Math.max(most, worth / (x / 3) ** 1.5);
          expect(worth).toBeLessThanOrEqual((x / 3) ** 1.5 * (1 + 1e-9));
        }
      },
    ),
    counted(80),
  );
  expect(most).toBeGreaterThan(0.95);
  expect(refused).toBeGreaterThan(0);
});

test("rows that enter whole: a cheaper price than confirmed is refuted by rows that fill half a memory and meet as many weights", () => {
  // κ² = X/8, D = h = X/2 and starts that make the two bounds of their products equal.
  const [x, row] = [800, 10];
  const least = suggestRichRowsPrice({ held: 800n, row: 10n }) ?? 0;
  expect(least).toBeGreaterThan(3 / 16);
  const worth = (price: number): number => {
    let most = 0;
    for (let words = 1; words < x; words++) {
      const h = x - words;
      const products = (words * h) / row;
      const starts = Math.max(0, (2 * products) / Math.sqrt(words) - h);
      most = Math.max(most, products - price * Math.sqrt(3 * x) * starts);
    }
    return most / (x / 3) ** 1.5;
  };
  expect(worth(least)).toBeLessThanOrEqual(1.0001);
  expect(worth(least * 0.97)).toBeGreaterThan(1);
});

test("rows that enter whole: a certificate with a price that nothing confirms is refused, for one product as for all", () => {
  const widths = [128n, 128n, 128n, 128n];
  const weights = { operand: 1n, between: 1n, partial: 1n, output: 1n };
  const proven = proveMultilayerRecomputation({ extents: { m: 131_072n, widths }, weights, capacity: 16_384n, memories: 1n });
  const json = JSON.parse(JSON.stringify(certificateToJson(proven as never)));
  expect(verifyCertificate(json).value).toBe(proven?.value);
  // Neither 1/√12 nor what section 5 asks: rows that enter whole are what confirms it.
  const [p, q] = String(proven?.prices.odd).split("/").map(Number) as [number, number];
  expect(p / q).toBeLessThan(0.19);
  const [s, cut] = [16_384n, BigInt(json.cut)];
  expect(survivorsHold(s, s + cut, { above: 128n ** 2n, below: 1n }, { above: BigInt(p), below: BigInt(q) })).toBe(false);
  for (const prices of [{ odd: "1/6", even: "1/6" }, { odd: `${p - 400}/${q}`, even: `${p - 400}/${q}` }, { odd: `${p}/${q}` }]) {
    expect(() => verifyCertificate({ ...json, prices })).toThrow("prices");
  }
  expect(() => verifyCertificate({ ...json, products: 1, born: 1, prices: { odd: "1/6" } })).toThrow("neither 3/16");
});

test("segment of rows: no point of the unreduced program brings more products than the closed form", () => {
  let most = 0;
  fc.assert(
    fc.property(
      fc.record({ s: fc.integer({ min: 1, max: 5000 }), t: fraction, k: fraction, d: fraction, rich: fraction, load: fraction }),
      fc.integer({ min: 0, max: 3 }),
      fraction,
      ({ s, t, k, d, rich, load }, zoom, even) => {
        const cut = Math.max(1, Math.round(s * 10 ** (zoom - 2) * t));
        const x = s + cut;
        const row = Math.max(1, k * Math.sqrt((8 * (x + s)) / 7));
        const loads = Math.round(load) * cut;
        const words = d * (s + loads);
        const old = s + loads - words;
        const [h1, h2] = [rich * old, (1 - rich) * old];
        const fresh = s + (cut - loads);
        // Old elements of poor rows at even and at odd stages; fresh ones where they meet most.
        const [h2even, h2odd] = [even * h2, (1 - even) * h2];
        const pairs = h2even * h2odd + Math.max(h2even, h2odd) * fresh;
        const products = (words * h1) / row + Math.sqrt(words * pairs);
        const closed = (256 * x * x + 32 * row * row * (x + 8 * s) + row ** 4) / (1024 * row);
        most = Math.max(most, products / closed);
        expect(products).toBeLessThanOrEqual(closed * (1 + 1e-9));
      },
    ),
    { ...counted(8000), examples: [[{ s: 5000, t: 1, k: 0, d: 0.5, rich: 1, load: 1 }, 2, 0]] },
  );
  expect(most).toBeGreaterThan(0.99);
});

describe("what is not true", () => {
  test("the bound of the middle pair alone is above a schedule of the chain 1, 100, 4, 100, 1", () => {
    const [m, fastWords] = [1, 400];
    const setting = { interface: "slow-fast", unit: "words", capacity: 400n, memories: 1n, fastMemory: "" } as const;
    const pair = bestBounds(proveBoundsInSetting(chainWorkload({ m, k: 100, l: 4, n: 100 }), setting)).get("slow-fast");
    const whole = multilayerChainWorkload({ m, widths: [1, 100, 4, 100, 1] });
    const costs = wordMultilayerChains(whole, fastWords).map(multilayerChainTotal);
    const least = costs.reduce((x, y) => (y < x ? y : x));
    // Compulsory: 1 + 100 + 400 + 400 + 100 + 1. The pair alone counts 100 + 800 + 100, and 202 of the chain are its other arrays.
    expect(least).toBe(1002n);
    expect((pair?.value ?? 0n) + 202n > least).toBe(true);
    expect(best(m, [1, 100, 4, 100, 1], fastWords) <= least).toBe(true);
  });

  test("with many rows even the bare bound of the pair is above the chain", () => {
    const [m, fastWords] = [500, 1300];
    const setting = { interface: "slow-fast", unit: "words", capacity: 1300n, memories: 1n, fastMemory: "" } as const;
    const pair = bestBounds(proveBoundsInSetting(chainWorkload({ m, k: 100, l: 4, n: 100 }), setting)).get("slow-fast");
    const costs = wordMultilayerChains(multilayerChainWorkload({ m, widths: [1, 100, 4, 100, 1] }), fastWords).map(
      multilayerChainTotal,
    );
    const least = costs.reduce((x, y) => (y < x ? y : x));
    expect((pair?.value ?? 0n) > 10n * least).toBe(true);
    expect(best(m, [1, 100, 4, 100, 1], fastWords) <= least).toBe(true);
  });
});

describe("how near", () => {
  test("narrow layers, many of them: rows that stay while each layer's weights come cost what the bound says", () => {
    const widths = Array.from({ length: 65 }, () => 16);
    const [m, fastWords] = [65_536, 2048];
    const bound = best(m, widths, fastWords);
    const costs = wordMultilayerChains(multilayerChainWorkload({ m, widths }), fastWords).map(multilayerChainTotal);
    const least = costs.reduce((x, y) => (y < x ? y : x));
    expect(bound <= least).toBe(true);
    expect(Number(least) / Number(bound)).toBeLessThan(1.5);
  });

  test("eight narrow layers whose weights fit only in part: rows leave in any case, so the results count beside all products", () => {
    const [m, words] = [131_072n, 16_384n];
    const instance = {
      extents: { m, widths: Array.from({ length: 9 }, () => 64n) },
      weights: { operand: 1n, between: 1n, partial: 1n, output: 1n },
      capacity: words,
      memories: 1n,
    };
    const proven = proveWholeRows(instance);
    expect(proven).toMatchObject({ products: 8n, restWords: m * 64n });
    // Compulsory is 2·m·64 and the weights; eight layers bring 2·m·64 at leading order.
    expect(Number(proven.value)).toBeGreaterThan(2.85 * 64 * Number(m));
    const costs = wordMultilayerChains(
      multilayerChainWorkload({ m: Number(m), widths: instance.extents.widths.map(Number) }),
      Number(words),
    );
    for (const schedule of costs) expect(proven.value <= multilayerChainTotal(schedule)).toBe(true);
  });

  test("wide layers: products alone within a tenth of the bound", () => {
    const widths = [4096, 14_336, 4096, 14_336, 4096];
    const bound = best(65_536, widths, 65_536);
    const costs = wordMultilayerChains(multilayerChainWorkload({ m: 65_536, widths }), 65_536).map(multilayerChainTotal);
    expect(Number(costs.reduce((x, y) => (y < x ? y : x))) / Number(bound)).toBeLessThan(1.1);
  });
});

const side = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 3000 }));
const anyMultilayerChain = fc
  .record({
    m: side,
    widths: fc.array(side, { minLength: 4, maxLength: 8 }),
    dataType: fc.constantFrom("bf16", "fp8", "fp32"),
    outputType: fc.constantFrom(undefined, "fp32", "bf16"),
  })
  .map(multilayerChainWorkload);

test("every certificate verifies on every machine, and no leaf of it can be changed", () => {
  const machine = fc.oneof(
    fc.integer({ min: 3, max: 20_000 }).map((words) => abstractMachine(words)),
    tinyGpu,
    fc.constantFrom(...MACHINES),
  );
  const seen = new Set<string>();
  fc.assert(
    fc.property(anyMultilayerChain, machine, fc.nat(), (workload, machine, pick) => {
      const document = JSON.parse(JSON.stringify(boundsDocument(boundWorkload(workload, machine)))) as Json;
      expect(verifyDocument(document)).toMatchObject({ valid: true });
      const { bounds } = document as unknown as { bounds: { id: string }[] };
      for (const { id } of bounds) seen.add(id);
      // Rows a word wider may need as many segments: a proof of the same number.
      const free = ["array", "rowWords"];
      const paths = leaves(document).filter((path) => path.includes("certificate") && !free.includes(String(path.at(-1))));
      const path = paths[pick % paths.length] ?? [];
      const changed = edited(document, path, (leaf) =>
        typeof leaf === "number"
          ? leaf + 1
          : typeof leaf === "string" && /^\d{16,}$/.test(leaf)
            ? `${BigInt(leaf) + 1n}`
            : `${leaf}1`,
      );
      expect(verifyDocument(changed).valid, path.join(".")).toBe(false);
    }),
    counted(60),
  );
  expect([...seen]).toEqual(
    expect.arrayContaining(["multilayer-last-pair", "multilayer-recomputation", "multilayer-whole-rows"]),
  );
});

test("rows of the first products: a row may bring no more than any of their operands has, that of the last one only where last stores are events", () => {
  const widths = [8n, 6n, 2n, 8n];
  const weights = { operand: 1n, between: 1n, partial: 1n, output: 1n };
  const certificate = (products: bigint, rowWords: bigint, stores: bigint): unknown => {
    const [m, capacityWords, cut] = [10_000n, 64n, 32n];
    const words = widths.slice(1).map((width, q) => width * (widths[q] as bigint));
    const sum = (some: readonly bigint[]): bigint => some.reduce((x, y) => x + y, 0n);
    const x = capacityWords + cut;
    const worth = 256n * x * x + 32n * rowWords ** 2n * (x + 8n * capacityWords) + rowWords ** 4n;
    const needed = (1024n * rowWords * m * sum(words.slice(0, Number(products))) + worth - 1n) / worth;
    const restWords = sum(words.slice(Number(products))) + m * stores;
    const clockWords = cut * (needed - 1n);
    const json = certificateToJson({
      theorem: "multilayer-whole-rows",
      instance: { extents: { m, widths }, weights, capacity: capacityWords, memories: 1n },
      ...{ wordSize: 1n, capacityWords, products, cut, rowWords, laterSegments: needed - 1n, clockWords, restWords },
      value: clockWords + restWords,
    });
    return JSON.parse(JSON.stringify(json));
  };
  for (const [products, row, stores] of [
    [1n, 8n, 8n],
    [2n, 6n, 8n],
    [3n, 2n, 8n],
    [3n, 6n, 0n],
  ] as const) {
    expect(verifyCertificate(certificate(products, row, stores)).theorem).toBe("multilayer-whole-rows");
    // A row of more words than X2 has, and the last stores counted beside the events all the same.
    expect(() => verifyCertificate(certificate(products, row + 1n, stores))).toThrow(row === 2n ? "restWords" : "rowWords");
    if (products < 3n) expect(() => verifyCertificate(certificate(products, row, 0n))).toThrow("restWords");
  }
});

test("accumulator starts of the first products: those of the last array are charged, unless it is Xr and its last stores are events", () => {
  const weights = { operand: 2n, between: 2n, partial: 4n, output: 2n };
  const widths = [128n, 128n, 128n, 128n];
  const instance = { extents: { m: 131_072n, widths }, weights, capacity: 65_536n, memories: 1n };
  for (const sized of [instance, withNarrowSums(instance)]) {
    const proven = proveMultilayerRecomputation(sized);
    const json = JSON.parse(JSON.stringify(certificateToJson(proven as never)));
    expect(json).toMatchObject({ products: 3, born: 3 });
    expect(verifyCertificate(json).value).toBe(proven?.value);
    // More segments, as fewer starts were charged, and the last stores beside them.
    for (const born of [1, 2, 4]) expect(() => verifyCertificate({ ...json, born })).toThrow(born === 2 ? "Segments" : "born");
  }
});

test("the last pair counts a row of X0 as no wider than an intermediate's: a certificate where it is narrower is refused", () => {
  const weights = { operand: 2n, between: 2n, partial: 4n, output: 2n };
  const instance = { extents: { m: 400n, widths: [300n, 2n, 300n, 300n] }, weights, capacity: 2000n, memories: 1n };
  const certificate = (between: bigint): unknown =>
    certificateToJson(proveLastPair({ ...instance, weights: { ...weights, between } }));
  expect(verifyCertificate(certificate(2n)).value).toBeGreaterThan(0n);
  expect(() => verifyCertificate(certificate(4n))).toThrow("wider than an operand");
});

test("recomputation finds no less when an extent or a word grows: prices and T are sought on fixed grids", () => {
  const value = (m: number, widths: readonly number[], capacity: number, memories: number): bigint => {
    const instance = {
      extents: { m: BigInt(m), widths: widths.map(BigInt) },
      weights: { operand: 1n, between: 1n, partial: 1n, output: 1n },
      capacity: BigInt(capacity),
      memories: BigInt(memories),
    };
    return proveMultilayerRecomputation(instance)?.value ?? 0n;
  };
  // Where widths limit T neither 3/16 nor what suits the widths alone is the price of odd starts.
  for (const [narrower, wider] of [
    [40, 44],
    [44, 45],
    [45, 46],
  ] as const) {
    expect(value(57, [4, 5, narrower, 42, 8], 48, 132) < value(57, [4, 5, wider, 42, 8], 48, 132)).toBe(true);
  }
  expect(value(57, [4, 5, 45, 42, 8], 48, 132)).toBeGreaterThan(22_800n);
  const extent = fc.oneof(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 2, max: 4000 }));
  fc.assert(
    fc.property(
      extent,
      fc.array(extent, { minLength: 4, maxLength: 6 }),
      fc.integer({ min: 100, max: 100_000 }),
      fc.nat(),
      extent,
      (m, widths, capacity, pick, more) => {
        const own = value(m, widths, capacity, 1);
        const at = pick % (widths.length + 1);
        const grown = widths.map((width, q) => (q === at ? width + more : width));
        const larger = value(at === widths.length ? m + more : m, grown, capacity, 1);
        // What is left to chance: the fineness of the grids, and a segment.
        expect(Number(own) <= Number(larger) * (1 + 2e-4) + 3 * capacity, `${own} > ${larger}`).toBe(true);
      },
    ),
    parameters(60, 2000),
  );
});

test("rows count words as wide as all but the results are: fp8 results cost what they save, no more", () => {
  const at = (outputType: string) => {
    const workload = multilayerChainWorkload({ m: 412, widths: [17, 2417, 286, 3693, 149, 300], outputType });
    const setting = { ...inWords(5207), unit: "bytes" } as const;
    return proveBoundsInSetting(workload, setting).find(({ certificate }) => certificate.theorem === "multilayer-whole-rows");
  };
  const [same, narrow] = [at("bf16"), at("fp8")];
  // Partial sums of the results are counted wider than these, then.
  expect([same?.id, narrow?.id]).toEqual(["multilayer-whole-rows", "multilayer-whole-rows-wide-accumulators"]);
  expect(narrow?.requires).toContain("wide-partial-sums");
  expect(narrow?.value).toBe((same?.value ?? 0n) - 412n * 300n);
  const json = JSON.parse(JSON.stringify(certificateToJson(narrow?.certificate as never)));
  expect(verifyCertificate(json).value).toBe(narrow?.value);
  // Sums narrower than the word that is counted, a word of one byte, the stores at the size of a word.
  const { weights } = json.instance;
  const value = json.value + 412 * 300;
  for (const forged of [
    { ...json, instance: { ...json.instance, weights: { ...weights, partial: 1 } } },
    { ...json, instance: { ...json.instance, weights: { ...weights, between: 1 } } },
    { ...json, wordSize: 1 },
    { ...json, value },
    { ...json, instance: { ...json.instance, weights: { ...weights, output: 2 } } },
  ]) {
    expect(() => verifyCertificate(forged)).toThrow();
  }
});
