/**
 * Rows that panels of a fused strip leave unfinished, `finished` of each panel's height done. Undefined where a panel finishes none.
 */
export function rowsLeft(m: number, rows: number, finished: (height: number) => number): number | undefined {
  const lowest = m % rows;
  const heights = [...(m >= rows ? [rows] : []), ...(lowest > 0 ? [lowest] : [])];
  if (heights.some((height) => finished(height) < 1)) return undefined;
  const whole = Math.floor(m / rows) * (rows - finished(rows));
  return lowest > 0 ? whole + lowest - finished(lowest) : whole;
}

/** Numbers of panels looked at, and heights whose exact cost decides. */
const PANELS_TRIED = 4096;
const HEIGHTS_KEPT = 4;

/**
 * Heights of panels worth an exact look, by the estimated cost of that many panels and rows left: from `least` panels on, fewer than
 * leave no row.
 */
export function cheapestHeights(
  m: number,
  least: number,
  left: (rows: number) => number | undefined,
  estimate: (panels: number, rowsLeft: number) => number,
): readonly number[] {
  const tried = new Map<number, number>();
  for (let panels = Math.max(1, least); panels < least + PANELS_TRIED; panels++) {
    const rows = Math.ceil(m / panels);
    const stored = left(rows);
    if (stored === 0) break;
    if (stored !== undefined && !tried.has(rows)) tried.set(rows, estimate(Math.ceil(m / rows), stored));
    if (rows === 1) break;
  }
  return [...tried]
    .sort(([, x], [, y]) => x - y)
    .slice(0, HEIGHTS_KEPT)
    .map(([rows]) => rows);
}
