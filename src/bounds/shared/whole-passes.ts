import { ceilDivide, floorSquareRoot } from "../../exact/integer.js";

/** Lines of a matrix, each of them a word of so many bytes (or words). */
export interface Lines {
  readonly count: bigint;
  readonly weight: bigint;
}

/** Slices of one kind, each with a matrix of the words of the resident array. */
export interface SlicesOfKind {
  readonly slices: bigint;
  /** Lines are words of the two other arrays. */
  readonly rows: Lines;
  readonly columns: Lines;
  /** Weight of the rows that each slice has for nothing: an accumulator's first interval. */
  readonly free: bigint;
}

/** What a slice pays is counted in these parts of a byte, rounded down. */
const PARTS_BITS = 20n;

/**
 * What all slices pay where memories of `fits` words of the resident array see it, weights counted `times` over, and the stores beside.
 * Undefined where less than one memory is filled, or nothing is paid.
 */
export function wholePasses(kinds: readonly SlicesOfKind[], fits: bigint, times: bigint, stores: bigint): bigint | undefined {
  // Not one word fits where the memory is smaller than every size.
  if (fits < 1n || kinds.every(({ rows, columns }) => rows.count * columns.count < fits)) return undefined;
  let paid = 0n;
  for (const { slices, rows, columns, free } of kinds)
    paid += slices * (leastOfParts(rows, columns, fits) - (free << PARTS_BITS));
  return paid <= 0n ? undefined : ceilDivide(paid, times << PARTS_BITS) + stores;
}

/**
 * p·φ(fits) + φ(what is left over): the least weight of rows and columns, each counted once in every part of the matrix in which it has
 * cells, when no part has more cells than fit (proofs/gemm-whole-passes.md, sections 3 and 4).
 */
function leastOfParts(rows: Lines, columns: Lines, fits: bigint): bigint {
  const cells = rows.count * columns.count;
  const whole = cells / fits;
  return whole * cover(rows, columns, fits) + cover(rows, columns, cells - whole * fits);
}

/** φ: the least weight of real rows and columns, no more than there are, whose product is `cells`. */
function cover(rows: Lines, columns: Lines, cells: bigint): bigint {
  if (cells * rows.weight > columns.weight * columns.count ** 2n) return all(columns, rows, cells);
  if (cells * columns.weight > rows.weight * rows.count ** 2n) return all(rows, columns, cells);
  return floorSquareRoot((4n * rows.weight * columns.weight * cells) << (2n * PARTS_BITS));
}

/** All lines of one kind, and of the other what that leaves. */
function all(lines: Lines, others: Lines, cells: bigint): bigint {
  return ((lines.weight * lines.count ** 2n + others.weight * cells) << PARTS_BITS) / lines.count;
}
