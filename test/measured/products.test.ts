import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { H200 } from "../../src/machines/known/h200.js";
import { errorTable, parseMeasuredLaunches, productOfLaunch, summarizeErrors } from "../../src/measured/index.js";
import { expectAboveBounds } from "./counters-above-bounds.js";
import { replayedLaunches } from "./replayed.js";

const text = readFileSync(new URL("../../data/h200-products.csv", import.meta.url), "utf8");
const launches = parseMeasuredLaunches(text, "data/h200-products.csv");

describe("persistent, stream-K and split-K launches, none of them used to fit the model", () => {
  const { events, lru } = replayedLaunches("data/h200-products.csv");

  test("there are 37, of three kernels", () => {
    expect(launches).toHaveLength(37);
    expect([...new Set(launches.map(({ kind }) => kind))]).toEqual(["triton-persistent", "triton-stream-k", "triton-split-k"]);
  });

  test("bytes into the SMs agree within 0.1 % where no block polls a counter, and exceed the replay by the polls elsewhere", () => {
    for (const { launch, smReadError } of events) {
      // Blocks of a reduction that wait for their slices read a counter over and over; the replay has no such reads.
      const polls = launch.parameters.get("reduction") === "parallel" || launch.parameters.get("splits") === "16";
      expect(smReadError, launch.label).toBeLessThan(0.001);
      expect(smReadError, launch.label).toBeGreaterThan(polls ? -0.05 : -0.001);
    }
  });

  test("DRAM reads: median error at most 2 %, 90th percentile 12 %, worst 17 %", () => {
    const { median, ninetiethPercentile, worst } = summarizeErrors(events.map((row) => row.dramReadError));
    expect(median).toBeLessThanOrEqual(0.02);
    expect(ninetiethPercentile).toBeLessThanOrEqual(0.12);
    expect(worst).toBeLessThanOrEqual(0.17);
  });

  test("docs/validation.md prints these quantiles", () => {
    const models = [
      { name: "event-driven, two partitions", rows: events },
      { name: "lock step, one LRU", rows: lru },
    ];
    expect(readFileSync(new URL("../../docs/validation.md", import.meta.url), "utf8")).toContain(errorTable(models));
  });
});

test("no counter of these launches is below a bound", () => {
  for (const launch of launches) {
    expectAboveBounds(launch, productOfLaunch(launch), H200);
  }
});
