import { expect, test } from "vitest";
import { scanWorkload } from "../../src/computation/recurrence/scan.js";
import { scheduleTime } from "../../src/gap/schedule-time.js";
import { H200 } from "../../src/machines/known/h200.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import { executionParameters } from "../../src/replay/event-driven/parameters.js";
import { lruL2, partitionedL2 } from "../../src/replay/l2/l2-model.js";

const MODELS = [partitionedL2(H200), lruL2(H200)];

test("a kernel that goes token after token is said to use plain lanes, of which it takes part", () => {
  for (const [decay, operations] of [
    ["none", 4],
    ["head", 6],
    ["channel", 6],
  ] as const) {
    const workload = scanWorkload({ batch: 2, heads: 8, tokens: 256, state: 16, dim: 64, decay });
    const [planned] = planReplays(workload, H200, { schedule: "scan-recurrent" });
    for (const l2 of MODELS) {
      if (planned === undefined) throw new Error("no plan");
      const time = scheduleTime(workload, H200, planned, replayPlanned(planned, l2));
      const load = time?.loads.find(({ id }) => id === "plain");
      expect(load?.amount).toBe(operations * 2 * 8 * 256 * 16 * 64);
      expect(load?.peak).toBe(H200.peakOperationsPerSecond.fp32);
      expect(load?.seconds).toBeLessThanOrEqual(time?.seconds ?? 0);
      expect(time?.loads.some(({ id }) => id === "matrix")).toBe(false);
      expect(time?.loads.some(({ id }) => id === "special")).toBe(decay === "channel");
      expect(time?.operationsPerSecond).toBeUndefined();
    }
  }
});

test("a chunk waits for the state that the chunk before it left, a token for that of the token before", () => {
  const { chunkChainSeconds, tokenChainSeconds } = executionParameters(H200).rate;
  const workload = scanWorkload({ heads: 4, tokens: 2048, state: 64, dim: 64 });
  const seconds = (schedule: string, tile: string): readonly number[] =>
    MODELS.map((l2) => {
      const [planned] = planReplays(workload, H200, { schedule, tile });
      return (planned === undefined ? undefined : replayPlanned(planned, l2).seconds) ?? 0;
    });
  for (const chunk of [32, 64])
    for (const schedule of ["scan-chunks-fused", "scan-chunks", "scan-ssd"])
      for (const one of seconds(schedule, `${chunk}x64`))
        expect(one, schedule).toBeGreaterThan((2048 / chunk - 2) * chunkChainSeconds);
  for (const one of seconds("scan-recurrent", "32x64")) expect(one).toBeGreaterThan((2048 - 32) * tokenChainSeconds);
});
