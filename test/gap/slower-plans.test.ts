import { expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { SlowerPlans } from "../../src/gap/slower-plans.js";
import { H100 } from "../../src/machines/known/h100.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";

const L2 = partitionedL2(H100);

test("what is skipped takes longer by replay than the fastest that was replayed, and nothing is before the steps are spent", () => {
  const workload = gemmWorkload({ m: 2048, n: 2048, k: 1024 });
  const plans = ["256x192x64", "128x128x64", "32x32x64"].flatMap((tile) =>
    planReplays(workload, H100, { tile, schedule: "tiled-gemm" }),
  );
  const seconds = plans.map((plan) => replayPlanned(plan, L2).seconds ?? 0);
  const fastest = Math.min(...seconds);
  const skippedWith = (stepsForAll: number): readonly number[] => {
    const slower = new SlowerPlans(L2, stepsForAll);
    return plans.flatMap((plan, i) => {
      if (slower.has(plan)) return [i];
      slower.replayed(seconds[i]);
      return [];
    });
  };
  const skipped = skippedWith(0);
  expect(skipped.length).toBeGreaterThan(0);
  expect(skipped.every((i) => (seconds[i] ?? 0) > fastest)).toBe(true);
  expect(skipped).not.toContain(seconds.indexOf(fastest));
  expect(skippedWith(2 ** 30)).toEqual([]);
});
