import type { ProductInstance } from "../../src/bounds/certificates/gemm.js";
import { UNIT_WEIGHTS } from "../../src/bounds/gemm/shape.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { productTotal, wordGemms } from "../../src/schedules/two-level/gemm/schedules.js";

/** One product of words of size 1 before one memory of so many. */
export function instance(m: number, n: number, k: number, capacity: number): ProductInstance {
  const extents = { batch: 1n, m: BigInt(m), n: BigInt(n), k: BigInt(k) };
  return { extents, weights: UNIT_WEIGHTS, capacity: BigInt(capacity), memories: 1n };
}

/** What the cheapest schedule known here moves, loads and stores. */
export function cheapest(m: number, n: number, k: number, capacity: number): number {
  return Math.min(...wordGemms(gemmWorkload({ m, n, k }), capacity).map((schedule) => Number(productTotal(schedule))));
}
