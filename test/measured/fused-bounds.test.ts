import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/document.js";
import { bestReads } from "../../src/bounds/prove.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import type { Workload } from "../../src/computation/workload.js";
import { H200 } from "../../src/machines/h200.js";
import type { MeasuredLaunch } from "../../src/measured/measured-rows.js";
import { parseMeasuredLaunches } from "../../src/measured/measured-rows.js";

const text = readFileSync(new URL("../../data/h200.csv", import.meta.url), "utf8");

/** The computation of a launch that does all of it in one kernel. */
function fusedWorkload({ kind, parameters }: MeasuredLaunch): Workload | undefined {
  const value = (name: string): number => Number(parameters.get(name));
  if (kind === "triton-chain") return chainWorkload({ m: value("M"), k: value("K1"), l: value("N1"), n: value("N2") });
  if (kind === "triton-flash") return attentionWorkload({ heads: value("BH"), queries: value("S"), dim: value("D") });
  const attention = { batch: value("B"), heads: value("H"), dim: value("D") };
  if (kind === "sdpa-flash2-decode") return attentionWorkload({ ...attention, queries: 1, keys: value("S") });
  if (kind === "sdpa-flash2" || kind === "sdpa-cudnn") return attentionWorkload({ ...attention, queries: value("S") });
  return undefined;
}

const fused = parseMeasuredLaunches(text, "data/h200.csv").flatMap((launch) => {
  const workload = fusedWorkload(launch);
  return workload === undefined ? [] : [[launch.label, launch, workload] as const];
});

describe("no hardware counter of a chain or attention kernel is below a bound of its interface", () => {
  test("there are 47 such launches", () => {
    expect(fused).toHaveLength(47);
  });

  test.each(fused)("%s", (_, launch, workload) => {
    const { bounds } = boundWorkload(workload, H200);
    const reads = bestReads(bounds);
    const counter = (name: string): bigint => BigInt(launch.counters.get(name) ?? 0);
    expect(counter("dram_read_bytes") >= (reads.get("dram-l2") ?? 0n)).toBe(true);
    expect(counter("l2_to_sm_bytes") >= (reads.get("l2-sm") ?? 0n)).toBe(true);
    for (const bound of bounds) {
      if (bound.interface !== "l2-sm" || bound.scope !== "total") continue;
      expect(counter("l2_to_sm_bytes") + counter("sm_to_l2_bytes") >= bound.value, bound.id).toBe(true);
    }
  });
});
