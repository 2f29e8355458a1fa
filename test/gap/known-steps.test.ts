import fc from "fast-check";
import { expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { leastOfSteps } from "../../src/gap/search/known-steps.js";
import { A100 } from "../../src/machines/known/a100.js";
import { H100 } from "../../src/machines/known/h100.js";
import { executionOf, plansThatFit } from "../../src/plan/planned.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { durationsWithoutClock } from "../../src/replay/time-without-clock.js";
import { parameters } from "../properties/arbitraries.js";

test("what a tile and a workload tell of a product's steps is never more than its estimate without a cache", () => {
  const side = fc.integer({ min: 1, max: 900 });
  const kernels = fc.constantFrom(
    { schedule: "tiled-gemm" },
    { schedule: "persistent-gemm" },
    { schedule: "persistent-gemm", kOrder: "sawtooth" as const },
    { schedule: "persistent-gemm", scheduler: "dynamic" as const },
    { schedule: "stream-k" },
    { schedule: "split-k", splits: 3 },
    { schedule: "split-k", splits: 2, reduction: "atomic" as const },
  );
  fc.assert(
    fc.property(
      fc.record({ m: side, n: side, k: fc.integer({ min: 130, max: 2000 }), batch: fc.integer({ min: 1, max: 3 }) }),
      fc.constantFrom("64x64x64", "128x128x64", "128x256x64", "64x256x32"),
      kernels,
      fc.constantFrom(A100, H100),
      // Few SMs, so that blocks queue for them.
      fc.integer({ min: 1, max: 12 }),
      (extents, tile, kernel, whole, sms) => {
        const gpu = { ...whole, sms };
        const workload = gemmWorkload(extents);
        const l2 = partitionedL2(gpu);
        for (const plan of plansThatFit(workload, gpu, { ...kernel, tile, orders: [{ kind: "row" }] })) {
          const least = leastOfSteps(workload, plan, executionOf(plan, l2));
          const estimate = durationsWithoutClock(plan.layOut(), plan.slots, executionOf(plan, l2));
          expect(least).toBeLessThanOrEqual(estimate?.(new Map()) ?? 0);
        }
      },
    ),
    parameters(100),
  );
});

test("nothing is told of clusters, boxes, helper kernels and other workloads", () => {
  const workload = gemmWorkload({ m: 512, n: 512, k: 512 });
  const l2 = partitionedL2(H100);
  const least = (options: object): readonly number[] =>
    plansThatFit(workload, H100, { orders: [{ kind: "row" }], ...options }).map((plan) =>
      leastOfSteps(workload, plan, executionOf(plan, l2)),
    );
  expect(least({ schedule: "tiled-gemm", cluster: { rows: 2, columns: 1 } })).toEqual([0]);
  expect(least({ schedule: "tiled-gemm", loads: "bulk" })).toEqual([0]);
  expect(least({ schedule: "split-k", splits: 2, reduction: "parallel" })).toEqual([0]);
  expect(least({ schedule: "tiled-gemm" })[0]).toBeGreaterThan(0);
});
