import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/document.js";
import { bestReads } from "../../src/bounds/prove.js";
import { H200 } from "../../src/machines/h200.js";
import { parseMeasuredLaunches } from "../../src/measured/measured-rows.js";
import { fusedWorkload } from "./launch-workload.js";

const text = readFileSync(new URL("../../data/h200.csv", import.meta.url), "utf8");

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
