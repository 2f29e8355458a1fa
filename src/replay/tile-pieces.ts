import { InputError } from "../errors.js";
import type { TileSchedule } from "../schedules/tile-schedule.js";

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
  /** Bytes of each piece; those of an edge tile are smaller. */
  readonly pieceBytes: Int32Array;
  readonly arrayOfPiece: Uint8Array;
}

/** Half a cache line of 128 bytes: a smaller tile still takes a line. */
const LEAST_GRAIN_BYTES = 64;

/** Memory for about 40 bytes a piece. */
const MAXIMUM_PIECES = 2 ** 26;

/** What a kernel touches is too much for the model of the L2 that was asked for. */
export class TooManyPieces extends InputError {}

/** Cuts to the greatest common size of the arrays' tiles, halved until `partitionBytes` hold `minimumEntries` pieces. */
export function cutTiles(
  schedule: TileSchedule,
  arrayOf: Uint8Array,
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
  const pieceBytes = new Int32Array(pieces);
  const arrayOfPiece = new Uint8Array(pieces);
  tileBytes.forEach((bytes, tile) => {
    const first = pieceStart[tile] as number;
    const count = (pieceStart[tile + 1] as number) - first;
    for (let p = 0; p < count; p++) {
      pieceBytes[first + p] = Math.floor(((p + 1) * bytes) / count) - Math.floor((p * bytes) / count);
    }
    arrayOfPiece.fill(arrayOf[tile] as number, first, first + count);
  });
  return { grainBytes: grain, pieceStart, pieceBytes, arrayOfPiece };
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
