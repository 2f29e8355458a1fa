import { expect } from "vitest";
import { boundWorkload } from "../../src/bounds/document.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { liftWordChain } from "../../src/replay/lift-word-chain.js";
import { liftWordGemm } from "../../src/replay/lift-word-gemm.js";
import { refereeLifted } from "../../src/replay/lifted.js";
import { chainTotal } from "../../src/schedules/chain-words.js";
import type { WordChain } from "../../src/schedules/word-chain.js";
import type { WordProduct } from "../../src/schedules/word-gemms.js";
import { productTotal } from "../../src/schedules/word-gemms.js";

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
