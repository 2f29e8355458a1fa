import { expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { replacementStep } from "../../src/gap/breakdown/breakdown-advice.js";
import type { ChoiceCost } from "../../src/gap/search/choice-cost.js";
import { optimizeSchedule } from "../../src/gap/search/optimize.js";
import { A100 } from "../../src/machines/known/a100.js";
import { H100 } from "../../src/machines/known/h100.js";
import type { Gpu } from "../../src/machines/machine.js";
import type { PlannedReplay } from "../../src/plan/planned.js";
import { planReplays } from "../../src/plan/planned.js";
import type { ScheduleChoice } from "../../src/plan/schedule-space.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { optimizeText } from "../../src/report/optimize-text.js";
import { likelyHints } from "../../src/schedules/tiles/eviction-hints.js";

const workload = gemmWorkload({ m: 512, n: 512, k: 256 });

test("hints worth a replay are evict-first on outputs, evict-last on one operand with little and with much set aside; never evict-first on operands", () => {
  const [plan] = planReplays(workload, H100, { tile: "128x128x64" });
  const hints = likelyHints((plan as PlannedReplay).layOut(), 1000);
  expect(hints).toEqual([
    "C:evict-first",
    "A:evict-last",
    "B:evict-last",
    "A:evict-last,persisting:1000",
    "B:evict-last,persisting:1000",
  ]);
});

/** Costs in MB and µs of two orders of one kernel with these hints; other hints cost what none costs. */
function search(gpu: Gpu, costs: Readonly<Record<string, readonly [megabytes: number, microseconds: number]>>) {
  const costOf = ({ order, hint }: ScheduleChoice): ChoiceCost => {
    const [dram, seconds] = costs[`${order} ${hint}`] ?? costs[`${order} undefined`] ?? [1000, 1000];
    const time = { seconds: seconds / 1e6, binds: "dram-l2", busiest: "dram-l2", percentOfPeak: 50 } as const;
    return { dram: BigInt(1e6 * dram), sm: 10n ** 9n, time };
  };
  return optimizeSchedule({
    workload,
    gpu,
    l2: partitionedL2(gpu),
    objective: "time",
    spaces: [{ schedule: "tiled-gemm", axes: { order: ["row", "col"] } }],
    costOf,
    hintsOf: () => ["C:evict-first", "A:evict-last"],
  });
}

test("a hint is kept where it saves a twentieth of the bytes and costs no time, and leads where it is fastest", async () => {
  const costs = { "row undefined": [100, 50], "col undefined": [120, 60] } as const;
  const kept = async (hinted: Parameters<typeof search>[1]) => {
    const { result, hintsTried } = await search(H100, { ...costs, ...hinted });
    expect(hintsTried).toBe(4);
    return [result.tried.flatMap(({ choice }) => choice["hint"] ?? []), result.best?.choice];
  };
  const row = { schedule: "tiled-gemm", order: "row" };
  expect(await kept({})).toEqual([[], row]);
  expect(await kept({ "row C:evict-first": [96, 40] })).toEqual([[], row]);
  expect(await kept({ "row C:evict-first": [80, 51] })).toEqual([[], row]);
  expect(await kept({ "row C:evict-first": [95, 49] })).toEqual([["C:evict-first"], { ...row, hint: "C:evict-first" }]);
  expect(await kept({ "col A:evict-last": [90, 59] })).toEqual([["A:evict-last"], row]);
});

test("where no rules for hints were measured none is tried, and the search says so", async () => {
  const report = await search(A100, { "row undefined": [100, 50], "row C:evict-first": [50, 25] });
  expect([report.hintsTried, report.result.best?.choice["hint"]]).toEqual([0, undefined]);
  expect(optimizeText(report, (text) => text, 120)).toMatch(
    /No eviction hints were tried: rules for them were measured on an H100/,
  );
  const tried = await search(H100, { "row undefined": [100, 50], "row C:evict-first": [50, 25] });
  const text = optimizeText(tried, (text) => text, 120);
  expect(text).toContain("hint C:evict-first");
  expect(text).toMatch(/of 4 tried with the best schedules, 1, shown with `hint`, saved 5 %/);
});

test("of the step to ideal replacement it is said how much a hint reaches", () => {
  const known = { name: "tiled-gemm", amount: 1000n };
  const best = { name: "C:evict-first", amount: 850n };
  expect(replacementStep(known, 500n, { tried: 4, best })).toContain("--hint C:evict-first reaches 30 % of it");
  expect(replacementStep(known, 500n, { tried: 4 })).toContain("None of 4 eviction hints replayed reaches 5 % of the bytes");
  expect(replacementStep(known, 500n)).toContain("--hint says how much");
});
