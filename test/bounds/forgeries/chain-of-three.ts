import type { MultilayerInstance } from "../../../src/bounds/certificates/multilayer.js";

export const chain = (
  m: bigint,
  widths: readonly bigint[],
  capacity: bigint,
  memories = 1n,
  partial = 4n,
): MultilayerInstance => ({
  extents: { m, widths },
  weights: { operand: 2n, between: 2n, partial, output: 2n },
  capacity,
  memories,
});

/** m·w(q−1)·wq, q = 1, …, p. */
export const productsOf = ({ extents: { m, widths } }: MultilayerInstance, p: number): bigint =>
  widths.slice(1, p + 1).reduce((sum, own, q) => sum + m * own * (widths[q] as bigint), 0n);
