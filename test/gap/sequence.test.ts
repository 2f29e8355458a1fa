import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { bestBounds } from "../../src/bounds/prove.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { normWorkload } from "../../src/computation/row-workloads.js";
import type { Workload } from "../../src/computation/workload.js";
import { toApproximateNumber } from "../../src/exact/rational.js";
import type { KernelOfPlan } from "../../src/gap/sequence/kernel-of-plan.js";
import { sequenceReport } from "../../src/gap/sequence/sequence.js";
import { sequenceDocument } from "../../src/gap/sequence/sequence-document.js";
import { H100 } from "../../src/machines/known/h100.js";
import { H200 } from "../../src/machines/known/h200.js";
import type { Gpu } from "../../src/machines/machine.js";
import type { PlanOptions } from "../../src/plan/planned.js";
import { planReplays } from "../../src/plan/planned.js";
import type { L2Model } from "../../src/replay/l2/l2-model.js";
import { chooseL2, partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { totalTraffic } from "../../src/replay/traffic.js";
import { LineLru } from "../caches/line-lru.js";
import { parameters } from "../properties/arbitraries.js";

function kernel(workload: Workload, places: KernelOfPlan["places"], options: PlanOptions = {}, gpu: Gpu = H100): KernelOfPlan {
  const ordered: PlanOptions = workload.kind === "gemm" ? { schedule: "tiled-gemm", orders: [{ kind: "row" }] } : {};
  const planned = planReplays(workload, gpu, { ...ordered, ...options })[0];
  if (planned === undefined) throw new Error("no plan");
  return { workload, planned, places };
}

const MODELS: readonly (readonly [string, L2Model])[] = [
  ["partitioned", partitionedL2(H100)],
  ["partitioned, in turns", partitionedL2(H100, { kind: "drift", steps: 4 })],
  ...["lru", "fifo", "opt", "random", "set:16"].map((policy) => [policy, chooseL2(H100, "bf16", policy)] as const),
];

const PRODUCT = gemmWorkload({ m: 512, n: 768, k: 320 });
const SCALED = gemmWorkload({
  m: 256,
  n: 384,
  k: 512,
  dataType: "fp8",
  outputType: "bf16",
  scales: { a: [1, 128], b: [128, 128], dataType: "fp32" },
});

describe.each(MODELS)("through %s", (_, cache) => {
  test.each([
    ["a product", PRODUCT, {}],
    ["operands with scales", SCALED, {}],
    ["rows", normWorkload("layernorm", { rows: 200, columns: 1000 }), {}],
    ["attention", attentionWorkload({ heads: 4, kvHeads: 2, queries: 300, dim: 64, causal: true }), {}],
  ] as const)("a sequence of one moves and takes what the kernel does alone: %s", (_name, workload, options) => {
    const { traffic, cold } = sequenceReport(
      [kernel(workload, { [workload.kind === "gemm" ? "C" : "X"]: { name: "x" } }, options)].map((one) =>
        workload.kind === "attention" ? { ...one, places: { O: { name: "o" } } } : one,
      ),
      H100,
      cache,
    );
    expect(traffic.total).toEqual(cold[0]?.total.get("dram-l2"));
    expect(traffic.kernels[0]?.total).toEqual(cold[0]?.total);
    expect(traffic.seconds).toBe(cold[0]?.seconds);
  });

  test("what fits is not read again, whatever the tiles", () => {
    const plan = [
      kernel(PRODUCT, { C: { name: "h" } }),
      kernel(normWorkload("rmsnorm", { rows: 512, columns: 768 }), { X: { name: "h" }, Y: { name: "y" } }, { tile: "4x768" }),
      kernel(gemmWorkload({ m: 512, n: 128, k: 768 }), { A: { name: "y" } }, { tile: "64x64x32" }),
    ];
    const { traffic, cold } = sequenceReport(plan, H100, cache);
    expect(traffic.byArray.get("h")?.reads).toBe(0n);
    expect(traffic.byArray.get("y")?.reads).toBe(0n);
    const reads = (at: number): bigint => traffic.kernels[at]?.total.get("dram-l2")?.reads ?? -1n;
    const alone = (at: number): bigint => cold[at]?.total.get("dram-l2")?.reads ?? -1n;
    expect([reads(0), reads(1), reads(2)]).toEqual([alone(0), alone(1) - 2n * 512n * 768n, alone(2) - 2n * 512n * 768n]);
    const written = traffic.total.writes + (traffic.total.dirtyAtEnd ?? 0n);
    expect(written).toBe(2n * (512n * 768n * 2n + 512n * 128n));
  });

  test("heads lie side by side in the rows of a product", () => {
    const [tokens, heads, dim] = [256, 4, 64];
    const width = 3 * heads * dim;
    const part = (at: number) => ({ name: "qkv", offset: 2 * at * heads * dim, pitch: 2 * width, interleaved: heads });
    const plan = [
      kernel(gemmWorkload({ m: tokens, n: width, k: 256 }), { C: { name: "qkv" } }),
      kernel(attentionWorkload({ heads, queries: tokens, dim }), { Q: part(0), K: part(1), V: part(2) }),
    ];
    const { traffic } = sequenceReport(plan, H100, cache);
    expect(traffic.kernels[1]?.total.get("dram-l2")?.reads).toBe(0n);
  });
});

test("through an LRU rows of tiles of several heights move what a line-by-line LRU moves", () => {
  const gpu: Gpu = { ...H200, sms: 1 };
  const extent = fc.integer({ min: 1, max: 5 });
  fc.assert(
    fc.property(extent, extent, extent, fc.integer({ min: 40, max: 400 }), (rows, inner, columns, words) => {
      const [m, k, n] = [8 * rows, 8 * inner, 8 * columns];
      const options = { ctasPerSm: 1, stages: 1 };
      // C in tiles of 8 rows, then read in tiles of 4, both as wide as a row.
      const plan = [
        kernel(gemmWorkload({ m, n: 8, k, dataType: "fp32" }), { C: { name: "h" } }, { ...options, tile: "8x8x8" }, gpu),
        kernel(gemmWorkload({ m, n, k: 8, dataType: "fp32" }), { A: { name: "h" } }, { ...options, tile: "4x8x8" }, gpu),
      ];
      const cache = new LineLru(words, 4);
      const names = new Map<string, number>();
      const touch = (name: string, count: number, array: number, write: boolean): void => {
        for (let word = 0; word < count; word++) {
          const key = `${name} ${word}`;
          names.set(key, names.get(key) ?? names.size);
          cache.touch(names.get(key) as number, 1, array, write);
        }
      };
      const rowsOfH = (first: number, count: number, array: number, write: boolean): void => {
        for (let row = first; row < first + count; row++) touch(`h ${row}`, 8, array, write);
      };
      for (let row = 0; row < rows; row++) {
        for (let step = 0; step < inner; step++) {
          touch(`A ${row} ${step}`, 64, 0, false);
          touch(`B ${step}`, 64, 1, false);
        }
        rowsOfH(8 * row, 8, 2, true);
      }
      for (let row = 0; row < 2 * rows; row++) {
        for (let column = 0; column < columns; column++) {
          rowsOfH(4 * row, 4, 2, false);
          touch(`D ${column}`, 64, 3, false);
          touch(`C ${row} ${column}`, 32, 4, true);
        }
      }
      const bytes = 4 * words;
      fc.pre(bytes >= 256);
      const { traffic } = sequenceReport(plan, gpu, { policy: "lru", bytes });
      const sum = (counts: Iterable<number>): bigint => BigInt([...counts].reduce((all, one) => all + one, 0));
      expect(traffic.total).toEqual({
        reads: sum(cache.fetched.values()),
        writes: sum(cache.writtenBack.values()),
        dirtyAtEnd: sum([0, 1, 2, 3, 4].map((array) => cache.dirtyAtEnd(array))),
      });
    }),
    parameters(40),
  );
});

test("kernels without an array in common move what they move from cold caches, but for when dirty lines leave", () => {
  const plan = [0, 1].map(() => kernel(gemmWorkload({ m: 1024, n: 1024, k: 512 }), undefined));
  for (const policy of ["lru", "fifo"]) {
    const { traffic, cold } = sequenceReport(plan, H100, chooseL2(H100, "bf16", policy, 2 ** 20));
    const alone = cold.map(({ total }) => total.get("dram-l2") ?? { reads: 0n, writes: 0n });
    expect(traffic.total.reads).toBe(alone.reduce((sum, { reads }) => sum + reads, 0n));
    expect(totalTraffic(traffic.total)).toBe(alone.reduce((sum, one) => sum + totalTraffic(one), 0n));
  }
});

test("no sequence moves less, or takes less time, than its bound", () => {
  const extent = fc.integer({ min: 1, max: 6 }).map((count) => 40 * count);
  const sizes = fc.record({ m: extent, a: extent, b: extent, c: extent });
  const policies = fc.constantFrom("lru", "opt", "partitioned");
  fc.assert(
    fc.property(sizes, policies, fc.integer({ min: 18, max: 21 }), fc.boolean(), ({ m, a, b, c }, policy, log, shared) => {
      const gpu: Gpu = { ...H100, l2Bytes: 2 ** log };
      const h = shared ? { name: "h" } : undefined;
      const plan = [
        kernel(gemmWorkload({ m, n: b, k: a }), h && { C: h }, {}, gpu),
        kernel(normWorkload("rmsnorm", { rows: m, columns: b }), h && { X: h, Y: { name: "y" } }, {}, gpu),
        kernel(gemmWorkload({ m, n: c, k: b }), { A: { name: "y" } }, {}, gpu),
      ];
      const { traffic, bound } = sequenceReport(plan, gpu, chooseL2(gpu, "bf16", policy));
      expect(bound).toBeDefined();
      expect(totalTraffic(traffic.total)).toBeGreaterThanOrEqual(bound?.value ?? -1n);
      expect(traffic.seconds).toBeGreaterThan(toApproximateNumber(bound?.seconds as NonNullable<typeof bound>["seconds"]));
    }),
    parameters(60),
  );
});

test("a bound is less by the bytes that earlier kernels touched, at most those of the L2, and never below the outputs", () => {
  const [m, n, k] = [2048, 2048, 2048];
  const workload = gemmWorkload({ m, n, k });
  const [cold] = [bestBounds(boundWorkload(workload, H100).bounds).get("dram-l2")?.value ?? 0n];
  const plan = [kernel(workload, { C: { name: "h" } }), kernel(workload, { A: { name: "h" } })];
  const { bound } = sequenceReport(plan, H100, partitionedL2(H100));
  expect(bound?.kernels.map(({ heldBytes }) => heldBytes)).toEqual([0n, 2n * 2048n ** 2n]);
  expect(bound?.value).toBe(2n * cold - 2n * 2048n ** 2n);
  const small: Gpu = { ...H100, l2Bytes: 2 ** 20 };
  const held = sequenceReport(plan, small, chooseL2(small, "bf16", "lru")).bound?.kernels[1]?.heldBytes;
  expect(held).toBe(2n ** 20n);
  // A larger cache than the GPU's holds more.
  const large = sequenceReport(plan, small, chooseL2(small, "bf16", "lru", 2 ** 22)).bound?.kernels[1]?.heldBytes;
  expect(large).toBe(2n ** 22n);
});

test("documents say each kernel's bound from a cold L2 and what the L2 may hold for it", () => {
  const plan = [kernel(PRODUCT, { C: { name: "h" } })];
  const document = sequenceDocument(sequenceReport(plan, H100, chooseL2(H100, "bf16", "lru")));
  expect(document).toMatchObject({ schema: "redblue.sequence/2", kernels: [{ bound: { heldBytes: 0 } }] });
});

test.each([
  ["an unknown array", { D: { name: "h" } }, "some of A, B, C"],
  ["overlapping rows", { C: { name: "h", pitch: 100 } }, "a pitch of at least 1536 bytes"],
  ["two arrays in one place", { A: { name: "h" }, C: { name: "h" } }, "places of their own in h"],
] as const)("refuses %s", (_, places, message) => {
  const square = gemmWorkload({ m: 768, n: 768, k: 768 });
  expect(() => sequenceReport([kernel(square, places)], H100, chooseL2(H100, "bf16", "lru"))).toThrow(message);
});

test("refuses a result that a later kernel writes again, whose stores no bound could count", () => {
  const plan = [kernel(PRODUCT, { C: { name: "h" } }), kernel(PRODUCT, { C: { name: "h" } })];
  expect(() => sequenceReport(plan, H100, chooseL2(H100, "bf16", "lru"))).toThrow("arrays that no other kernel writes");
});
