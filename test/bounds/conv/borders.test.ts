import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import { certificateToJson } from "../../../src/bounds/certificates/json.js";
import { proveConvBorders } from "../../../src/bounds/conv/borders.js";
import { proveConvSegments } from "../../../src/bounds/conv/segments.js";
import { convolutionInstance } from "../../../src/bounds/conv/shape.js";
import type { ConvOptions, ConvWorkload } from "../../../src/computation/conv.js";
import { convComputation, convWorkload } from "../../../src/computation/conv.js";
import { H200 } from "../../../src/machines/known/h200.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { expand } from "../../../src/pebble/expand.js";
import { minimumCapacity, twoLevelGame } from "../../../src/pebble/rules.js";
import { wordConvs } from "../../../src/schedules/two-level/conv/schedules.js";
import { wordConvTotal } from "../../../src/schedules/two-level/conv/words.js";
import { verifyCertificate } from "../../../src/verify/certificate.js";
import { Refused } from "../../../src/verify/shared/fields.js";
import { cheapestFound } from "../../pebble/support/cheapest.js";
import { parameters, searching } from "../../properties/arbitraries.js";
import { anyMachine, expectVerifies, inWords } from "../documents.js";
import type { Change } from "../edited.js";
import { boundClaims, expectEveryEditRefused } from "../edited.js";

type Place = readonly [image: number, row: number, column: number];
type Step = readonly [number, number];

const ROUND: readonly Step[] = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((across): Step => [down, across]));
/** One of each pair ±τ: along columns, rows, diagonals, antidiagonals. */
const PAIRS: readonly Step[] = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];
const key = (place: Place): string => place.join(" ");

/** Places of the first set that are a step from one of the second. */
function met(a: ReadonlySet<string>, p: readonly Place[], [down, across]: Step): number {
  return p.filter(([image, row, column]) => a.has(key([image, row + down, column + across]))).length;
}

/** Lines in the direction of a step that hold a place. */
function lines(places: readonly Place[], [down, across]: Step): number {
  return new Set(places.map(([image, row, column]) => `${image} ${row * across - column * down}`)).size;
}

const kappaTo = (n: number): number => 1 - 53 / (50 * n) + 1 / (6 * n * n);
const kappaOf = (side: number): number => Math.max(25 / 27, 1 - (8 * (6 * side - 1)) / (45 * side * side));

/** The most products of two sets with so many taps is within lemma 6, for images of any size and of this side. */
function expectWithin(a: readonly Place[], p: readonly Place[], side?: number): void {
  const inA = new Set(a.map(key));
  const byTap = ROUND.map((step) => met(inA, p, step)).sort((x, y) => y - x);
  let products = 0;
  byTap.forEach((more, at) => {
    products += more;
    const taps = at + 1;
    const size = 3 * Math.sqrt((a.length * p.length) / taps);
    const kappa = kappaTo(Math.max(19, Math.sqrt(size)));
    const free = 3 * Math.sqrt(a.length * taps * p.length) * (1 + 1e-12);
    expect(products, `${a.length}, ${p.length}, ${taps} taps`).toBeLessThanOrEqual(kappa * free);
    if (side !== undefined) expect(products).toBeLessThanOrEqual(kappaOf(Math.max(14, side)) * free);
  });
}

const places = (side: number, images: number): fc.Arbitrary<readonly Place[]> =>
  fc.uniqueArray(
    fc.tuple(
      fc.integer({ min: 0, max: images - 1 }),
      fc.integer({ min: 0, max: side - 1 }),
      fc.integer({ min: 0, max: side - 1 }),
    ),
    { minLength: 1, maxLength: 40, selector: key },
  );

test("pairs of taps and lines of common places: lemmas 1, 2 and 6 on random sets", () => {
  const sets = fc.integer({ min: 1, max: 7 }).chain((side) => fc.tuple(places(side, 2), places(side, 2), fc.boolean()));
  fc.assert(
    fc.property(sets, ([some, others, apart]) => {
      // Sets with and without much in common.
      const a = apart ? some : [...new Map([...some, ...others.slice(1)].map((place) => [key(place), place])).values()];
      const inA = new Set(a.map(key));
      const common = others.filter((place) => inA.has(key(place)));
      for (const [down, across] of PAIRS) {
        const both = met(inA, others, [down, across]) + met(inA, others, [-down, -across]);
        expect(both).toBeLessThanOrEqual(a.length + others.length - 2 * lines(common, [down, across]));
      }
      const all = PAIRS.reduce((sum, step) => sum + lines(others, step), 0);
      const root = Math.SQRT2;
      expect(all).toBeGreaterThanOrEqual((2 + 2 * root) * Math.sqrt(others.length) - (2 * root - 2) - 1e-9);
      expectWithin(a, others, 8);
    }),
    parameters(200),
  );
});

/** A square without its corners, sparse by a factor, in every one of some images. */
function octagon(side: number, corner: number, images = 1, factor = 1): readonly Place[] {
  const found: Place[] = [];
  for (let image = 0; image < images; image++) {
    for (let row = 0; row < side; row++) {
      for (let column = 0; column < side; column++) {
        const [down, across] = [Math.min(row, side - 1 - row), Math.min(column, side - 1 - column)];
        if (down + across >= corner) found.push([image, factor * row, factor * column]);
      }
    }
  }
  return found;
}

test("squares and octagons, whole images, one set a border larger than the other, sparse ones: lemmas 2 and 6", () => {
  for (let side = 1; side <= 44; side += side < 12 ? 1 : 4) {
    for (const corner of [0, 1, Math.floor(side / 4), Math.floor(side / 3.4)]) {
      const block = octagon(side, corner);
      for (const shape of [block, octagon(side, corner, 1, 2)]) {
        const all = PAIRS.reduce((sum, step) => sum + lines(shape, step), 0);
        expect(all).toBeGreaterThanOrEqual((2 + 2 * Math.SQRT2) * Math.sqrt(shape.length) - (2 * Math.SQRT2 - 2) - 1e-9);
      }
      expectWithin(block, block, side);
      const images = octagon(side, corner, 3);
      expectWithin(images, images, side);
      for (const border of [1, 2]) {
        const larger = octagon(side + border, corner).map(([b, y, x]): Place => [b, y - (border >> 1), x - (border >> 1)]);
        expectWithin(larger, block, side + border);
        expectWithin(block, larger, side + border);
      }
    }
  }
});

test("lemma 3 is not far off: an octagon of 1600 places has more than 9u − 11√u", () => {
  const block = octagon(44, 13);
  const inA = new Set(block.map(key));
  const products = ROUND.reduce((sum, step) => sum + met(inA, block, step), 0);
  expect(products).toBeGreaterThan(9 * block.length - 11 * Math.sqrt(block.length));
  expect(products).toBeLessThanOrEqual(9 * block.length - 9.5 * Math.sqrt(block.length));
});

const threeByThree: fc.Arbitrary<ConvWorkload> = fc
  .record({
    batch: fc.integer({ min: 1, max: 3 }),
    inChannels: fc.integer({ min: 1, max: 40 }),
    outChannels: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 3, max: 40 }),
    width: fc.integer({ min: 3, max: 40 }),
    padding: fc.integer({ min: 0, max: 2 }),
  })
  .map((options) => convWorkload({ ...options, kernel: 3 }));

test("it is not above any schedule", () => {
  fc.assert(
    fc.property(threeByThree, fc.integer({ min: 18, max: 20_000 }), (workload, fastWords) => {
      const proven = proveConvBorders(convolutionInstance(workload, inWords(fastWords)));
      for (const schedule of wordConvs(workload, fastWords))
        expect((proven?.value ?? 0n) <= wordConvTotal(schedule), schedule.id).toBe(true);
    }),
    parameters(40),
  );
});

test("it is not above the optimum of a small convolution, nor any pebbling found", () => {
  const small = fc.record({
    inChannels: fc.integer({ min: 1, max: 2 }),
    outChannels: fc.integer({ min: 1, max: 2 }),
    height: fc.integer({ min: 1, max: 3 }),
    width: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(small, fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 2 }), (options, spare, processors) => {
      const workload = convWorkload({ ...options, kernel: 3, padding: 1 });
      const graph = expand(convComputation(workload));
      const capacity = minimumCapacity(graph, { sliding: true }) + spare;
      const game = twoLevelGame(capacity, { sliding: true, recomputation: true, processors });
      const { cost } = cheapestFound(graph, game, { trials: 10, vertices: 26 });
      const proven = proveConvBorders(convolutionInstance(workload, inWords(capacity, processors)));
      expect((proven?.value ?? 0n) <= BigInt(cost)).toBe(true);
    }),
    searching(20),
  );
});

const gain = (options: Omit<ConvOptions, "kernel">, fastWords: number): number => {
  const instance = convolutionInstance(convWorkload({ batch: 8, padding: 1, ...options, kernel: 3 }), inWords(fastWords));
  return Number(proveConvBorders(instance)?.value) / Number(proveConvSegments(instance)?.value);
};

test.each([
  ["large images, 16384 words", { inChannels: 128, outChannels: 128, height: 112 }, 16_384, 1.052],
  ["large images, 131072 words", { inChannels: 256, outChannels: 256, height: 56 }, 131_072, 1.03],
  ["images of 28×28", { inChannels: 256, outChannels: 512, height: 28 }, 131_072, 1.038],
  ["images of 14×14", { inChannels: 512, outChannels: 512, height: 14 }, 131_072, 1.077],
])("%s: more than the theorem without borders by the share that it says", (_, options, fastWords, least) => {
  const more = gain(options, fastWords);
  expect(more).toBeGreaterThan(least);
  expect(more).toBeLessThan(least + 0.012);
});

test("other windows have none", () => {
  for (const options of [
    { kernel: 2 },
    { kernel: "3x2" },
    { kernel: 3, stride: 2 },
    { kernel: 3, stride: [1, 2] },
    { kernel: 5 },
  ]) {
    const workload = convWorkload({ inChannels: 60, outChannels: 60, height: 19, ...options });
    expect(proveConvBorders(convolutionInstance(workload, inWords(50)))).toBeUndefined();
  }
});

test("every certificate verifies, on every machine", () => {
  const large = fc.record({
    inChannels: fc.integer({ min: 1, max: 3000 }),
    outChannels: fc.integer({ min: 1, max: 3000 }),
    height: fc.integer({ min: 1, max: 100_000 }),
    batch: fc.integer({ min: 1, max: 1000 }),
  });
  const anyConv = fc.oneof(
    threeByThree,
    large.map((options) => convWorkload({ ...options, kernel: 3, padding: 1 })),
  );
  fc.assert(fc.property(anyConv, anyMachine, expectVerifies), parameters(20));
});

const CHANGES: readonly Change[] = [
  (leaf) => (typeof leaf === "number" ? leaf + 1 : `${leaf}1`),
  (leaf) => (typeof leaf === "number" ? leaf - 1 : `${leaf} `),
  (leaf) => (typeof leaf === "number" ? leaf * 2 + 3 : ""),
  (leaf) => (typeof leaf === "number" ? leaf + 0.5 : "einsum-projective"),
  (leaf) => (typeof leaf === "number" ? -leaf : 1),
];

describe("every edit of a certificate in its document is refused", () => {
  test.each([
    ["one band", { inChannels: 40, outChannels: 30, height: 14, width: 15 }, 100],
    ["many bands", { batch: 3, inChannels: 64, outChannels: 64, height: 200, width: 150 }, 16_384],
    ["on every SM of a GPU", { batch: 3, inChannels: 400, outChannels: 300, height: 24 }, undefined],
  ])("%s", (_, options, fastWords) => {
    const machine = fastWords === undefined ? H200 : abstractMachine(fastWords);
    const document = boundsDocument(boundWorkload(convWorkload({ ...options, kernel: 3, padding: 1 }), machine));
    const claims = boundClaims(document).filter((path) => path.at(-1) !== "array" && !path.includes("prices"));
    expect(claims.some((path) => path.includes("side"))).toBe(true);
    // Another first side may make bands with the same maxima: what is no side must still be refused.
    expectEveryEditRefused(document, claims, (path) => (path.includes("side") ? CHANGES.slice(3) : CHANGES));
  });

  test("sides below 19 pixels, other windows, and unknown fields", () => {
    const instance = convolutionInstance(
      convWorkload({ batch: 8, inChannels: 64, outChannels: 64, height: 60, kernel: 3, padding: 1 }),
      inWords(16_384),
    );
    const proven = proveConvBorders(instance) ?? expect.fail("nothing proven");
    const certificate = JSON.parse(JSON.stringify(certificateToJson(proven)));
    expect(verifyCertificate(certificate).value).toBe(proven.value);
    const [rows, columns] = certificate.instance.axes;
    const broken = [
      { ...certificate, extra: 1 },
      { ...certificate, prices: [1] },
      { ...certificate, side: 16 * 19 - 1 },
      { ...certificate, side: 640 },
      { ...certificate, instance: { ...certificate.instance, axes: [rows, { ...columns, stride: 2 }] } },
      { ...certificate, instance: { ...certificate.instance, axes: [{ ...rows, kernel: 5 }, columns] } },
      { ...certificate, instance: { ...certificate.instance, axes: [rows, { ...columns, extent: 14 }] } },
    ];
    for (const json of broken) expect(() => verifyCertificate(json)).toThrow(Refused);
  });
});
