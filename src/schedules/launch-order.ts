import { InputError, shown } from "../errors.js";

/**
 * The order in which the output tiles of a `rows` × `columns` grid are launched. `group` sweeps `height` tile rows column by
 * column before the next rows (Triton's GROUP_SIZE_M); `row` is n fastest, `col` m fastest.
 */
export type LaunchOrder =
  | { readonly kind: "row" | "col" | "hilbert" | "morton" }
  | { readonly kind: "group"; readonly height: number };

/** What `--order` accepts, for messages. */
export const LAUNCH_ORDERS = "row, col, group:G (G tile rows, e.g. group:8), hilbert, morton";

/** Triton's and DeepGEMM's usual group height. */
const USUAL_GROUP = 8;

/** Reads `row`, `group:16`, ... @throws InputError naming `order`. */
export function parseLaunchOrder(text: string): LaunchOrder {
  if (text === "row" || text === "col" || text === "hilbert" || text === "morton") return { kind: text };
  const match = /^group(?::?([1-9][0-9]{0,8}))?$/.exec(text);
  if (match !== null) return { kind: "group", height: Number(match[1] ?? USUAL_GROUP) };
  throw new InputError("order", `one of ${LAUNCH_ORDERS}`, shown(text));
}

export function formatLaunchOrder(order: LaunchOrder): string {
  return order.kind === "group" ? `group:${order.height}` : order.kind;
}

/** Tile numbers `row * columns + column` in launch order. */
export function launchOrder(order: LaunchOrder, rows: number, columns: number): Int32Array {
  const tiles = new Int32Array(rows * columns);
  let filled = 0;
  const launch = (row: number, column: number): void => {
    tiles[filled++] = row * columns + column;
  };
  switch (order.kind) {
    case "row":
      sweepGroups(rows, columns, 1, launch);
      break;
    case "col":
      sweepGroups(rows, columns, rows, launch);
      break;
    case "group":
      sweepGroups(rows, columns, Math.min(order.height, rows), launch);
      break;
    case "hilbert":
    case "morton":
      walkCurve(order.kind === "hilbert" ? hilbertCell : mortonCell, rows, columns, launch);
      break;
  }
  return tiles;
}

/** Inside a group of `height` rows the row runs fastest; height 1 is row order, all rows column order. */
function sweepGroups(rows: number, columns: number, height: number, launch: (row: number, column: number) => void): void {
  for (let first = 0; first < rows; first += height) {
    const last = Math.min(first + height, rows);
    for (let column = 0; column < columns; column++) for (let row = first; row < last; row++) launch(row, column);
  }
}

type CurveCell = (distance: number, side: number) => readonly [row: number, column: number];

/**
 * A space-filling curve over the smallest enclosing power-of-two square, cells outside the grid skipped. Whole subsquares
 * outside are skipped at once, so that skinny grids cost no more than square ones.
 */
function walkCurve(cell: CurveCell, rows: number, columns: number, launch: (row: number, column: number) => void): void {
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
function hilbertCell(distance: number, side: number): readonly [number, number] {
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
function mortonCell(distance: number, side: number): readonly [number, number] {
  let [row, column, t] = [0, 0, distance];
  for (let s = 1; s < side; s *= 2) {
    column += (t % 2) * s;
    row += (Math.floor(t / 2) % 2) * s;
    t = Math.floor(t / 4);
  }
  return [row, column];
}
