import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { attentionWorkload } from "../../src/computation/attention.js";
import { groupedGemmWorkload } from "../../src/computation/experts/grouped-gemm.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import type { Workload } from "../../src/computation/workload.js";
import { H100 } from "../../src/machines/known/h100.js";
import type { MeasuredLaunch } from "../../src/measured/index.js";
import { parseMeasuredLaunches, validateLaunch } from "../../src/measured/index.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { everyNth } from "../properties/arbitraries.js";
import { expectAboveBounds } from "./counters-above-bounds.js";

const file = "data/h100-workloads.csv";
const launches = parseMeasuredLaunches(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"), file);

function workloadOf({ kind, parameters }: MeasuredLaunch): Workload {
  const value = (name: string): number => Number(parameters.get(name));
  const product = { m: value("M"), n: value("N"), k: value("K") };
  if (kind === "triton-packed") return gemmWorkload({ ...product, rightType: "int4", groupSize: 128, scaleType: "bf16" });
  if (kind === "triton-grouped") {
    const rows = (parameters.get("rows") ?? "").split("+").map(Number);
    return groupedGemmWorkload({ rows, n: product.n, k: product.k });
  }
  const [window, sinks] = [value("window"), value("sinks")];
  const mask = window < value("S") ? { window, ...(sinks > 0 ? { sinks } : {}) } : {};
  return attentionWorkload({ heads: value("BH"), queries: value("S"), dim: value("D"), causal: true, ...mask });
}

/** Launches of a kind, all of a known order; some in `npm test`, others with another seed. */
const some = (kind: string, nth: number): readonly MeasuredLaunch[] =>
  everyNth(
    nth,
    launches.filter((launch) => launch.kind === kind && !(kind === "triton-grouped" && launch.parameters.get("order") === "col")),
  );

// Two warps groups of a 128-wide tile load the scales of a step twice, which the replay does not count.
test.each([
  ["triton-grouped", 5, 0.0001, 0.16],
  ["triton-window", 4, 0, 0.003],
  ["triton-packed", 4, 0.0063, 0.08],
] as const)("%s: bytes into the SMs and DRAM reads stand beside the counters", (kind, nth, port, dram) => {
  expect(launches.filter((launch) => launch.kind === kind)).toHaveLength(16);
  for (const launch of some(kind, nth)) {
    const row = validateLaunch(launch, H100, partitionedL2(H100));
    expect(Math.abs(row.smReadError), launch.label).toBeLessThanOrEqual(port);
    expect(Math.abs(row.dramReadError), launch.label).toBeLessThanOrEqual(dram);
  }
});

test.each([
  ["triton-grouped", 4],
  ["triton-window", 2],
  ["triton-packed", 2],
] as const)("%s: no counter is below a bound", (kind, nth) => {
  for (const launch of some(kind, nth)) expectAboveBounds(launch, workloadOf(launch), H100);
});
