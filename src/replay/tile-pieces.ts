import { checkLimit, OverLimit } from "../budget.js";
import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";

/**
 * The tiles of a schedule cut into pieces of nearly equal size, one cache entry each. The lines of a tile are spread by an
 * address hash over the partitions of an L2, so a tile has as many pieces in each: piece p is homed in partition
 * p mod `partitions`.
 */
export interface TilePieces {
  /** Bytes of the largest piece: what one cache entry holds. */
  readonly grainBytes: number;
  /** Pieces of tile t: `pieceStart[t] .. pieceStart[t+1])`. */
  readonly pieceStart: Int32Array;
  readonly tileBytes: Int32Array;
  readonly arrayOfTile: Uint8Array;
}

/** Half a cache line of 128 bytes: a smaller tile still takes a line. */
const LEAST_GRAIN_BYTES = 64;

/** A piece is known by 27 bits. */
const MAXIMUM_PIECES = 2 ** 27 - 2;

/** Of the partitioned L2: a piece's set, and in each of two partitions its way and when its data arrive. */
const BYTES_A_PIECE = 22;

/** What a kernel touches is too much for the model of the L2 that was asked for. */
export class TooManyPieces extends OverLimit {}

/** Cuts to the greatest common size of the arrays' tiles, halved until `partitionBytes` hold `minimumEntries` pieces. */
export function cutTiles(
  schedule: TileSchedule,
  arrayOfTile: Uint8Array,
  partitions: number,
  partitionBytes: number,
  minimumEntries: number,
): TilePieces {
  const { tileBytes } = schedule;
  let grain = Math.max(LEAST_GRAIN_BYTES, Math.ceil(commonTileBytes(schedule) / partitions));
  while (grain > LEAST_GRAIN_BYTES && partitionBytes / grain < minimumEntries) grain = Math.ceil(grain / 2);
  const pieceStart = new Int32Array(tileBytes.length + 1);
  let pieces = 0;
  tileBytes.forEach((bytes, tile) => {
    pieces += partitions * Math.ceil(bytes / (grain * partitions));
    if (pieces > MAXIMUM_PIECES) {
      const most = `more than ${MAXIMUM_PIECES} pieces of ${grain} bytes`;
      throw new TooManyPieces("cache", `lru, or another plain cache, for arrays of ${most}`, "a partitioned L2");
    }
    pieceStart[tile + 1] = pieces;
  });
  checkLimit("memory", BYTES_A_PIECE * pieces, "the pieces of a partitioned L2");
  return { grainBytes: grain, pieceStart, tileBytes, arrayOfTile };
}

/** Bytes of piece `piece` of a tile: pieces of an edge tile are smaller, and those of one tile differ by one at most. */
export function pieceBytes({ pieceStart, tileBytes }: TilePieces, tile: number, piece: number): number {
  const first = pieceStart[tile] as number;
  const count = (pieceStart[tile + 1] as number) - first;
  const bytes = tileBytes[tile] as number;
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

/** The greatest common divisor of the largest tile of each array, unless that is below a quarter of the smallest of them. */
function commonTileBytes({ arrays, tileBytes }: TileSchedule): number {
  const largest = arrays
    .filter((array) => array.tileCount > 0)
    .map((array) =>
      tileBytes.subarray(array.firstTile, array.firstTile + array.tileCount).reduce((most, bytes) => Math.max(most, bytes), 0),
    );
  const smallest = Math.min(...largest);
  const common = largest.reduce(greatestCommonDivisor);
  return common >= smallest / 4 ? common : smallest;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
