import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chainWorkload } from "../../src/computation/chain.js";
import { liftWordChain } from "../../src/replay/lift-word-chain.js";
import { refereeLifted } from "../../src/replay/lifted.js";
import { chainTotal } from "../../src/schedules/chain-words.js";
import { wordChains } from "../../src/schedules/word-chain.js";
import { besideSums, finishedRows, partlyStoredChain } from "../../src/schedules/word-chain-partly-stored.js";
import { parameters } from "../properties/arbitraries.js";

test("the referee confirms strips that store H of some rows, both ways to make H, with panels alike and a lower last one", () => {
  const side = fc.integer({ min: 1, max: 5 });
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 9 }), side, side, side, fc.nat(), fc.nat(), (m, k, l, n, pick, spare) => {
      const rows = 1 + (pick % m);
      const fastWords = rows * k + 3 + (spare % (rows * n + k + rows));
      const found = partlyStoredChain(chainWorkload({ m, k, l, n }), fastWords, rows);
      if (found === undefined) return;
      expect(refereeLifted(liftWordChain(found, fastWords))).toMatchObject({ agrees: true, cost: chainTotal(found.words) });
      const way = finishedRows(rows, k, n, fastWords) <= besideSums(rows, k, n, fastWords) ? "column" : "entry";
      seen.add(`${way} ${m % rows === 0 ? "alike" : "lower"}`);
    }),
    { ...parameters(400), seed: 5 },
  );
  expect([...seen].sort()).toEqual(["column alike", "column lower", "entry alike", "entry lower"]);
});

test("A and E just larger than the memory: with D narrower than B, D passes twice and B once", () => {
  const [m, k, l, n] = [128, 96, 8192, 32];
  const workload = chainWorkload({ m, k, l, n });
  const found = wordChains(workload, m * (k + n)).find(({ id }) => id === "chain-partly-stored");
  // 98 words beside A and E: sums of four rows.
  const stored = 4 * l;
  expect(found?.words).toEqual({
    a: BigInt(m * k),
    b: BigInt(k * l),
    hStores: BigInt(stored),
    hLoads: BigInt(stored),
    d: BigInt(2 * l * n),
    eLoads: 0n,
    eStores: BigInt(m * n),
  });
});

test("a height that is none of the chain's is refused", () => {
  const workload = chainWorkload({ m: 4, k: 2, l: 3, n: 2 });
  for (const rows of [0, 5, 1.5]) expect(() => partlyStoredChain(workload, 12, rows)).toThrow("rows: expected 1 to 4");
});
