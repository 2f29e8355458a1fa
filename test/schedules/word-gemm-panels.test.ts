import * as fc from "fast-check";
import { expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { panelHandoverGemm } from "../../src/schedules/two-level/gemm/panel-handover.js";
import { describeWordProduct, productText, wordGemms } from "../../src/schedules/two-level/gemm/schedules.js";
import { panelCount } from "../../src/schedules/two-level/gemm/serpentine-tiles.js";
import { counted } from "../properties/arbitraries.js";
import { expectProductRefereed } from "./refereed.js";

test("the referee confirms every move and the cost, rows of A or columns of B held, whole or not; no bound is above it", () => {
  const seen = new Set<string>();
  const side = fc.integer({ min: 1, max: 14 });
  const shape = fc.record({ m: side, n: side, k: fc.integer({ min: 1, max: 9 }), batch: fc.integer({ min: 1, max: 2 }) });
  fc.assert(
    fc.property(shape, fc.integer({ min: 3, max: 90 }), (extents, fastWords) => {
      const workload = gemmWorkload(extents);
      const found = panelHandoverGemm(workload, fastWords);
      if (found === undefined) return;
      expectProductRefereed(found, fastWords);
      const { corner, handed, transposed } = found;
      const [{ lines }] = corner.panels;
      const held = transposed === true ? "B" : "A";
      seen
        .add(`${held} ${lines <= workload.k ? "sums" : "column"}`)
        .add(`${held} ${corner.width === 0 ? "whole" : "all but corners"}`);
      seen.add(panelCount(corner.panels) > 2 ? "three panels" : "two panels").add(handed > 1 ? "several columns" : "one column");
      seen.add(handed < lines ? "lines alone" : "all lines together");
    }),
    { ...counted(250), seed: 4 },
  );
  const kinds = ["A", "B"].flatMap((held) => ["sums", "column", "whole", "all but corners"].map((kind) => `${held} ${kind}`));
  const others = ["three panels", "two panels", "several columns", "one column", "lines alone", "all lines together"];
  expect([...seen].sort()).toEqual([...kinds, ...others].sort());
});

test("16√S × 16√S × √S: 17 panels hand 29 columns over, for room that a passing column's sums and equal panels leave", () => {
  const [side, k, fastWords] = [2048, 128, 16_384];
  const found = panelHandoverGemm(gemmWorkload({ m: side, n: side, k }), fastWords);
  // 121 rows of 128 words leave 896: 29·30 of them.
  expect(found && describeWordProduct(found)).toEqual({ id: "panel-handover", rows: 121, handed: 29 });
  expect(found?.words).toEqual({
    a: BigInt(side * k),
    b: BigInt((17 * side - 16 * 29) * k),
    c: BigInt(side * side),
    cLoads: 0n,
  });
});

test("rows that just do not fit: panels all but a corner hand over as well; and as a part of a product in two", () => {
  const corners = panelHandoverGemm(gemmWorkload({ m: 512, n: 8192, k: 128 }), 16_384);
  expect(corners && productText(corners)).toBe("panel-handover 128 less 4x33, 11 handed over");
  const parts = wordGemms(gemmWorkload({ m: 2048, n: 2048, k: 192 }), 16_384).at(-1);
  expect(parts && productText(parts)).toContain("row-parts panel-handover 84, 15 handed over and tile-handover");
});

test("nothing where one panel holds all, or no memory is left for a column", () => {
  expect(panelHandoverGemm(gemmWorkload({ m: 4, n: 4, k: 4 }), 100)).toBeUndefined();
  expect(panelHandoverGemm(gemmWorkload({ m: 4, n: 4, k: 40 }), 20)).toBeUndefined();
  expect(panelHandoverGemm(gemmWorkload({ m: 9, n: 1, k: 2 }), 9)).toBeUndefined();
});
