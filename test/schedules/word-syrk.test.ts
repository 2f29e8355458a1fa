import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { bestBounds } from "../../src/bounds/prove.js";
import { einsumWorkload } from "../../src/computation/einsum.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordSyrk } from "../../src/lift/two-level/syrk.js";
import { abstractMachine } from "../../src/machines/registry.js";
import type { WordSyrk } from "../../src/schedules/two-level/gemm/syrk.js";
import { bothOrders, symmetricProduct, wordSyrks, wordSyrkTotal } from "../../src/schedules/two-level/gemm/syrk.js";
import { RowDealer } from "../../src/schedules/two-level/row-sets.js";
import { counted, parameters } from "../properties/arbitraries.js";

const TEXTS: readonly string[] = [
  "C[i,j] += A[i,k] * A[j,k]",
  "C[j,i] += A[i,k] * A[j,k]",
  "C[i,j] += A[k,i] * A[k,j]",
  "G[a,b] += X[a,t] * X[b,t]",
];

function schedules(text: string, size: number, depth: number, fastWords: number): readonly WordSyrk[] {
  const indices = [...new Set([...text.matchAll(/[a-z](?=[,\]])/g)].map(([index]) => index))];
  const [, , inner = ""] = indices;
  const extents = Object.fromEntries(indices.map((index) => [index, index === inner ? depth : size]));
  const workload = einsumWorkload({ text, extents });
  const product = symmetricProduct(workload);
  if (product === undefined) throw new Error(`${text} is not read`);
  return wordSyrks(workload, product, fastWords);
}

test("the moves are legal within S words and cost exactly what the schedules count", () => {
  const cuts = new Set<string>();
  fc.assert(
    fc.property(
      fc.constantFrom(...TEXTS),
      fc.integer({ min: 1, max: 24 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 4, max: 40 }),
      (text, size, depth, fastWords) => {
        for (const schedule of schedules(text, size, depth, fastWords)) {
          cuts.add(schedule.id === "held-rows" ? schedule.id : new RowDealer(bothOrders(fastWords)).deal(size).cut.kind);
          const lifted = liftWordSyrk(schedule);
          expect(refereeLifted(lifted)).toMatchObject({ agrees: true, cost: lifted.replayed });
        }
      },
    ),
    { ...counted(15), seed: 11 },
  );
  expect([...cuts].sort()).toEqual(["held-rows", "lines", "pairs", "plane", "whole"]);
});

test("no bound is above them", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3000 }),
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 4, max: 5000 }),
      (size, depth, fastWords) => {
        for (const schedule of schedules("C[i,j] += A[i,k] * A[j,k]", size, depth, fastWords)) {
          const best = bestBounds(boundWorkload(schedule.workload, abstractMachine(fastWords)).bounds).get("slow-fast");
          expect((best?.value ?? 0n) <= wordSyrkTotal(schedule), `${best?.value} > ${schedule.id}`).toBe(true);
        }
      },
    ),
    parameters(20),
  );
});

test("the constant of an array read twice is met: n²m/√S for all of C, within 3 % at n = m = 19900", () => {
  const [sets] = schedules("C[i,j] += A[i,k] * A[j,k]", 19_900, 19_900, 10_000);
  if (sets === undefined) throw new Error("no schedule");
  const best = bestBounds(boundWorkload(sets.workload, abstractMachine(10_000)).bounds).get("slow-fast")?.value ?? 1n;
  expect(Number(wordSyrkTotal(sets)) / Number(best)).toBeLessThan(1.03);
  expect(Number(wordSyrkTotal(sets)) / (19_900 ** 3 / 100)).toBeLessThan(1.03);
});

test("other statements are none of these", () => {
  const extents = { i: 4, j: 4, k: 4 };
  for (const text of [
    "C[i,j] += A[i,k] * B[j,k]",
    "C[i,j] += A[i,k] * A[k,j]",
    "C[i,k] += A[i,j] * A[i,k]",
    "C[i] += A[i,k] * A[j,k]",
  ]) {
    expect(symmetricProduct(einsumWorkload({ text, extents }))).toBeUndefined();
  }
});
