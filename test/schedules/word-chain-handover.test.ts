import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chainWorkload } from "../../src/computation/chain.js";
import { panelHandoverChain } from "../../src/schedules/two-level/chain/panel-handover.js";
import { wordChains } from "../../src/schedules/two-level/chain/schedules.js";
import { counted } from "../properties/arbitraries.js";
import { expectChainRefereed } from "./refereed.js";

test("the referee confirms every move and the cost, both ways to make H; no bound is above it", () => {
  const seen = new Set<string>();
  const side = fc.integer({ min: 1, max: 7 });
  const random = fc.tuple(fc.integer({ min: 2, max: 16 }), side, fc.integer({ min: 2, max: 14 }), side, fc.nat(90));
  fc.assert(
    fc.property(random, ([m, k, l, n, spare]) => {
      const workload = chainWorkload({ m, k, l, n });
      const fastWords = k + n + 3 + spare;
      const found = panelHandoverChain(workload, fastWords);
      if (found === undefined) return;
      expectChainRefereed(found, fastWords);
      const { rows, handed, front, back } = found;
      seen.add(rows * (k + n) + front * k + back * n + rows + 1 <= fastWords ? "entries" : "again");
      seen.add(handed > 1 ? "several columns" : "one column").add(handed < rows ? "rows alone" : "all rows together");
      seen.add(m > 2 * rows ? "three panels" : "two panels").add(m % rows > 0 ? "a lower panel" : "equal panels");
      if (front > 0) seen.add(back > 0 ? "slice of both" : "slice of B");
    }),
    { ...counted(130), seed: 3 },
  );
  expect(seen.size).toBe(12);
});

test("attention, N = 4096, d = 128, the memory of a b200's SM: three panels hand over 128 columns beside a slice of K", () => {
  const [rows, dim, fastWords] = [4096, 128, 393_216];
  const found = wordChains(chainWorkload({ m: rows, k: dim, l: rows, n: dim }), fastWords).at(-1);
  // Of 393216 words 1366 rows leave 43520; h² + h of them for the columns that are handed over, the others for the slice.
  const [handed, slice] = [127, Math.floor((43_520 - 127 * 128) / dim)];
  expect(found).toMatchObject({ id: "chain-panel-handover", rows: 1366, handed, front: slice, back: 0 });
  expect(found?.words).toEqual({
    a: BigInt(rows * dim),
    b: BigInt(dim * (3 * rows - 2 * (handed + slice))),
    hLoads: 0n,
    hStores: 0n,
    d: BigInt(dim * (3 * rows - 2 * handed)),
    eLoads: 0n,
    eStores: BigInt(rows * dim),
  });
});
