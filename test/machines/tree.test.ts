import { describe, expect, it, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import { bestBounds, proveBoundsInSetting } from "../../src/bounds/prove.js";
import { settingsOf } from "../../src/bounds/shared/setting.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import { trafficCurve } from "../../src/gap/curve.js";
import { curveDocument } from "../../src/gap/curve-document.js";
import { gapReport } from "../../src/gap/gap.js";
import { gapDocument } from "../../src/gap/gap-document.js";
import { replayAgain } from "../../src/gap/replay-again.js";
import { layerDocument } from "../../src/layers/layer-document.js";
import { layerReport } from "../../src/layers/layer-report.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import type { TreeLevel, TreeMachine } from "../../src/machines/machine.js";
import { machineFromJson } from "../../src/machines/machine-file.js";
import { gpuNamed, TREES } from "../../src/machines/registry.js";
import { expand } from "../../src/pebble/expand.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { hierarchyGame } from "../../src/pebble/rules.js";
import { energyEstimate } from "../../src/time/energy.js";
import { operationCounts } from "../../src/time/operation-counts.js";
import { timeBound } from "../../src/time/time-bound.js";
import { timeDocument } from "../../src/time/time-document.js";
import { verifyDocument } from "../../src/verify/document.js";

/** Four levels: one cache, two in front of it, two scratchpads in front of each. */
const TOY = {
  kind: "tree",
  id: "toy",
  name: "Toy",
  levels: [
    { id: "dram", memories: 1, bytes: {}, adds: false },
    { id: "l3", memories: 1, bytes: { cache: 4096 }, bytesPerSecond: 1e9, adds: false },
    { id: "l2", memories: 2, bytes: { cache: 512 }, lineBytes: 64, sectorBytes: 32, bytesPerSecond: 4e9 },
    { id: "core", memories: 4, bytes: { scratchpad: 64, registers: 32 }, latencyCycles: 20 },
  ],
  peakOperationsPerSecond: { fp32: 1e10 },
};
const read = (changes: object = {}): TreeMachine =>
  machineFromJson(JSON.stringify({ ...TOY, ...changes }), "toy.json") as TreeMachine;
const toy = read();
const PRODUCT = gemmWorkload({ m: 48, n: 40, k: 32, dataType: "fp32" });
const warm = (requires: unknown): unknown =>
  (requires as readonly string[]).map((id) => (id === "cold-caches" ? "stated-residents" : id));

/** Documents of a GPU: a class of kernels alone at DRAM, and a layer. */
function gpuDocuments(): Readonly<Record<"classes" | "layer", Record<string, unknown>>> {
  const h100 = gpuNamed("h100");
  const gap = asJson(gapDocument(gapReport(gemmWorkload({ m: 512, n: 512, k: 128 }), h100, { schedule: "tiled-gemm" })));
  const bounds = (gap["bounds"] as Record<string, unknown>[]).filter(
    ({ scope, interface: id }) => scope === "class" && id === "dram-l2",
  );
  expect(bounds.length).toBeGreaterThan(0);
  const { workload, graph } = modelLayer("llama-3-8b", { tokens: 1 });
  return { classes: { ...gap, bounds }, layer: asJson(layerDocument(layerReport(workload, graph, h100))) };
}

const asJson = (document: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(document));

describe("a tree of four levels", () => {
  it("has an interface between each two, whose memories count everything inside", () => {
    expect(settingsOf(toy).map(({ interface: id, capacity, memories }) => [id, capacity, memories])).toEqual([
      ["dram-l3", 4096n + 2n * 512n + 4n * 96n, 1n],
      ["l3-l2", 512n + 2n * 96n, 2n],
      ["l2-core", 96n, 4n],
    ]);
  });

  it("has bounds, a gap, a curve and times that the checker accepts", () => {
    const time = timeBound(PRODUCT, toy);
    for (const document of [
      boundsDocument(boundWorkload(PRODUCT, toy)),
      gapDocument(gapReport(PRODUCT, toy)),
      curveDocument(trafficCurve(PRODUCT, toy)),
      timeDocument(time, energyEstimate(time.bounds, operationCounts(PRODUCT), toy)),
    ]) {
      expect(verifyDocument(asJson(document))).toMatchObject({ valid: true });
    }
    expect(time.terms.map(({ id }) => id)).toEqual(["dram-l3", "l3-l2", "matrix"]);
    expect(replayAgain(asJson(gapDocument(gapReport(PRODUCT, toy))))).toMatchObject({ valid: true });
  });

  it("moves no less by any schedule than its bounds, and less by a larger cache", () => {
    const { rows } = gapReport(PRODUCT, toy);
    expect(new Set(rows.map(({ interface: id }) => id))).toEqual(new Set(["dram-l3", "l3-l2", "l2-core"]));
    for (const { label, gap, interface: id } of rows) expect(gap, `${label} at ${id}`).toBeGreaterThanOrEqual(1);
    const { bounds } = trafficCurve(PRODUCT, toy);
    expect(bounds.every(({ value }, i) => i === 0 || value <= (bounds[i - 1]?.value ?? 0n))).toBe(true);
  });

  it("asks no-l2-adds of bounds in front of a level that may add, and of no other", () => {
    const asking = boundWorkload(PRODUCT, toy).bounds.filter(({ requires }) => requires.includes("no-l2-adds"));
    expect(new Set(asking.map((bound) => bound.interface))).toEqual(new Set(["l2-core"]));
  });

  // 132 cores hold a tile of B of 724×361 each, stream A, and send each partial sum past a socket that does not add to DRAM that does.
  it("asks no-l2-adds wherever any level outside adds, since that moves less than bounds without: 92.56 GB", () => {
    const levels = [
      { id: "dram", memories: 1, bytes: {}, adds: true },
      { id: "socket", memories: 1, bytes: {}, adds: false },
      { id: "core", memories: 132, bytes: { scratchpad: 524_288 } },
    ];
    const sums = gemmWorkload({ m: 1_000_000, n: 2888, k: 2896, dataType: "bf16", outputType: "fp32" });
    const report = boundWorkload(sums, read({ levels }));
    expect(report.bounds.length).toBeGreaterThan(2);
    for (const { id, value, requires, interface: at } of report.bounds)
      if (at === "socket-core" && !requires.includes("no-l2-adds")) expect(value, id).toBeLessThanOrEqual(92_560_727_296n);
    const document = asJson(boundsDocument(report));
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    const silent = levels.map((one) => ({ ...one, adds: false }));
    expect(verifyDocument(asJson(boundsDocument(boundWorkload(sums, read({ levels: silent })))))).toMatchObject({ valid: true });
    const claimed = asJson(boundsDocument(boundWorkload(sums, read({ levels: silent }))));
    expect(verifyDocument({ ...claimed, machine: document["machine"] })).toMatchObject({ valid: false });
  });

  it.each<readonly [field: keyof TreeLevel, value: unknown, refused: string]>([
    ["adds", false, "equire"],
    ["memories", 4, "fastMemory"],
    ["bytes", { cache: 1024 }, "fastMemory"],
  ])("is refused by the checker with other %s in its document", (field, value, refused) => {
    const document = asJson(boundsDocument(boundWorkload(PRODUCT, toy)));
    const levels = toy.levels.map((one) => (one.id === "l2" ? { ...one, [field]: value } : one));
    const verdict = verifyDocument({ ...document, machine: { ...toy, levels } });
    expect(verdict.valid ? "" : verdict.path).toContain(refused);
  });

  it("is refused by the checker with a time of another rate, or of a port that has none", () => {
    const time = timeBound(PRODUCT, toy);
    const document = asJson(timeDocument(time, energyEstimate(time.bounds, operationCounts(PRODUCT), toy)));
    for (const bytesPerSecond of [2e9, undefined]) {
      const levels = toy.levels.map((one) => (one.id === "l3" ? { ...one, bytesPerSecond } : one));
      expect(verifyDocument(asJson({ ...document, machine: { ...toy, levels } }))).toMatchObject({ valid: false });
    }
  });
});

describe("the checker refuses, on a tree,", () => {
  const document = asJson(boundsDocument(boundWorkload(PRODUCT, toy)));
  const { classes, layer } = gpuDocuments();

  it("residents", () => {
    const verdict = verifyDocument({ ...document, resident: [{ array: "A", size: 1 }], requires: warm(document["requires"]) });
    expect(JSON.stringify(verdict)).toContain("nothing is known from a warm start");
  });

  it("a class of kernels, whose cache no level is", () => {
    const levels = [
      { id: "dram", memories: 1, bytes: {} },
      { id: "l2", memories: 1, bytes: { cache: 64 } },
    ];
    const verdict = verifyDocument({ ...classes, machine: { ...toy, levels, l2Bytes: 64 } });
    expect(JSON.stringify(verdict)).toContain("a class of kernels of GPUs");
  });

  it("plans of a layer", () => {
    expect(verifyDocument({ ...layer, machine: asJson(toy) })).toMatchObject({ valid: false, path: "machine.kind" });
  });

  it("levels that are shared unevenly, twice there, too few, or outermost several", () => {
    const [dram, l3, l2, core] = toy.levels;
    for (const levels of [
      [dram, { ...l3, memories: 2 }, { ...l2, memories: 3 }],
      [dram, l3, { ...l3 }],
      [dram],
      [
        { ...dram, memories: 2 },
        { ...l3, memories: 2 },
      ],
      [
        { ...dram, id: "slow" },
        { ...l3, id: "fast" },
      ],
    ]) {
      const verdict = verifyDocument(asJson({ ...document, machine: { ...toy, levels } }));
      expect(verdict.valid ? "" : verdict.path).toMatch(/^machine\.levels/);
    }
    expect(core?.id).toBe("core");
  });
});

test("bounds at each interface are at most what the cheapest pebbling of a small tree moves there", () => {
  const workload = gemmWorkload({ m: 2, n: 2, k: 1 });
  const computation = gemmComputation(workload);
  const graph = expand(computation);
  const memories = [2, 2, 1];
  const capacities = [3, 2, 3];
  const inside = [3n, 5n, 13n];
  for (const costs of [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 1],
  ]) {
    const found = findOptimum(graph, hierarchyGame(capacities, { memories, costs }));
    if (!found.exact) throw new Error("gave up");
    const below = costs.reduce((sum, cost, level) => {
      const setting = {
        interface: "a-b",
        unit: "words",
        capacity: inside[level] ?? 0n,
        memories: BigInt(memories[level] ?? 1),
      } as const;
      const best = bestBounds(proveBoundsInSetting(computation, { ...setting, fastMemory: "", adds: false })).get("a-b");
      return sum + cost * Number(best?.value ?? 0n);
    }, 0);
    expect(below).toBeLessThanOrEqual(found.optimum);
  }
});

test("a GPU written as a tree of two interfaces has the bounds of the GPU", () => {
  const gpu = gpuNamed("h100");
  const sm = { cache: gpu.l1AndSharedMemoryPerSmBytes, registers: 4 * gpu.registersPerSm };
  const tree = read({
    levels: [
      { id: "dram", memories: 1, bytes: {}, adds: false },
      { id: "l2", memories: 1, bytes: { cache: gpu.l2Bytes } },
      { id: "sm", memories: gpu.sms, bytes: sm },
    ],
  });
  const large = gemmWorkload({ m: 4096, n: 4096, k: 4096, dataType: "bf16" });
  const proven = [gpu, tree].map((machine) =>
    boundWorkload(large, machine).bounds.map(({ id, interface: at, value, requires }) => [id, at, value, requires]),
  );
  expect(proven[0]).toEqual(proven[1]);
});

describe("a file of a tree", () => {
  it("comes back as it is printed, and as redblue gpus prints it", () => {
    expect(machineFromJson(JSON.stringify(toy), "again.json")).toEqual(toy);
    for (const tree of TREES) {
      const listed = { schema: "redblue.machines/2", machines: [tree] };
      expect(machineFromJson(JSON.stringify(listed), "listed.json")).toEqual(tree);
    }
  });

  it("takes the file as the source of what has none", () => {
    const sources = [{ field: "levels.l3.bytes.cache", source: "a data sheet" }];
    expect(read({ sources }).sources.map(({ source }) => source)).toEqual(["a data sheet", "toy.json"]);
  });

  const [dram, l3, l2, core] = TOY.levels;
  it.each<readonly [message: string, changes: object]>([
    ["toy.json: kind: expected 'gpu' or 'tree' (did you mean tree?), found 'treee'", { kind: "treee" }],
    ["toy.json: kind: expected 'gpu' or 'tree', found 3", { kind: 3 }],
    ["toy.json: kind: expected 'tree' beside levels, found nothing", { kind: undefined }],
    ["toy.json: levels: expected a list of 2 to 12 levels, from the outside in", { levels: [dram] }],
    [
      "toy.json: levels[0].memories: expected 1, outermost, found 2",
      {
        levels: [
          { ...dram, memories: 2 },
          { ...l3, memories: 2 },
        ],
      },
    ],
    ["toy.json: levels[2].memories: expected a multiple of 2", { levels: [dram, { ...l2 }, { ...core, memories: 3 }] }],
    ["toy.json: levels[1].id: expected another id, found 'dram'", { levels: [dram, { ...l3, id: "dram" }] }],
    ["toy.json: levels[1].id: expected lower-case letters and digits", { levels: [dram, { ...l3, id: "L-3" }] }],
    ["toy.json: levels[1].bytes: expected a memory", { levels: [dram, { ...l3, bytes: {} }] }],
    [
      "toy.json: levels[1].bytes.caches: expected a known field (did you mean cache?)",
      { levels: [dram, { ...l3, bytes: { caches: 1 } }] },
    ],
    [
      "toy.json: levels[1].sectorBytes: expected a divisor of lineBytes (64)",
      { levels: [dram, { ...l3, lineBytes: 64, sectorBytes: 48 }] },
    ],
    ["toy.json: levels[1].adds: expected true or false", { levels: [dram, { ...l3, adds: "no" }] }],
    ["toy.json: home: expected dram or l3, found 'core'", { home: "core" }],
    ["toy.json: level: expected a known field (did you mean levels?)", { level: 3 }],
    [
      "toy.json: sources[0].field: expected a figure of this machine",
      { sources: [{ field: "levels.l4.memories", source: "x" }] },
    ],
  ])("%s", (message, changes) => {
    expect(() => read(changes)).toThrow(message);
  });
});
