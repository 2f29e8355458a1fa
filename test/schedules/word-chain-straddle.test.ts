import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chainWorkload } from "../../src/computation/chain.js";
import { straddlingChain } from "../../src/schedules/two-level/chain/straddling-rows.js";
import { counted } from "../properties/arbitraries.js";
import { expectChainRefereed } from "./refereed.js";

test("the referee confirms every move and the cost, both ways to make H; no bound is above it", () => {
  const seen = new Set<string>();
  const side = fc.integer({ min: 1, max: 9 });
  const random = fc.tuple(fc.integer({ min: 3, max: 24 }), side, fc.integer({ min: 1, max: 4 }), side, fc.nat(120));
  fc.assert(
    fc.property(random, ([m, k, l, n, spare]) => {
      const workload = chainWorkload({ m, k, l, n });
      const fastWords = k + n + 3 + spare;
      const found = straddlingChain(workload, fastWords);
      if (found === undefined) return;
      expectChainRefereed(found, fastWords);
      const further = m - found.panels * found.rows;
      seen.add(found.entriesStay ? "entries" : "again").add(further > 1 ? "several" : "one");
      if (found.withA > 1) seen.add("A of several in a panel");
      if (found.withE > 1 && further > 1) seen.add("E of several in a panel");
    }),
    { ...counted(170), seed: 2 },
  );
  expect([...seen].sort()).toEqual(["A of several in a panel", "E of several in a panel", "again", "entries", "one", "several"]);
});

test("64√S rows, k = 1.125√S, n = 0.375√S: a panel less than whole rows need, for H of 44 rows", () => {
  const [m, k, l, n, fastWords] = [8192, 144, 8192, 48, 16_384];
  const found = straddlingChain(chainWorkload({ m, k, l, n }), fastWords);
  // 84 rows take 16128 words, their entries and a word that passes 85; 171 are left, for A of a row or E of three.
  expect(found).toMatchObject({ id: "chain-straddling-rows", rows: 84, panels: 97, withA: 1, withE: 3, entriesStay: true });
  const further = BigInt((m - 97 * 84) * l);
  expect(found?.words).toEqual({
    a: BigInt(m * k),
    b: BigInt(97 * k * l),
    hLoads: further,
    hStores: further,
    d: BigInt(97 * l * n),
    eLoads: 0n,
    eStores: BigInt(m * n),
  });
});
