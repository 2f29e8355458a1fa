import type { CheckedProduct } from "../shared/segment-check.js";

/** A product as the checker reads it where blocks of outputs fetch their rows and columns. */
export type PanelProduct = Omit<CheckedProduct, "c"> & { readonly output: bigint; readonly capacity: bigint };

const UNIT = 4294967296n;

/** The least bytes of the panels of blocks that own `outputs` together, each at most `most` of them. */
export function leastPanels(product: PanelProduct, outputs: bigint, most: bigint): bigint {
  const panels = (outputs / most) * panelWeight(product, most) + panelWeight(product, outputs % most);
  return (panels + UNIT - 1n) / UNIT;
}

/** In units of 2^-32, rounded down: least k·a·r + k·b·c with r·c ≥ x, r ≤ m, c ≤ n, at r = √(bx/a) or at the side that is too short. */
function panelWeight({ m, n, k, a, b }: PanelProduct, x: bigint): bigint {
  const rowsSuffice = b * x <= a * m * m;
  const columnsSuffice = a * x <= b * n * n;
  if (rowsSuffice && columnsSuffice) return wholeRoot(4n * a * b * x * (k * UNIT) ** 2n);
  return rowsSuffice ? (k * UNIT * (b * n * n + a * x)) / n : (k * UNIT * (a * m * m + b * x)) / m;
}

/** The largest whole number whose square is at most `value`, bit by bit. */
function wholeRoot(value: bigint): bigint {
  let root = 0n;
  for (let bit = 1n << BigInt(Math.ceil(value.toString(2).length / 2)); bit > 0n; bit >>= 1n) {
    if ((root + bit) * (root + bit) <= value) root += bit;
  }
  return root;
}
