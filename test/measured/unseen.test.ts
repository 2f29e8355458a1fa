import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { H200 } from "../../src/machines/known/h200.js";
import { errorTable, parseMeasuredLaunches, productOfLaunch, summarizeErrors } from "../../src/measured/index.js";
import { expectAboveBounds } from "./counters-above-bounds.js";
import { replayedLaunches } from "./replayed.js";

const text = readFileSync(new URL("../../data/h200-unseen.csv", import.meta.url), "utf8");
const launches = parseMeasuredLaunches(text, "data/h200-unseen.csv");

describe("launches measured after the model was fitted", () => {
  const { events, lru } = replayedLaunches("data/h200-unseen.csv");

  test("there are 48, of four kernels", () => {
    expect(launches).toHaveLength(48);
    expect(new Set(launches.map(({ kind }) => kind)).size).toBe(4);
  });

  test("bytes into the SMs agree within 0.1 % on every row", () => {
    for (const row of events) expect(Math.abs(row.smReadError), row.launch.label).toBeLessThan(0.001);
  });

  test("DRAM reads: median error at most 2 %, 90th percentile 10 %; the worst row, 33 %, is beyond the 30 % of the fitted rows", () => {
    const { median, ninetiethPercentile, worst } = summarizeErrors(events.map((row) => row.dramReadError));
    expect(median).toBeLessThanOrEqual(0.02);
    expect(ninetiethPercentile).toBeLessThanOrEqual(0.1);
    expect(worst).toBeLessThanOrEqual(0.34);
  });

  test("docs/validation.md prints these quantiles", () => {
    const models = [
      { name: "event-driven, two partitions", rows: events },
      { name: "lock step, one LRU", rows: lru },
    ];
    expect(readFileSync(new URL("../../docs/validation.md", import.meta.url), "utf8")).toContain(errorTable(models));
  });
});

test("no counter of an unseen product is below a bound", () => {
  const products = launches.filter(({ kind }) => kind === "triton-mm");
  expect(products).toHaveLength(34);
  for (const launch of products) {
    expectAboveBounds(launch, productOfLaunch(launch), H200);
  }
});
