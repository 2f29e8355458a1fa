import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bestBounds, proveBoundsInSetting } from "../../src/bounds/prove.js";
import { normWorkload, softmaxWorkload } from "../../src/computation/row-workloads.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordRows } from "../../src/lift/two-level/rows.js";
import { rowsInWords, totalWords } from "../../src/schedules/two-level/rows.js";
import { parameters } from "../properties/arbitraries.js";

const workloads = fc
  .tuple(fc.constantFrom("softmax", "rmsnorm", "layernorm"), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 30 }))
  .map(([kind, rows, columns]) =>
    kind === "softmax" ? softmaxWorkload({ rows, columns }) : normWorkload(kind, { rows, columns }),
  );

const best = (workload: Parameters<typeof rowsInWords>[0], fastWords: number): bigint =>
  bestBounds(
    proveBoundsInSetting(workload, {
      interface: "slow-fast",
      unit: "words",
      capacity: BigInt(fastWords),
      memories: 1n,
      fastMemory: "",
    }),
  ).get("slow-fast")?.value ?? -1n;

test("row-words is legal within S words at exactly its cost, and no bound is above it", () => {
  fc.assert(
    fc.property(workloads, fc.integer({ min: 5, max: 120 }), (workload, fastWords) => {
      const schedule = rowsInWords(workload, fastWords);
      expect(refereeLifted(liftWordRows(schedule, fastWords))).toMatchObject({ agrees: true, cost: totalWords(schedule) });
      expect(best(workload, fastWords) <= totalWords(schedule)).toBe(true);
    }),
    parameters(300),
  );
});

test("rows of a softmax that do not fit cost four words each more than row-statistics says", () => {
  for (const [rows, columns, fastWords] of [
    [1, 100, 50],
    [7, 1000, 10],
    [64, 4096, 1024],
  ] as const) {
    const workload = softmaxWorkload({ rows, columns });
    expect(totalWords(rowsInWords(workload, fastWords)) - best(workload, fastWords)).toBe(4n * BigInt(rows));
  }
});

test("rows of a normalisation go together so that gain and shift are not read for every row", () => {
  const workload = normWorkload("layernorm", { rows: 100, columns: 1000 });
  const schedule = rowsInWords(workload, 500);
  expect(schedule.rows).toBeGreaterThan(1);
  expect(Number(totalWords(schedule)) / Number(best(workload, 500))).toBeLessThan(1.2);
  expect(() => rowsInWords(workload, 4)).toThrow("at least 5 words");
});
