import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
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
import { chooseL2, partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { stepAfter } from "../../src/replay/prefetch-queue.js";
import type { Prefetch } from "../../src/replay/sequence/prefetched-cells.js";
import { totalTraffic } from "../../src/replay/traffic.js";
import { sequenceText } from "../../src/report/sequence/sequence-text.js";
import { LineLru } from "../caches/line-lru.js";
import { parameters } from "../properties/arbitraries.js";

function kernel(
  workload: Workload,
  prefetch?: Prefetch,
  options: PlanOptions = {},
  gpu: Gpu = H100,
  places?: KernelOfPlan["places"],
): KernelOfPlan {
  const ordered: PlanOptions = workload.kind === "gemm" ? { schedule: "tiled-gemm", orders: [{ kind: "row" }] } : {};
  const planned = planReplays(workload, gpu, { ...ordered, ...options })[0];
  if (planned === undefined) throw new Error("no plan");
  return { workload, planned, places, prefetch };
}

const B: Prefetch = { arrays: [{ array: "b" }] };
const readsOf = (report: ReturnType<typeof sequenceReport>, at: number): bigint =>
  report.traffic.kernels[at]?.total.get("dram-l2")?.reads ?? -1n;

describe.each(["partitioned", "lru", "fifo", "opt", "set:16"])("through %s", (policy) => {
  test("what is prefetched and stays is read while the kernel before runs, not by its own, and no byte more moves", () => {
    const [first, second] = [gemmWorkload({ m: 512, n: 512, k: 512 }), gemmWorkload({ m: 64, n: 1024, k: 1024 })];
    const cache = chooseL2(H100, "bf16", policy);
    const report = sequenceReport([kernel(first), kernel(second, B)], H100, cache);
    const without = sequenceReport([kernel(first), kernel(second)], H100, cache);
    const bytes = 2n * 1024n * 1024n;
    expect([readsOf(report, 0), readsOf(report, 1)]).toEqual([readsOf(without, 0) + bytes, readsOf(without, 1) - bytes]);
    expect(report.traffic.total).toEqual(without.traffic.total);
    expect(report.unprefetched).toEqual(without.traffic);
    expect(without.unprefetched).toBeUndefined();
    // Beside a kernel of one wave, from its start, it takes DRAM from that kernel's own loads.
    if (policy !== "partitioned") expect(report.traffic.seconds).toBeLessThan(without.traffic.seconds as number);
    expect(report.bound?.value).toBe(without.bound?.value);
    expect(report.bound?.kernels[1]?.heldBytes).toBe(bytes);
  });

  test("its first whole tiles come, in so many bytes", () => {
    const second = gemmWorkload({ m: 64, n: 1024, k: 1024 });
    const prefetch = { arrays: [{ array: "B", size: 1_000_000n }] };
    const tile = 2n * 64n * 32n;
    const report = sequenceReport(
      [kernel(gemmWorkload({ m: 64, n: 64, k: 64 })), kernel(second, prefetch, { tile: "64x64x32" })],
      H100,
      chooseL2(H100, "bf16", policy),
    );
    const needed = 2n * 2n * 64n * 64n;
    expect(readsOf(report, 0) - needed).toBe((1_000_000n / tile) * tile);
  });
});

test("a prefetch that begins too early is evicted and read again; later it saves time and costs no byte", () => {
  const first = gemmWorkload({ m: 2048, n: 2048, k: 4096 });
  const second = gemmWorkload({ m: 64, n: 2048, k: 2048 });
  const run = (after: number) => sequenceReport([kernel(first), kernel(second, { ...B, after })], H100, partitionedL2(H100));
  const [early, late] = [run(0), run(0.9)];
  const moved = ({ traffic: { total } }: typeof early): bigint => totalTraffic(total);
  const without = totalTraffic(late.unprefetched?.total ?? { reads: 0n, writes: 0n });
  expect(moved(early)).toBeGreaterThan((without * 11n) / 10n);
  expect(moved(late)).toBeLessThan((without * 101n) / 100n);
  expect(late.traffic.seconds).toBeLessThan(late.unprefetched?.seconds as number);
  const [text, warned] = [late, early].map((report) => sequenceText(report, (line) => line));
  expect(text).toMatch(/prefetch of b once the last block of 1 has done 0.90× of its steps/);
  expect(text).not.toMatch(/evicted before their use/);
  expect(warned).toMatch(/evicted before their use, which cost time on an H200: ask for fewer bytes/);
});

test("no sequence with a prefetch moves less, or takes less time, than its bound, or reads less than ideal replacement without one", () => {
  const extent = fc.integer({ min: 1, max: 6 }).map((count) => 40 * count);
  const sizes = fc.record({ m: extent, a: extent, b: extent, c: extent });
  const policies = fc.constantFrom("lru", "fifo", "set:16", "opt", "partitioned");
  const share = fc.integer({ min: 0, max: 4 }).map((quarters) => quarters / 4);
  const asked = fc.record({ after: share, bytes: fc.option(fc.integer({ min: 1, max: 200_000 })) });
  fc.assert(
    fc.property(sizes, policies, fc.integer({ min: 18, max: 21 }), asked, asked, ({ m, a, b, c }, policy, log, x, y) => {
      const gpu: Gpu = { ...H100, l2Bytes: 2 ** log };
      const prefetch = (array: string, { after, bytes }: typeof x): Prefetch => ({
        arrays: [bytes === null ? { array } : { array, size: BigInt(bytes) }],
        after,
      });
      const plan = [
        kernel(gemmWorkload({ m, n: b, k: a }), undefined, {}, gpu, { C: { name: "h" } }),
        kernel(normWorkload("rmsnorm", { rows: m, columns: b }), prefetch("gain", x), {}, gpu, {
          X: { name: "h" },
          Y: { name: "y" },
        }),
        kernel(gemmWorkload({ m, n: c, k: b }), prefetch("B", y), {}, gpu, { A: { name: "y" } }),
      ];
      const cache = chooseL2(gpu, "bf16", policy);
      const { traffic, bound, unprefetched } = sequenceReport(plan, gpu, cache);
      expect(totalTraffic(traffic.total)).toBeGreaterThanOrEqual(bound?.value ?? -1n);
      expect(traffic.seconds).toBeGreaterThan(toApproximateNumber(bound?.seconds as NonNullable<typeof bound>["seconds"]));
      traffic.kernels.forEach(({ total }, at) => {
        const { reads = 0n, writes = 0n, dirtyAtEnd = 0n } = total.get("dram-l2") ?? {};
        expect(reads + writes + dirtyAtEnd).toBeGreaterThanOrEqual(bound?.kernels[at]?.value ?? -1n);
      });
      if (cache.policy === "partitioned" || policy === "set:16") return;
      const ideal = sequenceReport(
        plan.map(({ prefetch: _, ...one }) => one),
        gpu,
        { policy: "opt", bytes: cache.bytes },
      );
      expect(traffic.total.reads).toBeGreaterThanOrEqual(ideal.traffic.total.reads);
      expect(unprefetched?.total.reads).toBeGreaterThanOrEqual(ideal.traffic.total.reads);
    }),
    parameters(60),
  );
});

test("through an LRU a prefetch moves what a line-by-line LRU moves", () => {
  const gpu: Gpu = { ...H200, sms: 1 };
  const extent = fc.integer({ min: 1, max: 5 });
  const share = fc.integer({ min: 0, max: 4 }).map((quarters) => quarters / 4);
  fc.assert(
    fc.property(extent, extent, extent, share, fc.integer({ min: 40, max: 500 }), (rows, inner, columns, after, words) => {
      const [m, k, n] = [8 * rows, 8 * inner, 8 * columns];
      const options = { ctasPerSm: 1, stages: 1, tile: "8x8x8" };
      const plan = [
        kernel(gemmWorkload({ m, n: 8, k, dataType: "fp32" }), undefined, options, gpu),
        kernel(gemmWorkload({ m: 8, n, k: 8, dataType: "fp32" }), { arrays: [{ array: "B" }], after }, options, gpu),
      ];
      const cache = new LineLru(words, 4);
      const names = new Map<string, number>();
      const touch = (name: string, array: number, write = false): void => {
        for (let word = 0; word < 64; word++) {
          const key = `${name} ${word}`;
          names.set(key, names.get(key) ?? names.size);
          cache.touch(names.get(key) as number, 1, array, write);
        }
      };
      const begin = Math.min(inner - 1, Math.floor(after * inner));
      for (let row = 0; row < rows; row++) {
        for (let step = 0; step < inner; step++) {
          if (row === rows - 1 && step === begin) for (let column = 0; column < columns; column++) touch(`D ${column}`, 3);
          touch(`A ${row} ${step}`, 0);
          touch(`B ${step}`, 1);
        }
        touch(`C ${row}`, 2, true);
      }
      for (let column = 0; column < columns; column++) {
        touch("E", 4);
        touch(`D ${column}`, 3);
        touch(`F ${column}`, 5, true);
      }
      const { traffic } = sequenceReport(plan, gpu, { policy: "lru", bytes: 4 * Math.max(words, 64) });
      fc.pre(words >= 64);
      expect(traffic.total.reads).toBe(BigInt([...cache.fetched.values()].reduce((all, one) => all + one, 0)));
    }),
    parameters(60),
  );
});

test("prefetches begin after a share of the last block's steps that read", () => {
  const planned = kernel(gemmWorkload({ m: 128, n: 256, k: 160 }), undefined, { tile: "128x128x16" }).planned;
  const layout = planned.layOut();
  const [, last] = layout.phaseStart;
  const steps = [0, 0.05, 0.5, 0.99, 1].map((share) => stepAfter(layout, share));
  expect(steps.map(({ phase }) => phase)).toEqual([last, last, last, last, last]);
  expect(steps.map(({ step }) => step)).toEqual([0, 0, 5, 9, 9]);
});

test("a prefetch begins beside a kernel whose first phase only loads", () => {
  const attention = attentionWorkload({ heads: 8, queries: 256, dim: 64 });
  const plan = [kernel(attention), kernel(gemmWorkload({ m: 64, n: 1024, k: 1024 }), B)];
  const { traffic, unprefetched } = sequenceReport(plan, H100, partitionedL2(H100));
  const reads = (of: typeof traffic | undefined): bigint => of?.kernels[0]?.total.get("dram-l2")?.reads ?? -1n;
  expect(reads(traffic) - reads(unprefetched)).toBe(2n * 1024n * 1024n);
});

test("documents say what was asked for, and what moves without it", () => {
  const product = gemmWorkload({ m: 64, n: 64, k: 64 });
  const report = sequenceReport([kernel(product), kernel(product, { ...B, after: 0.5 })], H100, chooseL2(H100, "bf16", "lru"));
  expect(sequenceDocument(report)).toMatchObject({
    unprefetched: { traffic: { readBytes: 2 * 16384 } },
    kernels: [{}, { prefetch: { arrays: [{ array: "b" }], after: 0.5 } }],
  });
});

test.each([
  [
    "an array that the kernel does not have",
    [undefined, { arrays: [{ array: "D" }] }],
    /kernel 2: prefetch: expected inputs of this kernel: A, B/,
  ],
  ["a result", [undefined, { arrays: [{ array: "C" }] }], /kernel 2: prefetch: expected inputs of this kernel: A, B/],
  ["what the kernel before writes", [undefined, { arrays: [{ array: "A" }] }], /arrays that kernel 1 does not write/],
  ["of the first kernel", [B, undefined], /none of the first kernel/],
  ["more than all steps", [undefined, { ...B, after: 1.5 }], /prefetch-after: expected a share of the steps, from 0 to 1/],
  ["no number", [undefined, { ...B, after: Number.NaN }], /prefetch-after: expected a share of the steps, from 0 to 1/],
] as const)("refuses a prefetch: %s", (_, prefetches, message) => {
  const square = gemmWorkload({ m: 256, n: 256, k: 256 });
  const plan = [
    kernel(square, prefetches[0], {}, H100, { C: { name: "h" } }),
    kernel(square, prefetches[1], {}, H100, { A: { name: "h" } }),
  ];
  expect(() => sequenceReport(plan, H100, chooseL2(H100, "bf16", "lru"))).toThrow(message);
});
