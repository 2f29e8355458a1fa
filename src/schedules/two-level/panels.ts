import type { RowDealer } from "./row-sets.js";

/** Panels of cholesky by their columns; rows of the largest set or tile; words of L loaded; words of sums loaded, and stored. */
export interface CholeskyPanels {
  readonly panels: readonly number[];
  readonly rows: number;
  readonly operands: bigint;
  readonly sums: bigint;
}

/** A column of tiles of a panel: that on the diagonal, and those below it of so many rows. */
export interface TileColumn {
  readonly columns: number;
  readonly rows: number;
}

const MOST_TILE_COLUMNS = 10_000;
const MOST_PANELS = 128;
/** Tiles whose triangle fills the memory at the end of the last panel. */
const MOST_TRIANGLES = 6;
/** Widths of panels, in √(rows left · side of a tile): narrow panels bring sums back often, wide ones are tiles for the most part. */
const WIDTHS = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.35, 1.5, 1.7, 2, 2.5, 3, 4];
/** Of these so many are counted with the sets that they leave. */
const COUNTED = 5;

/** The cheapest of some cuts of n rows into panels, by exact count. */
export function choleskyPanels(n: number, fastWords: number, dealer: RowDealer): CholeskyPanels {
  const side = tileSide(fastWords);
  const least = (2 * Math.sqrt(n / side)) / MOST_PANELS;
  const cuts = WIDTHS.map((width) => panelWidths(n, side, Math.max(width, least)));
  if (n / side <= MOST_TILE_COLUMNS) cuts.push([n]);
  const cheap = cuts
    .map((panels) => ({ panels, cost: roughly(n, panels, fastWords) }))
    .sort((x, y) => x.cost - y.cost)
    .slice(0, COUNTED);
  const counts = cheap.map(({ panels }) => counted(n, panels, fastWords, dealer));
  const total = ({ operands, sums }: CholeskyPanels): bigint => operands + 2n * sums;
  return counts.reduce((x, y) => (total(y) < total(x) ? y : x));
}

/** The largest square tile that fits beside a column of it and a word. */
function tileSide(fastWords: number): number {
  return Math.floor((Math.sqrt(4 * fastWords - 3) - 1) / 2);
}

/** Whole tiles, fewer as fewer rows are left. */
function panelWidths(n: number, side: number, width: number): readonly number[] {
  const panels: number[] = [];
  for (let left = n; left > 0; ) {
    const columns = Math.min(left, side * Math.max(1, Math.round(width * Math.sqrt(left / side))));
    panels.push(columns);
    left -= columns;
  }
  return panels;
}

/** Rows of the largest triangle that fits beside a column of it. */
function triangleSide(fastWords: number): number {
  let side = Math.ceil(Math.sqrt(2 * fastWords));
  while ((side * (side + 3)) / 2 > fastWords) side--;
  return side;
}

/** Tiles of a panel with so many rows: square ones, of which the last panel ends with some whose triangle fills the memory. */
export function tileColumns(height: number, width: number, fastWords: number): readonly TileColumn[] {
  const side = tileSide(fastWords);
  if (width < height) return Array.from({ length: width / side }, () => ({ columns: side, rows: side }));
  if ((height * (height + 1)) / 2 <= fastWords) return [{ columns: height, rows: height }];
  const triangle = triangleSide(fastWords);
  const most = Math.min(MOST_TRIANGLES, Math.ceil(height / triangle) - 1);
  const cuts = Array.from({ length: most }, (_, at): readonly TileColumn[] => {
    const before = height - (at + 1) * triangle;
    const count = Math.ceil(before / side);
    const columns = Array.from({ length: count }, (_, c) => Math.floor(before / count) + (c < before % count ? 1 : 0));
    const all = [...columns, ...Array.from({ length: at + 1 }, () => triangle)];
    return all.map((own) => ({ columns: own, rows: Math.floor((fastWords - 1) / (own + 1)) }));
  });
  return cuts.reduce((x, y) => (operandsOf(height, y) < operandsOf(height, x) ? y : x));
}

/** Words of L that tiles of a panel load: those before a tile, and those of a tile on the diagonal for the tiles below. */
function operandsOf(height: number, tiles: readonly TileColumn[]): bigint {
  let loads = 0n;
  let left = 0;
  for (const { columns, rows } of tiles) {
    const below = height - left - columns;
    const count = Math.ceil(below / rows);
    loads += BigInt(left) * BigInt(columns + below + count * columns) + BigInt(count) * triangleOf(columns);
    left += columns;
  }
  return loads;
}

/** The same of a panel, of any number of square tiles if it is not the last. */
function operandsOfPanel(height: number, width: number, fastWords: number): bigint {
  if (width === height) return operandsOf(height, tileColumns(height, width, fastWords));
  const side = tileSide(fastWords);
  const [c, count, below] = [BigInt(side), BigInt(width / side), BigInt(Math.ceil(height / side) - 1)];
  const first = (count * (count - 1n)) / 2n;
  const second = (first * (2n * count - 1n)) / 3n;
  return c * ((BigInt(height) + c * below) * first - 2n * c * second) + triangleOf(side) * (count * below - first);
}

function triangleOf(side: number): bigint {
  return (BigInt(side) * BigInt(side + 1)) / 2n;
}

function counted(n: number, panels: readonly number[], fastWords: number, dealer: RowDealer): CholeskyPanels {
  let [operands, sums, left, rows] = [0n, 0n, n, 0];
  for (const width of panels) {
    operands += operandsOfPanel(left, width, fastWords);
    left -= width;
    if (left === 0) break;
    const { loaded, largest } = dealer.deal(left);
    operands += loaded * BigInt(width);
    sums += triangleOf(left);
    rows = Math.max(rows, largest);
  }
  return { panels, rows: rows || tileSide(fastWords), operands, sums };
}

/** In doubles, sets by their leading term. */
function roughly(n: number, panels: readonly number[], fastWords: number): number {
  let [cost, left] = [0, n];
  for (const width of panels) {
    cost += Number(operandsOfPanel(left, width, fastWords));
    left -= width;
    cost += width * (left + (left * left) / Math.sqrt(2 * fastWords)) + left * left;
  }
  return cost;
}
