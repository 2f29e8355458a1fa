import { checkInteger } from "../../errors.js";
import type { UnitTraffic } from "../tiles/unit-traffic.js";
import { unitsMoved } from "../tiles/unit-traffic.js";
import type { Trace } from "../trace.js";
import { FarthestUse } from "./farthest-use.js";
import { nextReads } from "./next-use.js";
import { simulateOpt } from "./opt.js";

/**
 * Bounds around the least traffic, fetches and write-backs together (the dirty remainder too), of any policy that allocates on
 * every miss. The least itself is a harder problem than MIN: dropping a clean unit costs one transfer, a dirty one two.
 */
export interface OptBracket {
  /** `leastReads + compulsoryWrites`: each is reached by some policy, not always by the same. */
  readonly below: number;
  /** What MIN moves, a legal policy. */
  readonly above: number;
  readonly leastReads: number;
  /** Units that the trace writes at all. */
  readonly compulsoryWrites: number;
  readonly min: UnitTraffic;
}

/**
 * Bounds from below and above on the least traffic of a trace whose objects differ in size.
 *
 * @throws InputError naming `capacity` when it is not a whole number of at least one unit.
 */
export function optBracket(trace: Trace, capacity: number): OptBracket {
  const min = simulateOpt(trace, capacity);
  const leastReads = leastReadMisses(trace, capacity);
  const compulsoryWrites = writtenUnits(trace);
  return { below: leastReads + compulsoryWrites, above: unitsMoved(min), leastReads, compulsoryWrites, min };
}

/**
 * The fewest fetches of any policy. A write needs no old value, so it starts a new unit in all but name; the misses of these new
 * units are compulsory, and MIN over them has the fewest misses, hence the fewest read misses. Equal to MIN's own read misses
 * when no unit is written after it was used.
 */
export function leastReadMisses(trace: Trace, capacity: number): number {
  checkInteger("capacity", capacity, 1);
  const { writes } = trace;
  const next = nextReads(trace);
  const never = next.length;
  const uses = new FarthestUse(never);
  let unused = 0;
  let used = 0;
  let misses = 0;
  for (let t = 0; t < never; t++) {
    if (!uses.has(t)) {
      if (writes[t] === 0) misses++;
      if (used < capacity) used++;
      else if (unused > 0) unused--;
      else uses.takeFarthest();
    }
    const use = next[t] as number;
    if (use < never) uses.add(use);
    else unused++;
  }
  return misses;
}

function writtenUnits({ ids, writes, idCount }: Trace): number {
  const written = new Uint8Array(idCount);
  for (let t = 0; t < ids.length; t++) if (writes[t] === 1) written[ids[t] as number] = 1;
  return written.reduce((sum, bit) => sum + bit, 0);
}
