import { expect } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { bestReads } from "../../src/bounds/prove.js";
import type { Condition } from "../../src/bounds/requirements.js";
import { areMet } from "../../src/bounds/requirements.js";
import type { Workload } from "../../src/computation/workload.js";
import { conditionsMet } from "../../src/gap/conditions.js";
import type { Gpu } from "../../src/machines/machine.js";
import type { MeasuredLaunch } from "../../src/measured/measured-rows.js";

/** What a launch meets: slices of k that meet through atomic adds are added in the L2, those that take turns hand sums over in C. */
function conditionsOf({ parameters }: MeasuredLaunch, workload: Workload): ReadonlySet<Condition> {
  const [reduction, splits] = [parameters.get("reduction"), parameters.get("splits")];
  return conditionsMet(workload, {
    ...(reduction === undefined ? {} : { reduction }),
    ...(splits === undefined ? {} : { splits: Number(splits) }),
  });
}

/**
 * Expects the launch's counters to reach every bound whose conditions it meets: reads of DRAM and into the SMs, and what left the SMs.
 * Writes to DRAM may still be dirty in the L2 when a kernel ends; writes out of the SMs may not.
 */
export function expectAboveBounds(launch: MeasuredLaunch, workload: Workload, gpu: Gpu): void {
  const { bounds } = boundWorkload(workload, gpu);
  const met = conditionsOf(launch, workload);
  const reads = bestReads(bounds, met);
  const counter = (name: string): bigint => BigInt(launch.counters.get(name) ?? 0);
  const [loaded, stored] = [counter("l2_to_sm_bytes"), counter("sm_to_l2_bytes")];
  expect(counter("dram_read_bytes") >= (reads.get("dram-l2")?.reads ?? -1n), launch.label).toBe(true);
  expect(loaded >= (reads.get("l2-sm")?.reads ?? -1n), launch.label).toBe(true);
  for (const { interface: interfaceId, scope, id, value, writes, requires } of bounds) {
    if (interfaceId !== "l2-sm" || scope !== "total" || !areMet(requires, met)) continue;
    expect(stored >= (writes ?? 0n), `${id} of ${launch.label}`).toBe(true);
    expect(loaded + stored >= value, `${id} of ${launch.label}`).toBe(true);
  }
}
