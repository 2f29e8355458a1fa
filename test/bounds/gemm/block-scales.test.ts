import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import { toJson } from "../../../src/bounds/certificates/json.js";
import { bestBounds, proveBoundsInSetting } from "../../../src/bounds/prove.js";
import { CONDITIONS, EVERY_KERNEL } from "../../../src/bounds/requirements.js";
import { gemmComputation, gemmWorkload } from "../../../src/computation/gemm.js";
import { InputError } from "../../../src/errors.js";
import { H200 } from "../../../src/machines/known/h200.js";
import { withClusters } from "../../../src/machines/machine.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import type { Cdag } from "../../../src/pebble/cdag.js";
import { expand } from "../../../src/pebble/expand.js";
import { parseCdagJson } from "../../../src/pebble/formats/json.js";
import { findOptimum } from "../../../src/pebble/optimum/optimum.js";
import { referee } from "../../../src/pebble/referee.js";
import type { Move } from "../../../src/pebble/rules.js";
import { minimumCapacity, twoLevelGame } from "../../../src/pebble/rules.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { searchLimits } from "../../pebble/support/cheapest.js";
import { counted } from "../../properties/arbitraries.js";
import { edited, leaves } from "../edited.js";

const DEEPSEEK = gemmWorkload({
  ...{ m: 4096, n: 7168, k: 2048, dataType: "fp8", outputType: "bf16" },
  scales: "a:1x128,b:128x128",
});

test("scales are counted word by word, blocks at the edges too", () => {
  const workload = gemmWorkload({ m: 100, n: 50, k: 300, batch: 3, dataType: "fp8", scales: { a: [1, 128], b: [128, 128] } });
  const [compulsory] = boundWorkload(workload, H200).bounds;
  // A: 100 rows of 3 blocks; B: 3 × 1 blocks; 4 bytes each.
  expect(compulsory).toMatchObject({ id: "compulsory", reads: BigInt(3 * (100 * 300 + 300 * 50 + 4 * (100 * 3 + 3))) });
  const mx = gemmWorkload({ m: 64, n: 64, k: 256, dataType: "fp8", scales: "a:1x32,b:32x1", scaleType: "e8m0" });
  expect(boundWorkload(mx, H200).bounds[0]).toMatchObject({ reads: BigInt(2 * 64 * 256 + 2 * 64 * 8) });
});

test("a bound with scales is the product's own and every scale once", () => {
  const { scales: _, ...plain } = DEEPSEEK;
  for (const [met, id] of [
    [EVERY_KERNEL, "gemm-block-scales"],
    [new Set(CONDITIONS), "gemm-block-scales-wide-accumulators"],
  ] as const) {
    const [with_, without] = [DEEPSEEK, plain].map((one) => bestBounds(boundWorkload(one, H200).bounds, met).get("l2-sm"));
    expect(with_).toMatchObject({ id, status: "paper proof" });
    expect((with_?.value ?? 0n) - (without?.value ?? 0n)).toBe(BigInt(4 * (4096 * 16 + 16 * 56)));
  }
});

/** The graph in which sums of unscaled products are scaled once a block of k, as kernels for fp8 do. */
function scaledAfterwards(m: number, n: number, k: number, a: readonly [number, number], b: readonly [number, number]): Cdag {
  const names = new Map<string, number>();
  const edges: [number, number][] = [];
  const vertex = (name: string, from: readonly number[] = []): number => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const id = names.size;
    names.set(name, id);
    for (const source of new Set(from)) edges.push([source, id]);
    return id;
  };
  const outputs: number[] = [];
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) {
      let sum: number | undefined;
      for (let first = 0; first < k; ) {
        // A run of k in which neither scale changes.
        const end = Math.min(k, (Math.floor(first / a[1]) + 1) * a[1], (Math.floor(first / b[0]) + 1) * b[0]);
        let partial: number | undefined;
        for (let q = first; q < end; q++) {
          const from = [vertex(`A${i},${q}`), vertex(`B${q},${j}`), ...(partial === undefined ? [] : [partial])];
          partial = vertex(`P${i},${j},${q}`, from);
        }
        const scales = [
          vertex(`SA${Math.floor(i / a[0])},${Math.floor(first / a[1])}`),
          vertex(`SB${Math.floor(first / b[0])},${Math.floor(j / b[1])}`),
        ];
        sum = vertex(`C${i},${j},${first}`, [...scales, partial as number, ...(sum === undefined ? [] : [sum])]);
        first = end;
      }
      outputs.push(sum as number);
    }
  }
  return parseCdagJson(JSON.stringify({ vertices: names.size, edges, outputs }), "graph");
}

const side = fc.integer({ min: 1, max: 3 });
const shape = fc.record({ m: side, n: side, k: side }).filter(({ m, n, k }) => m * n * k <= 8);
const block = fc.tuple(side, side);

describe("no bound is above the optimum", () => {
  test.each([
    ["scales applied with each product", false],
    ["scales applied to sums", true],
  ])("%s", (_, afterwards) => {
    let exact = 0;
    fc.assert(
      fc.property(
        shape,
        block,
        block,
        fc.integer({ min: 4, max: 10 }),
        fc.integer({ min: 1, max: 2 }),
        (extents, a, b, words, memories) => {
          const workload = gemmWorkload({ ...extents, scales: { a, b } });
          const computation = gemmComputation(workload);
          const graph = afterwards ? scaledAfterwards(extents.m, extents.n, extents.k, a, b) : expand(computation);
          const game = twoLevelGame(words, { processors: memories });
          fc.pre(words >= minimumCapacity(graph, game) && (memories === 1 || extents.m * extents.n * extents.k <= 2));
          const found = findOptimum(graph, game, searchLimits(game));
          if (found.exact) exact++;
          const cost = BigInt(found.exact ? found.optimum : found.upper);
          const setting = {
            interface: "slow-fast",
            unit: "words",
            capacity: BigInt(words),
            memories: BigInt(memories),
            fastMemory: "",
          } as const;
          for (const { id, value } of proveBoundsInSetting(computation, setting)) {
            expect(value <= cost, `${id} = ${value} > ${cost}`).toBe(true);
          }
        },
      ),
      counted(20, 2_000),
    );
    expect(exact).toBeGreaterThan(0);
  });
});

describe("documents", () => {
  test.each([
    ["a GPU", H200, DEEPSEEK],
    ["a GPU in clusters", withClusters(H200, 2), DEEPSEEK],
    ["the two-level memory model", abstractMachine(3000), gemmWorkload({ m: 300, n: 200, k: 96, scales: "b:32x1" })],
  ] as const)("of %s hold, and no edit of a number or of the scales does", (_, machine, workload) => {
    const document = boundsDocument(boundWorkload(workload, machine));
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    const claims = leaves(document).filter(
      (path) =>
        path[0] === "best" ||
        path[1] === "scales" ||
        (path[0] === "bounds" && path.at(-1) !== "array" && path[2] === "certificate"),
    );
    for (const path of claims) {
      const mutated = edited(document, path, (leaf) =>
        typeof leaf === "number" ? leaf + 1 : path.at(-1) === "dataType" ? "fp16" : `${String(leaf)}x`,
      );
      let valid = false;
      try {
        valid = verifyDocument(mutated).valid;
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
      }
      if (!valid) continue;
      // Blocks of words count, not their sides, and on the two-level memory model every scale weighs 1.
      const same =
        JSON.stringify(toJson(boundWorkload(gemmWorkload(mutatedWorkload(mutated)), machine).bounds)) ===
        JSON.stringify(toJson(boundWorkload(workload, machine).bounds));
      expect(same, path.join(".")).toBe(true);
    }
  });

  test("a bound with scales does not pass for a product without", () => {
    const document = boundsDocument(boundWorkload(DEEPSEEK, H200)) as Record<string, unknown>;
    const { scales: _, ...plain } = document["workload"] as Record<string, unknown>;
    expect(verifyDocument({ ...document, workload: plain })).toMatchObject({ valid: false });
  });
});

test("a memory that forms products need not load their scales: what the proof does not claim", () => {
  const graph = scaledAfterwards(1, 1, 1, [1, 1], [1, 1]);
  // A, B, their product, a scale of each, the result.
  const moves: readonly Move[] = [
    ...([0, 1].map((v) => ["load", v, 0]) as Move[]),
    ...([
      ["compute", 2, 0],
      ["store", 2, 0],
    ] as const),
    ...([2, 3, 4].map((v) => ["load", v, 1]) as Move[]),
    ...([
      ["compute", 5, 1],
      ["store", 5, 1],
    ] as const),
  ];
  const verdict = referee(graph, twoLevelGame(4, { processors: 2 }), moves);
  if (!verdict.legal) throw new Error(verdict.message);
  expect(verdict.boundaries.map(({ loadedWords, storedWords }) => loadedWords + storedWords)).toEqual([3, 4]);
  const setting = { interface: "slow-fast", unit: "words", capacity: 4n, memories: 2n, fastMemory: "" } as const;
  const bounds = proveBoundsInSetting(gemmComputation(gemmWorkload({ m: 1, n: 1, k: 1, scales: "a:1x1,b:1x1" })), setting);
  const busiest = bounds.filter(({ scope }) => scope === "busiest");
  expect(busiest.map(({ id }) => id)).toEqual(["gemm-per-processor", "gemm-memory-independent"]);
  for (const { value } of busiest) expect(value <= 4n).toBe(true);
});

/** The workload of a document as options. */
function mutatedWorkload(document: unknown): Parameters<typeof gemmWorkload>[0] {
  return (document as { workload: Parameters<typeof gemmWorkload>[0] }).workload;
}

test.each([
  ["a:1x", "scales"],
  ["c:1x1", "scales"],
  ["a:0x3", "scales"],
  ["a:1x1,a:2x2", "scales"],
  ["a:99999999999999999x1", "scales"],
])("scales %s are refused", (scales, subject) => {
  expect(() => gemmWorkload({ m: 4, n: 4, k: 4, scales })).toThrow(expect.objectContaining({ subject }));
});

test("scales on top of the best bound that names reads, too: kernels' times rest on those", () => {
  const workload = gemmWorkload({ m: 4096, n: 4096, k: 4096, dataType: "fp8", scales: "a:1x128,b:128x128" });
  const atSms = boundWorkload(workload, H200).bounds.filter((bound) => bound.interface === "l2-sm");
  const reads = (id: string): readonly (bigint | undefined)[] =>
    atSms.filter((bound) => bound.id === id).map((bound) => bound.reads);
  const [plain] = reads("gemm-segments-wide-accumulators");
  const scaled = reads("gemm-block-scales-wide-accumulators");
  expect(scaled).toContain(undefined);
  expect(scaled.some((own) => own !== undefined && plain !== undefined && own > plain)).toBe(true);
});
