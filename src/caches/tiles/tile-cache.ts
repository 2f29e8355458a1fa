import type { EvictionMatrix } from "../eviction-matrix.js";

/** Traffic between a cache and the memory behind it, one entry an array, in bytes. */
export interface CacheTraffic {
  readonly readBytes: Float64Array;
  /** Written back during the run. */
  readonly writeBytes: Float64Array;
  /** Still dirty in the cache at the end. */
  readonly dirtyAtEndBytes: Float64Array;
}

/** A cache as the replay drives it: touches of whole tiles, true on a hit. */
export interface TileCache {
  read(tile: number): boolean;
  /** A write of every byte of the tile. */
  write(tile: number): boolean;
  traffic(): CacheTraffic;
  /** The traffic so far, of policies that know it only when all touches have come. */
  trafficLater?(): () => CacheTraffic;
  /** Entries that a tile takes; one where absent. */
  entriesOf?(tile: number): number;
  /** What the cache keeps of every touch, where it needs them all. */
  readonly bytesATouch?: number;
  /** Which array made room for which; absent where victims are not known one by one. */
  evictions?(): EvictionMatrix;
}
