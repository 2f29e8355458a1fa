import { floorSquareRoot } from "../../exact/integer.js";

/** Lines of a matrix, each of them a word of so many bytes (or words). */
export interface Lines {
  readonly count: bigint;
  readonly weight: bigint;
}

/** What a slice pays is counted in these parts of a byte, rounded down. */
export const PARTS_BITS = 20n;

/**
 * p·φ(fits) + φ(what is left over): the least weight of rows and columns, each counted once in every part of the matrix in which it has
 * cells, when no part has more cells than fit (proofs/gemm-whole-passes.md).
 */
export function leastOfParts(rows: Lines, columns: Lines, fits: bigint): bigint {
  const cells = rows.count * columns.count;
  const whole = cells / fits;
  return whole * cover(rows, columns, fits) + cover(rows, columns, cells - whole * fits);
}

/** φ: the least weight of real rows and columns, no more than there are, whose product is `cells`. */
export function cover(rows: Lines, columns: Lines, cells: bigint): bigint {
  if (cells * rows.weight > columns.weight * columns.count ** 2n) return all(columns, rows, cells);
  if (cells * columns.weight > rows.weight * rows.count ** 2n) return all(rows, columns, cells);
  return floorSquareRoot((4n * rows.weight * columns.weight * cells) << (2n * PARTS_BITS));
}

/** All lines of one kind, and of the other what that leaves. */
function all(lines: Lines, others: Lines, cells: bigint): bigint {
  return ((lines.weight * lines.count ** 2n + others.weight * cells) << PARTS_BITS) / lines.count;
}

/** Lines of weight 1, at most `room` at a time, that meet in so many cells: 2√cells, from (room − 1)² on room − 1 + cells/(room − 1). */
export function coverOfFew(cells: bigint, room: bigint): bigint {
  const others = room - 1n;
  if (cells <= others * others) return floorSquareRoot((4n * cells) << (2n * PARTS_BITS));
  return ((others * others + cells) << PARTS_BITS) / others;
}
