import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import type { Workload } from "../../src/computation/workload.js";
import { compare, multiply, rational, toApproximateNumber } from "../../src/exact/rational.js";
import { H100 } from "../../src/machines/known/h100.js";
import { H200 } from "../../src/machines/known/h200.js";
import type { MeasuredLaunch } from "../../src/measured/measured-rows.js";
import { parseMeasuredLaunches } from "../../src/measured/measured-rows.js";
import type { TimeBound } from "../../src/time/time-bound.js";
import { timeBound } from "../../src/time/time-bound.js";
import { fusedWorkload } from "./launch-workload.js";

/** What a launch computed, or the larger part of it: of a dual product one of its two. */
function workloadOf(launch: MeasuredLaunch): Workload | undefined {
  const { kind, parameters } = launch;
  const value = (name: string): number => Number(parameters.get(name));
  if (kind === "triton-mm" || kind === "cublas-mm" || kind === "triton-swiglu") {
    return gemmWorkload({ m: value("M"), n: value("N"), k: value("K") });
  }
  return fusedWorkload(launch);
}

describe.each([
  ["data/h200.csv", 104, H200],
  ["data/h200-unseen.csv", 48, H200],
  ["data/h100.csv", 104, H100],
  ["data/h100-unseen.csv", 48, H100],
])("no duration in %s is below the time bound", (name, count, gpu) => {
  const launches = parseMeasuredLaunches(readFileSync(new URL(`../../${name}`, import.meta.url), "utf8"), name);
  const known = launches.flatMap((launch) => {
    const workload = workloadOf(launch);
    return workload === undefined ? [] : [{ launch, workload }];
  });
  const bounds = new Map<Workload, TimeBound>();
  const boundOf = (workload: Workload): TimeBound => {
    const bound = bounds.get(workload) ?? timeBound(workload, gpu);
    bounds.set(workload, bound);
    return bound;
  };

  test(`over all ${count} launches of known work, every term by itself`, () => {
    expect(known).toHaveLength(count);
    for (const { launch, workload } of known) {
      const measured = rational(launch.counters.get("duration_ns") ?? 0, 10n ** 9n);
      for (const term of boundOf(workload).terms) {
        expect(compare(term.seconds, measured), `${term.id} of ${launch.label}`).toBe(-1);
      }
    }
  });

  test("and the bound is no idle one: half of the launches take less than twice as long", () => {
    const ratios = known.map(({ launch, workload }) => {
      const least = boundOf(workload).binding.seconds;
      return (launch.counters.get("duration_ns") ?? 0) / toApproximateNumber(multiply(least, rational(10n ** 9n)));
    });
    const sorted = ratios.sort((x, y) => x - y);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(2);
  });
});
