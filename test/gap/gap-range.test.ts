import { expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { gapReport } from "../../src/gap/gap.js";
import { H200 } from "../../src/machines/known/h200.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";

const WORKLOAD = gemmWorkload({ m: 500, n: 400, k: 200 });

test.each([
  ["as by default", { kind: "events", seed: 0 }],
  ["with the noise of another seed", { kind: "events", seed: 3 }],
  ["in lock step", { kind: "lock-step" }],
] as const)("rows replayed %s are the same with a range beside them, which begins with the default replay", (_, execution) => {
  // Small enough for the variants to differ.
  const l2 = partitionedL2(H200, execution, 200_000);
  const plain = gapReport(WORKLOAD, H200, { l2 });
  const ranged = gapReport(WORKLOAD, H200, { l2, range: true });
  expect(ranged.rows.map(({ range: _range, ...row }) => row)).toEqual(plain.rows);
  const usual = gapReport(WORKLOAD, H200, { l2: partitionedL2(H200, undefined, 200_000) });
  const first = ranged.rows.flatMap(({ label, range }) => {
    const traffic = range?.variants[0]?.replay.traffic.total.get("dram-l2");
    return traffic === undefined ? [] : [[label, traffic] as const];
  });
  const own = usual.rows.filter((row) => row.interface === "dram-l2").map(({ label, traffic }) => [label, traffic] as const);
  // Without a clock rows stand in another order, and other tiles may be faster than the usual ones.
  const labels = new Set(first.map(([label]) => label));
  const both = own.filter(([label]) => labels.has(label));
  const usualTiles = first.filter(([label]) => !/\d+x\d+/.test(label));
  for (const [label, traffic] of usualTiles) expect(new Map(both).get(label), label).toEqual(traffic);
  expect(usualTiles.length).toBeGreaterThan(3);
});

test("the reads of rows in time differ from those in lock step, or the ranges above would prove little", () => {
  const reads = ([{ kind: "events", seed: 0 }, { kind: "lock-step" }] as const).map((execution) =>
    gapReport(WORKLOAD, H200, { l2: partitionedL2(H200, execution, 200_000) }).rows.map(({ traffic }) => traffic.reads),
  );
  expect(reads[0]).not.toEqual(reads[1]);
});
