import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { H200 } from "../../src/machines/known/h200.js";
import { parseMeasuredLaunches } from "../../src/measured/measured-rows.js";
import { expectAboveBounds } from "./counters-above-bounds.js";
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
    expectAboveBounds(launch, workload, H200);
  });
});
