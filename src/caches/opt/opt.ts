import { checkInteger, InputError } from "../../errors.js";
import type { UnitTraffic } from "../tiles/unit-traffic.js";
import type { Trace } from "../trace.js";
import { FarthestUse } from "./farthest-use.js";
import { nextUses } from "./next-use.js";

/** `UnitTraffic` with one entry an array. */
export interface UnitTrafficByArray {
  readonly readMisses: Float64Array;
  readonly writeMisses: Float64Array;
  readonly dirtyEvictions: Float64Array;
  readonly dirtyAtEnd: Float64Array;
}

/**
 * Belady's MIN of `capacity` units over a recorded trace: every miss allocates, the victim is the unit whose next use is
 * farthest. No policy that allocates on every miss has fewer misses, reads and writes together (L. A. Belady, IBM Systems
 * Journal 5(2), 1966). Of units never used again the one whose last use is latest goes first; that order moves write-backs between
 * "during the run" and "left at the end" and changes neither their sum nor the misses.
 *
 * MIN does not weigh write-backs against fetches; `optBracket` encloses the policy that would.
 *
 * @param next what `nextUses(trace)` returns, when several capacities share it
 * @throws InputError naming `capacity` when it is not a whole number of at least one unit.
 */
export function simulateOpt(trace: Trace, capacity: number, next: Int32Array = nextUses(trace)): UnitTraffic {
  return ofOneArray(simulateOptByArray(trace, capacity, new Uint8Array(trace.idCount), 1, next));
}

/** The counts where all is one array. */
export function ofOneArray(traffic: UnitTrafficByArray): UnitTraffic {
  const only = (counts: Float64Array): number => counts[0] as number;
  return {
    readMisses: only(traffic.readMisses),
    writeMisses: only(traffic.writeMisses),
    dirtyEvictions: only(traffic.dirtyEvictions),
    dirtyAtEnd: only(traffic.dirtyAtEnd),
  };
}

/**
 * `simulateOpt` with the counts of each array apart.
 *
 * The resident units are kept as the set of their next uses, all different: an access hits exactly when its own position is in
 * the set, positions that have gone by need no removal, and the victim is the largest.
 *
 * @param arrayOf which array each unit belongs to
 */
export function simulateOptByArray(
  trace: Trace,
  capacity: number,
  arrayOf: Uint8Array,
  arrayCount: number,
  next: Int32Array = nextUses(trace),
): UnitTrafficByArray {
  checkInteger("capacity", capacity, 1);
  checkInteger("array-count", arrayCount, 0, 256);
  const { ids, writes, idCount } = trace;
  if (!(arrayOf.length >= idCount)) throw new InputError("array-of", `an array for each of ${idCount}`, String(arrayOf.length));
  const counts = (): Float64Array => new Float64Array(arrayCount);
  const [readMisses, writeMisses, dirtyEvictions, dirtyAtEnd] = [counts(), counts(), counts(), counts()];
  const never = ids.length;
  const uses = new FarthestUse(never);
  /** Residents never used again, by last use. */
  const unused = new Int32Array(idCount);
  let unusedCount = 0;
  let used = 0;
  const dirty = new Uint8Array(idCount);
  for (let t = 0; t < never; t++) {
    const isWrite = writes[t] as number;
    if (!uses.has(t)) {
      const array = arrayOf[ids[t] as number] as number;
      const misses = isWrite === 0 ? readMisses : writeMisses;
      misses[array] = (misses[array] as number) + 1;
      if (used < capacity) used++;
      else {
        const victim = (unusedCount > 0 ? unused[--unusedCount] : ids[uses.takeFarthest()]) as number;
        if (dirty[victim] === 1) {
          const owner = arrayOf[victim] as number;
          dirtyEvictions[owner] = (dirtyEvictions[owner] as number) + 1;
          dirty[victim] = 0;
        }
      }
    }
    const use = next[t] as number;
    if (use < never) uses.add(use);
    else unused[unusedCount++] = ids[t] as number;
    if (isWrite !== 0) dirty[ids[t] as number] = 1;
  }
  dirty.forEach((bit, id) => {
    const array = arrayOf[id] as number;
    dirtyAtEnd[array] = (dirtyAtEnd[array] as number) + bit;
  });
  return { readMisses, writeMisses, dirtyEvictions, dirtyAtEnd };
}
