import fc from "fast-check";
import { expect, test } from "vitest";
import { bestReads, proveBounds } from "../../src/bounds/prove.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import type { Workload } from "../../src/computation/workload.js";
import { leastSeconds } from "../../src/gap/search/choice-cost.js";
import type { Gpu } from "../../src/machines/machine.js";
import { gpuNamed } from "../../src/machines/registry.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";
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
/** Few SMs, so that blocks queue for them. */
const gpu = fc
  .record({ id: fc.constantFrom("h100", "h200", "a100"), sms: fc.integer({ min: 1, max: 12 }) })
  .map(({ id, sms }): Gpu => ({ ...gpuNamed(id), id: `${id}-of-${sms}`, sms }));

test("no replay ends before the least duration of its steps, which is most of it where steps bind", () => {
  let closest = 0;
  fc.assert(
    fc.property(fc.oneof<fc.Arbitrary<Workload>[]>(product, attention), gpu, (workload, machine) => {
      const l2 = partitionedL2(machine);
      const reads = bestReads(proveBounds(workload, machine)).get("dram-l2")?.reads ?? 0n;
      for (const planned of planReplays(workload, machine)) {
        const { seconds = 0 } = replayPlanned(planned, l2);
        const least = leastSeconds(planned, l2, reads);
        expect(least, planned.label).toBeGreaterThan(0);
        expect(least, planned.label).toBeLessThanOrEqual(seconds);
        closest = Math.max(closest, least / seconds);
      }
    }),
    parameters(15, 1000),
  );
  expect(closest).toBeGreaterThan(0.8);
});
