import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/document.js";
import { bestReads } from "../../src/bounds/prove.js";
import { InputError } from "../../src/errors.js";
import { H200 } from "../../src/machines/h200.js";
import { parseMeasuredLaunches } from "../../src/measured/measured-rows.js";
import { productOfLaunch, summarizeErrors, validateLaunch } from "../../src/measured/validation.js";
import { defaultL2 } from "../../src/replay/l2-model.js";

const text = readFileSync(new URL("../../data/h200.csv", import.meta.url), "utf8");
const launches = parseMeasuredLaunches(text, "data/h200.csv");
const products = launches.filter(({ kind }) => kind === "triton-mm" || kind === "cublas-mm");
const tiled = launches.filter(({ kind }) => kind === "triton-mm");

test("the measurements are all there: 41 tiled products and 12 of the library", () => {
  expect(launches).toHaveLength(161);
  expect(tiled).toHaveLength(41);
  expect(products).toHaveLength(53);
});

describe("no hardware counter is below a bound of its interface", () => {
  test.each(products.map((launch) => [launch.label, launch] as const))("%s", (_, launch) => {
    const report = boundWorkload(productOfLaunch(launch), H200);
    const reads = bestReads(report.bounds);
    const counter = (name: string): bigint => BigInt(launch.counters.get(name) ?? 0);
    // Writes to DRAM may still be dirty in the L2 when a kernel ends; writes out of the SMs may not.
    expect(counter("dram_read_bytes") >= (reads.get("dram-l2") ?? 0n)).toBe(true);
    expect(counter("l2_to_sm_bytes") >= (reads.get("l2-sm") ?? 0n)).toBe(true);
    for (const bound of report.bounds) {
      if (bound.interface !== "l2-sm" || bound.writes === undefined) continue;
      expect(counter("sm_to_l2_bytes") >= bound.writes, bound.id).toBe(true);
      expect(counter("l2_to_sm_bytes") + counter("sm_to_l2_bytes") >= bound.value, bound.id).toBe(true);
    }
  });
});

describe("tiled products: replayed against measured", () => {
  const rows = tiled.map((launch) => validateLaunch(launch, H200, defaultL2(H200)));

  test("bytes into the SMs agree within 0.1 % on every row", () => {
    for (const row of rows) expect(Math.abs(row.smReadError), row.launch.label).toBeLessThan(0.001);
  });

  test("bytes out of the SMs agree exactly on every row", () => {
    for (const row of rows) expect(Number(row.sm.writes)).toBe(row.launch.counters.get("sm_to_l2_bytes"));
  });

  test("DRAM reads: median error at most 3 % at the default model", () => {
    expect(summarizeErrors(rows.map((row) => row.dramReadError)).median).toBeLessThanOrEqual(0.03);
  });
});

test("a table that is cut off or not numeric is refused with its line", () => {
  const lines = text.split("\n");
  const message = (broken: string): string => {
    try {
      parseMeasuredLaunches(broken, "x.csv");
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      return (error as Error).message;
    }
    return "accepted";
  };
  expect(message("")).toContain("line 1");
  expect(message([lines[0], lines[1]?.slice(0, 40)].join("\n"))).toContain("line 2");
  expect(message([lines[0], lines[1], lines[2]?.replace(/,(\d+),/, ",many,")].join("\n"))).toContain("line 3");
  expect(() => summarizeErrors([])).toThrow(RangeError);
});
