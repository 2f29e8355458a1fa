import { InputError } from "../../errors.js";

/** Knots of the boxes of a potential; without columns, or with a row's word as cheap as a column's, rows and columns change places. */
export interface GridKnots {
  readonly rows: readonly number[];
  readonly columns?: readonly number[];
  readonly sums: readonly number[];
  readonly rowCost?: number;
}

/** Coefficients along rows, columns and sums; `isHalf`: only those with row ≤ column are there. */
export interface GridShape {
  readonly rows: number;
  readonly columns: number;
  readonly sums: number;
  readonly isHalf: boolean;
}

/** Of degree 2 on every box, shared where boxes meet. */
export function shapeOf({ rows, columns = rows, sums, rowCost = 1 }: GridKnots): GridShape {
  const along = (knots: readonly number[]): number => 2 * knots.length - 1;
  return { rows: along(rows), columns: along(columns), sums: along(sums), isHalf: rowCost === 1 };
}

/** Where a coefficient stands in the list of all. */
export function placeOf({ columns, sums, isHalf }: GridShape, row: number, column: number, sum: number): number {
  if (!isHalf) return (row * columns + column) * sums + sum;
  const [low, high] = row < column ? [row, column] : [column, row];
  return (low * columns - (low * (low - 1)) / 2 + high - low) * sums + sum;
}

/** Where the coefficients along sums of a row and column begin, and those of the row before, the column before, and both. */
interface Line {
  readonly own: number;
  readonly up: number;
  readonly left: number;
  readonly corner: number;
}

/** In place of a line beyond the edge, where all is 0. */
const NO_LINE = -1;

/** Every line in the order in which coefficients are written. */
function eachLine(shape: GridShape, visit: (line: Line) => void): void {
  const start = (row: number, column: number): number => (row < 0 || column < 0 ? NO_LINE : placeOf(shape, row, column, 0));
  for (let row = 0; row < shape.rows; row++) {
    for (let column = shape.isHalf ? row : 0; column < shape.columns; column++) {
      const [up, left, corner] = [start(row - 1, column), start(row, column - 1), start(row - 1, column - 1)];
      visit({ own: start(row, column), up, left, corner });
    }
  }
}

/**
 * Coefficients are neighbours' values and little more: each is written as its difference from what a sum of functions of two variables
 * would have there, from the seven neighbours before it; differences with their sign in the lowest bit, seven bits a byte, the lowest
 * first, the eighth bit set where more follow.
 */
function expected(values: Int32Array, { own, up, left, corner }: Line, sum: number): number {
  const back = sum - 1;
  return (
    valueAt(values, up, sum) +
    valueAt(values, left, sum) +
    valueAt(values, own, back) -
    valueAt(values, corner, sum) -
    valueAt(values, up, back) -
    valueAt(values, left, back) +
    valueAt(values, corner, back)
  );
}

function valueAt(values: Int32Array, line: number, sum: number): number {
  return line === NO_LINE || sum < 0 ? 0 : (values[line + sum] as number);
}

const countOf = ({ rows, columns, sums, isHalf }: GridShape): number =>
  (isHalf ? (rows * (rows + 1)) / 2 : rows * columns) * sums;

/** Reads the coefficients of one grid after the other. */
export class CoefficientReader {
  private readonly raw: Uint8Array;
  private next = 0;

  constructor(raw: Uint8Array) {
    this.raw = raw;
  }

  isAtEnd(): boolean {
    return this.next === this.raw.length;
  }

  /** @throws InputError where the bytes end before the grid does */
  grid(shape: GridShape): Int32Array {
    const values = new Int32Array(countOf(shape));
    eachLine(shape, (line) => {
      for (let sum = 0; sum < shape.sums; sum++) {
        const coded = this.number();
        values[line.own + sum] = expected(values, line, sum) + ((coded >>> 1) ^ -(coded & 1));
      }
    });
    return values;
  }

  private number(): number {
    for (let value = 0, bits = 0; bits < 35; bits += 7) {
      const byte = this.raw[this.next++];
      if (byte === undefined) break;
      value |= (byte & 0x7f) << bits;
      if (byte < 0x80) return value;
    }
    throw new InputError("table of potentials", "ends within a grid");
  }
}

/** What `CoefficientReader` reads. */
export function writeCoefficients(values: Int32Array, shape: GridShape): Uint8Array {
  const bytes: number[] = [];
  eachLine(shape, (line) => {
    for (let sum = 0; sum < shape.sums; sum++) {
      const difference = (values[line.own + sum] as number) - expected(values, line, sum);
      let coded = ((difference << 1) ^ (difference >> 31)) >>> 0;
      for (; coded > 0x7f; coded >>>= 7) bytes.push((coded & 0x7f) | 0x80);
      bytes.push(coded);
    }
  });
  return Uint8Array.from(bytes);
}
