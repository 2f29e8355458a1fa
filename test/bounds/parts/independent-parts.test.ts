import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PartsCertificate, Setting } from "../../../src/bounds/bound.js";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import { rowClasses } from "../../../src/bounds/parts/classes.js";
import { bestBounds, bestReads, proveBoundsInSetting } from "../../../src/bounds/prove.js";
import { areMet, CONDITIONS } from "../../../src/bounds/requirements.js";
import { BITS_OF } from "../../../src/computation/data-types.js";
import { type GroupedGemmWorkload, groupedGemmWorkload } from "../../../src/computation/experts/grouped-gemm.js";
import { type MoeWorkload, moeWorkload } from "../../../src/computation/experts/moe.js";
import { gemmWorkload } from "../../../src/computation/gemm.js";
import { rightTypeOf } from "../../../src/computation/operand-types.js";
import { H200 } from "../../../src/machines/known/h200.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { expandGroups } from "../../../src/pebble/expand-groups.js";
import { findOptimum } from "../../../src/pebble/optimum/optimum.js";
import { minimumCapacity, twoLevelGame } from "../../../src/pebble/rules.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { searchLimits } from "../../pebble/support/cheapest.js";
import { counted } from "../../properties/arbitraries.js";
import { boundClaims, expectEveryEditRefused } from "../edited.js";

const SKEWED = groupedGemmWorkload({
  ...{ rows: [900, 400, 150, 150, 0, 1], n: 4096, k: 7168 },
  ...{ dataType: "fp8", outputType: "bf16" },
});

test("equal groups are a batch: every bound of the batched product holds as it is", () => {
  const extents = { n: 300, k: 200 };
  const [grouped, batched] = [
    groupedGemmWorkload({ rows: [64, 0, 64, 64], ...extents }),
    gemmWorkload({ batch: 3, m: 64, ...extents }),
  ].map((workload) => boundWorkload(workload, H200).bounds.map(({ id, interface: at, value }) => `${id} ${at} ${value}`));
  expect(grouped).toEqual(batched);
});

test("the sum is over the best bound of each height, and weights of groups without rows are not read", () => {
  const [compulsory, ...sums] = boundWorkload(
    groupedGemmWorkload({ rows: [1, 90, 0], n: 80, k: 70 }),
    abstractMachine(300),
  ).bounds;
  expect(compulsory).toMatchObject({ id: "compulsory", reads: BigInt(91 * 70 + 2 * 80 * 70), writes: BigInt(91 * 80) });
  const best = sums.reduce((x, y) => (y.value > x.value ? y : x));
  const of = (rows: number): bigint =>
    boundWorkload(gemmWorkload({ m: rows, n: 80, k: 70 }), abstractMachine(300)).bounds.reduce(
      (most, { value, scope }) => (scope === "total" && value > most ? value : most),
      0n,
    );
  expect(best.value).toBe(of(90) + of(1));
  expect(best.id).toBe("independent-parts");
});

test("under each set of conditions the best parts are summed, and reads have a sum of their own", () => {
  const { bounds } = boundWorkload(SKEWED, H200);
  const inSms = bounds.filter((bound) => bound.interface === "l2-sm");
  const best = (met: ReadonlySet<(typeof CONDITIONS)[number]>): bigint =>
    inSms.reduce((most, { requires, value }) => (areMet(requires, met) && value > most ? value : most), 0n);
  expect(best(new Set(CONDITIONS))).toBeGreaterThan(best(new Set()));
  expect(bestBounds(bounds).get("l2-sm")?.value).toBe(best(new Set()));
  expect(bestReads(bounds, new Set(CONDITIONS)).get("l2-sm")?.reads ?? 0n).toBeGreaterThan(0n);
});

test("many heights are proven in few classes, each of at least its rows", () => {
  const exact = [9, 7, 6, 4, 3, 1].map((rows) => [rows, rows] as const);
  expect(rowClasses(exact, 6)).toHaveLength(6);
  const classes = rowClasses(exact, 3);
  expect(classes).toEqual([
    { rows: 9, groups: 9 },
    { rows: 6, groups: 13 },
    { rows: 1, groups: 8 },
  ]);
  const rows = Array.from({ length: 70 }, (_, i) => 4 + i);
  const report = boundWorkload(groupedGemmWorkload({ rows, n: 12, k: 8 }), abstractMachine(24));
  const sum = report.bounds.find(({ id }) => id === "independent-parts");
  expect((sum?.certificate as PartsCertificate | undefined)?.parts).toHaveLength(65);
  expect(verifyDocument(JSON.parse(JSON.stringify(boundsDocument(report))))).toMatchObject({ valid: true });
});

test("documents hold, and no edit of a number does", () => {
  const grouped = groupedGemmWorkload({ rows: [5, 0, 60, 60, 7], n: 24, k: 30 });
  const document = JSON.parse(JSON.stringify(boundsDocument(boundWorkload(grouped, abstractMachine(1500)))));
  const claims = boundClaims(document).filter((path) => path.at(-1) !== "array");
  expectEveryEditRefused(document, claims, () => [
    (leaf) => (typeof leaf === "number" ? leaf + 1 : `${String(leaf)}x`),
    (leaf) => (typeof leaf === "number" ? leaf - 1 : ""),
  ]);
});

test.each([1, 2])("scales and zero points move once on top of every part, shared by %i groups or not", (topK) => {
  const routed = { rows: [300, 200, 100], topK, dataType: "fp8" };
  const scaled = { scales: "a:1x32,b:32x32", zeroType: "fp16" };
  const grouped = (options: object) => groupedGemmWorkload({ ...routed, n: 512, k: 96, ...options });
  const mixture = (options: object) => moeWorkload({ ...routed, model: 96, hidden: 512, ...options });
  // Six bytes a block: of each token's row, and of the weights of three groups.
  const words = (600n / BigInt(topK)) * 3n;
  for (const [make, scales] of [
    [grouped, words + 3n * 3n * 16n],
    [mixture, words + 3n * 3n * 3n * 16n],
  ] as const) {
    const [plain, own] = [make({}), make(scaled)].map((workload) => boundWorkload(workload, H200));
    expect(verifyDocument(JSON.parse(JSON.stringify(boundsDocument(own as typeof plain & object))))).toMatchObject({
      valid: true,
    });
    for (const { id, interface: where, value } of plain?.bounds ?? []) {
      if (!id.startsWith("compulsory") && !id.startsWith("independent-parts")) continue;
      const values = own?.bounds.filter((bound) => bound.id === id && bound.interface === where).map((bound) => bound.value);
      expect(values).toContain(value + 6n * scales);
    }
    expect(own?.bounds.every(({ requires }) => requires.includes("scaled-operand-size"))).toBe(true);
  }
});

test.each(["w4a16", "w8a16", "fp4"])(
  "documents of %s hold: weights count at their size, shared rows in parts of it",
  (dataType) => {
    const routed = { rows: [300, 200, 100], outputType: "bf16" };
    const workloads = [1, 2].flatMap((topK) => [
      groupedGemmWorkload({ ...routed, topK, n: 64, k: 256, dataType }),
      ...(dataType === "fp4" ? [] : [moeWorkload({ ...routed, topK, model: 64, hidden: 256, dataType })]),
    ]);
    for (const workload of workloads) {
      const document = boundsDocument(boundWorkload(workload, H200));
      expect(verifyDocument(JSON.parse(JSON.stringify(document)))).toMatchObject({ valid: true });
      const [compulsory] = boundWorkload(workload, H200).bounds;
      const [operand, right] = [workload.dataType, rightTypeOf(workload)].map((type) => BigInt(BITS_OF[type])) as [
        bigint,
        bigint,
      ];
      const [inputs, weights] = workload.kind === "moe" ? [64n, 3n * 64n * 256n] : [256n, 64n * 256n];
      const tokens = 600n / BigInt(workload.topK);
      expect(compulsory?.reads).toBe((operand * tokens * inputs + right * 3n * weights + 7n) / 8n);
    }
  },
);

const rows = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 4 });

/** The cost of a graph, or what the search has found, before memories of so many words. */
function costOf(workload: GroupedGemmWorkload | MoeWorkload, words: number, memories: number, sliding: boolean) {
  const graph = expandGroups(workload);
  const game = twoLevelGame(words, { processors: memories, sliding });
  fc.pre(words >= minimumCapacity(graph, game));
  return findOptimum(graph, game, searchLimits(game));
}

function expectBelow(workload: GroupedGemmWorkload | MoeWorkload, words: number, memories: number, sliding: boolean): boolean {
  const found = costOf(workload, words, memories, sliding);
  const cost = BigInt(found.exact ? found.optimum : found.upper);
  const setting: Setting = {
    interface: "slow-fast",
    unit: "words",
    capacity: BigInt(words),
    memories: BigInt(memories),
    fastMemory: "",
  };
  for (const { id, value } of proveBoundsInSetting(workload, setting)) {
    expect(value <= cost, `${id} = ${value} > ${cost} for ${JSON.stringify(workload)}, ${words} words`).toBe(true);
  }
  return found.exact;
}

describe("no bound is above the optimum", () => {
  const words = fc.integer({ min: 3, max: 8 });
  const memories = fc.integer({ min: 1, max: 2 });
  const side = fc.integer({ min: 1, max: 3 });

  test("of products of groups, gathered or not, sliding or not, one memory or two", () => {
    let exact = 0;
    const scales = fc.constantFrom(undefined, "a:1x2", "b:2x1");
    const shape = fc.record({ rows, n: side, k: side, topK: fc.integer({ min: 1, max: 2 }), scales });
    fc.assert(
      fc.property(shape, words, memories, fc.boolean(), (extents, capacity, number, sliding) => {
        const all = extents.rows.reduce((x, y) => x + y, 0);
        fc.pre(all > 0 && all * extents.n * extents.k <= (number === 1 ? 10 : 4));
        fc.pre(all % extents.topK === 0 && Math.max(...extents.rows) * extents.topK <= all);
        if (expectBelow(groupedGemmWorkload(extents), capacity, number, sliding)) exact++;
      }),
      counted(30, 3_000),
    );
    expect(exact).toBeGreaterThan(0);
  });

  test("of mixtures of experts, whose results are summed as they grow", () => {
    let exact = 0;
    const shape = fc.record({
      experts: fc.integer({ min: 2, max: 3 }),
      tokens: side,
      model: side,
      hidden: side,
      gated: fc.boolean(),
    });
    fc.assert(
      fc.property(shape, fc.integer({ min: 4, max: 8 }), fc.boolean(), ({ tokens, ...extents }, capacity, sliding) => {
        const { model, hidden, gated } = extents;
        fc.pre(2 * tokens * model * hidden * (gated ? 3 : 2) <= 12);
        if (expectBelow(moeWorkload({ ...extents, tokens, topK: 2 }), capacity, 1, sliding)) exact++;
      }),
      counted(15, 1_000),
    );
    expect(exact).toBeGreaterThan(0);
  });
});

test("a mixture reads each token once, its own experts' weights once, and sums their results in one place", () => {
  const workload = moeWorkload({ rows: [3, 0, 2, 1], topK: 2, model: 5, hidden: 7 });
  const [compulsory] = boundWorkload(workload, abstractMachine(1000)).bounds;
  expect(compulsory).toMatchObject({ reads: BigInt(3 * 5 + 3 * 3 * 5 * 7), writes: BigInt(3 * 5) });
  const large = moeWorkload({ rows: [300, 200, 100], topK: 2, model: 64, hidden: 256 });
  const { bounds } = boundWorkload(large, abstractMachine(500));
  expect(bounds.some(({ id, value }) => id === "independent-parts-finer-units" && value > (bounds[0]?.value ?? 0n))).toBe(true);
});
