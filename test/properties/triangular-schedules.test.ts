import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import type { TriangularKind, TriangularWorkload } from "../../src/computation/linear-algebra/triangular.js";
import { TRIANGULAR_KINDS, triangularWorkload } from "../../src/computation/linear-algebra/triangular.js";
import { minimum } from "../../src/exact/integer.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { planWords } from "../../src/plan/two-level.js";
import { triangularTotal, triangularWords } from "../../src/schedules/two-level/triangular.js";
import { parameters } from "./arbitraries.js";

const KINDS = TRIANGULAR_KINDS.map(({ kind }) => kind as TriangularKind);

/** A workload of some kind, with a memory of no fewer words than the least tile takes. */
function sized(kind: TriangularKind, extent: number, words: number): fc.Arbitrary<[TriangularWorkload, number]> {
  const hasOneExtent = kind === "cholesky" || kind === "lu" || kind === "floyd-warshall";
  return fc
    .tuple(fc.integer({ min: 3, max: extent }), fc.integer({ min: 1, max: extent }), fc.integer({ min: 0, max: words }))
    .map(([n, m, more]) => [triangularWorkload(kind, { n, ...(hasOneExtent ? {} : { m }) }), 3 + more]);
}

const leastMoved = (workload: TriangularWorkload, words: number): bigint =>
  triangularWords(workload, words).map(triangularTotal).reduce(minimum);

const settingOf = (words: number) =>
  ({ interface: "slow-fast", unit: "words", fastMemory: "", capacity: BigInt(words), memories: 1n }) as const;

describe.each(KINDS)("the schedule of %s", (kind) => {
  test("moves what it counts, and the referee confirms it", () => {
    fc.assert(
      fc.property(sized(kind, 11, 60), ([workload, words]) => {
        for (const { lift, id } of planWords(workload, words)) expect(refereeLifted(lift()), id).toMatchObject({ agrees: true });
      }),
      parameters(15, 1000),
    );
  });

  test("moves no less than any bound", () => {
    fc.assert(
      fc.property(sized(kind, 400, 3000), ([workload, words]) => {
        const moved = leastMoved(workload, words);
        for (const { id, value } of proveBoundsInSetting(workload, settingOf(words)))
          expect(value <= moved, `${id} ${value} of ${moved}`).toBe(true);
      }),
      parameters(100, 10_000),
    );
  });
});

test.each([
  [24, 6],
  [36, 12],
  [44, 10],
])("cholesky of %d rows with %d words goes in panels, and the referee confirms its moves", (n, words) => {
  const blocks = planWords(triangularWorkload("cholesky", { n }), words).find(({ id }) => id === "triangle-blocks");
  expect(blocks?.fields["panels"]).toBeGreaterThan(3);
  expect(blocks && refereeLifted(blocks.lift())).toMatchObject({ agrees: true });
});

test("triangle blocks move the words of their plane, or the compulsory ones", () => {
  const moved = (kind: TriangularKind, n: number, words: number): bigint => {
    const workload = triangularWorkload(kind, { n, ...(kind === "cholesky" ? {} : { m: 1 }) });
    return leastMoved(workload, words);
  };
  // As many rows as a projective plane of order 9 has points, 4 times each: ten sets for each row, and the triangle.
  expect(moved("syrk", 364, 45 * 16 + 40 + 10)).toBe(10n * 364n + (364n * 365n) / 2n);
  // The whole triangle fits: compulsory words.
  expect(moved("cholesky", 44, 990)).toBe(2n * 990n);
});

test("schedules of large sizes are near the bounds, of symm by a factor of the root of two", () => {
  const N = 1 << 20;
  const ratio = (kind: TriangularKind, m: number, words: number): number => {
    const hasOneExtent = kind === "cholesky" || kind === "lu" || kind === "floyd-warshall";
    const workload = triangularWorkload(kind, { n: N, ...(hasOneExtent ? {} : { m }) });
    const largest = proveBoundsInSetting(workload, settingOf(words)).reduce((x, { value }) => (value > x ? value : x), 0n);
    return Number((1000n * leastMoved(workload, words)) / largest) / 1000;
  };
  const WORDS = 1 << 14;
  for (const kind of ["syrk", "syr2k", "trmm", "trsm", "lu", "floyd-warshall"] as const)
    expect(ratio(kind, N, WORDS), kind).toBeLessThan(1.02);
  expect(ratio("cholesky", N, WORDS)).toBeLessThan(1.04);
  expect(ratio("symm", N, WORDS)).toBeLessThan(1.44);
  expect(ratio("gram-schmidt", 64, WORDS)).toBeLessThan(1.02);
});

test("too few words are refused by name", () => {
  expect(() => triangularWords(triangularWorkload("lu", { n: 9 }), 2)).toThrow("fast-words");
  expect(() => triangularWords(triangularWorkload("gram-schmidt", { n: 9, m: 4 }), 2)).toThrow("fast-words");
});
