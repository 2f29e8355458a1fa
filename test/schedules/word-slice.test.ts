import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import type { Workload } from "../../src/computation/workload.js";
import type { LiftedReplay } from "../../src/lift/lifted.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordChain } from "../../src/lift/two-level/chain.js";
import { liftWordFfn } from "../../src/lift/two-level/ffn.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { chainStrips, sliceChain } from "../../src/schedules/two-level/chain/slice-stays.js";
import type { Slice, StripExtents } from "../../src/schedules/two-level/chain/strips.js";
import { besideEntries } from "../../src/schedules/two-level/chain/strips.js";
import { chainTotal } from "../../src/schedules/two-level/chain/words.js";
import { ffnStrips, sliceFfn } from "../../src/schedules/two-level/ffn/schedules.js";
import { counted } from "../properties/arbitraries.js";

const side = fc.integer({ min: 1, max: 7 });

function confirmed(workload: Workload, lifted: LiftedReplay, cost: bigint, fastWords: number): void {
  expect(refereeLifted(lifted)).toMatchObject({ agrees: true, cost });
  for (const bound of boundWorkload(workload, abstractMachine(fastWords)).bounds)
    if (bound.scope === "total") expect(bound.value <= cost, bound.id).toBe(true);
}

function kindsOf({ rows, width, front, back }: Slice, { m, k, l, n, sums }: StripExtents, fastWords: number): string[] {
  const held = rows * (k + width) + front * k * sums + back * n;
  return [
    rows < m ? "panels" : "one panel",
    width < n ? "blocks" : "one block",
    held + besideEntries(sums, rows) <= fastWords ? "entries" : "weights",
    front === 0 ? "no slice" : back === 0 ? "of the first" : front === l ? "all of the first, of the second" : "of both",
  ];
}

const KINDS = ["panels", "one panel", "blocks", "one block", "entries", "weights", "no slice", "of the first", "of both"];
const ALL = [...KINDS, "all of the first, of the second"].sort();

test("chains: the referee confirms every move and the cost; no bound is above it", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(side, side, side, side, fc.integer({ min: 3, max: 100 }), (m, k, l, n, fastWords) => {
      const workload = chainWorkload({ m, k, l, n });
      const found = sliceChain(workload, fastWords);
      if (found === undefined) return;
      confirmed(workload, liftWordChain(found, fastWords), chainTotal(found.words), fastWords);
      for (const kind of kindsOf(found.slice, chainStrips(workload), fastWords)) seen.add(kind);
    }),
    { ...counted(150), seed: 4 },
  );
  expect([...seen].sort()).toEqual(ALL);
});

test("gated blocks: the referee confirms every move and the cost; no bound is above it", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(side, side, side, fc.integer({ min: 4, max: 120 }), (tokens, model, hidden, fastWords) => {
      const workload = ffnWorkload({ tokens, model, hidden, gated: true });
      const found = sliceFfn(workload, fastWords);
      if (found === undefined) return;
      confirmed(workload, liftWordFfn(found, fastWords), found.total, fastWords);
      for (const kind of kindsOf(found.slice, ffnStrips(workload), fastWords)) seen.add(kind);
    }),
    { ...counted(50), seed: 4 },
  );
  expect([...seen].sort()).toEqual(ALL);
});

test("attention, N = 4096, d = 64, the memory of a b200's SM: two panels of 2048 rows leave room for a quarter of K and V", () => {
  const [rows, dim, fastWords] = [4096, 64, 393_216];
  const workload = chainWorkload({ m: rows, k: dim, l: rows, n: dim });
  const found = sliceChain(workload, fastWords);
  // 66 words beside the rows: a column of K, a word of V, an entry of H.
  const words = fastWords - 2048 * 128 - 66;
  const [keys, values] = [Math.floor(words / dim), 0];
  expect(found?.slice).toEqual({ rows: 2048, width: dim, front: keys, back: values });
  expect(found?.words).toMatchObject({ b: BigInt(dim * (2 * rows - keys)), d: BigInt(2 * rows * dim) });
});

test("Qwen2.5 7B, 8192 tokens, the chip of an a100: X stays for two blocks of Y's columns, and Wd passes once", () => {
  const [tokens, model, hidden, fastWords] = [8192, 3584, 18_944, 45_744_128];
  const found = sliceFfn(ffnWorkload({ tokens, model, hidden, gated: true }), fastWords);
  expect(found?.slice).toMatchObject({ rows: tokens, width: model / 2, back: 0 });
  const columns = Math.floor((fastWords - tokens * ((3 * model) / 2) - (2 * model + 3)) / (2 * model));
  expect(found?.words).toEqual({
    x: BigInt(tokens * model),
    front: BigInt(2 * model * (2 * hidden - columns)),
    unfinished: 0n,
    hStores: 0n,
    hLoads: 0n,
    yLoads: 0n,
    wd: BigInt(hidden * model),
    y: BigInt(tokens * model),
  });
});
