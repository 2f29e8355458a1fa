import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { H200 } from "../../src/machines/known/h200.js";
import type { MeasuredLaunch } from "../../src/measured/measured-rows.js";
import { parseMeasuredLaunches } from "../../src/measured/measured-rows.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";

const FILE = "data/h200-prefetch.csv";
const launches = parseMeasuredLaunches(readFileSync(new URL(`../../${FILE}`, import.meta.url), "utf8"), FILE);
const reads = ({ counters }: MeasuredLaunch): number => counters.get("dram_read_bytes") ?? Number.NaN;

test("what a kernel without traffic prefetched stays in the L2 of an H200 as in the replay's", () => {
  const second = launches.filter(
    ({ parameters }) =>
      parameters.get("first")?.startsWith("waiting") === true &&
      parameters.get("part") === "2" &&
      /^(first|last)/.test(parameters.get("prefetch") ?? ""),
  );
  const sizes = [8, 24, 32, 40, 48];
  for (const size of sizes) {
    const weights = BigInt(size) << 20n;
    const workload = gemmWorkload({ m: 1, n: Number(weights) / 8192, k: 4096 });
    const options = { schedule: "tiled-gemm", orders: [{ kind: "row" }], tile: "1x8x1024" } as const;
    const planned = planReplays(workload, H200, { ...options, resident: [{ array: "B", size: weights }] })[0];
    if (planned === undefined) throw new Error("no plan");
    const replayed = Number(replayPlanned(planned, partitionedL2(H200)).total.get("dram-l2")?.reads);
    const measured = second.filter(({ parameters }) => parameters.get("weights") === String(size)).map(reads);
    expect(measured.length).toBeGreaterThan(2);
    for (const bytes of measured) expect(Math.abs(bytes - replayed)).toBeLessThan(1.3e6);
  }
});

test("no product took less time for prefetches of its own operands", () => {
  const own = launches.filter(({ kind }) => kind === "cuda-prefetch");
  const shape = ({ parameters }: MeasuredLaunch): string => ["M", "N", "K"].map((name) => parameters.get(name)).join("x");
  const time = ({ counters }: MeasuredLaunch): number => counters.get("duration_ns") ?? Number.NaN;
  const without = new Map(
    own.filter(({ parameters }) => parameters.get("prefetch") === "none").map((one) => [shape(one), one] as const),
  );
  expect(without.size).toBe(7);
  const prefetching = own.filter(({ parameters }) => parameters.get("prefetch") !== "none");
  expect(prefetching.length).toBe(47);
  for (const one of prefetching) expect(time(one)).toBeGreaterThan(1.02 * time(without.get(shape(one)) as MeasuredLaunch));
});
