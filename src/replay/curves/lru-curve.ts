import { checkCapacity } from "../../caches/check-capacity.js";
import { bytesBeyond } from "../../caches/depth-levels.js";
import type { DepthLevels } from "../../caches/index.js";
import { collectTraffic } from "../collect.js";
import type { SmTraffic } from "../lock-step.js";
import type { ReplayedTraffic } from "../traffic.js";

/**
 * Traffic of one schedule in lock step through a fully associative write-back LRU, at every capacity: exactly what `LruCache` counts
 * at each. A transfer at depth d happens in the caches of fewer than d bytes.
 */
export interface LruCurve {
  readonly arrays: readonly LruCurveOfArray[];
  readonly sm: SmTraffic;
  /** No replay holds less. */
  readonly largestTileBytes: number;
}

/** What of one array's traffic an LRU of each size moves. */
export interface LruCurveOfArray {
  readonly name: string;
  readonly reads: readonly DepthLevels[];
  /** Written back during the run or dirty at its end. */
  readonly writes: readonly DepthLevels[];
  readonly remains: readonly DirtyRemain[];
}

/** Dirty bytes at the end: in caches of `level` bytes and more, what of `bytes` fits above `above` more recent bytes. */
export interface DirtyRemain {
  readonly level: number;
  readonly above: number;
  readonly bytes: number;
}

/** The traffic at each capacity in bytes; @throws InputError naming `l2-bytes` when one is below the largest tile. */
export function lruTrafficAt(curve: LruCurve, capacities: readonly number[]): readonly ReplayedTraffic[] {
  const least = curve.largestTileBytes;
  for (const bytes of capacities) checkCapacity(bytes, least);
  const rising = [...new Set(capacities)].sort((x, y) => x - y);
  const arrays = curve.arrays.map(({ reads, writes, remains }) => {
    const [readBytes, allWrites] = [bytesBeyond(reads, rising), bytesBeyond(writes, rising)];
    const dirtyAtEnd = rising.map((capacity) => remains.reduce((sum, remain) => sum + bytesThatRemain(remain, capacity), 0));
    return { readBytes, dirtyAtEnd, writeBytes: allWrites.map((bytes, i) => bytes - (dirtyAtEnd[i] as number)) };
  });
  return capacities.map((capacity) => {
    const at = rising.indexOf(capacity);
    const dram = {
      readBytes: Float64Array.from(arrays, ({ readBytes }) => readBytes[at] as number),
      writeBytes: Float64Array.from(arrays, ({ writeBytes }) => writeBytes[at] as number),
      dirtyAtEndBytes: Float64Array.from(arrays, ({ dirtyAtEnd }) => dirtyAtEnd[at] as number),
    };
    return collectTraffic(curve, dram, curve.sm);
  });
}

function bytesThatRemain({ level, above, bytes }: DirtyRemain, capacity: number): number {
  return capacity < level ? 0 : Math.min(Math.max(capacity - above, 0), bytes);
}
