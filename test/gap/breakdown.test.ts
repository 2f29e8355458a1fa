import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bestBounds } from "../../src/bounds/prove.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { compare, multiply, parseRational, rational } from "../../src/exact/rational.js";
import type { GapBreakdown, Level } from "../../src/gap/breakdown/breakdown.js";
import { breakdownJson, gapBreakdown } from "../../src/gap/breakdown/breakdown.js";
import { explainGap } from "../../src/gap/breakdown/explained-gap.js";
import { gapReport } from "../../src/gap/gap.js";
import { abstractMachine, GPUS, gpuNamed } from "../../src/machines/registry.js";
import { chooseL2 } from "../../src/replay/l2/l2-model.js";
import { parseLaunchOrder } from "../../src/schedules/tiles/launch-order.js";
import { parameters } from "../properties/arbitraries.js";

const amount = fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, 1n << 90n));
const level = (value: bigint): Level => ({ id: "schedule", label: "", basis: "replayed", amount: value, change: "" });

test("the factors multiply to the whole gap exactly, and a step is marked where it goes up", () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 2, maxLength: 9 }), (amounts) => {
      const { steps, whole } = gapBreakdown("dram-l2", "total", amounts.map(level));
      const product = steps.reduce((all, { factor }) => multiply(all, factor), rational(1n));
      expect(compare(product, rational(amounts[0] ?? 0n, amounts.at(-1) ?? 1n))).toBe(0);
      expect(compare(whole, product)).toBe(0);
      steps.forEach(({ factor, rises }, i) => {
        expect(rises).toBe((amounts[i + 1] ?? 0n) > (amounts[i] ?? 0n));
        expect(rises).toBe(compare(factor, rational(1n)) < 0);
      });
    }),
    parameters(100),
  );
});

test("no breakdown of one level, or of nothing", () => {
  expect(() => gapBreakdown("dram-l2", "total", [level(1n)])).toThrow(RangeError);
  expect(() => gapBreakdown("dram-l2", "total", [level(1n), level(0n)])).toThrow(RangeError);
});

const amountsOf = ({ levels }: GapBreakdown): readonly bigint[] => levels.map((one) => one.amount);

describe("breakdowns of products", () => {
  const extent = fc.integer({ min: 1, max: 12 }).map((blocks) => 64 * blocks);

  test("through an LRU in lock step every step goes down, and the last level is the bound", () => {
    fc.assert(
      fc.property(
        fc.record({ m: extent, n: extent, k: extent }),
        fc.constantFrom(...GPUS.filter(({ dies = 1 }) => dies === 1)),
        fc.constantFrom("row", "col", "group:3", "hilbert"),
        fc.integer({ min: 18, max: 24 }),
        (extents, gpu, order, logBytes) => {
          const workload = gemmWorkload(extents);
          const l2 = chooseL2(gpu, "bf16", "lru", 2 ** logBytes);
          const options = { l2, orders: [parseLaunchOrder(order)] };
          const report = gapReport(workload, gpu, options);
          const breakdowns = explainGap(report, options);
          expect(breakdowns.map((breakdown) => breakdown.interface)).toEqual(["dram-l2", "l2-sm"]);
          for (const breakdown of breakdowns) {
            // Each output is written once and is a miss wherever it is, so that MIN leaves the fewest reads.
            const ofSome = ["class-bound", "condition-bound"];
            expect(breakdown.steps.filter(({ rises, to }) => rises && !ofSome.includes(to))).toEqual([]);
            const [first] = report.rows.filter((row) => row.interface === breakdown.interface);
            expect(breakdown.levels[0]).toMatchObject({ id: "schedule", amount: first?.total });
            // The row stands beside what kernels like it must move, the breakdown ends at what every kernel must.
            const every = bestBounds(report.bounds).get(breakdown.interface)?.value;
            expect(breakdown.levels.at(-1)).toMatchObject({ id: "bound", amount: every });
          }
        },
      ),
      parameters(15),
    );
  });

  test("a counter on top: reads all the way down, and a counter below the replay goes up", () => {
    const [workload, gpu] = [gemmWorkload({ m: 1024, n: 1024, k: 512 }), gpuNamed("a100")];
    const l2 = chooseL2(gpu, "bf16", "lru", 1 << 20);
    const report = gapReport(workload, gpu, { l2 });
    const measured = (reads: bigint): GapBreakdown => {
      const found = explainGap(report, { l2, measuredReads: reads }).find((breakdown) => breakdown.interface === "dram-l2");
      if (found === undefined) throw new Error("no breakdown of DRAM");
      return found;
    };
    const reads = report.rows[0]?.traffic.reads ?? 0n;
    const high = measured(2n * reads);
    expect(high.counts).toBe("reads");
    expect(amountsOf(high).slice(0, 2)).toEqual([2n * reads, reads]);
    expect(high.steps[0]).toMatchObject({ from: "measured", to: "schedule", factor: rational(2n), rises: false });
    expect(measured(reads / 2n).steps[0]).toMatchObject({ rises: true, change: expect.stringContaining("read less") });
  });

  test("an order that is worth something is named, with what it is worth on the cache as it is", () => {
    const [workload, gpu] = [gemmWorkload({ m: 4096, n: 4096, k: 1024 }), gpuNamed("a100")];
    const l2 = chooseL2(gpu, "bf16", "lru", 8 << 20);
    const options = { l2, orders: [parseLaunchOrder("row")] };
    const [dram] = explainGap(gapReport(workload, gpu, options), { ...options, explained: "tiled-gemm" });
    const all = gapReport(workload, gpu, { l2, schedule: "tiled-gemm" }).rows.filter((row) => row.interface === "dram-l2");
    const best = all.reduce((least, row) => (row.total < least.total ? row : least));
    expect(dram?.headline).toContain(`is launch order: use ${best.label}`);
    expect(dram?.steps.find(({ to }) => to === "best-order")?.change).toContain(best.label);
  });

  test("the document's factors are exact texts that multiply to its whole", () => {
    const report = gapReport(gemmWorkload({ m: 100, n: 90, k: 80 }), abstractMachine(500));
    const [breakdown] = explainGap(report, { explained: "cosma" });
    if (breakdown === undefined) throw new Error("no breakdown");
    const json = breakdownJson(breakdown, "words") as { whole: string; steps: { factor: string }[]; levels: { words: number }[] };
    const product = json.steps.reduce((all, { factor }) => multiply(all, parseRational(factor) ?? rational(0n)), rational(1n));
    expect(compare(product, parseRational(json.whole) ?? rational(0n))).toBe(0);
    expect(json.levels.map(({ words }) => BigInt(words))).toEqual(amountsOf(breakdown));
  });
});
