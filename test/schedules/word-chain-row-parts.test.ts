import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chainWorkload } from "../../src/computation/chain.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordChain } from "../../src/lift/two-level/chain.js";
import { fusedChain } from "../../src/schedules/two-level/chain/fused.js";
import { rowPartsChain } from "../../src/schedules/two-level/chain/row-parts.js";
import type { WordChain } from "../../src/schedules/two-level/chain/schedules.js";
import { wordChains } from "../../src/schedules/two-level/chain/schedules.js";
import { chainTotal } from "../../src/schedules/two-level/chain/words.js";
import { counted, parameters } from "../properties/arbitraries.js";

test("the referee confirms both parts at the sum of their costs, the last a strip or a tile of H", () => {
  const side = fc.integer({ min: 1, max: 5 });
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 10 }), side, side, side, fc.integer({ min: 4, max: 60 }), (m, k, l, n, fastWords) => {
      const found = rowPartsChain(chainWorkload({ m, k, l, n }), fastWords);
      if (found === undefined) return;
      const [first, last] = found.parts;
      expect(first.workload.m + last.workload.m).toBe(m);
      expect(first.workload.m % first.rows).toBe(0);
      expect(refereeLifted(liftWordChain(found, fastWords))).toMatchObject({
        agrees: true,
        cost: chainTotal(first.words) + chainTotal(last.words),
      });
      seen.add(last.id);
    }),
    { ...counted(40), seed: 2 },
  );
  expect([...seen].sort()).toEqual(["chain-fused", "chain-recompute", "chain-tile-fused"]);
});

test("two panels hold 2047 of 4096 rows of attention each; the last part recomputes H once more instead of a third panel", () => {
  const [rows, dim] = [4096, 64];
  const workload = chainWorkload({ m: rows, k: dim, l: rows, n: dim });
  const cost = (schedule: Pick<WordChain, "words"> | undefined): bigint => chainTotal(schedule?.words ?? expect.fail("none"));
  const matrix = BigInt(rows * dim);
  expect(cost(fusedChain(workload, rows * dim, dim))).toBe((2n + 3n * 2n) * matrix);
  expect(cost(rowPartsChain(workload, rows * dim))).toBe((2n + 2n + 3n) * matrix);
});

test("parts are listed only where they move less than every schedule before them", () => {
  const side = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(side, side, side, side, fc.integer({ min: 3, max: 400 }), (m, k, l, n, fastWords) => {
      const schedules = wordChains(chainWorkload({ m, k, l, n }), fastWords);
      const parts = schedules.find(({ id }) => id === "chain-row-parts");
      if (parts === undefined) return;
      for (const other of schedules.slice(0, schedules.indexOf(parts))) {
        expect(chainTotal(parts.words) < chainTotal(other.words), other.id).toBe(true);
      }
    }),
    parameters(100),
  );
});
