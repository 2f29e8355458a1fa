import * as fc from "fast-check";
import { expect } from "vitest";
import type { ProductInstance } from "../../src/bounds/certificates/gemm.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import { expand } from "../../src/pebble/expand.js";
import { twoLevelGame } from "../../src/pebble/rules.js";
import { cheapestFound } from "../pebble/support/cheapest.js";
import { parameters, searching } from "../properties/arbitraries.js";
import { cheapest, instance } from "./textbook-products.js";

/** What theorems of an operand that stays in memory, and of the room beside it, are held against. */

export type Prove = (instance: ProductInstance) => { readonly value: bigint } | undefined;

/** Products with an operand of up to `side`², one memory to `memories` of it, and a third extent up to 100,000. */
export function expectBelowSchedules(prove: Prove, sizes: { side: number; memories: number }): void {
  const side = fc.integer({ min: 1, max: sizes.side });
  const digits = fc.double({ min: 0, max: 5, noNaN: true });
  const memories = fc.double({ min: 1, max: sizes.memories, noNaN: true });
  fc.assert(
    fc.property(side, side, digits, memories, fc.boolean(), (x, k, decimals, parts, turned) => {
      const long = Math.floor(10 ** decimals);
      const [m, n] = turned ? [long, x] : [x, long];
      const capacity = Math.max(4, Math.round((x * k) / parts));
      const value = prove(instance(m, n, k, capacity))?.value ?? 0n;
      expect(Number(value)).toBeLessThanOrEqual(cheapest(m, n, k, capacity));
    }),
    parameters(300),
  );
}

/** Small products of which something is claimed, before one memory or two, against pebblings found by search. */
export function expectBelowPebblings(prove: Prove, sizes: { m: readonly [number, number]; k: number; share: number }): void {
  const few = fc.record({
    m: fc.integer({ min: sizes.m[0], max: sizes.m[1] }),
    k: fc.integer({ min: 2, max: sizes.k }),
    share: fc.integer({ min: 40, max: sizes.share }),
  });
  const parts = fc.double({ min: 1, max: 2.5, noNaN: true });
  fc.assert(
    fc.property(few, parts, fc.constantFrom(1, 1, 2), ({ m, k, share }, part, memories) => {
      const n = Math.max(1, Math.floor((4 * share) / (m * k)));
      const capacity = Math.max(4, Math.round((m * k) / part));
      const certificate = prove({ ...instance(m, n, k, capacity), memories: BigInt(memories) });
      fc.pre(certificate !== undefined);
      const graph = expand(gemmComputation(gemmWorkload({ m, n, k })));
      const game = twoLevelGame(capacity, { sliding: true, recomputation: true, processors: memories });
      const { cost } = cheapestFound(graph, game, { trials: 3, vertices: 0 });
      expect(Number(certificate?.value)).toBeLessThanOrEqual(Math.min(cost, cheapest(m, n, k, capacity)));
    }),
    searching(20),
  );
}
