import { describe, expect, test } from "vitest";
import { describeGroupedGemm, groupedGemmWorkload } from "../../src/computation/experts/grouped-gemm.js";
import { type MoeOptions, moeWorkload } from "../../src/computation/experts/moe.js";
import { classesOfRows, routedTokens, tokensOf } from "../../src/computation/experts/routing.js";
import { describeWorkload } from "../../src/computation/workload.js";
import { InputError } from "../../src/errors.js";

const sum = (rows: readonly number[]): number => rows.reduce((x, y) => x + y, 0);

describe("loads of experts", () => {
  test("are equal without skew, and differ by one where tokens do not divide", () => {
    expect(groupedGemmWorkload({ experts: 4, topK: 2, tokens: 8, n: 1, k: 1 }).rows).toEqual([4, 4, 4, 4]);
    expect(groupedGemmWorkload({ experts: 4, topK: 1, tokens: 6, n: 1, k: 1 }).rows).toEqual([2, 2, 1, 1]);
    expect(groupedGemmWorkload({ experts: 8, topK: 2, tokens: 2, n: 1, k: 1 }).rows).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
  });

  test("go as powers of the rank, none above the tokens, and all tokens are dealt out", () => {
    expect(groupedGemmWorkload({ experts: 3, tokens: 11, skew: "zipf:1", n: 1, k: 1 }).rows).toEqual([6, 3, 2]);
    const { rows } = moeWorkload({ experts: 64, topK: 6, tokens: 1000, skew: "zipf:1.5", model: 1, hidden: 1 });
    expect(rows.slice(0, 2)).toEqual([1000, 1000]);
    expect(sum(rows)).toBe(6000);
    expect(rows).toEqual([...rows].sort((x, y) => y - x));
    expect(moeWorkload({ experts: 2, topK: 2, tokens: 7, skew: "zipf:3", model: 1, hidden: 1 }).rows).toEqual([7, 7]);
  });

  test("a routing gives every token so many different experts", () => {
    for (const skew of [undefined, "zipf:0.7", "zipf:2"]) {
      const w = moeWorkload({ experts: 9, topK: 4, tokens: 23, skew, model: 1, hidden: 1 });
      const routed = routedTokens(w);
      expect(routed.map((tokens) => tokens.length)).toEqual(w.rows);
      for (const tokens of routed) expect(new Set(tokens).size).toBe(tokens.length);
      const counts = new Map<number, number>();
      for (const token of routed.flat()) counts.set(token, (counts.get(token) ?? 0) + 1);
      expect([...counts.values()]).toEqual(Array.from({ length: tokensOf(w) }, () => 4));
    }
  });

  test("are counted by height, most first, without groups that have none", () => {
    expect(classesOfRows([1, 0, 7, 1])).toEqual([
      [7, 1],
      [1, 2],
    ]);
  });
});

test("one line for people", () => {
  const w = groupedGemmWorkload({ rows: [128, 64, 0], n: 32, k: 16 });
  expect(describeGroupedGemm(w)).toBe(
    "C_g (m_g×32) = A_g (m_g×16) · B_g (16×32), 2 of 3 groups with rows, 64 to 128 rows, 192 in all, bf16, fp32 accumulators",
  );
  expect(describeWorkload(moeWorkload({ experts: 8, topK: 2, tokens: 16, model: 4, hidden: 6 }))).toBe(
    "Y = Σ_e p_e·(silu(X·Wg_e) ⊙ X·Wu_e) · Wd_e, 16 tokens to 2 experts each, 8 experts of 4 rows, model 4, hidden 6, bf16, fp32 accumulators",
  );
  expect(describeWorkload(groupedGemmWorkload({ rows: [4, 0, 4], topK: 2, n: 3, k: 5 }))).toMatch(
    "2 of 3 groups with rows, 4 each, 4 tokens gathered by 2 groups each, bf16",
  );
});

test.each<readonly [Record<string, unknown>, string]>([
  [{}, "rows"],
  [{ rows: [] }, "rows"],
  [{ rows: [0, 0] }, "rows"],
  [{ rows: [1.5] }, "rows"],
  [{ rows: [-1] }, "rows"],
  [{ rows: "4,4" }, "rows"],
  [{ rows: [4], experts: 3 }, "experts"],
  [{ rows: [4], skew: "zipf:1" }, "skew"],
  [{ rows: [4, 1], topK: 2 }, "rows"],
  [{ rows: [3, 1], topK: 2 }, "rows"],
  [{ experts: 8 }, "tokens"],
  [{ experts: 8, tokens: 0 }, "tokens"],
  [{ experts: 70_000, tokens: 4 }, "experts"],
  [{ experts: 8, tokens: 4, topK: 9 }, "top-k"],
  [{ experts: 8, tokens: 4, skew: "zipf" }, "skew"],
  [{ rows: [4], model: 0 }, "model"],
  [{ rows: [4], hidden: 0 }, "hidden"],
  [{ rows: [4], gated: 1 }, "gated"],
])("%j is refused by name", (options, subject) => {
  const make = (): unknown => moeWorkload({ model: 1, hidden: 1, ...options } as unknown as MoeOptions);
  expect(make).toThrow(InputError);
  expect(make).toThrow(new RegExp(`^${subject}:`));
});
