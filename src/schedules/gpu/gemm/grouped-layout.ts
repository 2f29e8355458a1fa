import { BYTES_OF } from "../../../computation/data-types.js";
import type { GroupedGemmWorkload } from "../../../computation/experts/grouped-gemm.js";
import { routedTokens, tokensOf } from "../../../computation/experts/routing.js";
import { rightTypeOf } from "../../../computation/operand-types.js";
import type { TiledArray } from "../../tiles/tile-schedule.js";
import { checkReplayable, fillTileBytes, withGrid } from "../../tiles/tiled-array.js";
import type { GemmTile } from "./gemm-tile.js";
import { alongK } from "./layout.js";
import { type ScaledProduct, type SteppedScales, scaleTiles } from "./scale-tiles.js";

/** A row of tiles of one group. */
export interface BlockRow {
  readonly group: number;
  /** The group among those with rows. */
  readonly place: number;
  /** The first of its rows, counted within the group, and how many there are. */
  readonly first: number;
  readonly rows: number;
  /** The row of tiles over all groups. */
  readonly at: number;
  /** First tiles of B of the group, and of C of this row. */
  readonly firstB: number;
  readonly firstC: number;
}

/** The tiles of products of groups, numbered. Groups without rows have none. */
export interface GroupedLayout {
  readonly columns: number;
  readonly steps: number;
  readonly blockRows: readonly BlockRow[];
  /** Of each group with rows the first of its rows of tiles. */
  readonly groupStarts: readonly number[];
  readonly arrays: readonly TiledArray[];
  readonly tileBytes: Int32Array;
  /** Of a whole tile of A and one of B. */
  readonly arrivingBytes: number;
  /** First tiles of A that a row of tiles reads, one for each run along k: its tile of rows, or each gathered row. */
  readonly readsOfRow: (row: BlockRow) => readonly number[];
  /** Scales and zero points that a tile of C in a row of tiles and a column reads. */
  readonly scalesOf: (row: BlockRow, column: number) => readonly SteppedScales[];
}

/** The rows of all groups as one product, for the tiles of its scales. */
export function productOfAll({ rows, ...w }: GroupedGemmWorkload): ScaledProduct {
  return { ...w, m: rows.reduce((sum, count) => sum + count, 0) };
}

/** @throws InputError when there are more tiles than a replay can number, or more touches than it can walk. */
export function layOutGroups(w: GroupedGemmWorkload, tile: GemmTile, isPadded: boolean): GroupedLayout {
  const [columns, steps] = [Math.ceil(w.n / tile.bn), Math.ceil(w.k / tile.bk)];
  const isGathered = w.topK > 1;
  const groups = w.rows.flatMap((rows, group) => (rows === 0 ? [] : [{ rows, group }]));
  const heights = groups.map(({ rows }) => Math.ceil(rows / tile.bm));
  const all = heights.reduce((sum, height) => sum + height, 0);
  const firstB = (isGathered ? tokensOf(w) : all) * steps;
  const firstC = firstB + groups.length * steps * columns;
  const product = productOfAll(w);
  const scaled = scaleTiles(product, tile);
  let tileCount = firstC + all * columns;
  const firstScales = scaled.map(({ operand, tileCount: count, columns: [blocks, side] }) => {
    const first = tileCount;
    tileCount += operand === "b" ? groups.length * count : (isGathered ? tokensOf(w) : all) * Math.ceil(blocks / side);
    return first;
  });
  // Of each operand a step reads a tile, or its gathered rows, and at most as many tiles of scales and zero points.
  const touches = columns * ((isGathered ? product.m + all : 2 * all) * steps + all);
  checkReplayable(tileCount, touches * (1 + scaled.length / 2));
  const tileBytes = new Int32Array(tileCount);
  const [along, down] = [alongK(w, tile, w.dataType), alongK(w, tile, rightTypeOf(w))];
  if (isGathered) fillTileBytes(tileBytes, 0, 1, [tokensOf(w), 1], along, 1);
  fillTileBytes(tileBytes, firstB, groups.length, down, [w.n, tile.bn], 1);
  const stored = groups.map(({ rows: count }, g) => (isPadded ? (heights[g] as number) * tile.bm : count));
  scaled.forEach(({ operand, rows, columns: along, wordBytes }, i) => {
    const first = firstScales[i] as number;
    if (operand === "b") fillTileBytes(tileBytes, first, groups.length, rows, along, wordBytes);
    else if (isGathered) fillTileBytes(tileBytes, first, 1, [tokensOf(w), 1], along, wordBytes);
  });
  const blockRows: BlockRow[] = [];
  const groupStarts: number[] = [];
  groups.forEach(({ rows: count, group }, place) => {
    const at = blockRows.length;
    groupStarts.push(at);
    const height = heights[place] as number;
    const kept = stored[place] as number;
    if (!isGathered) fillTileBytes(tileBytes, at * steps, 1, [kept, tile.bm], along, 1);
    fillTileBytes(tileBytes, firstC + at * columns, 1, [kept, tile.bm], [w.n, tile.bn], BYTES_OF[w.outputType]);
    scaled.forEach(({ operand, columns: [blocks, side], wordBytes }, i) => {
      if (operand === "b" || isGathered) return;
      const first = (firstScales[i] as number) + at * Math.ceil(blocks / side);
      fillTileBytes(tileBytes, first, 1, [kept, tile.bm], [blocks, side], wordBytes);
    });
    for (let row = 0; row < height; row++) {
      blockRows.push({
        ...{ group, place, at: at + row, first: row * tile.bm, rows: Math.min(tile.bm, count - row * tile.bm) },
        ...{ firstB: firstB + place * steps * columns, firstC: firstC + (at + row) * columns },
      });
    }
  });
  const rowsOfGroups = { matrices: groups.length, rows: [product.m, tile.bm] as const, heights: stored };
  const word = BYTES_OF[w.outputType];
  const routed = isGathered ? routedTokens(w) : [];
  // The tiles of A, or of its scales, of a row of tiles, where each has so many along k.
  const ofRow = ({ group, first, rows: count, at }: BlockRow, along: number, base: number = 0): readonly number[] =>
    isGathered ? (routed[group] ?? []).slice(first, first + count).map((token) => base + token * along) : [base + at * along];
  const named = (name: string, firstTile: number, end: number): TiledArray => ({ name, firstTile, tileCount: end - firstTile });
  return {
    ...{ columns, steps, blockRows, groupStarts, tileBytes },
    arrivingBytes: tile.bm * along[1] + down[1] * tile.bn,
    arrays: [
      withGrid(
        named("A", 0, firstB),
        isGathered ? { matrices: 1, rows: [tokensOf(w), 1], columns: along } : { ...rowsOfGroups, columns: along },
      ),
      named("B", firstB, firstC),
      withGrid(named("C", firstC, firstScales[0] ?? tileCount), { ...rowsOfGroups, columns: [w.n * word, tile.bn * word] }),
      ...scaled.map(({ name }, i) => named(name, firstScales[i] as number, firstScales[i + 1] ?? tileCount)),
    ],
    readsOfRow: (row) => ofRow(row, steps),
    scalesOf: (row, column) =>
      scaled.map(({ operand, columns: [blocks, side], ...tiles }, i) => ({
        ...tiles,
        firstTiles:
          operand === "a"
            ? ofRow(row, Math.ceil(blocks / side), firstScales[i])
            : [(firstScales[i] as number) + row.place * tiles.tileCount + tiles.first(0, column)],
      })),
  };
}
