import { BITS_OF, BYTES_OF, type DataType } from "../../../computation/data-types.js";
import type { GemmWorkload } from "../../../computation/gemm.js";
import { rightTypeOf } from "../../../computation/operand-types.js";
import type { ArrayGrid, TiledArray } from "../../tiles/tile-schedule.js";
import { checkReplayable, fillTileBytes, withGrid } from "../../tiles/tiled-array.js";
import type { GemmTile } from "./gemm-tile.js";
import { runsOf, type ScaleTiles, type StepsRun, scaleTiles } from "./scale-tiles.js";

/** Of a tile of C, or a part of one, where a kernel keeps lists of them. */
export const BYTES_A_SEGMENT = 200;

/** Partial sums that a product's kernel keeps in memory: copies of all of C, or so many whole tiles of BM×BN words. */
export type Workspace = { readonly wordBytes: number } & ({ readonly copies: number } | { readonly tiles: number });

/** The tiles of a product C = A·B and of its workspace, numbered: batch by batch, row-major in each array. */
export interface ProductLayout {
  readonly rows: number;
  readonly columns: number;
  /** Steps of BK over k. */
  readonly steps: number;
  readonly firstB: number;
  readonly firstC: number;
  readonly firstWorkspace: number;
  readonly arrays: readonly TiledArray[];
  readonly tileBytes: Int32Array;
  /** Tiles of scales, after all others; none where operands have none. */
  readonly scales: readonly { readonly tiles: ScaleTiles; readonly firstTile: number }[];
  /** Steps `first .. end)` in runs that read the same arrays; found once. */
  readonly runs: (first: number, end: number) => readonly StepsRun[];
  /** First tiles of A and B that an output tile of a batch element reads; the next steps are 1 and `columns` further. */
  readonly operands: (batch: number, outputTile: number) => readonly [a: number, b: number];
}

/** Bytes of k words of a row of A, or a column of B, and of BK: packed words lie along k, and the last byte of k may be padded. */
export function alongK(
  { k }: Pick<GemmWorkload, "k">,
  { bk }: GemmTile,
  type: DataType,
): readonly [extent: number, side: number] {
  return [Math.ceil(k * BYTES_OF[type]), bk * BYTES_OF[type]];
}

/** Whether rows of A and columns of B are whole bytes: packed words of an odd k are not. */
export function areWholeBytes({ k, ...types }: GemmWorkload): boolean {
  return [types.dataType, rightTypeOf(types)].every((type) => (k * BITS_OF[type]) % 8 === 0);
}

/** @throws InputError when there are more tiles than a replay can number, or more than `touches` allow. */
export function layOutProduct(w: GemmWorkload, tile: GemmTile, touches: number, workspace?: Workspace): ProductLayout {
  const [rows, columns, steps] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn), Math.ceil(w.k / tile.bk)];
  const firstB = w.batch * rows * steps;
  const firstC = firstB + w.batch * steps * columns;
  const firstWorkspace = firstC + w.batch * rows * columns;
  const copies = workspace !== undefined && "copies" in workspace ? workspace.copies : 0;
  const wholeTiles = workspace !== undefined && "tiles" in workspace ? workspace.tiles : 0;
  const firstScale = firstWorkspace + copies * w.batch * rows * columns + wholeTiles;
  let tileCount = firstScale;
  const scales = scaleTiles(w, tile).map((tiles) => {
    const firstTile = tileCount;
    tileCount += w.batch * tiles.tileCount;
    return { tiles, firstTile };
  });
  // A step reads a tile of each operand, and at most one of each one's scales and zero points.
  checkReplayable(tileCount, Math.max(1, (2 + scales.length) / 2) * touches);
  const tileBytes = new Int32Array(tileCount);
  fillTileBytes(tileBytes, 0, w.batch, [w.m, tile.bm], alongK(w, tile, w.dataType), 1);
  fillTileBytes(tileBytes, firstB, w.batch, alongK(w, tile, rightTypeOf(w)), [w.n, tile.bn], 1);
  fillTileBytes(tileBytes, firstC, w.batch, [w.m, tile.bm], [w.n, tile.bn], BYTES_OF[w.outputType]);
  const partial = workspace?.wordBytes ?? 0;
  fillTileBytes(tileBytes, firstWorkspace, copies * w.batch, [w.m, tile.bm], [w.n, tile.bn], partial);
  tileBytes.fill(tile.bm * tile.bn * partial, firstScale - wholeTiles, firstScale);
  for (const { tiles, firstTile } of scales) {
    fillTileBytes(tileBytes, firstTile, w.batch, tiles.rows, tiles.columns, tiles.wordBytes);
  }
  const named = (name: string, firstTile: number, end: number): TiledArray => ({ name, firstTile, tileCount: end - firstTile });
  const [word, rightWord] = [BYTES_OF[w.outputType], BYTES_OF[rightTypeOf(w)]];
  const operand = (array: TiledArray, rows: ArrayGrid["rows"], columns: ArrayGrid["columns"]): TiledArray =>
    withGrid(array, { matrices: w.batch, rows, columns });
  return {
    rows,
    columns,
    steps,
    firstB,
    firstC,
    firstWorkspace,
    arrays: [
      operand(named("A", 0, firstB), [w.m, tile.bm], alongK(w, tile, w.dataType)),
      operand(named("B", firstB, firstC), [w.k, tile.bk], [w.n * rightWord, tile.bn * rightWord]),
      operand(named("C", firstC, firstWorkspace), [w.m, tile.bm], [w.n * word, tile.bn * word]),
      ...(firstScale === firstWorkspace ? [] : [named("partials", firstWorkspace, firstScale)]),
      ...scales.map(({ tiles, firstTile }) => named(tiles.name, firstTile, firstTile + w.batch * tiles.tileCount)),
    ],
    tileBytes,
    scales,
    runs: runsOnce(scales.map(({ tiles }) => tiles)),
    operands: (batch, outputTile) => {
      const column = outputTile % columns;
      return [(batch * rows + (outputTile - column) / columns) * steps, firstB + batch * steps * columns + column];
    },
  };
}

/** Asked for the same steps of one tile of C after another. */
function runsOnce(scales: readonly ScaleTiles[]): ProductLayout["runs"] {
  let last: { readonly first: number; readonly end: number; readonly runs: readonly StepsRun[] } | undefined;
  return (first, end) => {
    if (last?.first !== first || last.end !== end) last = { first, end, runs: runsOf(scales, first, end) };
    return last.runs;
  };
}
