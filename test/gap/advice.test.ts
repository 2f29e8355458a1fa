import fc from "fast-check";
import { expect, test } from "vitest";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { convWorkload } from "../../src/computation/conv.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import type { Workload } from "../../src/computation/workload.js";
import { toApproximateNumber } from "../../src/exact/rational.js";
import type { GapBreakdown } from "../../src/gap/breakdown/breakdown.js";
import { breakdownCandidates, nameBeside } from "../../src/gap/breakdown/breakdown-candidates.js";
import type { ExplainOptions } from "../../src/gap/breakdown/explained-gap.js";
import { explainedRow, explainGap } from "../../src/gap/breakdown/explained-gap.js";
import type { GapReport } from "../../src/gap/gap.js";
import { gapReport } from "../../src/gap/gap.js";
import type { Gpu } from "../../src/machines/machine.js";
import { gpuNamed } from "../../src/machines/registry.js";
import { replayPlanned } from "../../src/plan/planned.js";
import { adviceLines } from "../../src/report/advice-text.js";
import { counted } from "../properties/arbitraries.js";

const side = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  fc.integer({ min: 1, max: 12 }).map((tiles) => 128 * tiles),
);
const workload: fc.Arbitrary<Workload> = fc.oneof<fc.Arbitrary<Workload>[]>(
  fc.record({ m: side, n: side, k: side }).map(gemmWorkload),
  fc.record({ m: side, n: side, k: side }).map(gemmWorkload),
  fc.record({ m: side, k: side, l: side, n: side }).map(chainWorkload),
  fc
    .record({
      heads: fc.integer({ min: 1, max: 8 }),
      queries: fc.oneof(fc.constant(1), side),
      keys: side,
      dim: fc.constantFrom(64, 128),
    })
    .map(attentionWorkload),
  fc
    .record({ inChannels: fc.integer({ min: 1, max: 128 }), outChannels: fc.integer({ min: 1, max: 128 }) })
    .map((channels) => convWorkload({ ...channels, height: 28, width: 28, kernel: [3, 3], padding: 1 })),
);
const gpu = fc.constantFrom("h100", "h200", "a100").map(gpuNamed);

/** No schedule that a breakdown names takes longer than the one explained, by more than the models can tell apart. */
function expectNoneSlower(
  report: GapReport,
  machine: Gpu,
  breakdowns: readonly GapBreakdown[],
  options: ExplainOptions = {},
): number {
  const explained = explainedRow(report, options.explained);
  const own = explained?.time?.seconds;
  if (explained === undefined || own === undefined || report.cache === undefined) throw new Error("no row with a time");
  const { all, chosen } = breakdownCandidates(report.workload, machine, options, explained.schedule);
  let named = 0;
  for (const { levels, steps, headline } of breakdowns) {
    const labels = levels.flatMap(({ id, label }) => (id === "best-order" || id === "best-schedule" ? [label] : []));
    for (const label of labels) {
      if (label === explained.label) continue;
      const plan = all.find((one) => nameBeside(one, chosen) === label);
      if (plan === undefined) throw new Error(`no candidate ${label}`);
      expect(replayPlanned(plan, report.cache).seconds, label).toBeLessThanOrEqual(1.02 * own);
      named++;
    }
    // What the sentences recommend is a level of the breakdown.
    const text = [headline, ...steps.map(({ change }) => change)].join(" ");
    for (const [, name] of text.matchAll(/(?:: use|to that of|Change the kernel or tile:) ([^;]+?)(?: moves|; |: it|\.)/g))
      expect(labels).toContain(name);
  }
  return named;
}

test("rows are sorted by time, no estimate beats a peak or the least time, and advice names nothing slower than what it explains", () => {
  fc.assert(
    fc.property(workload, gpu, fc.nat(), (drawn, machine, pick) => {
      const report = gapReport(drawn, machine);
      const seconds = report.rows.map(({ time }) => time?.seconds ?? 0);
      expect(seconds).toEqual([...seconds].sort((one, other) => one - other));
      const least = toApproximateNumber(report.least?.binding.seconds ?? expect.fail("no least time"));
      for (const { label, time } of report.rows) {
        expect(time?.seconds, label).toBeGreaterThanOrEqual(least);
        expect(time?.percentOfPeak, label).toBeLessThanOrEqual(100);
        for (const { id, amount, peak } of time?.loads ?? [])
          expect(amount / peak, `${label}, ${id}`).toBeLessThanOrEqual(time?.seconds ?? 0);
      }
      const [first] = adviceLines(report);
      expect(first).toContain(`${report.rows[0]?.label} is the fastest shown`);
      const options = { explained: String(report.rows[pick % report.rows.length]?.schedule["id"]) };
      expectNoneSlower(report, machine, explainGap(report, options), options);
    }),
    counted(12, 300),
  );
});

test("a product whose sums could stay in memory at a loss of time is not told so", () => {
  const [drawn, machine] = [gemmWorkload({ m: 4096, n: 4096, k: 4096 }), gpuNamed("h200")];
  const options = { orders: [{ kind: "group", height: 8 }], all: true } as ExplainOptions;
  const report = gapReport(drawn, machine, options);
  const slow = report.rows.at(-1);
  expect(slow?.schedule["id"]).toBe("input-stationary");
  expect(slow?.time?.seconds).toBeGreaterThan(10 * (report.rows[0]?.time?.seconds ?? 0));
  const breakdowns = explainGap(report, options);
  expect(expectNoneSlower(report, machine, breakdowns, options)).toBeGreaterThan(0);
  const said = [
    ...adviceLines(report),
    ...breakdowns.flatMap(({ headline, levels }) => [headline, ...levels.map(({ label }) => label)]),
  ];
  expect(said.join("\n")).not.toContain("input-stationary");
  for (const { headline } of breakdowns)
    expect(headline).toMatch(
      /^((?:Matrix products bind|The way into the SMs binds): fewer bytes over DRAM bring no|Fewer bytes into the SMs could bring up to \S+ in) time\./,
    );
});

test("a cache without a clock gets no advice either that its steps alone make slower", () => {
  const [drawn, machine] = [gemmWorkload({ m: 4096, n: 4096, k: 4096 }), gpuNamed("h100")];
  const options = {
    ...{ l2: { policy: "lru", bytes: 4 << 20 }, orders: [{ kind: "group", height: 8 }], all: true },
    explained: "tiled-gemm",
  } as ExplainOptions;
  const report = gapReport(drawn, machine, options);
  const [dram] = explainGap(report, options);
  const least = report.rows.reduce((best, row) => (row.interface === "dram-l2" && row.total < best.total ? row : best));
  expect(least.schedule["id"]).toBe("input-stationary");
  expect(dram?.headline).not.toContain("stationary");
});

test("within a fiftieth of the bound nothing is said to be left, and another resource is not blamed", () => {
  const decoding = attentionWorkload({ batch: 4, heads: 16, kvHeads: 8, queries: 1, keys: 8192, dim: 128 });
  const report = gapReport(decoding, gpuNamed("h200"));
  expect(report.rows[0]?.time?.binds).toBe("dram-l2");
  expect(explainGap(report).map(({ headline }) => headline)).toEqual([
    "The schedule moves about the bound over DRAM: no kernel moves clearly less.",
    "The schedule moves about the bound into the SMs: no kernel moves clearly less.",
  ]);
});
