import { afterEach, describe, expect, test } from "vitest";
import {
  budgeted,
  checkLimit,
  checkSteps,
  currentLimits,
  DEFAULT_LIMITS,
  OverLimit,
  parseLimits,
  setLimits,
  spendSteps,
} from "../src/budget.js";
import { attentionWorkload } from "../src/computation/attention.js";
import { convWorkload } from "../src/computation/conv.js";
import { moeWorkload } from "../src/computation/experts/moe.js";
import { gemmWorkload } from "../src/computation/gemm.js";
import { rotaryWorkload } from "../src/computation/row-workloads.js";
import type { Workload } from "../src/computation/workload.js";
import { InputError } from "../src/errors.js";
import { trafficCurve } from "../src/gap/curve.js";
import { gapReport } from "../src/gap/gap.js";
import { gapDocument } from "../src/gap/gap-document.js";
import { workloadGraph } from "../src/gap/pebbling.js";
import type { Gpu } from "../src/machines/machine.js";
import { gpuNamed } from "../src/machines/registry.js";
import { planReplays, replayPlanned } from "../src/plan/planned.js";
import { chooseL2, lruL2, partitionedL2 } from "../src/replay/l2/l2-model.js";
import { verifyDocument } from "../src/verify/document.js";

const H200 = gpuNamed("h200") as Gpu;
const SMALL = gemmWorkload({ m: 512, n: 512, k: 256 });
const HUGE = gemmWorkload({ m: 65536, n: 65536, k: 65536 });

afterEach(() => setLimits({}));

test("arrays of more pieces than two partitions can name go through one plain cache", () => {
  const workload = moeWorkload({ experts: 256, topK: 8, tokens: 32, model: 7168, hidden: 2048, gated: true, dataType: "fp8" });
  const { cache, rows } = gapReport(workload, H200, { schedule: "moe-gathered" });
  expect(cache).toEqual(lruL2(H200));
  expect(rows.map(({ interface: at, time }) => [at, (time?.seconds ?? 0) > 0])).toEqual([
    ["dram-l2", true],
    ["l2-sm", true],
  ]);
  const named = gapReport(workload, H200, { schedule: "moe-gathered", l2: partitionedL2(H200) });
  expect(named.leftOut?.map(({ reason }) => reason)).toEqual([expect.stringContaining("pieces of 64 bytes")]);
});

describe("the budget", () => {
  test("is spent by all replays within one call, and is whole again for the next", () => {
    setLimits({ steps: 100 });
    expect(() =>
      budgeted(() => {
        spendSteps(60, "one");
        spendSteps(60, "two");
      }),
    ).toThrow(/steps of replays: expected at most 100, found 120 for two and the replays before it \(--limit steps=240 allows/);
    expect(() => budgeted(() => spendSteps(60, "one"))).not.toThrow();
    expect(() => spendSteps(60, "one")).not.toThrow();
    expect(() => spendSteps(60, "one")).not.toThrow();
  });

  test("is one for calls within calls", () => {
    setLimits({ steps: 100 });
    expect(() => budgeted(() => [60, 60].map((steps) => budgeted(() => spendSteps(steps, "one"))))).toThrow(OverLimit);
  });

  test("names a limit that is enough", () => {
    for (const needed of [1.1e9, 123_456_789_012, 999_999_999, 2 ** 51]) {
      const message = String(thrown(() => checkLimit("memory", needed, "it")).message);
      const [, text] = /--limit (\S+) allows/.exec(message) ?? [];
      setLimits(parseLimits(text ?? ""));
      expect(currentLimits().memory).toBeGreaterThanOrEqual(needed);
      expect(() => checkLimit("memory", needed, "it")).not.toThrow();
      setLimits({});
    }
  });

  test("is read as kinds and counts, and nothing else", () => {
    expect(parseLimits("steps=4e9,memory=2000000000")).toEqual({ steps: 4e9, memory: 2e9 });
    expect(parseLimits("steps=1.5e9")).toEqual({ steps: 1.5e9 });
    for (const text of ["", "steps", "steps=", "steps=0", "steps=-1", "time=3", "steps=1e99", "steps=1.5", "__proto__=1"])
      expect(() => parseLimits(text), text).toThrow(InputError);
  });
});

/** The error of a call. */
function thrown(call: () => unknown): Error {
  try {
    call();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("nothing was thrown");
}

describe("what is too large is refused from its shapes, before anything is laid out", () => {
  test.each<readonly [string, Workload]>([
    ["a product of 65536 cubed", HUGE],
    ["a product of a million cubed", gemmWorkload({ m: 1e6, n: 1e6, k: 1e6 })],
    ["rotary embeddings of a million rows", rotaryWorkload({ rows: 1e6, heads: 1000, dim: 128 })],
    ["attention of many queries", attentionWorkload({ heads: 64, queries: 2 ** 18, dim: 128 })],
    ["decoding with many heads", attentionWorkload({ heads: 2 ** 20, kvHeads: 1, queries: 1, keys: 2 ** 24, dim: 128 })],
    ["a convolution", convWorkload({ batch: 2 ** 20, inChannels: 64, outChannels: 64, height: 1024, kernel: [3, 3] })],
  ])("%s: bounds stay, schedules are skipped with what they need", (_, workload) => {
    const report = gapReport(workload, H200, { all: true });
    expect(report.rows).toEqual([]);
    expect(report.bounds.length).toBeGreaterThan(0);
    expect(report.leftOut?.length).toBeGreaterThan(0);
    for (const { reason } of report.leftOut ?? [])
      expect(reason).toMatch(/expected at most \d+, found .*\((--limit \w+=\S+ allows them|more than any limit)\)/);
    expect(verifyDocument(JSON.parse(JSON.stringify(gapDocument(report))))).toMatchObject({ valid: true });
  });

  test("an L2 of 2^53 - 1 bytes is not built set by set", () => {
    const [plan] = planReplays(SMALL, H200);
    const bytes = Number.MAX_SAFE_INTEGER;
    for (const policy of ["partitioned", "random"]) {
      const l2 = chooseL2(H200, "bf16", policy, bytes);
      expect(() => plan !== undefined && replayPlanned(plan, l2), policy).toThrow(/bytes of memory/);
    }
    expect(() => plan !== undefined && replayPlanned(plan, { ...lruL2(H200), bytes })).not.toThrow();
  });

  test("a curve leaves out what it cannot replay, and has at most so many sizes", () => {
    setLimits({ steps: 10 });
    const report = trafficCurve(SMALL, H200, { perDoubling: 1 });
    expect(report.series).toEqual([]);
    expect(report.leftOut?.length).toBeGreaterThan(0);
    expect(report.bounds.length).toBe(report.capacities.length);
    setLimits({ sizes: 3 });
    expect(() => trafficCurve(SMALL, H200, { perDoubling: 1 })).toThrow(/sizes of a curve: expected at most 3/);
  });

  test("a graph is counted before it is expanded", () => {
    expect(() => workloadGraph(HUGE)).toThrow(/vertices of a graph: expected at most 1000000, found \d+ .*--limit vertices=/);
    setLimits({ vertices: 10 });
    expect(() => workloadGraph(gemmWorkload({ m: 2, n: 2, k: 2 }))).toThrow(OverLimit);
  });
});

test("a raised limit admits what a lower one refuses, with the same counts", () => {
  const usual = gapReport(SMALL, H200).rows.map(({ label, total }) => [label, total]);
  setLimits({ steps: 20 });
  expect(gapReport(SMALL, H200).rows).toEqual([]);
  setLimits({ steps: DEFAULT_LIMITS.steps * 4 });
  expect(gapReport(SMALL, H200).rows.map(({ label, total }) => [label, total])).toEqual(usual);
});

test("a table is filled as far as the budget lasts", () => {
  const all = gapReport(SMALL, H200);
  const labels = [...new Set(all.rows.map(({ label }) => label))];
  const [first] = planReplays(SMALL, H200);
  setLimits({ steps: 1 });
  expect(() => first !== undefined && checkSteps(2, first.label)).toThrow(OverLimit);
  setLimits({ steps: 3000 });
  const part = gapReport(SMALL, H200);
  const [kept, out] = [new Set(part.rows.map(({ label }) => label)), (part.leftOut ?? []).map(({ label }) => label)];
  // Which other tiles are tried beside the usual ones follows from estimates, which have the same budget.
  const usual = (some: Iterable<string>): readonly string[] => [...some].filter((label) => !/\d+x\d+x\d+/.test(label)).sort();
  expect(usual([...kept, ...out])).toEqual(usual(labels));
  expect(usual(labels).length).toBeGreaterThan(8);
  expect(kept.size).toBeGreaterThan(0);
  expect(out.length).toBeGreaterThan(0);
});
