import type { AttentionWorkload, PackedAttention } from "../../../computation/attention.js";
import { type AttentionSequence, keyTileOf, seenKeys } from "../../../computation/attention-mask.js";
import { type TileGrid, tileAt } from "../../tiles/tile-arrays.js";
import { keyHeadOf, sequenceOf } from "./arrays.js";
import type { FlashTile } from "./flash-tile.js";

/** Neighbouring tiles of keys, counted within a sequence. */
export interface KeyRun {
  readonly first: number;
  readonly count: number;
}

/** The tiles, upwards, that hold a key which query tile `row` of a sequence sees: those of sinks, then those of windows. */
export function keyRuns(w: PackedAttention, { bm, bn }: FlashTile, sequence: AttentionSequence, row: number): readonly KeyRun[] {
  const { sinks, first, end } = seenKeys(w, sequence, row * bm, (row + 1) * bm);
  const runs: KeyRun[] = [];
  let before = 0;
  for (const [from, to] of [
    [0, sinks],
    [first, end],
  ] as const) {
    if (from >= to) continue;
    const start = Math.max(before, keyTileOf(w, bn, from));
    const beyond = keyTileOf(w, bn, to - 1) + 1;
    if (beyond > start) runs.push({ first: start, count: beyond - start });
    before = Math.max(before, beyond);
  }
  return runs;
}

/** Tiles of all runs. */
function tilesOfRuns(runs: readonly KeyRun[]): number {
  return runs.reduce((sum, { count }) => sum + count, 0);
}

/** The most tiles that a query tile of a sequence walks. */
export function mostKeyTiles(w: PackedAttention, tile: FlashTile, sequence: AttentionSequence): number {
  let most = 0;
  for (let row = Math.ceil(sequence.queries / tile.bm) - 1; row >= 0; row--) {
    most = Math.max(most, tilesOfRuns(keyRuns(w, tile, sequence, row)));
    // Rows above see no more where no window slides.
    if (w.window === undefined) break;
  }
  return most;
}

/** Of the tiles in order those from the place `first` on, `count` of them or as many as there are. */
export function partOfRuns(runs: readonly KeyRun[], first: number, count: number): readonly KeyRun[] {
  let [skip, left] = [first, count];
  return runs.flatMap((run) => {
    const skipped = Math.min(skip, run.count);
    const taken = Math.min(left, run.count - skipped);
    [skip, left] = [skip - skipped, left - taken];
    return taken > 0 ? [{ first: run.first + skipped, count: taken }] : [];
  });
}

/** Where a walk over tiles of K and V reads. */
export interface KeyStream {
  readonly count: number;
  readonly stride: 1 | -1;
  /** Its first tile in each array. */
  readonly bases: readonly number[];
}

/** The walk of a query head, counted over the batch, over runs of tiles, upwards or downwards. A shared prefix has matrices of its own. */
export function keyStreams(
  w: AttentionWorkload,
  bn: number,
  grids: readonly TileGrid[],
  head: number,
  runs: readonly KeyRun[],
  backwards: boolean,
): readonly KeyStream[] {
  const inPrefix = Math.ceil((w.sharedPrefix ?? 0) / bn);
  const own = keyHeadOf(w, head);
  const prefix = w.batch * w.kvHeads + (own % w.kvHeads);
  const stream = (matrix: number, first: number, count: number): KeyStream[] => {
    if (count <= 0) return [];
    const start = backwards ? first + count - 1 : first;
    return [{ count, stride: backwards ? -1 : 1, bases: grids.map((grid) => tileAt(grid, matrix, start, 0)) }];
  };
  const streams = runs.flatMap(({ first, count }) => {
    const shared = Math.max(0, Math.min(inPrefix - first, count));
    return [...stream(prefix, first, shared), ...stream(own, first + shared - inPrefix, count - shared)];
  });
  return backwards ? streams.reverse() : streams;
}

/** Query tiles of a head counted over the batch. */
export function queryTilesOf(w: AttentionWorkload, bm: number, head: number): number {
  return Math.ceil(sequenceOf(w, head).queries / bm);
}
