import { BYTES_OF } from "../../../computation/data-types.js";
import type { GroupedGemmWorkload } from "../../../computation/experts/grouped-gemm.js";
import { routedTokens, tokensOf } from "../../../computation/experts/routing.js";
import { rightTypeOf } from "../../../computation/operand-types.js";
import type { TiledArray } from "../../tiles/tile-schedule.js";
import { checkReplayable, fillTileBytes, withGrid } from "../../tiles/tiled-array.js";
import type { GemmTile } from "./gemm-tile.js";
import { alongK } from "./layout.js";

/** A row of tiles of one group. */
export interface BlockRow {
  readonly group: number;
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
  /** First tiles of A that a row of tiles reads, one for each run along k: its tile of rows, or each gathered row. */
  readonly readsOfRow: (row: BlockRow) => readonly number[];
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
  const tileCount = firstC + all * columns;
  const rows = w.rows.reduce((sum, count) => sum + count, 0);
  checkReplayable(tileCount, columns * ((isGathered ? rows + all : 2 * all) * steps + all));
  const tileBytes = new Int32Array(tileCount);
  const [along, down] = [alongK(w, tile, w.dataType), alongK(w, tile, rightTypeOf(w))];
  if (isGathered) fillTileBytes(tileBytes, 0, 1, [tokensOf(w), 1], along, 1);
  fillTileBytes(tileBytes, firstB, groups.length, down, [w.n, tile.bn], 1);
  const stored = groups.map(({ rows: count }, g) => (isPadded ? (heights[g] as number) * tile.bm : count));
  const blockRows: BlockRow[] = [];
  const groupStarts: number[] = [];
  groups.forEach(({ rows: count, group }, g) => {
    const at = blockRows.length;
    groupStarts.push(at);
    const height = heights[g] as number;
    const kept = stored[g] as number;
    if (!isGathered) fillTileBytes(tileBytes, at * steps, 1, [kept, tile.bm], along, 1);
    fillTileBytes(tileBytes, firstC + at * columns, 1, [kept, tile.bm], [w.n, tile.bn], BYTES_OF[w.outputType]);
    for (let row = 0; row < height; row++) {
      blockRows.push({
        ...{ group, at: at + row, first: row * tile.bm, rows: Math.min(tile.bm, count - row * tile.bm) },
        ...{ firstB: firstB + g * steps * columns, firstC: firstC + (at + row) * columns },
      });
    }
  });
  const rowsOfGroups = { matrices: groups.length, rows: [rows, tile.bm] as const, heights: stored };
  const word = BYTES_OF[w.outputType];
  const routed = isGathered ? routedTokens(w) : [];
  const named = (name: string, firstTile: number, end: number): TiledArray => ({ name, firstTile, tileCount: end - firstTile });
  return {
    ...{ columns, steps, blockRows, groupStarts, tileBytes },
    arrays: [
      withGrid(
        named("A", 0, firstB),
        isGathered ? { matrices: 1, rows: [tokensOf(w), 1], columns: along } : { ...rowsOfGroups, columns: along },
      ),
      named("B", firstB, firstC),
      withGrid(named("C", firstC, tileCount), { ...rowsOfGroups, columns: [w.n * word, tile.bn * word] }),
    ],
    readsOfRow: ({ group, first, rows: count, at }) =>
      isGathered ? (routed[group] ?? []).slice(first, first + count).map((token) => token * steps) : [at * steps],
  };
}
