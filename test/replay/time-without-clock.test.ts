import { describe, expect, test } from "vitest";
import { attentionWorkload } from "../../src/computation/attention.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { softmaxWorkload } from "../../src/computation/row-workloads.js";
import type { Workload } from "../../src/computation/workload.js";
import { A40 } from "../../src/machines/known/a40.js";
import { H200 } from "../../src/machines/known/h200.js";
import type { PlanOptions } from "../../src/plan/planned.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import { lruL2, partitionedL2 } from "../../src/replay/l2/l2-model.js";

const CASES: readonly (readonly [string, Workload, PlanOptions])[] = [
  ["a product of one wave", gemmWorkload({ m: 1024, n: 1024, k: 1024 }), { schedule: "tiled-gemm" }],
  ["a product of many waves", gemmWorkload({ m: 4096, n: 4096, k: 2048 }), { schedule: "tiled-gemm" }],
  ["a persistent product", gemmWorkload({ m: 4096, n: 4096, k: 1024 }), { schedule: "persistent-gemm" }],
  ["a decoding product", gemmWorkload({ m: 16, n: 4096, k: 4096 }), { schedule: "tiled-gemm", tile: "16x64x64" }],
  ["split-K", gemmWorkload({ m: 512, n: 512, k: 8192 }), { schedule: "split-k", splits: 8, reduction: "parallel" }],
  ["attention", attentionWorkload({ heads: 16, queries: 2048, dim: 64 }), { schedule: "flash-attention-2" }],
  [
    "a causal attention",
    attentionWorkload({ heads: 8, queries: 2048, dim: 128, causal: true }),
    { schedule: "flash-attention-2" },
  ],
  ["a softmax of rows", softmaxWorkload({ rows: 4096, columns: 4096 }), { schedule: "row-one-pass" }],
];

describe("durations without a clock", () => {
  test.each(CASES)(
    "of %s are within 25 %% of those of the event-driven replay on an H200, within 33 %% where kernels follow each other",
    (_, workload, options) => {
      const [planned] = planReplays(workload, H200, options);
      if (planned === undefined) throw new Error("no plan");
      const timed = replayPlanned(planned, partitionedL2(H200)).seconds ?? Number.NaN;
      const untimed = replayPlanned(planned, lruL2(H200)).seconds ?? Number.NaN;
      expect(Math.abs(untimed / timed - 1)).toBeLessThan(options.reduction === "parallel" ? 0.33 : 0.25);
    },
  );

  test("stand beside closed forms and walked replays of a GPU with one partition, and are no shorter than the rates allow", () => {
    const [planned] = planReplays(gemmWorkload({ m: 2048, n: 2048, k: 2048 }), A40, { schedule: "tiled-gemm" });
    if (planned === undefined) throw new Error("no plan");
    const { closedForm, ...walked } = planned;
    expect(closedForm).toBeDefined();
    const seconds = replayPlanned(planned, lruL2(A40)).seconds;
    expect(seconds).toBe(replayPlanned(walked, lruL2(A40)).seconds);
    expect(seconds).toBeGreaterThan((2 * 2048 ** 3) / (1.1 * (A40.peakOperationsPerSecond.bf16 ?? Number.NaN)));
  });

  test("are absent where the GPU has no rate for the operands", () => {
    const { bf16: _, ...rates } = A40.peakOperationsPerSecond;
    const gpu = { ...A40, peakOperationsPerSecond: rates };
    const [planned] = planReplays(gemmWorkload({ m: 512, n: 512, k: 512 }), gpu, { schedule: "tiled-gemm" });
    if (planned === undefined) throw new Error("no plan");
    expect(replayPlanned(planned, lruL2(gpu)).seconds).toBeUndefined();
  });

  test("of a library's kernel are shorter than of a compiler's loops", () => {
    const workload = gemmWorkload({ m: 4096, n: 4096, k: 2048 });
    const seconds = (kernelRate: string): number => {
      const [planned] = planReplays(workload, H200, { schedule: "tiled-gemm", tile: "128x256x64", kernelRate });
      if (planned === undefined) throw new Error("no plan");
      return replayPlanned(planned, partitionedL2(H200)).seconds ?? Number.NaN;
    };
    expect(seconds("library")).toBeLessThan(seconds("triton"));
    expect(() => seconds("cutlass")).toThrow(/kernel-rate/);
  });
});
