import { checkLimit, OverLimit } from "../budget.js";
import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import type { TouchedArray } from "./companion-tiles.js";
import { companionTiles } from "./companion-tiles.js";

/**
 * The tiles of a schedule cut into pieces of nearly equal size, one cache entry each. The lines of a tile are spread by an
 * address hash over the partitions of an L2, so a tile has as many pieces in each: piece p is homed in partition
 * p mod `partitions`.
 */
export interface TilePieces {
  /** What one cache entry holds: the largest piece, and what its companion takes on average. */
  readonly grainBytes: number;
  /** Pieces of tile t: `pieceStart[t] .. pieceStart[t+1])`. */
  readonly pieceStart: Int32Array;
  readonly tileBytes: Int32Array;
  readonly arrayOfTile: Uint8Array;
  /** The small tile that comes with a tile, or −1; it has no pieces of its own. Absent where no tile has one. */
  readonly companionOf?: Int32Array;
}

/** Half a cache line of 128 bytes: a smaller tile still takes a line. */
export const LEAST_GRAIN_BYTES: number = 64;

/** A tile of fewer bytes has a line to itself in the hardware too. */
const LINE_BYTES = 128;

/** What entries may be too large for the tiles in them, of all bytes touched. */
const WASTED_SHARE = 0.001;

/** A piece is known by 27 bits. */
export const MAXIMUM_PIECES: number = 2 ** 27 - 2;

/** Of the partitioned L2: a piece's set, and in each of two partitions its way and when its data arrive. */
const BYTES_A_PIECE = 22;

/** What a kernel touches is too much for the model of the L2 that was asked for. */
export class TooManyPieces extends OverLimit {}

/** What is cut: tiles of one kernel, or the cells of several. */
export interface TouchedTiles {
  readonly tileBytes: Int32Array;
  readonly arrayOfTile: Uint8Array;
  readonly touched: readonly TouchedArray[];
  readonly companionOf: Int32Array | undefined;
}

/** The tiles of a schedule as `cutTouched` cuts them. */
export function cutTiles(
  schedule: TileSchedule,
  arrayOfTile: Uint8Array,
  partitions: number,
  partitionBytes: number,
  minimumEntries: number,
): TilePieces {
  const touched = touchedArrays(schedule, arrayOfTile);
  const companionOf = companionTiles(schedule, arrayOfTile, touched);
  const tiles = { tileBytes: schedule.tileBytes, arrayOfTile, touched, companionOf };
  return cutTouched(tiles, partitions, partitionBytes, minimumEntries);
}

/**
 * Cuts to the greatest common size of the arrays' tiles, halved until `partitionBytes` hold `minimumEntries` pieces. Arrays of
 * small tiles, such as a log-sum-exp, set no size where whole entries for their tiles waste at most a thousandth of the bytes
 * touched, nor do companions: an entry is larger by their share of all bytes touched.
 */
export function cutTouched(
  { tileBytes, arrayOfTile, touched: all, companionOf }: TouchedTiles,
  partitions: number,
  partitionBytes: number,
  minimumEntries: number,
): TilePieces {
  const piecesOf = (bytes: number, grain: number): number => partitions * Math.ceil(bytes / (grain * partitions));
  const accompanying = new Set(companionOf?.map((tile) => (tile < 0 ? -1 : (arrayOfTile[tile] as number))));
  const arrays = all.filter(({ touches }, array) => touches > 0 && !accompanying.has(array));
  const allBytes = arrays.reduce((sum, { touches, bytes }) => sum + touches * bytes, 0);
  const isFrugal = (grain: number): boolean => {
    const wasted = arrays.map(({ touches, bytes }) => touches * (piecesOf(bytes, grain) * grain - Math.max(bytes, LINE_BYTES)));
    return wasted.reduce((sum, one) => sum + Math.max(0, one), 0) <= WASTED_SHARE * allBytes;
  };
  const grains = commonTileBytes(arrays.map(({ bytes }) => bytes)).map((common) => halves(Math.ceil(common / partitions)));
  const fine = grains.map((sizes) => sizes.filter((size) => partitionBytes / size >= minimumEntries));
  const usual = fine.at(-1)?.[0] ?? LEAST_GRAIN_BYTES;
  const grain =
    fine
      .flat()
      .sort((a, b) => b - a)
      .find((size) => size >= usual && isFrugal(size)) ?? usual;
  const pieceStart = new Int32Array(tileBytes.length + 1);
  let pieces = 0;
  tileBytes.forEach((bytes, tile) => {
    if (!accompanying.has(arrayOfTile[tile] as number)) pieces += piecesOf(bytes, grain);
    if (pieces > MAXIMUM_PIECES) {
      const most = `more than ${MAXIMUM_PIECES} pieces of ${grain} bytes`;
      throw new TooManyPieces("cache", `lru, or another plain cache, for arrays of ${most}`, "a partitioned L2");
    }
    pieceStart[tile + 1] = pieces;
  });
  checkLimit("memory", BYTES_A_PIECE * pieces, "the pieces of a partitioned L2");
  const cut = { pieceStart, tileBytes, arrayOfTile };
  if (companionOf === undefined) return { ...cut, grainBytes: grain };
  const taken = all.reduce((sum, { touches, bytes }) => sum + touches * Math.max(bytes, LINE_BYTES), 0);
  return { ...cut, grainBytes: Math.ceil((grain * taken) / allBytes), companionOf };
}

/** Bytes of piece `piece` of a tile: pieces of an edge tile are smaller, and those of one tile differ by one at most. */
export function pieceBytes({ pieceStart, tileBytes }: TilePieces, tile: number, piece: number): number {
  return shareOfPiece(pieceStart, tile, piece, tileBytes[tile] as number);
}

/** Bytes of a tile's companion that come with one of its pieces; 0 where it has none. */
export function companionBytes({ pieceStart, tileBytes, companionOf }: TilePieces, tile: number, piece: number): number {
  const companion = companionOf?.[tile] ?? -1;
  return companion < 0 ? 0 : shareOfPiece(pieceStart, tile, piece, tileBytes[companion] as number);
}

function shareOfPiece(pieceStart: Int32Array, tile: number, piece: number, bytes: number): number {
  const first = pieceStart[tile] as number;
  const count = (pieceStart[tile + 1] as number) - first;
  const p = piece - first;
  return Math.floor(((p + 1) * bytes) / count) - Math.floor((p * bytes) / count);
}

/** The tile of a piece. */
export function tileOfPiece({ pieceStart }: TilePieces, piece: number): number {
  let [low, high] = [0, pieceStart.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((pieceStart[middle] as number) <= piece) low = middle;
    else high = middle;
  }
  return low;
}

/** A size, its half and so on, the least included. */
function halves(bytes: number): readonly number[] {
  return bytes <= LEAST_GRAIN_BYTES ? [LEAST_GRAIN_BYTES] : [bytes, ...halves(Math.ceil(bytes / 2))];
}

/**
 * The greatest common divisor of the largest sizes, for more and more of them; the smallest of these where the divisor is below a
 * quarter of it.
 */
function commonTileBytes(sizes: readonly number[]): readonly number[] {
  const largest = sizes.toSorted((a, b) => b - a);
  return largest.map((smallest, at) => {
    const common = largest.slice(0, at + 1).reduce(greatestCommonDivisor);
    return common >= smallest / 4 ? common : smallest;
  });
}

/** Of each array: the bytes of its largest tile, and how often one is touched. */
export function touchedArrays(schedule: TileSchedule, arrayOfTile: Uint8Array): readonly TouchedArray[] {
  const { arrays, phaseSteps, streamStart, streamBase, tileBytes } = schedule;
  const touches = new Float64Array(arrays.length);
  phaseSteps.forEach((steps, phase) => {
    for (let stream = streamStart[phase] as number; stream < (streamStart[phase + 1] as number); stream++) {
      const array = arrayOfTile[streamBase[stream] as number] as number;
      touches[array] = (touches[array] as number) + steps;
    }
  });
  return arrays.map(({ firstTile, tileCount }, array) => ({
    bytes: tileBytes.subarray(firstTile, firstTile + tileCount).reduce((most, size) => Math.max(most, size), 0),
    touches: touches[array] as number,
  }));
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
