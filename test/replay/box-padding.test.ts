import { expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftTileSchedule } from "../../src/lift/tile-schedule.js";
import { H100 } from "../../src/machines/known/h100.js";
import type { PlannedReplay, PlanOptions } from "../../src/plan/planned.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { BOX_PADDING } from "../../src/schedules/gpu/gemm/box-padding.js";

const planned = (sizes: { m: number; n: number; k: number; batch?: number }, options: PlanOptions): PlannedReplay => {
  const [plan] = planReplays(gemmWorkload(sizes), H100, options);
  if (plan === undefined) throw new RangeError("no plan");
  return plan;
};

/** Counted on an H100 around `nvjet_sm90_tst_320x128_64x3_1x2_h_bz_coopB_TNT`. */
test("cuBLAS's 320x128 tiles of 8192^3 bring 12.2139 GB into the SMs, 0.13 GB of it zeros", () => {
  const plan = planned(
    { m: 8192, n: 8192, k: 8192 },
    {
      ...{ schedule: "persistent-gemm", tile: "128x320x64", stages: 3, threads: 384, orders: [{ kind: "row" }] },
      ...{ cluster: { rows: 2, columns: 1 }, loads: "bulk" },
    },
  );
  const { total, byArray } = replayPlanned(plan, partitionedL2(H100));
  expect(Number(total.get("l2-sm")?.reads) / 1e9).toBeCloseTo(12.2139, 3);
  expect(byArray.get(BOX_PADDING)?.get("l2-sm")).toEqual({ reads: 2n * 8192n * 64n * (26n * 320n - 8192n), writes: 0n });
});

test.each([
  ["tiled-gemm", {}],
  ["tiled-gemm", { cluster: { rows: 2, columns: 2 } }],
  ["persistent-gemm", {}],
  ["split-k", { splits: 2 }],
  ["stream-k", {}],
] as const)("the referee confirms the words of a ragged %s, and its zeros fill up whole boxes %o", (schedule, given) => {
  const sizes = { m: 10, n: 12, k: 9, batch: 2 };
  const options = { schedule, tile: "8x8x4", ...given };
  const [masked, bulk] = [planned(sizes, options), planned(sizes, { ...options, loads: "bulk" })];
  const l2 = { policy: "lru", bytes: 1024 } as const;
  const [words, boxes] = [replayPlanned(masked, l2), replayPlanned(bulk, l2)];
  for (const lifted of liftTileSchedule(bulk.lift(), bulk.slots, l2, boxes))
    expect(refereeLifted(lifted)).toMatchObject({ agrees: true });
  expect(boxes.total.get("dram-l2")).toEqual(words.total.get("dram-l2"));
  // Four tiles of C in three steps, for each of the batch.
  const operands = ["A", "B", BOX_PADDING].reduce((sum, name) => sum + (boxes.byArray.get(name)?.get("l2-sm")?.reads ?? 0n), 0n);
  expect(operands).toBe(2n * 2n * 4n * 3n * (8n + 8n) * 4n);
  expect(boxes.total.get("l2-sm")?.writes).toBe(words.total.get("l2-sm")?.writes);
});

test("CTAs of a cluster without a tile of C get zeros as well", () => {
  const options = { schedule: "tiled-gemm", tile: "64x64x32", cluster: { rows: 2, columns: 1 } };
  const { byArray } = replayPlanned(planned({ m: 64 * 3, n: 65, k: 512 }, { ...options, loads: "bulk" }), partitionedL2(H100));
  const reads = ["A", "B", BOX_PADDING].map((name) => byArray.get(name)?.get("l2-sm")?.reads ?? 0n);
  expect(reads.reduce((sum, one) => sum + one)).toBe(4n * 2n * 16n * 128n * 32n * 2n);
});

test("boxes take the time of their bytes", () => {
  const seconds = (["masked", "bulk"] as const).map((loads) => {
    const plan = planned({ m: 129, n: 129, k: 4096, batch: 64 }, { schedule: "tiled-gemm", tile: "128x128x64", loads });
    return replayPlanned(plan, partitionedL2(H100)).seconds ?? Number.NaN;
  });
  expect((seconds[1] as number) / (seconds[0] as number)).toBeGreaterThan(1.2);
});

test("kernels whose loads are not known to be bulk refuse them", () => {
  expect(() => planned({ m: 64, n: 64, k: 64 }, { schedule: "weight-stationary", loads: "bulk" })).toThrow(/^loads: expected/);
  for (const plan of planReplays(gemmWorkload({ m: 640, n: 640, k: 640 }), H100, { loads: "bulk" }))
    expect(plan.fields["loads"], plan.label).toBe(/stationary/.test(plan.label) ? undefined : "bulk");
});
