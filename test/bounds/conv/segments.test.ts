import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { ConvSegmentsCertificate } from "../../../src/bounds/certificates/conv.js";
import type { Json } from "../../../src/bounds/certificates/json.js";
import { certificateToJson } from "../../../src/bounds/certificates/json.js";
import { proveConvMemoryIndependent, proveConvSegments } from "../../../src/bounds/conv/segments.js";
import { convolutionInstance, convolutionShape, pricedShape } from "../../../src/bounds/conv/shape.js";
import { proveBoundsInSetting } from "../../../src/bounds/prove.js";
import type { ConvOptions, ConvWorkload } from "../../../src/computation/conv.js";
import { convComputation, convProducts, convWorkload } from "../../../src/computation/conv.js";
import { gemmComputation, gemmWorkload } from "../../../src/computation/gemm.js";
import { H200 } from "../../../src/machines/known/h200.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { expand } from "../../../src/pebble/expand.js";
import { heuristicPebbling } from "../../../src/pebble/heuristic/index.js";
import { minimumCapacity, twoLevelGame } from "../../../src/pebble/rules.js";
import { verifyCertificate } from "../../../src/verify/certificate.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { Refused } from "../../../src/verify/shared/fields.js";
import { smallConv } from "../../computation/small-conv.js";
import { cheapestFound } from "../../pebble/support/cheapest.js";
import { counted, parameters } from "../../properties/arbitraries.js";
import { anyMachine, expectVerifies, inWords } from "../documents.js";
import type { Change } from "../edited.js";
import { boundClaims, edited, expectEveryEditRefused } from "../edited.js";

const prove = (options: ConvOptions, capacity: number): ConvSegmentsCertificate | undefined =>
  proveConvSegments(convolutionInstance(convWorkload(options), inWords(capacity)));

describe("leading constants", () => {
  const large = { batch: 1 << 20, inChannels: 1 << 20, outChannels: 1 << 20, height: 3000 };
  const constant = (options: Pick<ConvOptions, "kernel" | "stride">, capacity = 10_000): number => {
    const workload = convWorkload({ ...large, ...options });
    const value = proveConvSegments(convolutionInstance(workload, inWords(capacity)))?.value ?? 0n;
    return Number((value * 1_000_000n) / convProducts(workload)) / 1e6 / (2 / Math.sqrt(capacity));
  };
  test.each([
    ["3×3, stride 1: a third of a product's", { kernel: 3 }, 1 / 3],
    ["5×5, stride 1", { kernel: 5 }, 1 / 5],
    ["1×7, stride 1", { kernel: "1x7" }, 1 / Math.sqrt(7)],
    // Of nine taps four have reuse 4, four reuse 2, one reuse 1: more than 1/√4, less than 1/√(9/4).
    ["3×3, stride 2: the classes of taps each at their reuse", { kernel: 3, stride: 2 }, (4 / 2 + 4 / Math.sqrt(2) + 1) / 9],
    ["7×7, stride 2", { kernel: 7, stride: 2 }, (16 / 4 + 24 / Math.sqrt(12) + 9 / 3) / 49],
    ["4×4, stride 2: one class", { kernel: 4, stride: 2 }, 1 / 2],
  ])("%s", (_, options, right) => {
    expect(Math.abs(constant(options) / right - 1)).toBeLessThan(2e-3);
  });
});

describe("convolutions that are matrix products have the product's own theorems", () => {
  test.each([
    ["1×1", { inChannels: 24, outChannels: 40, height: 9, kernel: 1 }, { m: 81, n: 40, k: 24 }],
    [
      "1×1 with stride 2",
      { batch: 3, inChannels: 24, outChannels: 40, height: 9, kernel: 1, stride: 2 },
      { m: 75, n: 40, k: 24 },
    ],
    ["patches", { inChannels: 3, outChannels: 40, height: 64, kernel: 16, stride: 16 }, { m: 16, n: 40, k: 768 }],
    ["one output", { batch: 5, inChannels: 6, outChannels: 8, height: 7, kernel: 7 }, { m: 5, n: 8, k: 294 }],
    ["a row of windows", { inChannels: 4, outChannels: 9, height: 3, width: 8, kernel: "3x2", stride: 2 }, { m: 4, n: 9, k: 24 }],
  ])("%s", (_, options, product) => {
    const ofProduct = proveBoundsInSetting(gemmComputation(gemmWorkload(product)), inWords(50)).slice(1);
    const ofConv = proveBoundsInSetting(convWorkload(options), inWords(50)).slice(1);
    expect(ofConv.map(({ id, value }) => [id, value])).toEqual(ofProduct.map(({ id, value }) => [id, value]));
  });

  test("overlapping windows and padding are not", () => {
    for (const options of [{ kernel: 2 }, { kernel: 3, stride: 3, padding: 1 }]) {
      const workload = convWorkload({ inChannels: 60, outChannels: 60, height: 19, ...options });
      const ids = proveBoundsInSetting(workload, inWords(50)).map(({ id }) => id);
      expect(ids).toEqual(["compulsory", "conv-segments", "conv-holding-cost", "conv-whole-passes"]);
    }
  });
});

interface Product {
  readonly input: string;
  readonly filter: string;
  readonly output: string;
  /** Along each axis: residue of the tap, tap, input. */
  readonly axes: readonly (readonly [number, number, number])[];
}

/** Every product of a small convolution, point by point. */
function productsOf(workload: ConvWorkload): readonly Product[] {
  const { stride, padding, height, width } = workload;
  const { extents } = convComputation(workload);
  const boxes = ["b", "c", "o", "p", "q", "r", "s"].map((index) => extents[index] ?? 1);
  const size = boxes.reduce((x, y) => x * y, 1);
  return Array.from({ length: size }, (_, number) => number).flatMap((number) => {
    let rest = number;
    const [b, c, o, p, q, r, s] = boxes.map((extent) => {
      const digit = rest % extent;
      rest = Math.floor(rest / extent);
      return digit;
    }) as [number, number, number, number, number, number, number];
    const [y, x] = [p * stride[0] + r - padding[0], q * stride[1] + s - padding[1]];
    if (y < 0 || x < 0 || y >= height || x >= width) return [];
    const axes = [
      [r % stride[0], r, y],
      [s % stride[1], s, x],
    ] as const;
    return [{ input: `${b},${c},${y},${x}`, filter: `${o},${c},${r},${s}`, output: `${b},${o},${p},${q}`, axes }];
  });
}

test("every set of products weighs at least what V allows it, at every price", () => {
  const set = smallConv(5, 3, 2).chain((workload) =>
    fc.record({
      workload: fc.constant(workload),
      seed: fc.array(fc.nat(), { minLength: 1, maxLength: 60 }),
      // All of a residue of taps, which is where the reuse is met.
      favourite: fc.nat({ max: 2 }),
      prices: fc.array(fc.bigInt({ min: 0n, max: 30n }), { minLength: 9, maxLength: 9 }),
    }),
  );
  fc.assert(
    fc.property(set, ({ workload, seed, favourite, prices }) => {
      const instance = convolutionInstance(workload, inWords(10));
      const shape = convolutionShape(instance);
      const products = productsOf(workload);
      expect(BigInt(products.length)).toBe(shape.products);
      const { p: rows = 1, q: columns = 1 } = convComputation(workload).extents;
      /** Reuse of the residue of a product along an axis: the fewest of its taps, outputs, inputs. */
      const reuseOf = ({ axes }: Product, a: 0 | 1): number => {
        const own = products.filter((other) => other.axes[a]?.[0] === axes[a]?.[0]).map((other) => other.axes[a] ?? []);
        const [taps, inputs] = [1, 2].map((part) => new Set(own.map((meeting) => meeting[part])).size) as [number, number];
        return Math.min(taps, inputs, a === 0 ? rows : columns);
      };
      const [ofRows, ofColumns] = [0, 1].map((a) =>
        [...new Set(products.map((product) => reuseOf(product, a as 0 | 1)))].sort((x, y) => y - x),
      ) as [number[], number[]];
      const priceOf = (product: Product): bigint =>
        prices[ofRows.indexOf(reuseOf(product, 0)) * ofColumns.length + ofColumns.indexOf(reuseOf(product, 1))] ?? 0n;
      const sets = [
        [...new Set(seed.map((n) => n % products.length))].flatMap((n) => products[n] ?? []),
        products.filter(({ axes }) => axes.every(([residue]) => residue === favourite)),
        products,
      ];
      const priced = pricedShape(shape, instance, prices);
      for (const chosen of sets) {
        const [a, w, c] = (["input", "filter", "output"] as const).map((part) =>
          BigInt(new Set(chosen.map((product) => product[part])).size),
        ) as [bigint, bigint, bigint];
        const worth = chosen.reduce((sum, product) => sum + priceOf(product), 0n);
        expect(worth * worth <= priced.reuse * a * w * c).toBe(true);
        expect(worth <= priced.uses.input * a && worth <= priced.uses.filter * w && worth <= priced.uses.output * c).toBe(true);
      }
      expect(products.reduce((sum, product) => sum + priceOf(product), 0n)).toBe(priced.worth);
    }),
    parameters(50),
  );
});

const LARGEST_SEARCHED = 26;

test("no bound is above the optimum of a small convolution, nor above any pebbling found", () => {
  let solved = 0;
  fc.assert(
    fc.property(
      smallConv(3, 3, 2),
      fc.integer({ min: 0, max: 6 }),
      fc.constantFrom("fused", "separate"),
      fc.integer({ min: 1, max: 2 }),
      (workload, spare, products, processors) => {
        const graph = expand(convComputation(workload), { products });
        const rules = { sliding: true, recomputation: true };
        const least = minimumCapacity(graph, { sliding: true });
        const game = twoLevelGame(least + spare, { ...rules, processors });
        const search = { trials: 10, vertices: LARGEST_SEARCHED };
        const { cost: cheapest, exact } = cheapestFound(graph, game, search);
        if (exact) solved++;
        const setting = inWords(least + spare, processors);
        expect((proveConvSegments(convolutionInstance(workload, setting))?.value ?? 0n) <= BigInt(cheapest)).toBe(true);
        for (const { value, scope } of proveBoundsInSetting(workload, setting)) {
          expect(scope !== "total" || value <= BigInt(cheapest)).toBe(true);
        }
      },
    ),
    counted(20, 2_000),
  );
  expect(solved).toBeGreaterThan(0);
});

test.each([
  [{ inChannels: 4, outChannels: 4, height: 6, kernel: 3 }],
  [{ inChannels: 4, outChannels: 4, height: 7, kernel: 3, stride: 2, padding: 1 }],
  [{ batch: 2, inChannels: 2, outChannels: 8, height: 8, kernel: 2 }],
  [{ inChannels: 8, outChannels: 8, height: 3, kernel: 3, padding: 1 }],
])("no bound is above a pebbling of a graph of thousands of vertices: %o", (options) => {
  const workload = convWorkload(options);
  const graph = expand(convComputation(workload));
  for (const capacity of [5, 12, 40]) {
    const game = twoLevelGame(capacity, { sliding: true, recomputation: true });
    const cost = heuristicPebbling(graph, game, { trials: 5 }).verdict.ioWords;
    for (const { value } of proveBoundsInSetting(workload, inWords(capacity))) {
      expect(value <= BigInt(cost)).toBe(true);
    }
  }
});

describe("the busiest of several memories", () => {
  test("moves no less than the bounds say, in any pebbling found", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        smallConv(4, 3, 3),
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 2, max: 4 }),
        (workload, spare, processors) => {
          const graph = expand(convComputation(workload));
          const least = minimumCapacity(graph, { sliding: true });
          const game = twoLevelGame(least + spare, { sliding: true, recomputation: true, processors });
          const { moves } = heuristicPebbling(graph, game, { trials: 10 });
          const moved = new Array<number>(processors).fill(0);
          for (const move of moves)
            if (move[0] === "load" || move[0] === "store") moved[move[2] ?? 0] = (moved[move[2] ?? 0] ?? 0) + 1;
          for (const { id, value, scope } of proveBoundsInSetting(workload, inWords(least + spare, processors))) {
            if (scope !== "busiest") continue;
            seen.add(id);
            expect(value <= BigInt(Math.max(...moved)), `${id} = ${value} > ${moved}`).toBe(true);
          }
        },
      ),
      counted(30),
    );
    expect(seen).toContain("conv-memory-independent");
  });

  test("holds at least the words that the memory-independent bound says, however products are dealt out", () => {
    let met = 0;
    fc.assert(
      fc.property(
        smallConv(5, 3, 2),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom("outputs", "channels", "anything"),
        fc.infiniteStream(fc.nat()),
        fc.constantFrom("fp8", "bf16", "fp32"),
        (workload, memories, by, numbers, outputType) => {
          const inBytes = { ...inWords(10, memories), unit: "bytes" } as const;
          const typed = { ...workload, outputType };
          const proven = proveConvMemoryIndependent(convolutionInstance(typed, inBytes));
          const memoryOf = new Map<string, number>();
          const shares = Array.from({ length: memories }, () => ({ input: new Set(), filter: new Set(), output: new Set() }));
          productsOf(workload).forEach((product, i) => {
            const key = by === "outputs" ? product.output : by === "channels" ? (product.filter.split(",")[1] ?? "") : String(i);
            const memory = memoryOf.get(key) ?? (numbers.next().value as number) % memories;
            memoryOf.set(key, memory);
            for (const part of ["input", "filter", "output"] as const) shares[memory]?.[part].add(product[part]);
          });
          const { input, filter, partial, output } = convolutionInstance(typed, inBytes).weights;
          const sum = partial < output ? partial : output;
          const most = shares
            .map(
              (share) => input * BigInt(share.input.size) + filter * BigInt(share.filter.size) + sum * BigInt(share.output.size),
            )
            .reduce((x, y) => (x > y ? x : y));
          if (proven.value === most) met++;
          expect(proven.value <= most, `${proven.value} > ${most}`).toBe(true);
        },
      ),
      counted(200),
    );
    expect(met).toBeGreaterThan(0);
  });

  test("a product's are those of the convolution without overlap", () => {
    // 1×1: no window, the cases of a matrix product.
    const workload = convWorkload({ batch: 4, inChannels: 64, outChannels: 48, height: 8, kernel: 3, stride: 4, padding: 0 });
    const product = gemmWorkload({ m: 4 * 4, n: 48, k: 64 * 9 });
    for (const memories of [2, 7, 132]) {
      const setting = inWords(300, memories);
      const ofConv = convolutionInstance(workload, setting);
      const right = proveBoundsInSetting(gemmComputation(product), setting);
      const independent = right.find(({ id }) => id === "gemm-memory-independent");
      expect(proveConvMemoryIndependent(ofConv).value).toBe(independent?.value);
    }
  });
});

test("a larger kernel of wasted taps changes nothing: unused weights and inputs are not charged", () => {
  const [compulsory] = proveBoundsInSetting(
    convWorkload({ inChannels: 1, outChannels: 1, height: 1, kernel: 3, padding: 1 }),
    inWords(9),
  );
  expect(compulsory?.value).toBe(3n);
  const [strided] = proveBoundsInSetting(
    convWorkload({ inChannels: 1, outChannels: 1, height: 5, kernel: 1, stride: 2 }),
    inWords(9),
  );
  expect(strided?.value).toBe(9n + 1n + 9n);
});

test("every certificate verifies, on every machine", () => {
  const anyConv: fc.Arbitrary<ConvWorkload> = fc.oneof(
    smallConv(9, 5, 5),
    smallConv(300, 7, 2000),
    smallConv(1_000_000, 20, 90_000),
  );
  fc.assert(fc.property(anyConv, anyMachine, expectVerifies), parameters(30));
});

const CHANGES: readonly Change[] = [
  (leaf) => (typeof leaf === "number" ? leaf + 1 : `${leaf}1`),
  (leaf) => (typeof leaf === "number" ? leaf - 1 : `${leaf} `),
  (leaf) => (typeof leaf === "number" ? leaf * 2 + 3 : ""),
  (leaf) => (typeof leaf === "number" ? leaf + 0.5 : "einsum-projective"),
  (leaf) => (typeof leaf === "number" ? String(leaf) : "convolution-"),
  (leaf) => (typeof leaf === "number" ? -leaf : 1),
];

describe("every edit of a certificate in its document is refused", () => {
  test.each([
    ["one class", { inChannels: 40, outChannels: 30, height: 14, width: 15, kernel: 3, padding: 1 }, 100],
    ["four classes", { inChannels: 40, outChannels: 30, height: 24, width: 15, kernel: 3, stride: 2, padding: 1 }, 100],
    ["few channels", { batch: 3, inChannels: 2, outChannels: 90, height: 40, kernel: "2x5" }, 60],
    ["on every SM of a GPU", { batch: 3, inChannels: 400, outChannels: 300, height: 24, kernel: 3, stride: 2 }, undefined],
  ])("%s", (_, options, fastWords) => {
    const machine = fastWords === undefined ? H200 : abstractMachine(fastWords);
    const document = boundsDocument(boundWorkload(convWorkload(options), machine));
    // Only compulsory traffic names arrays, once an interface, and the names are labels.
    const claims = boundClaims(document).filter((path) => path.at(-1) !== "array");
    expect(claims.some((path) => path.includes("prices"))).toBe(true);
    // A price a little off may prove the same numbers; twice the price may not.
    expectEveryEditRefused(document, claims, (path) => (path.includes("prices") ? CHANGES.slice(2) : CHANGES));
  });

  test("lists that lack an entry, prices of nothing, and unknown fields", () => {
    const proven = prove({ inChannels: 40, outChannels: 40, height: 24, kernel: 3, stride: 2 }, 80);
    if (proven === undefined) throw new Error("nothing proven");
    const certificate = JSON.parse(JSON.stringify(certificateToJson(proven)));
    expect(verifyCertificate(certificate).value).toBe(proven.value);
    const { instance } = certificate;
    const broken = [
      { ...certificate, extra: 1 },
      { ...certificate, prices: certificate.prices.slice(1) },
      { ...certificate, prices: certificate.prices.map(() => 0) },
      { ...certificate, instance: { ...instance, axes: instance.axes.slice(1) } },
      { ...certificate, instance: { ...instance, axes: [{ ...instance.axes[0], padding: 3 }, instance.axes[1]] } },
      { ...certificate, instance: { ...instance, axes: [{ ...instance.axes[0], extent: 2 }, instance.axes[1]] } },
      { ...certificate, instance: { ...instance, axes: [{ ...instance.axes[0], kernel: 99_999 }, instance.axes[1]] } },
    ];
    for (const json of broken) expect(() => verifyCertificate(json)).toThrow(Refused);
  });
});

test("a certificate about another convolution or machine is refused", () => {
  const document = boundsDocument(
    boundWorkload(convWorkload({ inChannels: 20, outChannels: 30, height: 14, kernel: 3, padding: 1 }), abstractMachine(50)),
  );
  for (const [path, value] of [
    [["workload", "inChannels"], 21],
    [["workload", "outChannels"], 29],
    [["workload", "height"], 15],
    [["workload", "kernel", 0], 2],
    [["workload", "stride", 1], 2],
    [["workload", "padding", 0], 0],
    [["workload", "padding", 0], 3],
    [["workload", "dataType"], "fp99"],
    [["machine", "fastWords"], 49],
  ] as const) {
    expect(verifyDocument(edited(document, path, () => value as Json)), path.join(".")).toMatchObject({ valid: false });
  }
});
