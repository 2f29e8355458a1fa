import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import type { Workload } from "../../src/computation/workload.js";
import { InputError } from "../../src/errors.js";
import { conditionsMet } from "../../src/gap/conditions.js";
import { replaysBesideBounds } from "../../src/gap/considered.js";
import { scheduleTime } from "../../src/gap/schedule-time.js";
import type { Gpu } from "../../src/machines/machine.js";
import { gpuNamed } from "../../src/machines/registry.js";
import { replayPlanned } from "../../src/plan/planned.js";
import { defaultL2, lruL2, partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { parameters } from "./arbitraries.js";
import { comparisonsOfTraffic } from "./held-bounds.js";

const MI300X = gpuNamed("mi300x");
const extent = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 100, max: 700 }));

const workload: fc.Arbitrary<Workload> = fc.oneof(
  fc.tuple(extent, extent, extent).map(([m, n, k]) => gemmWorkload({ m, n, k, dataType: "bf16" })),
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), extent, extent)
    .map(([heads, queries, keys]) => attentionWorkload({ batch: 1, heads, queries, keys, dim: 64, causal: false })),
);

const chiplets = fc
  .record({ dies: fc.integer({ min: 1, max: 4 }), inDie: fc.integer({ min: 1, max: 3 }), l2: fc.integer({ min: 17, max: 22 }) })
  .map(({ dies, inDie, l2 }) => ({ ...MI300X, dies, sms: dies * inDie, l2Bytes: 2 ** l2, l3Bytes: 2 ** (l2 + 1) }));

const deals = fc.constantFrom(undefined, "runs", "chunks:3");

test("no bound is above what a kernel moves at any interface of a GPU of dies, however its blocks are remapped", () => {
  fc.assert(
    fc.property(workload, chiplets, deals, fc.boolean(), (subject, gpu, asked, isTimed) => {
      const deal = gpu.dies === 1 ? undefined : asked;
      const { bounds } = boundWorkload(subject, gpu);
      const ids = ["dram-l2", "l3-l2", "l2-sm"];
      expect([...new Set(bounds.map((bound) => bound.interface))]).toEqual(ids);
      for (const plan of replaysBesideBounds(subject, gpu, deal === undefined ? {} : { deal })) {
        try {
          const traffic = replayPlanned(plan, isTimed ? partitionedL2(gpu) : lruL2(gpu));
          if (isTimed) expect(traffic.seconds).toBeGreaterThan(0);
          expect([...traffic.total.keys()]).toEqual(ids);
          for (const { what, claimed, moved } of comparisonsOfTraffic(bounds, traffic, conditionsMet(subject, plan.fields)))
            expect(moved >= claimed, `${what} = ${claimed} against ${moved} of ${plan.label}`).toBe(true);
        } catch (error) {
          // Blocks that wait for others keep their order.
          if (!(error instanceof InputError && error.subject === "deal")) throw error;
        }
      }
    }),
    parameters(40),
  );
});

test("with one block a die at once, a replay in time moves over the ports what lock step moves", () => {
  fc.assert(
    fc.property(fc.tuple(extent, extent, extent), chiplets, deals, ([m, n, k], { dies, ...of }, asked) => {
      const gpu = { ...of, dies, sms: dies, l3Bytes: 2 ** 30 };
      const subject = gemmWorkload({ m, n, k, dataType: "bf16" });
      const deal = dies === 1 ? {} : { deal: asked };
      const [plan] = replaysBesideBounds(subject, gpu, { ...deal, schedule: "tiled-gemm", tile: "64x64x32", ctasPerSm: 1 });
      if (plan === undefined) throw new Error("no plan");
      const [timed, walked] = [replayPlanned(plan, partitionedL2(gpu)), replayPlanned(plan, lruL2(gpu))];
      for (const id of ["dram-l2", "l3-l2", "l2-sm"] as const) expect(timed.total.get(id)).toEqual(walked.total.get(id));
    }),
    parameters(40),
  );
});

test("slower ports, a slower last-level cache and slower DRAM end no kernel sooner, and bind where they are slowest", () => {
  const subject = gemmWorkload({ m: 1024, n: 1024, k: 1024, dataType: "bf16" });
  const usual = { ...MI300X, sms: 32 };
  const time = (gpu: Gpu) => {
    const [plan] = replaysBesideBounds(subject, gpu, { schedule: "tiled-gemm", orders: [{ kind: "row" }] });
    if (plan === undefined) throw new Error("no plan");
    return scheduleTime(subject, gpu, plan, replayPlanned(plan, defaultL2(gpu, "bf16")));
  };
  const seconds = time(usual)?.seconds ?? 0;
  expect(time({ ...usual, latencyCycles: { l3: 2000 } })?.seconds).toBeGreaterThan(seconds);
  expect(time({ ...usual, l3BytesPerSecond: 1e11 })).toMatchObject({ binds: "l3-l2" });
  expect(time({ ...usual, dramBytesPerSecond: 1e10 })).toMatchObject({ binds: "dram-l2" });
});

test("head after head every die reads keys and values of every head; in runs only the dies that share it do", () => {
  const gpu = { ...gpuNamed("mi355x"), sms: 16 };
  const [heads, queries, keys, dim] = [4, 4096, 1024, 128];
  const subject = attentionWorkload({ batch: 1, heads, queries, keys, dim, causal: false });
  const reads = (deal: string) => {
    const options = { schedule: "flash-attention-2", tile: "256x64", ctasPerSm: 1, lse: false, deal } as const;
    const [plan] = replaysBesideBounds(subject, gpu, options);
    if (plan === undefined) throw new Error("no plan");
    return [lruL2(gpu), partitionedL2(gpu)].map((l2) => replayPlanned(plan, l2).total.get("l3-l2")?.reads);
  };
  const [ofQueries, ofKeys] = [heads * queries * dim * 2, heads * 2 * keys * dim * 2];
  // 16 query tiles a head, one on each CU, or eight on each of two dies.
  expect(reads("round-robin")).toEqual([BigInt(ofQueries + 8 * ofKeys), BigInt(ofQueries + 8 * ofKeys)]);
  expect(reads("runs")).toEqual([BigInt(ofQueries + 2 * ofKeys), BigInt(ofQueries + 2 * ofKeys)]);
});

test("a die's L2 that shrinks moves no less over its port, and the bound there rises no less", () => {
  const subject = gemmWorkload({ m: 512, n: 768, k: 512, dataType: "bf16" });
  let [moved, proven] = [0n, 0n];
  for (const l2Bytes of [2 ** 22, 2 ** 20, 2 ** 19, 2 ** 17]) {
    const gpu = { ...MI300X, sms: 16, l2Bytes };
    const [plan] = replaysBesideBounds(subject, gpu, { schedule: "tiled-gemm", orders: [{ kind: "row" }] });
    if (plan === undefined) throw new Error("no plan");
    const { reads = 0n } = replayPlanned(plan, lruL2(gpu)).total.get("l3-l2") ?? {};
    const values = boundWorkload(subject, gpu).bounds.filter((bound) => bound.interface === "l3-l2" && bound.scope === "total");
    const best = values.reduce((most, { value }) => (value > most ? value : most), 0n);
    expect(reads >= moved && best >= proven).toBe(true);
    [moved, proven] = [reads, best];
  }
});
