/** A dimension of a grid in tiles that lean back. */
export interface SkewedAxis {
  readonly extent: number;
  readonly radius: number;
  readonly tile: number;
}

/** Half open: from the first cell to the one beyond the last; empty where they are one. */
export type Cells = readonly [from: number, to: number];

/** The cells of a tile that exist at a step. */
export function ownCells({ extent, radius, tile }: SkewedAxis, at: number, step: number): Cells {
  const from = Math.max(0, at * tile - radius * step);
  return [from, Math.max(from, Math.min(extent, (at + 1) * tile - radius * step))];
}

/** Cells of the step before that those are computed from; none where there are none. */
export function readCells(axis: SkewedAxis, at: number, step: number): Cells {
  const [from, to] = ownCells(axis, at, step);
  return from === to ? [from, from] : [Math.max(0, from - axis.radius), Math.min(axis.extent, to + axis.radius)];
}

/** Cells that no later tile reads. */
export function keptCells(axis: SkewedAxis, at: number, step: number): Cells {
  const [from, to] = ownCells(axis, at, step);
  const [first, beyond] = readCells(axis, at + 1, step + 1);
  return first === beyond ? [from, to] : [from, Math.max(from, Math.min(to, first))];
}

/** Tiles that have cells at a step: from the first to the one beyond the last. */
export function tilesAt({ extent, radius, tile }: SkewedAxis, step: number): Cells {
  return [Math.floor((radius * step) / tile), Math.ceil((extent + radius * step) / tile)];
}

/** Cells of all tiles of an axis at a step: those computed, those read for them, those of the step before that a tile has already, those kept. */
export interface TiledAxis {
  readonly own: bigint;
  readonly read: bigint;
  readonly held: bigint;
  readonly kept: bigint;
}

/** So many tiles at both ends are counted one by one, those between are alike. */
const ENDS = 4;

/** What all tiles of an axis have at a step from 1 on. */
export function axisAt(axis: SkewedAxis, step: number): TiledAxis {
  const [first, beyond] = tilesAt(axis, step);
  const between = Math.max(0, beyond - first - 2 * ENDS);
  const length = ([from, to]: Cells): bigint => BigInt(to - from);
  const sum = (of: (at: number) => Cells): bigint => {
    let all = between > 0 ? BigInt(between) * length(of(first + ENDS)) : 0n;
    for (let at = first; at < beyond; at++) {
      if (between > 0 && at === first + ENDS) at += between;
      all += length(of(at));
    }
    return all;
  };
  return {
    own: sum((at) => ownCells(axis, at, step)),
    read: sum((at) => readCells(axis, at, step)),
    held: sum((at) => ownCells(axis, at, step - 1)),
    kept: sum((at) => keptCells(axis, at, step)),
  };
}
