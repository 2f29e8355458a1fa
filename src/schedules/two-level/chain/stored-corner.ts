import { tileEstimate } from "./partly-fused.js";
import { besideStrip, type StripExtents } from "./strips.js";

/**
 * Panels of rows of A that stay with all sums of their rows of E but a corner's: those of the last `width` columns, for as many rows
 * as there is no room for. H of these rows is stored, and the corner is a product of its own that loads it.
 */
export interface StoredCorner {
  /** Rows of a panel. */
  readonly rows: number;
  /** Columns of E that the corners take, of every panel. */
  readonly width: number;
}

/** Rows of a panel whose last `width` columns of E are left, beside A and the other sums; all where the panel is beyond exact numbers. */
export function rowsInCorner(extents: StripExtents, height: number, width: number, fastWords: number): number {
  const words = height * (extents.k + extents.n);
  if (!Number.isSafeInteger(words)) return height;
  return Math.max(0, Math.ceil((words + besideStrip(extents, height) - fastWords) / width));
}

/** Rows in the corners of all panels. Undefined where a panel finishes none of its rows. */
export function rowsInCorners(extents: StripExtents, { rows, width }: StoredCorner, fastWords: number): number | undefined {
  const { m } = extents;
  const lowest = m % rows;
  const [ofRows, ofLowest] = [rowsInCorner(extents, rows, width, fastWords), rowsInCorner(extents, lowest, width, fastWords)];
  if ((m >= rows && ofRows >= rows) || (lowest > 0 && ofLowest >= lowest)) return undefined;
  return Math.floor(m / rows) * ofRows + (lowest > 0 ? ofLowest : 0);
}

/** Numbers of panels looked at, those whose exact cost decides, and widths on both sides of theirs. */
const PANELS_TRIED = 4096;
const CORNERS_KEPT = 4;
const WIDTHS_ASIDE = 32;

interface Estimated extends StoredCorner {
  readonly cost: number;
}

/** Panels and corners worth an exact look, by their estimated cost; fewer panels than leave no row. */
export function cheapestCorners(extents: StripExtents, fastWords: number): readonly StoredCorner[] {
  const { m, k, n } = extents;
  const tried = new Map<number, Estimated>();
  const least = Math.max(1, Math.ceil((m * k) / fastWords));
  for (let panels = least; panels < least + PANELS_TRIED; panels++) {
    const rows = Math.ceil(m / panels);
    const whole = rowsInCorners(extents, { rows, width: n }, fastWords);
    if (whole === 0) break;
    if (!tried.has(rows)) {
      // A column of H moves its entries in the corners twice and a row of them of D.
      const balanced = Math.round(Math.sqrt(2 * (whole ?? 0) * n));
      const best = cheapestWidth(extents, rows, new Set([n, Math.min(n, Math.max(1, balanced))]), fastWords);
      if (best !== undefined) tried.set(rows, best);
    }
    if (rows === 1) break;
  }
  return [...tried.values()]
    .sort((x, y) => x.cost - y.cost)
    .slice(0, CORNERS_KEPT)
    .flatMap(({ rows, width }) => {
      const near = new Set([width]);
      for (let aside = -WIDTHS_ASIDE; aside <= WIDTHS_ASIDE; aside++) near.add(Math.min(n, Math.max(1, width + aside)));
      return cheapestWidth(extents, rows, near, fastWords) ?? [];
    });
}

function cheapestWidth(
  extents: StripExtents,
  rows: number,
  widths: ReadonlySet<number>,
  fastWords: number,
): Estimated | undefined {
  const { m, l, n, front } = extents;
  let best: Estimated | undefined;
  for (const width of widths) {
    const stored = rowsInCorners(extents, { rows, width }, fastWords);
    if (stored === undefined || stored === 0) continue;
    const cost = Math.ceil(m / rows) * l * (front + n) + stored * l + tileEstimate(stored, width, l, fastWords);
    if (best === undefined || cost < best.cost) best = { rows, width, cost };
  }
  return best;
}
