import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chainWorkload } from "../../src/computation/chain.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordChain } from "../../src/lift/two-level/chain.js";
import { rowsWithSums } from "../../src/schedules/two-level/chain/fused.js";
import { wordChains } from "../../src/schedules/two-level/chain/schedules.js";
import { weightsChain } from "../../src/schedules/two-level/chain/weights.js";
import { chainTotal } from "../../src/schedules/two-level/chain/words.js";
import { counted } from "../properties/arbitraries.js";

test("the referee confirms chains whose weights stay, with words and with whole rows passing, in one block and several", () => {
  const side = fc.integer({ min: 1, max: 4 });
  const seen = new Set<string>();
  fc.assert(
    fc.property(side, side, fc.integer({ min: 1, max: 12 }), side, fc.integer({ min: 4, max: 50 }), (m, k, l, n, fastWords) => {
      const found = weightsChain(chainWorkload({ m, k, l, n }), fastWords);
      if (found === undefined) return;
      expect(refereeLifted(liftWordChain(found, fastWords))).toMatchObject({ agrees: true, cost: chainTotal(found.words) });
      seen.add(`${found.columns <= rowsWithSums(fastWords, k, n) ? "words" : "rows"} ${found.columns < l ? "several" : "one"}`);
    }),
    { ...counted(100), seed: 3 },
  );
  expect([...seen].sort()).toEqual(["rows one", "rows several", "words one", "words several"]);
});

test("the referee confirms blocks of D's columns for which A passes again, with words and with whole rows passing", () => {
  const side = fc.integer({ min: 1, max: 5 });
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      side,
      side,
      fc.integer({ min: 1, max: 9 }),
      side,
      fc.nat(),
      fc.integer({ min: 4, max: 50 }),
      (m, k, l, n, pick, s) => {
        const width = 1 + (pick % n);
        const found = weightsChain(chainWorkload({ m, k, l, n }), s, width);
        if (found === undefined) return;
        expect(refereeLifted(liftWordChain(found, s))).toMatchObject({ agrees: true, cost: chainTotal(found.words) });
        expect(found.id).toBe(width < n ? "chain-weights-recompute" : "chain-weights");
        if (width < n)
          seen.add(`${found.columns <= rowsWithSums(s, k, width) ? "words" : "rows"} ${found.columns < l ? "several" : "one"}`);
      },
    ),
    { ...counted(100), seed: 3 },
  );
  expect([...seen].sort()).toEqual(["rows one", "rows several", "words one", "words several"]);
});

test("weights just larger than the memory: A passes twice and nothing else does", () => {
  const [m, k, l, n] = [8192, 64, 128, 64];
  const found = wordChains(chainWorkload({ m, k, l, n }), l * (k + n)).find(({ id }) => id === "chain-weights-recompute");
  const cost = chainTotal(found?.words ?? expect.fail("no block of columns fits"));
  expect(cost).toBe(BigInt(2 * m * k + l * (k + n) + m * n));
});

test("a width that is none of E's is refused", () => {
  const workload = chainWorkload({ m: 4, k: 2, l: 3, n: 2 });
  for (const width of [0, 3, 1.5]) expect(() => weightsChain(workload, 40, width)).toThrow("width: expected 1 to 2");
});

test("with all weights in fast memory it moves compulsory traffic only, one word less and E comes back", () => {
  const workload = chainWorkload({ m: 100, k: 6, l: 5, n: 4 });
  const moved = (fastWords: number): bigint =>
    chainTotal(weightsChain(workload, fastWords)?.words ?? expect.fail("no column fits"));
  expect(moved(5 * (6 + 4 + 1) + 1)).toBe(BigInt(100 * 6 + 5 * (6 + 4) + 100 * 4));
  expect(moved(5 * (6 + 4 + 1))).toBe(BigInt(2 * 100 * 6 + 5 * (6 + 4) + 3 * 100 * 4));
});
