import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Workload } from "../../src/computation/workload.js";
import { compare, rational } from "../../src/exact/rational.js";
import { H100 } from "../../src/machines/known/h100.js";
import { H200 } from "../../src/machines/known/h200.js";
import type { MeasuredLaunch } from "../../src/measured/index.js";
import { parseMeasuredLaunches, productOfLaunch, summarizeErrors } from "../../src/measured/index.js";
import { timeBound } from "../../src/time/time-bound.js";
import { expectAboveBounds } from "./counters-above-bounds.js";
import { fusedWorkload } from "./launch-workload.js";
import { replayedLaunches } from "./replayed.js";

const text = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
const PRODUCTS = ["triton-mm", "triton-persistent", "triton-split-k", "triton-stream-k", "cublas-mm"];

function workloadOf(launch: MeasuredLaunch): Workload | undefined {
  return PRODUCTS.includes(launch.kind) ? productOfLaunch(launch) : fusedWorkload(launch);
}

describe.each([
  ["data/h200.csv", 81],
  ["data/h200-unseen.csv", 48],
  ["data/h200-products.csv", 37],
  ["data/h200-sawtooth.csv", 45],
  ["data/h200-times.csv", 140],
  ["data/h200-times-drawn.csv", 80],
  ["data/h200-times-after.csv", 100],
  ["data/h200-times-unseen.csv", 120],
  ["data/h100.csv", 81],
  ["data/h100-unseen.csv", 48],
  ["data/h100-times.csv", 78],
  ["data/h100-times-unseen.csv", 70],
  ["data/h100-times-drawn.csv", 80],
  ["data/h100-times-after.csv", 70],
] as const)("estimated durations beside those of %s", (name, count) => {
  test("are as far off as docs/validation.md says", () => {
    const { events } = replayedLaunches(name);
    const { median, ninetiethPercentile, worst } = summarizeErrors(events.flatMap(({ durationError }) => durationError ?? []));
    const shown = [median, ninetiethPercentile, worst].map((error) => (100 * error).toFixed(1)).join(" / ");
    expect(text("docs/validation.md")).toContain(`| ${count} | ${shown} |`);
  });
});

describe.each([
  ["data/h100-times.csv", 82, H100],
  ["data/h100-times-unseen.csv", 73, H100],
  ["data/h100-times-drawn.csv", 72, H100],
  ["data/h100-times-after.csv", 63, H100],
  ["data/h200-times.csv", 126, H200],
  ["data/h200-times-drawn.csv", 72, H200],
  ["data/h200-times-after.csv", 90, H200],
  ["data/h200-times-unseen.csv", 108, H200],
] as const)("products and attention of %s, library kernels included", (name, count, gpu) => {
  const known = parseMeasuredLaunches(text(name), name).flatMap((launch) => {
    const workload = workloadOf(launch);
    return workload === undefined ? [] : [{ launch, workload }];
  });

  test("no counter is below a bound of its interface, and no duration below the least time", () => {
    expect(known).toHaveLength(count);
    for (const { launch, workload } of known) {
      expectAboveBounds(launch, workload, gpu);
      const measured = rational(launch.counters.get("duration_ns") ?? 0, 10n ** 9n);
      for (const { id, seconds } of timeBound(workload, gpu).terms)
        expect(compare(seconds, measured), `${id} of ${launch.label}`).toBe(-1);
    }
  });
});
