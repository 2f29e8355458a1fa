import { checkInteger } from "../../errors.js";
import type { UnitTraffic } from "../tiles/unit-traffic.js";
import type { Trace } from "../trace.js";

/**
 * Fully associative write-back LRU of `capacity` units over a recorded trace.
 *
 * The trace itself is the recency list: units leave in the order of their last accesses, so a position that walks over the
 * trace, skipping accesses that were not the last of their unit, points at the least recent one. A unit is in the cache exactly
 * when its last access is not behind that position. O(1) an access, no links.
 *
 * @throws InputError naming `capacity` when it is not a whole number of at least one unit.
 */
export function simulateLru(trace: Trace, capacity: number): UnitTraffic {
  checkInteger("capacity", capacity, 1);
  const { ids, writes, idCount } = trace;
  const lastAccess = new Int32Array(idCount).fill(-1);
  const dirty = new Uint8Array(idCount);
  let leastRecent = 0;
  let used = 0;
  let readMisses = 0;
  let writeMisses = 0;
  let dirtyEvictions = 0;
  for (let t = 0; t < ids.length; t++) {
    const id = ids[t] as number;
    const isWrite = writes[t] as number;
    if ((lastAccess[id] as number) < leastRecent) {
      if (isWrite === 0) readMisses++;
      else writeMisses++;
      if (used < capacity) used++;
      else {
        let victim = ids[leastRecent] as number;
        while (lastAccess[victim] !== leastRecent) victim = ids[++leastRecent] as number;
        leastRecent++;
        dirtyEvictions += dirty[victim] as number;
        dirty[victim] = 0;
      }
    }
    lastAccess[id] = t;
    if (isWrite !== 0) dirty[id] = 1;
  }
  return { readMisses, writeMisses, dirtyEvictions, dirtyAtEnd: dirty.reduce((sum, bit) => sum + bit, 0) };
}
