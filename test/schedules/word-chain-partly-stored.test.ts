import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chainWorkload } from "../../src/computation/chain.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordChain } from "../../src/lift/two-level/chain.js";
import { partlyStoredChain } from "../../src/schedules/two-level/chain/partly-stored.js";
import { wordChains } from "../../src/schedules/two-level/chain/schedules.js";
import { chainStrips } from "../../src/schedules/two-level/chain/slice-stays.js";
import { rowsInCorner } from "../../src/schedules/two-level/chain/stored-corner.js";
import { besideEntries } from "../../src/schedules/two-level/chain/strips.js";
import { chainTotal } from "../../src/schedules/two-level/chain/words.js";
import { counted } from "../properties/arbitraries.js";

test("the referee confirms strips that store H of some rows, both ways to make H, with panels alike and a lower last one", () => {
  const side = fc.integer({ min: 1, max: 5 });
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 9 }), side, side, side, fc.nat(), fc.nat(), (m, k, l, n, pick, spare) => {
      const rows = 1 + (pick % m);
      const fastWords = rows * k + 3 + (spare % (rows * n + k + rows));
      const width = 1 + (((pick / m) | 0) % n);
      const workload = chainWorkload({ m, k, l, n });
      const found = partlyStoredChain(workload, fastWords, rows, width);
      if (found === undefined) return;
      expect(refereeLifted(liftWordChain(found, fastWords))).toMatchObject({ agrees: true, cost: chainTotal(found.words) });
      const corner = rowsInCorner(chainStrips(workload), rows, width, fastWords) * width;
      const way = rows * (k + n) - corner + besideEntries(1, rows) <= fastWords ? "column" : "entry";
      seen.add(`${way} ${m % rows === 0 ? "alike" : "lower"}`).add(width < n ? "some columns" : "all columns");
    }),
    { ...counted(130), seed: 5 },
  );
  expect([...seen].sort()).toEqual(["all columns", "column alike", "column lower", "entry alike", "entry lower", "some columns"]);
});

test("A and E just larger than the memory: 14 columns of D pass twice and B once", () => {
  const [m, k, l, n] = [128, 96, 8192, 32];
  const workload = chainWorkload({ m, k, l, n });
  const found = wordChains(workload, m * (k + n)).find(({ id }) => id === "chain-partly-stored");
  // 98 words beside A and E: seven rows of 14 columns, 2·7 + 14 words a column of H; four of all 32 would take 40.
  expect(found).toMatchObject({ corner: { rows: m, width: 14 } });
  const stored = 7 * l;
  expect(found?.words).toEqual({
    a: BigInt(m * k),
    b: BigInt(k * l),
    hStores: BigInt(stored),
    hLoads: BigInt(stored),
    d: BigInt(l * (n + 14)),
    eLoads: 0n,
    eStores: BigInt(m * n),
  });
});

test("a height or a width that is none of the chain's is refused", () => {
  const workload = chainWorkload({ m: 4, k: 2, l: 3, n: 2 });
  for (const rows of [0, 5, 1.5]) expect(() => partlyStoredChain(workload, 12, rows)).toThrow("rows: expected 1 to 4");
  for (const width of [0, 3, 0.5]) expect(() => partlyStoredChain(workload, 12, 4, width)).toThrow("width: expected 1 to 2");
});
