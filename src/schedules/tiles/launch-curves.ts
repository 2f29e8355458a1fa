/** The cell at a distance along a curve that fills a square of `side` cells a side. */
export type CurveCell = (distance: number, side: number) => readonly [row: number, column: number];

/**
 * A space-filling curve over the smallest enclosing power-of-two square, cells outside the grid skipped. Whole subsquares
 * outside are skipped at once, so that skinny grids cost no more than square ones.
 */
export function walkCurve(cell: CurveCell, rows: number, columns: number, launch: (row: number, column: number) => void): void {
  let side = 1;
  while (side < Math.max(rows, columns)) side *= 2;
  const visit = (distance: number, size: number): void => {
    const [row, column] = cell(distance, side);
    if (row - (row % size) >= rows || column - (column % size) >= columns) return;
    if (size === 1) {
      launch(row, column);
      return;
    }
    const quarter = (size / 2) ** 2;
    for (let q = 0; q < 4; q++) visit(distance + q * quarter, size / 2);
  };
  visit(0, side);
}

/** Hilbert's curve, starting along the first row; distances may pass 2^31, so no bit operators on them. */
export function hilbertCell(distance: number, side: number): readonly [number, number] {
  let [x, y, t] = [0, 0, distance];
  for (let s = 1; s < side; s *= 2) {
    const quadrant = t % 4;
    const rx = quadrant >= 2 ? 1 : 0;
    const ry = (quadrant % 2) ^ rx;
    if (ry === 0) {
      if (rx === 1) [x, y] = [s - 1 - x, s - 1 - y];
      [x, y] = [y, x];
    }
    x += s * rx;
    y += s * ry;
    t = Math.floor(t / 4);
  }
  return [y, x];
}

/** Morton's curve: the bits of row and column interleaved, the column's lower. */
export function mortonCell(distance: number, side: number): readonly [number, number] {
  let [row, column, t] = [0, 0, distance];
  for (let s = 1; s < side; s *= 2) {
    column += (t % 2) * s;
    row += (Math.floor(t / 2) % 2) * s;
    t = Math.floor(t / 4);
  }
  return [row, column];
}
