import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordChain } from "../../src/lift/two-level/chain.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { wordChains } from "../../src/schedules/two-level/chain/schedules.js";
import { slicePartsChain } from "../../src/schedules/two-level/chain/slice-parts.js";
import { chainTotal } from "../../src/schedules/two-level/chain/words.js";
import { counted } from "../properties/arbitraries.js";

test("the referee confirms every move and the cost, both ways to make H; no bound is above it", () => {
  const seen = new Set<string>();
  const side = fc.integer({ min: 2, max: 8 });
  const random = fc.tuple(fc.integer({ min: 3, max: 24 }), side, fc.integer({ min: 2, max: 6 }), side, fc.nat(120));
  fc.assert(
    fc.property(random, ([m, k, l, n, spare]) => {
      const workload = chainWorkload({ m, k, l, n });
      const fastWords = k + n + 3 + spare;
      const found = slicePartsChain(workload, fastWords);
      if (found === undefined) return;
      const cost = chainTotal(found.words);
      expect(refereeLifted(liftWordChain(found, fastWords))).toMatchObject({ agrees: true, cost });
      for (const bound of boundWorkload(workload, abstractMachine(fastWords)).bounds)
        if (bound.scope === "total") expect(bound.value <= cost, bound.id).toBe(true);
      for (const { rows, width, count } of found.parts) {
        seen.add(found.front * k + rows * (k + width + 1) + 1 <= fastWords ? "entries" : "again");
        if (count > 1) seen.add("several panels");
      }
    }),
    { ...counted(170), seed: 3 },
  );
  expect([...seen].sort()).toEqual(["again", "entries", "several panels"]);
});

test("attention of 4096 keys, d = 64, on an A100's SM: one full panel, one in halves of O, and 71 columns of K that stay", () => {
  const [N, d, fastWords] = [4096, 64, 229_376];
  const found = wordChains(chainWorkload({ m: N, k: d, l: N, n: d }), fastWords).at(-1);
  expect(found).toMatchObject({
    id: "chain-slice-parts",
    parts: [
      { count: 1, width: 64 },
      { count: 1, width: 32 },
    ],
    front: 71,
  });
  const [rows, once] = [N * d, 2 * 71 * d];
  expect(found?.words).toMatchObject({ a: BigInt(rows), b: BigInt(3 * rows - once), d: BigInt(2 * rows), eStores: BigInt(rows) });
});
