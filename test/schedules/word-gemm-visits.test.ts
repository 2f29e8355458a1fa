import * as fc from "fast-check";
import { expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { inputCornerGemm } from "../../src/schedules/two-level/gemm/input-but-corner.js";
import { describeWordProduct, productTotal, wordGemms } from "../../src/schedules/two-level/gemm/schedules.js";
import {
  comesWordByWord,
  passesWordByWord,
  visitedCornersGemm,
  visitsOf,
} from "../../src/schedules/two-level/gemm/visited-corners.js";
import { counted } from "../properties/arbitraries.js";
import { expectProductRefereed } from "./refereed.js";

test("the referee confirms every move and the cost, rows of A or columns of B held; no bound is above it", () => {
  const seen = new Set<string>();
  const side = fc.integer({ min: 1, max: 24 });
  const shape = fc.record({ m: side, n: side, k: fc.integer({ min: 1, max: 24 }), batch: fc.integer({ min: 1, max: 2 }) });
  fc.assert(
    fc.property(shape, fc.integer({ min: -10, max: 60 }), (extents, more) => {
      const workload = gemmWorkload(extents);
      const { m, n, k } = extents;
      const fastWords = Math.max(3, Math.min(m, n) * k - more);
      const found = visitedCornersGemm(workload, fastWords);
      if (found === undefined) return;
      expectProductRefereed(found, fastWords);
      const { corner, group, transposed } = found;
      const [held, lines, columns] = transposed === true ? ["B", n, m] : ["A", m, n];
      seen
        .add(`${held} ${passesWordByWord(lines, k, corner) ? "sums" : "column"}`)
        .add(columns % group === 0 ? "equal groups" : "last smaller")
        .add(group > 1 ? "several columns" : "one column")
        .add(corner.missing === corner.lines * corner.width ? "whole corners" : "part of a row stays")
        .add(lines === 2 * corner.lines ? "all rows in corners" : "other rows")
        .add(comesWordByWord(corner.width, group) ? "row word by word" : "row at once");
    }),
    { ...counted(120), seed: 4 },
  );
  const kinds = ["A column", "A sums", "B column", "B sums", "all rows in corners", "equal groups", "last smaller", "one column"];
  const others = ["other rows", "part of a row stays", "row at once", "row word by word", "several columns"];
  for (const kind of [...kinds, ...others, "whole corners"]) expect(seen).toContain(kind);
});

test("A of √S × √S words: two thirds of what one corner costs beyond compulsory traffic, and less than 2.4√d a column", () => {
  const [side, fastWords] = [128, 16_384];
  const workload = gemmWorkload({ m: side, n: 64 * side, k: side });
  const found = wordGemms(workload, fastWords).at(-1);
  expect(found && describeWordProduct(found)).toEqual({ id: "visited-corners", rows: 128, corners: "15x11", group: 8 });
  const [first, second] = visitsOf(64 * side, 8);
  expect(first + second).toBe(1025);
  // 322 words do not stay: 129 for a column beside A, less 11 that are there already, and 26 for each of 8 columns that wait.
  const compulsory = BigInt(side * side + 2 * side * 64 * side);
  expect(found && productTotal(found)).toBe(compulsory + 1023n * 161n);
  const corner = inputCornerGemm(workload, fastWords);
  const excess = (one: typeof corner | typeof found): number => (one === undefined ? 0 : Number(productTotal(one) - compulsory));
  expect(excess(found) / excess(corner)).toBeLessThan(0.63);
  // The words that are not there while a column passes; 2.4√d is no bound (proofs/notes.md).
  const missing = side * side - fastWords + side;
  expect(excess(found)).toBeLessThan(1.8 * Math.sqrt(missing) * 64 * side);
});

test("nothing where an operand fits whole, or no corners make room", () => {
  expect(visitedCornersGemm(gemmWorkload({ m: 8, n: 40, k: 8 }), 100)).toBeUndefined();
  expect(visitedCornersGemm(gemmWorkload({ m: 40, n: 40, k: 40 }), 100)).toBeUndefined();
  expect(visitedCornersGemm(gemmWorkload({ m: 1, n: 9, k: 9 }), 9)).toBeUndefined();
});
