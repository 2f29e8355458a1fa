import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { bestReads } from "../../src/bounds/prove.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import type { Resident } from "../../src/computation/resident.js";
import { explainGap } from "../../src/gap/breakdown/explained-gap.js";
import { gapReport } from "../../src/gap/gap.js";
import { gapDocument } from "../../src/gap/gap-document.js";
import { replayAgain } from "../../src/gap/replay-again.js";
import { H100 } from "../../src/machines/known/h100.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { explainPlanned, lruCurveOf, planReplays, rangeOfPlanned, replayPlanned } from "../../src/plan/planned.js";
import type { L2Model } from "../../src/replay/l2/l2-model.js";
import { chooseL2, lruL2, partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { totalTraffic } from "../../src/replay/traffic.js";
import { withResidents } from "../../src/schedules/tiles/resident-tiles.js";
import { verifyDocument } from "../../src/verify/document.js";
import { gemm, parameters } from "../properties/arbitraries.js";

const SMALL = gemmWorkload({ m: 1024, n: 1024, k: 512 });
const OF_A = 2n * 1024n * 512n;

function planned(resident?: readonly Resident[], workload = SMALL, schedule = "tiled-gemm") {
  const plan = planReplays(workload, H100, { schedule, orders: [{ kind: "row" }], tile: "128x128x64", resident })[0];
  if (plan === undefined) throw new Error("no plan");
  return plan;
}

const dram = (resident: readonly Resident[] | undefined, l2: L2Model) =>
  replayPlanned(planned(resident), l2).total.get("dram-l2");

const MODELS: readonly (readonly [string, L2Model])[] = [
  ["partitioned", partitionedL2(H100)],
  ["partitioned, in turns", partitionedL2(H100, { kind: "drift", steps: 4 })],
  ...["lru", "fifo", "opt", "random", "set:16"].map((policy) => [policy, chooseL2(H100, "bf16", policy)] as const),
];

describe("inputs that the kernel before left in the L2", () => {
  test.each(MODELS)("are not read where all of it fits, and the SMs read as ever: %s", (_, l2) => {
    const [cold, warm] = [replayPlanned(planned(), l2), replayPlanned(planned([{ array: "A", size: OF_A }]), l2)];
    expect(warm.byArray.get("A")?.get("dram-l2")?.reads).toBe(0n);
    expect(warm.byArray.get("B")).toEqual(cold.byArray.get("B"));
    expect(warm.total.get("l2-sm")).toEqual(cold.total.get("l2-sm"));
    expect(warm.total.get("dram-l2")?.reads).toBe((cold.total.get("dram-l2")?.reads ?? 0n) - OF_A);
  });

  test("are the last whole tiles of each array, the array named last the most recent", () => {
    const schedule = planned().layOut();
    // 16 KiB a tile of A, of which the first row of tiles has eight.
    const { resident } = withResidents(schedule, [
      { array: "B", size: 2n ** 14n },
      { array: "A", size: 2n ** 15n + 100n },
    ]);
    const [a, b] = schedule.arrays;
    expect([...(resident ?? [])]).toEqual([
      (b?.firstTile ?? 0) + (b?.tileCount ?? 0) - 1,
      (a?.tileCount ?? 0) - 2,
      (a?.tileCount ?? 0) - 1,
    ]);
    expect(() => withResidents(schedule, [{ array: "D", size: 1n }])).toThrow(
      "resident: expected an array of this kernel: A, B, C",
    );
  });

  test("come a little sooner, which an estimate of the least duration knows", () => {
    const [cold, warm] = [undefined, [{ array: "A", size: OF_A }]].map((one) => replayPlanned(planned(one), partitionedL2(H100)));
    expect(warm?.seconds).toBeLessThan(cold?.seconds ?? 0);
  });

  test("bring scales along that are not resident, and are to be read", () => {
    const scaled = gemmWorkload({
      ...{ m: 512, n: 512, k: 512, dataType: "fp8", outputType: "bf16" },
      scales: { a: [1, 128], b: [128, 128], dataType: "fp32" },
    });
    const of = (resident?: readonly Resident[]) => replayPlanned(planned(resident, scaled), partitionedL2(H100)).byArray;
    const [cold, warm] = [of(), of([{ array: "A", size: 2n ** 18n }])];
    expect(warm.get("A")?.get("dram-l2")?.reads).toBe(0n);
    expect(warm.get("SA")?.get("dram-l2")?.reads).toBe(cold.get("SA")?.get("dram-l2")?.reads);
  });

  test("take no part in closed forms, curves, explanations, moves and hints, which refuse them in one line", () => {
    const warm = planned([{ array: "A", size: OF_A }]);
    expect(warm.closedForm).toBeUndefined();
    expect(() => lruCurveOf(warm)).toThrow("resident: expected");
    expect(() => explainPlanned(warm, lruL2(H100))).toThrow("resident: expected");
    expect(() => warm.lift()).toThrow("resident: expected");
    expect(() => planReplays(SMALL, H100, { hint: "a:evict-last", resident: [{ array: "A", size: 1n }] })).toThrow("no hint");
    expect(() => gapReport(SMALL, abstractMachine(5000), { resident: [{ array: "A" }] })).toThrow("resident: expected a GPU");
  });

  test("are in ranges too, which end at what is not resident", () => {
    const { leastBytes, variants } = rangeOfPlanned(planned([{ array: "A", size: OF_A }]), partitionedL2(H100));
    expect(leastBytes).toBe(OF_A);
    expect(variants[0]?.replay.traffic.total).toEqual(
      replayPlanned(planned([{ array: "A", size: OF_A }]), partitionedL2(H100)).total,
    );
  });
});

test("no bound is above a replay from the same start, whatever is resident and whatever the cache", () => {
  fc.assert(
    fc.property(
      gemm(600),
      fc.constantFrom(...MODELS),
      fc.constantFrom("A", "B"),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0.02, max: 1, noNaN: true }),
      (workload, [name, model], array, share, room) => {
        const words = workload.batch * workload.k * (array === "A" ? workload.m : workload.n);
        const l2Bytes = Math.max(2 ** 20, Math.floor(room * 2 ** 23));
        const gpu = { ...H100, l2Bytes };
        const size = BigInt(Math.min(l2Bytes, 1 + Math.floor(share * (words * 2 - 1))));
        const resident = [{ array, size }];
        const report = boundWorkload({ ...workload, dataType: "bf16" }, gpu, undefined, resident);
        const l2 = model.policy === "partitioned" ? partitionedL2(gpu, model.execution) : { ...model, bytes: l2Bytes };
        const plan = planReplays({ ...workload, dataType: "bf16" }, gpu, {
          schedule: "tiled-gemm",
          tile: "64x64x32",
          stages: 2,
          resident,
        });
        const moved = replayPlanned(plan[0] ?? planned(), l2).total.get("dram-l2");
        const cold = boundWorkload({ ...workload, dataType: "bf16" }, gpu).bounds;
        for (const [i, bound] of report.bounds.entries()) {
          if (bound.interface !== "dram-l2" || moved === undefined) continue;
          expect(bound.value <= totalTraffic(moved), `${bound.id} through ${name}`).toBe(true);
          expect(bound.value <= (cold[i]?.value ?? 0n)).toBe(true);
        }
        expect((bestReads(report.bounds).get("dram-l2")?.reads ?? 0n) <= (moved?.reads ?? 0n), `reads through ${name}`).toBe(
          true,
        );
      },
    ),
    parameters(40),
  );
});

test("a gap document says what is resident; it is checked, replayed again and explained from that start", () => {
  const workload = gemmWorkload({ m: 384, n: 384, k: 128 });
  const ofA = 2n * 384n * 128n;
  const options = { resident: [{ array: "a", size: ofA / 2n }], schedule: "tiled-gemm", orders: [{ kind: "row" } as const] };
  const report = gapReport(workload, H100, options);
  const document = JSON.parse(JSON.stringify(gapDocument(report)));
  expect(document).toMatchObject({ resident: [{ array: "A", size: Number(ofA) / 2 }] });
  expect(report.rows[0]).toMatchObject({
    interface: "dram-l2",
    bound: { id: "compulsory-warm-start", reads: ofA + ofA / 2n },
    gap: 1,
  });
  expect(report.bounds.some(({ scope, interface: id }) => scope === "class" && id === "dram-l2")).toBe(false);
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  expect(replayAgain(document)).toMatchObject({ valid: true });
  expect(replayAgain({ ...document, resident: [{ array: "A", size: 16384 }] })).toMatchObject({ valid: false });
  const { resident: _, ...cold } = document;
  expect(replayAgain(cold)).toMatchObject({ valid: false });
  const [dramSteps] = explainGap(report, options);
  expect(dramSteps?.levels.at(-1)).toMatchObject({ label: "compulsory-warm-start" });
  expect(dramSteps?.levels.every(({ amount }) => amount >= (report.rows[0]?.bound.value ?? 0n))).toBe(true);
});

test("a plan after another kernel moves no less than from a cold L2 less what is resident", () => {
  for (const [name, l2] of MODELS) {
    const [cold, warm] = [dram(undefined, l2), dram([{ array: "B", size: OF_A / 3n }], l2)];
    if (cold === undefined || warm === undefined) throw new Error("no traffic");
    expect(warm.reads + OF_A / 3n >= cold.reads, name).toBe(true);
    expect(warm.reads < cold.reads, name).toBe(true);
  }
});
