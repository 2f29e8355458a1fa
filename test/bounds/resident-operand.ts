import * as fc from "fast-check";
import { expect } from "vitest";
import type { ProductInstance } from "../../src/bounds/certificates/gemm.js";
import { parameters } from "../properties/arbitraries.js";
import { cheapest, instance } from "./two-level-products.js";

/** What theorems of an operand that stays in memory are held against. */

type Prove = (instance: ProductInstance) => { readonly value: bigint } | undefined;

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
