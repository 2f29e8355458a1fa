import type { TileCache } from "../caches/tiles/tile-cache.js";
import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import type { PartitionedL2 } from "./l2/partitioned-l2.js";
import type { TilePieces } from "./tile-pieces.js";

/**
 * The cache with the schedule's resident tiles in it, clean, whose traffic is what comes after. They are read before the kernel, and what a
 * cache reads for them alone is not counted.
 */
export function warmCache({ resident }: TileSchedule, make: () => TileCache): TileCache {
  const cache = make();
  if (resident === undefined) return cache;
  const alone = make();
  for (const tile of resident) {
    cache.read(tile);
    alone.read(tile);
  }
  const before = alone.traffic().readBytes;
  return {
    read: (tile) => cache.read(tile),
    write: (tile) => cache.write(tile),
    ...(cache.entriesOf === undefined ? {} : { entriesOf: cache.entriesOf.bind(cache) }),
    ...(cache.bytesATouch === undefined ? {} : { bytesATouch: cache.bytesATouch }),
    traffic: () => {
      const { readBytes, ...written } = cache.traffic();
      return { ...written, readBytes: readBytes.map((bytes, array) => bytes - (before[array] as number)) };
    },
  };
}

/**
 * Puts the resident tiles into a partitioned L2. Returns bytes of each array that such a tile brings along although they are not resident
 * (they have no entry of their own): they are to be read.
 */
export function placeResidents(
  { resident = new Int32Array(), arrays }: TileSchedule,
  l2: PartitionedL2,
  pieces: TilePieces,
): Float64Array {
  const brought = new Float64Array(arrays.length);
  const placed = new Set(resident);
  for (const tile of resident) {
    l2.place(tile);
    const companion = pieces.companionOf?.[tile] ?? -1;
    if (companion < 0 || placed.has(companion)) continue;
    const array = pieces.arrayOfTile[companion] as number;
    brought[array] = (brought[array] as number) + (pieces.tileBytes[companion] as number);
  }
  return brought;
}
