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

/**
 * Coefficients are neighbours' values and little more: each is written as its difference from what a sum of functions of two variables
 * would have there, from the seven neighbours before it; differences with their sign in the lowest bit, seven bits a byte, the lowest
 * first, the eighth bit set where more follow.
 */
const differenceFrom = (values: Int32Array, shape: GridShape, row: number, column: number, sum: number): number => {
  const at = (i: number, j: number, k: number): number =>
    i < 0 || j < 0 || k < 0 ? 0 : (values[placeOf(shape, i, j, k)] as number);
  const [up, left, back] = [row - 1, column - 1, sum - 1];
  return (
    at(up, column, sum) +
    at(row, left, sum) +
    at(row, column, back) -
    at(up, left, sum) -
    at(up, column, back) -
    at(row, left, back) +
    at(up, left, back)
  );
};

/** Every place in the order in which coefficients are written. */
function eachPlace(shape: GridShape, visit: (row: number, column: number, sum: number) => void): void {
  for (let row = 0; row < shape.rows; row++)
    for (let column = shape.isHalf ? row : 0; column < shape.columns; column++)
      for (let sum = 0; sum < shape.sums; sum++) visit(row, column, sum);
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
    eachPlace(shape, (row, column, sum) => {
      const coded = this.number();
      const difference = (coded >>> 1) ^ -(coded & 1);
      values[placeOf(shape, row, column, sum)] = differenceFrom(values, shape, row, column, sum) + difference;
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
  eachPlace(shape, (row, column, sum) => {
    const own = values[placeOf(shape, row, column, sum)] as number;
    const difference = own - differenceFrom(values, shape, row, column, sum);
    let coded = ((difference << 1) ^ (difference >> 31)) >>> 0;
    for (; coded > 0x7f; coded >>>= 7) bytes.push((coded & 0x7f) | 0x80);
    bytes.push(coded);
  });
  return Uint8Array.from(bytes);
}
