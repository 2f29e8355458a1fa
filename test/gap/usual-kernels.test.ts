import { describe, expect, test } from "vitest";
import { attentionWorkload } from "../../src/computation/attention.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import type { Workload } from "../../src/computation/workload.js";
import { consideredPlans } from "../../src/gap/considered.js";
import { gapReport } from "../../src/gap/gap.js";
import { H100 } from "../../src/machines/known/h100.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import type { PlannedReplay } from "../../src/plan/planned-replay.js";
import { usualPlans } from "../../src/plan/usual-kernels.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";

const LARGE: readonly (readonly [string, Workload, readonly string[]])[] = [
  ["a product", gemmWorkload({ m: 4096, n: 4096, k: 1024 }), ["weight-stationary", "input-stationary"]],
  [
    "attention",
    attentionWorkload({ heads: 16, queries: 1024, dim: 128 }),
    ["flash-attention-1", "attention-partial-softmax", "attention-unfused"],
  ],
  [
    "decoding with heads in groups",
    attentionWorkload({ heads: 32, kvHeads: 8, queries: 1, keys: 8192, dim: 128, batch: 64 }),
    [
      "flash-attention-2",
      "flash-attention-3",
      "persistent-attention",
      "flash-attention-1",
      "attention-partial-softmax",
      "attention-unfused",
    ],
  ],
];

const idOf = ({ fields }: PlannedReplay): string => String(fields["id"]);

describe("kernels that no user would consider", () => {
  test.each(LARGE)("%s that is large hides them, unless all or one is asked for", (_, workload, hopeless) => {
    const plans = planReplays(workload, H100);
    expect(usualPlans(plans, workload, H100, {}).hidden.map(idOf)).toEqual(hopeless);
    expect(usualPlans(plans, workload, H100, { all: true }).shown).toEqual(plans);
    expect(usualPlans(plans, workload, H100, { schedule: hopeless[0] }).hidden).toEqual([]);
  });

  test.each(LARGE.slice(0, 2))("%s at the size from which they are hidden: none of them is the fastest", (_, workload) => {
    const { shown, hidden } = usualPlans(planReplays(workload, H100), workload, H100, {});
    const seconds = (plan: PlannedReplay): number => replayPlanned(plan, partitionedL2(H100)).seconds ?? Number.NaN;
    const fastest = Math.min(...shown.map(seconds));
    for (const plan of hidden) expect(seconds(plan)).toBeGreaterThan(1.03 * fastest);
  });

  test("a report says which it skips", () => {
    const [, workload] = LARGE[0] as (typeof LARGE)[number];
    const { rows, leftOut } = gapReport(workload, H100, { orders: [{ kind: "row" }] });
    expect(leftOut?.map(({ label }) => label)).toEqual(["weight-stationary row", "input-stationary row"]);
    expect(rows.some(({ label }) => label.startsWith("weight-stationary"))).toBe(false);
  });

  test("where C does not fill the GPU every kernel is shown", () => {
    const small = gemmWorkload({ m: 384, n: 384, k: 4096 });
    expect(usualPlans(planReplays(small, H100), small, H100, {}).hidden).toEqual([]);
  });
});

test("where estimates of one kernel hide all others, the fastest tile of another is replayed too, and wins", () => {
  const workload = gemmWorkload({ m: 1024, n: 5120, k: 2560 });
  const { shown, likely } = consideredPlans(workload, H100, partitionedL2(H100), {});
  const wide = likely.find(({ fields }) => fields["id"] === "tiled-gemm") as PlannedReplay;
  expect(wide.fields["tile"]).toBe("256x192x64");
  const seconds = (plan: PlannedReplay): number => replayPlanned(plan, partitionedL2(H100)).seconds ?? Number.NaN;
  const usual = shown.find(({ fields }) => fields["id"] === "persistent-gemm") as PlannedReplay;
  expect(seconds(usual) / seconds(wide)).toBeGreaterThan(1.05);
});
