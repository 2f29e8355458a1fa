import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { GemmOptions } from "../../src/computation/gemm.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { H200 } from "../../src/machines/known/h200.js";
import type { MeasuredLaunch } from "../../src/measured/measured-rows.js";
import { parseMeasuredLaunches } from "../../src/measured/measured-rows.js";
import type { PlanOptions } from "../../src/plan/planned.js";
import { executionOf, planReplays } from "../../src/plan/planned.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";
import type { SequencedKernel } from "../../src/replay/sequence/sequence.js";
import { replaySequence } from "../../src/replay/sequence/sequence.js";

const FILE = "data/h200-prefetch.csv";
const launches = parseMeasuredLaunches(readFileSync(new URL(`../../${FILE}`, import.meta.url), "utf8"), FILE);
const L2 = partitionedL2(H200);
const MIB = 2 ** 20;
const counter = (launch: MeasuredLaunch | undefined, name: string): number => launch?.counters.get(name) ?? Number.NaN;
const reads = (launch: MeasuredLaunch | undefined): number => counter(launch, "dram_read_bytes");

function part(first: string, size: number, prefetch: string, at: 1 | 2): MeasuredLaunch | undefined {
  const wanted = { first, weights: String(size), prefetch, part: String(at) };
  return launches.find(({ parameters }) => Object.entries(wanted).every(([name, value]) => parameters.get(name) === value));
}

function kernel(shape: GemmOptions, options: PlanOptions): SequencedKernel {
  const planned = planReplays(gemmWorkload(shape), H200, { schedule: "tiled-gemm", orders: [{ kind: "row" }], ...options })[0];
  if (planned === undefined) throw new Error("no plan");
  return { schedule: planned.layOut(), places: new Map(), slots: planned.slots, timing: executionOf(planned, L2) };
}

/** DRAM reads of a product of so many weights, all of them prefetched from when the product before has done that share of its steps. */
function replayed(size: number, after: number): number {
  const first = kernel({ m: 2048, n: 2048, k: 4096 }, { tile: "128x128x32", stages: 3, ctasPerSm: 2 });
  const second = kernel({ m: 1, n: size * 128, k: 4096 }, { tile: "1x8x1024" });
  const { kernels } = replaySequence([first, { ...second, prefetch: { arrays: [{ array: "B" }], after } }], L2);
  return Number(kernels[1]?.total.get("dram-l2")?.reads);
}

describe("what a product of an H200 prefetched for the next one is read again as in the replay", () => {
  const sizes = [8, 16, 24, 32];

  test.each(["last0", "last50"])("within 2.4 MB, from %s", (start) => {
    const after = Number(start.slice(4)) / 100;
    for (const size of sizes)
      expect(Math.abs(replayed(size, after) - reads(part("product2048", size, start, 2)))).toBeLessThan(2.4e6);
  });

  test.each(["last80", "last95"])("which has up to 4.5 MB less, never more, from %s", (start) => {
    const after = Number(start.slice(4)) / 100;
    for (const size of sizes) {
      const more = reads(part("product2048", size, start, 2)) - replayed(size, after);
      expect(more).toBeGreaterThan(0);
      expect(more).toBeLessThan(4.5e6);
    }
  });
});

test("a burst of more than 8 MiB of a kernel without traffic left a quarter or more unread, which no replay has", () => {
  const left = (size: number, start: string): number => reads(part("waiting30", size, start, 2)) / (size * MIB);
  for (const start of ["first0", "last0", "last50", "last80", "last95", "last80-bulk"]) {
    expect(left(8, start)).toBeLessThan(0.01);
    for (const size of [16, 24, 32]) {
      expect(left(size, start)).toBeGreaterThan(0.25);
      // Nothing came twice: what is missing never came, and was not evicted.
      expect(reads(part("waiting30", size, start, 1)) / (size * MIB) + left(size, start)).toBeLessThan(1.001);
    }
  }
});

test("a prefetch that begins with the product before it saved no time, one of its last twentieth up to 24 MiB did", () => {
  const time = (size: number, how: string): number => counter(part("product2048", size, how, 2), "case_ns");
  for (const size of [8, 16, 24]) expect(time(size, "last95")).toBeLessThan(time(size, "none"));
  for (const size of [8, 16, 24, 32, 40, 48, 64])
    for (const how of ["first0", "last0"]) expect(time(size, how)).toBeGreaterThan(time(size, "none"));
});

test("no product took less time for prefetches of its own operands", () => {
  const own = launches.filter(({ kind }) => kind === "cuda-prefetch");
  const shape = ({ parameters }: MeasuredLaunch): string => ["M", "N", "K"].map((name) => parameters.get(name)).join("x");
  const without = new Map(
    own.filter(({ parameters }) => parameters.get("prefetch") === "none").map((one) => [shape(one), one] as const),
  );
  expect(without.size).toBe(7);
  const prefetching = own.filter(({ parameters }) => parameters.get("prefetch") !== "none");
  expect(prefetching.length).toBe(47);
  for (const one of prefetching)
    for (const time of ["duration_ns", "case_ns"])
      expect(counter(one, time)).toBeGreaterThan(1.02 * counter(without.get(shape(one)), time));
});
