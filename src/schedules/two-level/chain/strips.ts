import { bigints, ceilDivide } from "../../../exact/integer.js";

/** What strips of rows take and move: of a chain, or of a gated block, whose front has two weights and two sums for an entry of H. */
export interface StripExtents {
  /** Rows of A and E, or of X and Y. */
  readonly m: number;
  /** Words of a row of A. */
  readonly k: number;
  /** Words of the first weights that make a column of H: k, or 2k. */
  readonly front: number;
  /** Columns of H. */
  readonly l: number;
  /** Columns of E. */
  readonly n: number;
  /** Sums that become an entry of H: 1, or 2. */
  readonly sums: number;
}

/** Panels of rows, each over blocks of columns of E, beside a slice of the weights that is loaded once for all of them. */
export interface Slice {
  /** Rows of a panel. */
  readonly rows: number;
  /** Columns of E in a block. */
  readonly width: number;
  /** Columns of H, from the first, whose first weights stay; and whose rows of the second weights do. */
  readonly front: number;
  readonly back: number;
}

/** Blocks of E's columns, and numbers of panels beyond the fewest, that are tried. */
const BLOCKS_TRIED = 64;
const PANELS_TRIED = 16;

/**
 * The cheapest panels and blocks, with as many of the weights as fit beside them. Undefined where one panel with all of E's columns
 * fits, or none does.
 */
export function cheapestSlice(extents: StripExtents, fastWords: number): Slice | undefined {
  const { m, n } = extents;
  const widths = new Set<number>();
  for (let blocks = 1; blocks <= Math.min(n, BLOCKS_TRIED); blocks++) widths.add(Math.ceil(n / blocks));
  let best: { readonly slice: Slice; readonly moved: bigint } | undefined;
  for (const width of widths) {
    const most = rowsBeside(extents, width, fastWords);
    if (most < 1) continue;
    const fewest = Math.ceil(m / most);
    for (let panels = fewest; panels <= Math.min(m, fewest + PANELS_TRIED); panels++) {
      const slice = sliceBeside(extents, Math.ceil(m / panels), width, fastWords);
      if (slice === undefined) continue;
      const { front, back } = sliceWeights(extents, slice);
      if (best === undefined || front + back < best.moved) best = { slice, moved: front + back };
    }
  }
  return best?.slice;
}

/**
 * Words beside the rows and their sums while a column of H is made and used: all its entries and one word that passes, or its
 * weights, a word of a row of D and one entry that is made again for each.
 */
export function besideStrip({ front, sums }: Pick<StripExtents, "front" | "sums">, rows: number): number {
  return Math.min(besideEntries(sums, rows), front + 1 + sums);
}

/** With all entries of the column. */
export function besideEntries(sums: number, rows: number): number {
  return sums * rows + 1;
}

/** The most rows that fit with sums of `width` columns of E. */
function rowsBeside({ k, front, sums }: StripExtents, width: number, fastWords: number): number {
  const withEntries = Math.floor((fastWords - 1) / (k + width + sums));
  return Math.max(withEntries, Math.floor((fastWords - front - 1 - sums) / (k + width)));
}

/** First weights before second: with one block of columns either saves as much a word, with several the first save more. */
function sliceBeside({ m, k, l, n, ...beside }: StripExtents, rows: number, width: number, fastWords: number): Slice | undefined {
  const free = fastWords - rows * (k + width) - besideStrip(beside, rows);
  if (free < 0 || (rows === m && width === n)) return undefined;
  const front = Math.min(l, Math.floor(free / beside.front));
  const back = rows === m ? 0 : Math.min(l, Math.floor((free - front * beside.front) / n));
  return { rows, width, front, back };
}

/** Words of the first weights and of the second that are loaded: in every panel the first once a block, the second once, less the slice. */
export function sliceWeights(extents: StripExtents, slice: Slice): { readonly front: bigint; readonly back: bigint } {
  const [m, l, n, column] = bigints(extents.m, extents.l, extents.n, extents.front);
  const panels = ceilDivide(m, BigInt(slice.rows));
  const passes = panels * ceilDivide(n, BigInt(slice.width));
  return {
    front: column * (passes * l - (passes - 1n) * BigInt(slice.front)),
    back: n * (panels * l - (panels - 1n) * BigInt(slice.back)),
  };
}

/** The parameters as documents print them. */
export function describeSlice({ rows, width, front, back }: Slice): Readonly<Record<string, string | number>> {
  return { rows, width, slice: `${front}+${back}` };
}
