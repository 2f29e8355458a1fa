import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chainWorkload } from "../../src/computation/chain.js";
import { pieceOf, piecesChain } from "../../src/schedules/two-level/chain/row-pieces.js";
import { describeWordChain, wordChains } from "../../src/schedules/two-level/chain/schedules.js";
import { counted } from "../properties/arbitraries.js";
import { expectChainRefereed } from "./refereed.js";

test("the referee confirms every move and the cost, both ways to make H; no bound is above it", () => {
  const seen = new Set<string>();
  const random = fc.record({
    m: fc.integer({ min: 3, max: 30 }),
    k: fc.integer({ min: 1, max: 4 }),
    l: fc.integer({ min: 1, max: 7 }),
    n: fc.integer({ min: 2, max: 9 }),
    spare: fc.nat(120),
  });
  fc.assert(
    fc.property(random, ({ spare, ...extents }) => {
      const workload = chainWorkload(extents);
      const fastWords = workload.k + workload.n + 3 + spare;
      const found = piecesChain(workload, fastWords);
      if (found === undefined) return;
      expectChainRefereed(found, fastWords);
      const { rows, panels, pieces, handed, entriesStay } = found;
      const further = workload.m - panels * rows;
      seen.add(entriesStay ? "entries" : "again").add(further > 1 ? "several rows" : "one row");
      seen.add(pieces > 2 ? "three pieces" : "two pieces").add(further * pieces < panels ? "panels without" : "a piece in each");
      if (handed[0] > 0) seen.add("handed over beside pieces");
      if (handed[1] > handed[0]) seen.add("more handed over without");
      if (workload.n % pieces > 0) seen.add("uneven pieces");
    }),
    { ...counted(260), seed: 2 },
  );
  expect(seen.size, [...seen].join()).toBe(11);
});

test("64√S rows, k = n = 0.625√S: 81 panels of 101 rows, 11 further rows in two pieces each", () => {
  const [m, k, l, n, fastWords] = [8192, 80, 8192, 80, 16_384];
  const found = wordChains(chainWorkload({ m, k, l, n }), fastWords).at(-1);
  expect(found && describeWordChain(found)).toEqual({ id: "chain-row-pieces", rows: 101, panels: 81, pieces: 2, handed: "9-14" });
  // Of 224 words left beside whole rows a piece takes 120; 22 panels have one.
  const columns = 81 * l - 22 * 9 - 58 * 14;
  expect(found?.words).toEqual({
    a: BigInt(m * k + 11 * k),
    b: BigInt(columns * k),
    hLoads: 0n,
    hStores: 0n,
    d: BigInt(columns * n),
    eLoads: 0n,
    eStores: BigInt(m * n),
  });
});

test("pieces of a further row cover its columns of E once", () => {
  const found = piecesChain(chainWorkload({ m: 8192, k: 144, l: 8192, n: 48 }), 16_384);
  if (found === undefined) throw new Error("no pieces");
  const covered = new Map<number, number[]>();
  for (let panel = 0; panel < found.panels; panel++) {
    const piece = pieceOf(found, panel);
    if (piece === undefined) continue;
    const of = covered.get(piece.row) ?? [];
    for (let j = piece.from; j < piece.past; j++) of.push(j);
    covered.set(piece.row, of);
  }
  expect([...covered.keys()]).toEqual(
    Array.from({ length: 8192 - found.panels * found.rows }, (_, x) => found.panels * found.rows + x),
  );
  for (const columns of covered.values()) expect(columns).toEqual(Array.from({ length: 48 }, (_, j) => j));
});
