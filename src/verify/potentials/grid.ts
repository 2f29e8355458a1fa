/** The words of a slice's game in grids of boxes, for the checkers of its potentials. */

const ONE = 2 ** 20;
/** Knots are in these parts. */
export const KNOT = 20;

/** Where a potential has coefficients of its own, and which. Knots in twentieths, or in what the caller says. */
export interface GridData {
  readonly rowCost: number;
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly sums: readonly number[];
  /** A box whose lower corner has rows + columns below this has coefficients. */
  readonly reach: number;
  readonly values: Int32Array;
}

/** A box of the grid with the 27 Bernstein coefficients of the potential on it. */
export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly s: readonly [number, number];
  readonly value: (a: number, b: number, c: number) => number;
}

export class Grid {
  private readonly potential: GridData;
  private readonly values: Int32Array;

  constructor(potential: GridData) {
    this.potential = potential;
    this.values = potential.values;
  }

  /** A coefficient; NaN, which no comparison accepts, where there is none. */
  at(row: number, column: number, sum: number): number {
    const place = this.place(row, column, 2 * this.potential.columns.length - 1);
    return this.values[place * (2 * this.potential.sums.length - 1) + sum] ?? Number.NaN;
  }

  active(row: number, column: number): boolean {
    const { rows, columns, reach } = this.potential;
    return row < rows.length - 1 && column < columns.length - 1 && (rows[row] as number) + (columns[column] as number) < reach;
  }

  cells(visit: (cell: Cell) => string | undefined): string | undefined {
    const { rows, columns, sums } = this.potential;
    for (let row = 0; row < rows.length - 1; row++) {
      for (let column = 0; column < columns.length - 1; column++) {
        if (!this.active(row, column)) continue;
        for (let sum = 0; sum < sums.length - 1; sum++) {
          const values: number[] = [];
          for (let a = 0; a < 3; a++)
            for (let b = 0; b < 3; b++)
              for (let c = 0; c < 3; c++) values.push(this.at(2 * row + a, 2 * column + b, 2 * sum + c));
          const wrong = visit({
            row,
            column,
            x: [rows[row], rows[row + 1]] as [number, number],
            y: [columns[column], columns[column + 1]] as [number, number],
            s: [sums[sum], sums[sum + 1]] as [number, number],
            value: (a, b, c) => values[9 * a + 3 * b + c] as number,
          });
          if (wrong !== undefined) return `${wrong} in cell ${row}, ${column}, ${sum}`;
        }
      }
    }
    return undefined;
  }

  /** Where a row's part begins: with rowCost 1 rows and columns change places, and only one half is there. */
  private place(row: number, column: number, width: number): number {
    if (this.potential.rowCost > 1) return row * width + column;
    const [low, high] = row < column ? [row, column] : [column, row];
    return low * width - (low * (low - 1)) / 2 + high - low;
  }
}

/** Where words alone pay for every event the potential is `ceiling` − rowCost·x − y: below it near, above it at the last sides. */
export function edges(
  { row, column, x, y, value }: Cell,
  grid: Grid,
  near: boolean,
  { rowCost, ceiling, knot = KNOT }: { readonly rowCost: number; readonly ceiling: number; readonly knot?: number },
): string | undefined {
  const farRow = !grid.active(row + 1, column);
  const farColumn = !grid.active(row, column + 1);
  for (const a of [0, 1, 2]) {
    for (const b of [0, 1, 2]) {
      const [twiceX, twiceY] = [2 * x[0] + a * (x[1] - x[0]), 2 * y[0] + b * (y[1] - y[0])];
      for (const c of [0, 1, 2]) {
        const above = 2 * knot * (value(a, b, c) - ceiling) + ONE * (rowCost * twiceX + twiceY);
        if (near && !(above <= 0)) return "above the ceiling";
        if (((farRow && a === 2) || (farColumn && b === 2)) && !(above >= 0)) return "below the ceiling at the edge";
      }
    }
  }
  return undefined;
}

/** Are the knots whole numbers in order, beginning at 0? */
export function inOrder(knots: readonly number[]): boolean {
  return knots[0] === 0 && knots.every((knot, i) => Number.isSafeInteger(knot) && (i === 0 || knot > (knots[i - 1] as number)));
}
