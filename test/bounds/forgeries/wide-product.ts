import type { ChainInstance } from "../../../src/bounds/certificates/chain.js";
import type { ProductInstance } from "../../../src/bounds/certificates/gemm.js";

/** fp32 accumulators of 16-bit words: the unit of all sizes is 2 bytes, and an accumulator is more than one. */
export const WIDE = { a: 2n, b: 2n, partial: 4n, output: 2n } as const;

export const wide = (m: bigint, n: bigint, k: bigint, capacity: bigint, memories = 1n): ProductInstance => ({
  extents: { batch: 1n, m, n, k },
  weights: WIDE,
  capacity,
  memories,
});

type Sides = Readonly<Record<"m" | "k" | "l" | "n", bigint>>;

/** A chain of the same sizes, H as wide as an operand. */
export const wideChain = (sides: Sides, capacity: bigint, memories = 1n): ChainInstance => ({
  extents: { batch: 1n, ...sides, pairs: sides.m * sides.l, factors: 1n },
  weights: { ...WIDE, h: 2n, d: 2n },
  capacity,
  memories,
});
