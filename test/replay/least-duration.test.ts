import fc from "fast-check";
import { expect, test } from "vitest";
import { bestReads, proveBounds } from "../../src/bounds/prove.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { normWorkload } from "../../src/computation/row-workloads.js";
import type { Workload } from "../../src/computation/workload.js";
import { leastSeconds } from "../../src/gap/search/choice-cost.js";
import { H200 } from "../../src/machines/known/h200.js";
import type { Gpu } from "../../src/machines/machine.js";
import { gpuNamed } from "../../src/machines/registry.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import { leastDuration } from "../../src/replay/event-driven/least-duration.js";
import { executionParameters } from "../../src/replay/event-driven/parameters.js";
import { lruL2, partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { ScheduleWriter } from "../../src/schedules/tiles/schedule-writer.js";
import { parameters } from "../properties/arbitraries.js";

const blocks = fc.integer({ min: 1, max: 6 }).map((count) => 128 * count);
const product = fc.record({ m: blocks, n: blocks, k: fc.integer({ min: 1, max: 1024 }) }).map(gemmWorkload);
const attention = fc
  .record({
    heads: fc.integer({ min: 1, max: 6 }),
    queries: fc.integer({ min: 1, max: 700 }),
    keys: fc.integer({ min: 1, max: 900 }),
    dim: fc.constantFrom(64, 128),
  })
  .map(attentionWorkload);
/** Kernels that keep no tensor core busy, which take no time to hand over a place. */
const rows = fc
  .record({ rows: fc.integer({ min: 1, max: 6000 }), columns: fc.integer({ min: 1, max: 300 }) })
  .map((extents) => normWorkload("rmsnorm", extents));
/** Few SMs, so that blocks queue for them. */
const gpu = fc
  .record({ id: fc.constantFrom("h100", "h200", "a100"), sms: fc.integer({ min: 1, max: 12 }) })
  .map(({ id, sms }): Gpu => ({ ...gpuNamed(id), id: `${id}-of-${sms}`, sms }));

test("no replay ends before the least duration of its steps, which is most of it where steps bind", () => {
  let closest = 0;
  fc.assert(
    fc.property(fc.oneof<fc.Arbitrary<Workload>[]>(product, attention, rows), gpu, (workload, machine) => {
      const reads = bestReads(proveBounds(workload, machine)).get("dram-l2")?.reads ?? 0n;
      for (const planned of planReplays(workload, machine)) {
        for (const l2 of [partitionedL2(machine), lruL2(machine)]) {
          const { seconds = 0 } = replayPlanned(planned, l2);
          const least = leastSeconds(planned, l2, reads);
          expect(least, planned.label).toBeGreaterThan(0);
          expect(least, planned.label).toBeLessThanOrEqual(seconds);
          if (l2.policy === "partitioned") closest = Math.max(closest, least / seconds);
        }
      }
    }),
    // On one SM steps bind, whatever else is drawn.
    {
      ...parameters(15, 1000),
      examples: [
        [attentionWorkload({ heads: 6, queries: 700, keys: 900, dim: 128 }), { ...gpuNamed("a100"), id: "a100-of-1", sms: 1 }],
      ],
    },
  );
  expect(closest).toBeGreaterThan(0.8);
});

test("of steps that only read it is a miss and their bytes at the L2's rate, less six deviations of the noise", () => {
  const steps = 400;
  const writer = new ScheduleWriter({ blocks: 1, phases: 1, streams: 1 });
  writer.phase(steps, 0).read(0, 0).endBlock();
  const schedule = writer.finish([{ name: "A", firstTile: 0, tileCount: 1 }], Int32Array.of(1000), undefined);
  const launchRuns = [{ sms: 2, partition: 0 }];
  const { coalescing, ...usual } = { ...executionParameters(H200), sms: 2, launchRuns, l2BytesPerSecond: 1e9, missSeconds: 1e-3 };
  const step = (2 * 1000) / 1e9;
  for (const [stepNoise, noise] of [
    [0, 0],
    [0.4, 0.4 * (6 / 2 / 20)],
  ] as const) {
    const noisy = { ...usual, stepNoise };
    expect(leastDuration(schedule, 1, noisy)).toBeCloseTo(1e-3 + steps * step * (1 - noise), 12);
    // Where requests meet, at the rate of a port at least.
    const meets = {
      ...noisy,
      ...(coalescing && { coalescing: { ...coalescing, readNoise: stepNoise } }),
      portBytesPerSecond: 2.5e9,
    };
    expect(leastDuration(schedule, 1, meets)).toBeCloseTo(1e-3 + 0.4 * steps * step * (1 - noise), 12);
  }
});
