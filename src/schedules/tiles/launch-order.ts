import { checkLimit } from "../../budget.js";
import { checkInteger, checkText, InputError, shown } from "../../errors.js";
import { didYouMean, plainName } from "../../text/nearest-name.js";
import type { ClusterShape } from "./cluster-shape.js";
import { hilbertCell, mortonCell, walkCurve } from "./launch-curves.js";
import { MAXIMUM_TILES } from "./tile-schedule.js";

/**
 * The order in which the output tiles of a `rows` × `columns` grid are launched.
 *
 * - `row`: n fastest (CUTLASS 2's horizontal swizzle); `col`: m fastest
 * - `group`: `height` tile rows swept column by column before the next rows (Triton's GROUP_SIZE_M)
 * - `deepgemm`: groups of 8 or 16 rows, whichever makes a wave read less
 * - `serpentine`: groups of `height` rows, every second one swept backwards (ThunderKittens' super-groups; 1 is boustrophedon)
 * - `identity`: CUTLASS 2's threadblock swizzle ⟨N⟩: panels of up to N columns swept downwards, the column fastest
 * - `raster-n`, `raster-m`: CUTLASS 3's raster along N (groups of rows) or M (of columns) with a max_swizzle; `raster`: its
 *   heuristic, along M where there are more tile columns than rows, both rounded up to whole swizzles. In clusters CUTLASS swizzles
 *   clusters, and counts tiles for the heuristic and the width
 */
export type LaunchOrder =
  | { readonly kind: "row" | "col" | "hilbert" | "morton" | "deepgemm" }
  | { readonly kind: "group" | "serpentine"; readonly height: number }
  | { readonly kind: "identity" | "raster" | "raster-m" | "raster-n"; readonly swizzle: number };

/** What `--order` accepts, for messages. */
export const LAUNCH_ORDERS =
  "row, col, group:G (G tile rows, e.g. group:8), hilbert, morton, serpentine:G, deepgemm, horizontal, identity:N, raster:S, raster-m:S, raster-n:S";

/** The names in it, without their numbers. */
export const LAUNCH_ORDER_NAMES: readonly string[] = LAUNCH_ORDERS.replace(/ \([^)]*\)/g, "")
  .split(", ")
  .map(plainName);

/** Triton's and DeepGEMM's usual group height. */
const USUAL_GROUP = 8;

const NUMBERED = /^(group|serpentine|identity|raster|raster-m|raster-n)(?::?([1-9][0-9]{0,8}))?$/;

/** Reads `row`, `group:16`, ... @throws InputError naming `order`. */
export function parseLaunchOrder(text: string): LaunchOrder {
  checkText("order", text);
  switch (text) {
    case "horizontal":
      return { kind: "row" };
    case "row":
    case "col":
    case "hilbert":
    case "morton":
    case "deepgemm":
      return { kind: text };
  }
  const [, kind, number] = NUMBERED.exec(text) ?? [];
  switch (kind) {
    case "group":
      return { kind, height: Number(number ?? USUAL_GROUP) };
    case "serpentine":
      return { kind, height: Number(number ?? 1) };
    case "identity":
    case "raster":
    case "raster-m":
    case "raster-n":
      return { kind, swizzle: Number(number ?? 1) };
  }
  const slip = LAUNCH_ORDER_NAMES.includes(plainName(text)) ? "" : didYouMean(plainName(text), LAUNCH_ORDER_NAMES);
  throw new InputError("order", `one of ${LAUNCH_ORDERS}${slip}`, shown(text));
}

/** The text that `parseLaunchOrder` reads: `group:16`. */
export function formatLaunchOrder(order: LaunchOrder): string {
  if ("height" in order) return `${order.kind}:${order.height}`;
  return "swizzle" in order ? `${order.kind}:${order.swizzle}` : order.kind;
}

/**
 * DeepGEMM's order as the group of rows it picks, others unchanged: of 8 and 16 the height g with the least
 * g·BM + ceil(SMs/g)·BN, the rows and columns that one wave reads.
 */
export function settledOrder(order: LaunchOrder, tile: { readonly bm: number; readonly bn: number }, sms: number): LaunchOrder {
  if (order.kind !== "deepgemm") return order;
  const read = (height: number): number => height * tile.bm + Math.ceil(sms / height) * tile.bn;
  return { kind: "group", height: read(16) < read(8) ? 16 : 8 };
}

/**
 * Tile numbers `row * columns + column` in launch order.
 *
 * @param cluster where rows and columns count clusters, what one is made of; only rasters care
 * @throws InputError naming `rows` or `columns`, or `order` for one that `parseLaunchOrder` does not make.
 */
export function launchOrder(order: LaunchOrder, rows: number, columns: number, cluster?: ClusterShape): Int32Array {
  const tiles = paddedLaunchOrder(order, rows, columns, cluster);
  return tiles.length === rows * columns ? tiles : tiles.filter((tile) => tile >= 0);
}

/** Of the order, before and after blocks outside the grid are dropped, and of what a kernel makes of it. */
const BYTES_A_TILE = 12;

function checkGrid(order: LaunchOrder, rows: number, columns: number): void {
  checkInteger("rows", rows, 1);
  checkInteger("columns", columns, 1);
  checkLimit("memory", BYTES_A_TILE * rows * columns, "the launch order of a kernel");
  if (rows * columns > MAXIMUM_TILES)
    throw new InputError("rows", `at most ${MAXIMUM_TILES} tiles in the grid`, `${rows} by ${columns} columns`);
  // By kind, not by the fields there are: a script in JavaScript may have left one out.
  if (order.kind === "group" || order.kind === "serpentine") checkInteger("order", order.height, 1);
  const swizzles = order.kind === "identity" || order.kind === "raster" || order.kind === "raster-m" || order.kind === "raster-n";
  if (swizzles) checkInteger("order", order.swizzle, 1);
  if (!LAUNCH_ORDER_NAMES.includes(order.kind)) throw new InputError("order", `one of ${LAUNCH_ORDERS}`, shown(order));
}

/** Rows and columns of the grid that is launched, with the blocks outside that CUTLASS's rasters add. */
export function paddedGrid(
  order: LaunchOrder,
  rows: number,
  columns: number,
  cluster?: ClusterShape,
): readonly [rows: number, columns: number] {
  const raster = order.kind === "raster" || order.kind === "raster-m" || order.kind === "raster-n";
  if (!raster) return [rows, columns];
  const width = rasterWidth(order.swizzle, rows, columns, cluster);
  return [roundUp(rows, width), roundUp(columns, width)];
}

function rasterWidth(most: number, rows: number, columns: number, cluster: ClusterShape = { rows: 1, columns: 1 }): number {
  return swizzleWidth(most, Math.min(rows * cluster.rows, columns * cluster.columns));
}

/**
 * The same with −1 for the blocks outside the grid that CUTLASS's rasters launch: they do nothing, but count where a persistent
 * kernel deals its tiles out.
 */
export function paddedLaunchOrder(order: LaunchOrder, rows: number, columns: number, cluster?: ClusterShape): Int32Array {
  checkGrid(order, rows, columns);
  const [paddedRows, paddedColumns] = paddedGrid(order, rows, columns, cluster);
  const [tileRows, tileColumns] = [paddedRows * (cluster?.rows ?? 1), paddedColumns * (cluster?.columns ?? 1)];
  const alongM = order.kind === "raster-m" || (order.kind === "raster" && tileColumns > tileRows);
  const tiles = new Int32Array(paddedRows * paddedColumns);
  let filled = 0;
  const launch = (row: number, column: number): void => {
    tiles[filled++] = row < rows && column < columns ? row * columns + column : -1;
  };
  const transposed = (column: number, row: number): void => launch(row, column);
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
    case "serpentine":
      sweepGroups(rows, columns, Math.min(order.height, rows), launch, true);
      break;
    case "deepgemm":
      sweepGroups(rows, columns, USUAL_GROUP, launch);
      break;
    case "identity":
      sweepGroups(columns, rows, swizzleWidth(order.swizzle, columns), transposed);
      break;
    case "raster":
    case "raster-m":
    case "raster-n": {
      const width = rasterWidth(order.swizzle, rows, columns, cluster);
      if (alongM) sweepGroups(paddedColumns, paddedRows, width, transposed);
      else sweepGroups(paddedRows, paddedColumns, width, launch);
      break;
    }
    case "hilbert":
    case "morton":
      walkCurve(order.kind === "hilbert" ? hilbertCell : mortonCell, rows, columns, launch);
      break;
  }
  return tiles;
}

/** CUTLASS's rule for the width of a swizzle that may be as wide as `most` over so many tiles: 8, 4, 2 or 1. */
function swizzleWidth(most: number, tiles: number): number {
  if (most >= 8 && tiles >= 6) return 8;
  if (most >= 4 && tiles >= 3) return 4;
  return most >= 2 && tiles >= 2 ? 2 : 1;
}

function roundUp(count: number, multiple: number): number {
  return Math.ceil(count / multiple) * multiple;
}

/** Inside a group of `height` rows the row runs fastest; height 1 is row order, all rows column order. */
function sweepGroups(
  rows: number,
  columns: number,
  height: number,
  launch: (row: number, column: number) => void,
  alternating = false,
): void {
  for (let first = 0; first < rows; first += height) {
    const last = Math.min(first + height, rows);
    const backwards = alternating && (first / height) % 2 === 1;
    for (let step = 0; step < columns; step++) {
      const column = backwards ? columns - 1 - step : step;
      for (let row = first; row < last; row++) launch(row, column);
    }
  }
}
