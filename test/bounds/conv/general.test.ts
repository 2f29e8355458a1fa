import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import { proveConvBorders } from "../../../src/bounds/conv/borders.js";
import { proveConvSegments } from "../../../src/bounds/conv/segments.js";
import { convolutionInstance, convolutionShape, pricedShape } from "../../../src/bounds/conv/shape.js";
import { proveBoundsInSetting } from "../../../src/bounds/prove.js";
import type { ConvOptions, ConvWorkload } from "../../../src/computation/conv.js";
import { arrayNames, convComputation, convWorkload, rolesOf } from "../../../src/computation/conv.js";
import { gemmComputation, gemmWorkload } from "../../../src/computation/gemm.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { expand } from "../../../src/pebble/expand.js";
import { minimumCapacity, twoLevelGame } from "../../../src/pebble/rules.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { generalConv } from "../../computation/general-conv.js";
import { cheapestFound } from "../../pebble/support/cheapest.js";
import { counted, parameters } from "../../properties/arbitraries.js";
import { anyMachine, expectVerifies, inWords } from "../documents.js";

/** Every product of a small convolution: names of the words that it meets, operands in order, then the sum. */
function productsOf(workload: ConvWorkload): readonly (readonly string[])[] {
  const { names = [], predecessors, predecessorOffsets } = expand(convComputation(workload));
  const { operands, sums } = rolesOf(workload.pass);
  const arrays = arrayNames(workload.pass);
  return names.flatMap((name, vertex) => {
    if (!name.startsWith(`${arrays[sums]}[`)) return [];
    const own = [...predecessors.slice(predecessorOffsets[vertex], predecessorOffsets[vertex + 1])].map(
      (one) => names[one] ?? "",
    );
    const read = operands.map((role) => own.find((word) => word.startsWith(`${arrays[role]}[`)) ?? "");
    return [[...read, name.replace(/#.*/, "")]];
  });
}

test("every set of products weighs at least what V allows it, whatever the pass, the groups and the dilation", () => {
  const set = fc.tuple(generalConv(6, 3, 2), fc.array(fc.nat(), { minLength: 1, maxLength: 60 }));
  fc.assert(
    fc.property(set, ([workload, seed]) => {
      const instance = convolutionInstance(workload, inWords(10));
      const shape = convolutionShape(instance);
      const priced = pricedShape(
        shape,
        instance,
        shape.classes.map(() => 1n),
      );
      const products = productsOf(workload);
      expect(BigInt(products.length)).toBe(priced.worth);
      expect(BigInt(new Set(products.map(([, , sum]) => sum)).size)).toBe(shape.outputs);
      const some = [...new Set(seed.map((n) => n % products.length))].map((n) => products[n] ?? []);
      const near = products.filter(([first]) => first === products[(seed[0] ?? 0) % products.length]?.[0]);
      for (const chosen of [some, near, products]) {
        const [a, w, c] = [0, 1, 2].map((part) => BigInt(new Set(chosen.map((words) => words[part])).size)) as [
          bigint,
          bigint,
          bigint,
        ];
        const worth = BigInt(chosen.length);
        expect(worth * worth <= priced.reuse * a * w * c).toBe(true);
        expect(worth <= priced.uses.input * a && worth <= priced.uses.filter * w && worth <= priced.uses.output * c).toBe(true);
      }
    }),
    parameters(60),
  );
});

test("no bound is above the optimum of a small pass, nor above any pebbling found", () => {
  fc.assert(
    fc.property(
      generalConv(3, 3, 2),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 1, max: 2 }),
      (workload, spare, processors) => {
        const graph = expand(convComputation(workload));
        const least = minimumCapacity(graph, { sliding: true });
        const game = twoLevelGame(least + spare, { sliding: true, recomputation: true, processors });
        const { cost } = cheapestFound(graph, game, { trials: 6, vertices: 24 });
        for (const { id, value, scope } of proveBoundsInSetting(workload, inWords(least + spare, processors))) {
          expect(scope !== "total" || value <= BigInt(cost), `${id} = ${value} > ${cost}`).toBe(true);
        }
      },
    ),
    counted(25, 2_000),
  );
});

test("every certificate verifies, on every machine", () => {
  fc.assert(
    fc.property(generalConv(9, 3, 8), anyMachine, (workload, machine) => {
      expectVerifies(workload, machine);
    }),
    counted(20),
  );
});

const LAYER = { batch: 8, inChannels: 256, outChannels: 256, height: 56, kernel: 3, padding: 1 } as const;

const valueIn = (options: ConvOptions, capacity: number, id: string): bigint =>
  proveBoundsInSetting(convWorkload(options), inWords(capacity)).find((bound) => bound.id === id)?.value ?? 0n;

describe("layers", () => {
  test("a dilated layer whose images fall apart evenly has the bounds of four dense images", () => {
    for (const id of ["compulsory", "conv-segments", "conv-borders", "conv-holding-cost", "conv-whole-passes"]) {
      const dense = valueIn({ ...LAYER, batch: 32, height: 28 }, 16384, id);
      expect([id, valueIn({ ...LAYER, dilation: 2, padding: "same" }, 16384, id)]).toEqual([id, dense]);
      expect(dense > 0n).toBe(true);
    }
  });

  test("a gradient of the input at stride 1 has the bounds of the turned convolution", () => {
    const ids = (options: ConvOptions) =>
      proveBoundsInSetting(convWorkload(options), inWords(16384)).map(({ id, value, status }) => [id, value, status]);
    const turned = { ...LAYER, inChannels: 512 };
    expect(ids({ ...LAYER, outChannels: 512, pass: "data-gradient" })).toEqual(ids(turned));
  });

  test.each([
    ["patches forward", { m: 16, n: 40, k: 768 }, {}],
    ["their input's gradient", { m: 16, n: 768, k: 40 }, { pass: "data-gradient" }],
    ["their weights' gradient", { m: 768, n: 40, k: 16 }, { pass: "weight-gradient" }],
    ["in two groups: a batch", { batch: 2, m: 16, n: 20, k: 768 }, { groups: 2, inChannels: 6 }],
  ] as const)("%s: a matrix product's theorems", (_, product, own) => {
    const patches = { inChannels: 3, outChannels: 40, height: 64, kernel: 16, stride: 16, ...own };
    const ids = (found: ReturnType<typeof proveBoundsInSetting>) => found.slice(1).map(({ id, value }) => [id, value]);
    const right = ids(proveBoundsInSetting(gemmComputation(gemmWorkload(product)), inWords(50)));
    expect(ids(proveBoundsInSetting(convWorkload(patches), inWords(50)))).toEqual(right);
  });

  test("the gradient of the weights has the same count of segments as the convolution, and borders", () => {
    const setting = inWords(16384);
    const forward = proveConvSegments(convolutionInstance(convWorkload(LAYER), setting));
    const gradient = convolutionInstance(convWorkload({ ...LAYER, pass: "weight-gradient" }), setting);
    expect(proveConvSegments(gradient)?.segmentWorth).toBe(forward?.segmentWorth);
    expect((proveConvBorders(gradient)?.value ?? 0n) > (proveConvSegments(gradient)?.value ?? 0n)).toBe(true);
  });

  test("depthwise layers move compulsory words only, as far as any bound says; groups of many channels do not", () => {
    const best = (options: ConvOptions): string | undefined =>
      [...proveBoundsInSetting(convWorkload(options), inWords(16384))].sort((x, y) => Number(y.value - x.value))[0]?.id;
    expect(best({ ...LAYER, groups: 256 })).toBe("compulsory");
    expect(best({ ...LAYER, inChannels: 4096, outChannels: 4096, groups: 2, height: 14 })).not.toBe("compulsory");
  });
});

type Json = Readonly<{ [name: string]: unknown }>;

/** A certificate of the segments about another instance: the fields named are gone, of the instance or of its parts. */
function without(document: Json, ...fields: readonly string[]): Json {
  const gone = (name: string, value: unknown): unknown => (fields.includes(name) ? undefined : value);
  const bounds = (document["bounds"] as readonly Json[]).map((bound) =>
    bound["id"] === "conv-segments" ? (JSON.parse(JSON.stringify(bound, gone)) as Json) : bound,
  );
  return { ...document, bounds };
}

describe("forgeries are refused", () => {
  const general = { ...LAYER, groups: 2, dilation: 2, padding: 2, stride: 2, pass: "data-gradient" } as const;
  const document = JSON.parse(
    JSON.stringify(boundsDocument(boundWorkload(convWorkload(general), abstractMachine(16384)))),
  ) as Json;
  const segments = (document["bounds"] as readonly Json[]).find(({ id }) => id === "conv-segments");

  test("the document itself is not, and says that the proof is one on paper", () => {
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    expect(segments?.["status"]).toBe("paper proof");
  });

  test.each([
    ["other groups", { groups: 4 }],
    ["another dilation", { dilation: [4, 4], padding: [4, 4] }],
    ["another pass", { pass: "weight-gradient" }],
    ["a pass that is none", { pass: "sideways" }],
    ["groups that do not divide the channels", { groups: 3 }],
    ["padding beyond the dilated kernel", { padding: [5, 5] }],
  ])("a workload of %s", (_, change) => {
    const workload = { ...(document["workload"] as Json), ...change };
    expect(verifyDocument({ ...document, workload })).toMatchObject({ valid: false });
  });

  test.each(["groups", "pass", "dilation"])("a certificate without its %s", (field) => {
    expect(verifyDocument(without(document, field))).toMatchObject({ valid: false });
  });

  test("a status above that of the paper proof", () => {
    const bounds = [{ ...segments, status: "machine-checked" }];
    expect(verifyDocument({ ...document, bounds: [segments] })).toMatchObject({ valid: true });
    expect(verifyDocument({ ...document, bounds })).toMatchObject({ valid: false });
  });
});
