import { ceilDivide, floorSquareRoot } from "../../exact/integer.js";
import type { ProductInstance } from "../certificates/gemm.js";

/** Fraction bits of panel weights: they are rounded down to multiples of 2^-32. */
const SCALE = 1n << 32n;

/** ⌈⌊outputs/largest⌋·f(largest) + f(outputs mod largest)⌉: the least panels of blocks of at most `largest` outputs that own `outputs`. */
export function panelsOfBlocks(instance: ProductInstance, outputs: bigint, largest: bigint): bigint {
  const scaled = (outputs / largest) * scaledPanels(instance, largest) + scaledPanels(instance, outputs % largest);
  return ceilDivide(scaled, SCALE);
}

/** floor(2^32 · f(x)): the least weight of r rows of A and c columns of B with r·c ≥ x, r ≤ m, c ≤ n. */
function scaledPanels({ extents, weights }: ProductInstance, x: bigint): bigint {
  const { m, n, k } = extents;
  const [row, column] = [k * weights.a, k * weights.b];
  if (column * x > row * m * m) return (SCALE * (row * m * m + column * x)) / m;
  if (row * x > column * n * n) return (SCALE * (column * n * n + row * x)) / n;
  return floorSquareRoot(4n * row * column * x * SCALE * SCALE);
}
