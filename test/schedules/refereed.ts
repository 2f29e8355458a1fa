import { expect } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordChain } from "../../src/lift/two-level/chain.js";
import { liftWordGemm } from "../../src/lift/two-level/gemm.js";
import { abstractMachine } from "../../src/machines/registry.js";
import type { WordChain } from "../../src/schedules/two-level/chain/schedules.js";
import { chainTotal } from "../../src/schedules/two-level/chain/words.js";
import type { WordProduct } from "../../src/schedules/two-level/gemm/schedules.js";
import { productTotal } from "../../src/schedules/two-level/gemm/schedules.js";

/** The referee confirms every move of a product's schedule and its cost, and no bound is above it. */
export function expectProductRefereed(schedule: WordProduct, fastWords: number): void {
  const cost = productTotal(schedule);
  expect(refereeLifted(liftWordGemm(schedule, fastWords))).toMatchObject({ agrees: true, cost });
  expectBoundsBelow(schedule.workload, fastWords, cost);
}

/** The same for a chain. */
export function expectChainRefereed(schedule: WordChain, fastWords: number): void {
  const cost = chainTotal(schedule.words);
  expect(refereeLifted(liftWordChain(schedule, fastWords))).toMatchObject({ agrees: true, cost });
  expectBoundsBelow(schedule.workload, fastWords, cost);
}

function expectBoundsBelow(workload: WordProduct["workload"] | WordChain["workload"], fastWords: number, cost: bigint): void {
  for (const bound of boundWorkload(workload, abstractMachine(fastWords)).bounds)
    if (bound.scope === "total") expect(bound.value <= cost, bound.id).toBe(true);
}
