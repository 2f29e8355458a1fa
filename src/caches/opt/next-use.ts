import type { Trace } from "../trace.js";

/** Position of the next access to the same unit, for each access; the length of the trace where there is none. */
export function nextUses(trace: Trace): Int32Array {
  return nextPositions(trace, false);
}

/**
 * Position of the next access that needs the value the unit holds now: as `nextUses`, but the length of the trace also where
 * the next access is a write, which replaces the value unread.
 */
export function nextReads(trace: Trace): Int32Array {
  return nextPositions(trace, true);
}

function nextPositions({ ids, writes, idCount }: Trace, writesEnd: boolean): Int32Array {
  const never = ids.length;
  const next = new Int32Array(never);
  const upcoming = new Int32Array(idCount).fill(never);
  for (let t = never - 1; t >= 0; t--) {
    const id = ids[t] as number;
    next[t] = upcoming[id] as number;
    upcoming[id] = writesEnd && writes[t] === 1 ? never : t;
  }
  return next;
}
