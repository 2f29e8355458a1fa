import type { AttentionWorkload, PackedAttention } from "../../../computation/attention.js";
import { type AttentionSequence, keyTileOf, seenKeys } from "../../../computation/attention-mask.js";
import { type BlockWriter, tileAt } from "../../tiles/tile-arrays.js";
import { type KeyGrid, keyHeadOf, keyMatrixOf, sequenceOf } from "./arrays.js";
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

/** `find` by head, counted over the batch, and place; asked once where sequences are alike. */
export function onceASequence<Found>(
  w: AttentionWorkload,
  find: (head: number, place: number) => Found,
): (head: number, place: number) => Found {
  const known: Found[][] = [];
  return (head, place) => {
    const own = w.lengths === undefined ? 0 : Math.floor(head / w.heads);
    const found = known[own] ?? [];
    known[own] = found;
    const result = found[place] ?? find(head, place);
    found[place] = result;
    return result;
  };
}

/**
 * Writes the walk of a query head, counted over the batch, over runs of tiles of K and V, upwards or downwards: a phase wherever tiles are
 * neighbours. A shared prefix has matrices of its own.
 */
export function writeKeys(
  writer: BlockWriter,
  { workload: w, tile: { bn } }: { readonly workload: AttentionWorkload; readonly tile: FlashTile },
  grids: readonly KeyGrid[],
  { head, runs, backwards }: { readonly head: number; readonly runs: readonly KeyRun[]; readonly backwards: boolean },
  operations: number,
): void {
  const inPrefix = Math.ceil((w.sharedPrefix ?? 0) / bn);
  const own = keyHeadOf(w, head);
  // Prefixes come behind the sequences.
  const prefix = w.batch * w.kvHeads + (own % w.kvHeads);
  const walk = (keyHead: number, first: number, count: number): void => {
    if (count <= 0) return;
    writer.phase(count, operations);
    const start = backwards ? first + count - 1 : first;
    for (const one of grids) writer.read(tileAt(one.grid, keyMatrixOf(w, one, keyHead), start, 0), backwards ? -1 : 1);
  };
  for (let at = 0; at < runs.length; at++) {
    const { first, count } = runs[backwards ? runs.length - 1 - at : at] as KeyRun;
    const shared = Math.max(0, Math.min(inPrefix - first, count));
    if (backwards) walk(own, first + shared - inPrefix, count - shared);
    walk(prefix, first, shared);
    if (!backwards) walk(own, first + shared - inPrefix, count - shared);
  }
}

/** Query tiles of a head counted over the batch. */
export function queryTilesOf(w: AttentionWorkload, bm: number, head: number): number {
  return Math.ceil(sequenceOf(w, head).queries / bm);
}
