import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ScanWorkload } from "../../src/computation/recurrence/scan.js";
import { scanWorkload } from "../../src/computation/recurrence/scan.js";
import { H200 } from "../../src/machines/known/h200.js";
import { type MeasuredLaunch, parseMeasuredLaunches, validateLaunch } from "../../src/measured/index.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { expectAboveBounds } from "./counters-above-bounds.js";

const file = "data/h200-scans.csv";
const launches = parseMeasuredLaunches(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"), file);
const L2 = partitionedL2(H200);

function workloadOf({ parameters }: MeasuredLaunch): ScanWorkload {
  const value = (name: string): number => Number(parameters.get(name));
  return scanWorkload({
    ...{ batch: value("B"), heads: value("heads"), groups: value("groups") },
    ...{ tokens: value("tokens"), state: value("state"), dim: value("dim"), decay: parameters.get("decay") },
  });
}

const counted = ({ counters }: MeasuredLaunch, name: string): number => counters.get(name) ?? 0;
const ofKind = (kind: string): readonly MeasuredLaunch[] => launches.filter((one) => one.kind === kind);

/** A kernel that spills registers stores more than its results. */
const spills = (launch: MeasuredLaunch): boolean => {
  const { batch, heads, tokens, dim } = workloadOf(launch);
  return counted(launch, "sm_to_l2_bytes") > 1.01 * 2 * batch * heads * tokens * dim;
};

test("chunks whose state stays in registers move into the SMs what the replay counts, where they do not spill, and take about its time", () => {
  const fused = ofKind("triton-scan-fused");
  const plain = fused.filter((one) => !spills(one));
  expect([fused.length, plain.length]).toEqual([9, 4]);
  for (const launch of plain) {
    const row = validateLaunch(launch, H200, L2);
    expect(Math.abs(row.smReadError), launch.label).toBeLessThanOrEqual(0.0001);
    expect(Math.abs(row.dramReadError), launch.label).toBeLessThanOrEqual(0.002);
    // Eight warps on a chunk of 64 rows take longer than four.
    expect(Math.abs(row.durationError ?? 1), launch.label).toBeLessThanOrEqual(
      launch.parameters.get("warps") === "4" ? 0.15 : 0.37,
    );
  }
});

test("token after token: DRAM reads and, where heads share no queries, bytes into the SMs; a chain of tokens, not operations, takes the time", () => {
  const recurrent = ofKind("triton-scan-recurrent");
  expect(recurrent).toHaveLength(7);
  for (const launch of recurrent) {
    const row = validateLaunch(launch, H200, L2);
    const { heads, groups } = workloadOf(launch);
    expect(Math.abs(row.dramReadError), launch.label).toBeLessThanOrEqual(0.002);
    // Blocks of an SM that read one group's words at once find them in its L1.
    if (heads === groups) expect(Math.abs(row.smReadError), launch.label).toBeLessThanOrEqual(0.008);
    else expect(row.smReadError, launch.label).toBeGreaterThan(0);
    expect(row.durationError, launch.label).toBeGreaterThan(-0.35);
    expect(row.durationError, launch.label).toBeLessThan(0.55);
  }
});

test.each([
  ["triton-scan-chunks", "scan-chunks"],
  ["triton-scan-ssd", "scan-ssd"],
])("%s: the bytes and the time of all kernels together", (kind, schedule) => {
  const labels = [...new Set(ofKind(kind).map(({ label }) => label.replace(/\|ctas=.*/, "")))];
  for (const label of labels) {
    const kernels = ofKind(kind).filter((one) => one.label.startsWith(`${label}|`));
    const [first] = kernels as [MeasuredLaunch];
    const value = (name: string): string => first.parameters.get(name) ?? "";
    const [planned] = planReplays(workloadOf(first), H200, {
      ...{ schedule, tile: `${value("T")}x${value("P")}`, stages: Number(value("stages")), threads: 32 * Number(value("warps")) },
    });
    if (planned === undefined) throw new Error(label);
    const { total, seconds = 0 } = replayPlanned(planned, L2);
    const sum = (name: string): number => kernels.reduce((all, one) => all + counted(one, name), 0);
    expect(Math.abs(Number(total.get("l2-sm")?.reads) / sum("l2_to_sm_bytes") - 1), label).toBeLessThanOrEqual(0.01);
    expect(Number(total.get("l2-sm")?.writes) / sum("sm_to_l2_bytes"), label).toBeCloseTo(1, 3);
    expect(Math.abs(seconds / (1e-9 * sum("duration_ns")) - 1), label).toBeLessThanOrEqual(0.25);
  }
});

test("counters of whole scans are above their bounds", () => {
  for (const launch of [...ofKind("triton-scan-fused"), ...ofKind("triton-scan-recurrent")])
    expectAboveBounds(launch, workloadOf(launch), H200);
});
