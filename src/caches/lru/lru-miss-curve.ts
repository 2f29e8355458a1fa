import type { Trace } from "../trace.js";
import { distinctUnits } from "../trace.js";
import type { MissCurve } from "./miss-curve.js";
import { CurveCounter } from "./miss-curve.js";
import { RecencyCounter } from "./recency-counter.js";

/**
 * Traffic of fully associative write-back LRU at every capacity, from one pass over the trace by stack distances; equal to
 * `simulateLru` at each.
 */
export function lruMissCurve(trace: Trace): MissCurve {
  const { ids, writes, idCount } = trace;
  const distinct = distinctUnits(trace);
  const counter = new CurveCounter(idCount, distinct);
  const recency = new RecencyCounter(idCount);
  for (let t = 0; t < ids.length; t++) {
    const id = ids[t] as number;
    const depth = recency.access(id);
    if (writes[t] === 0) counter.read(id, depth === 0 ? distinct + 1 : depth);
    else counter.write(id, depth === 0 ? distinct + 1 : depth);
  }
  return counter.finish(recency.stack());
}
