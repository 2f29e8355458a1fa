import type { Cdag } from "../cdag.js";
import type { TwoLevelGame } from "../rules.js";
import { at } from "./arrays.js";
import { type Instant, pooledCapacity } from "./graph-bound.js";
import type { UsefulPart } from "./useful.js";

/** What an instant tells about every execution: `done` has been pebbled before it, `pending` is first pebbled after it. */
export interface Regions {
  readonly done: Uint8Array;
  readonly pending: Uint8Array;
}

/** Marks ancestors of the vertex as done and descendants as pending; the vertex itself by the moment. */
export function regions(graph: Cdag, reach: Uint8Array, instant: Instant): Regions {
  const n = graph.vertexCount;
  const x = instant.vertex;
  const done = new Uint8Array(n);
  const pending = reach.slice(x * n, (x + 1) * n);
  for (let v = 0; v < n; v++) done[v] = at(reach, v * n + x);
  (instant.moment === "after" ? done : pending)[x] = 1;
  return { done, pending };
}

/**
 * Words that can be in fast memory at the instant besides a vertex about to be placed. Without sliding, just before a
 * computation the operands and room for the result are both there; with sliding the result may replace an operand.
 */
export function capacityAt(graph: Cdag, game: TwoLevelGame, instant: Instant): number {
  const room = instant.moment === "before" && !game.sliding ? at(graph.weights, instant.vertex) : 0;
  return pooledCapacity(game) - room;
}

/**
 * Weight of the lighter of two wavefronts, the one right behind what is done and the one right before what is pending (where
 * the next instant needs it): an upper bound on the flow that spares most flows.
 */
export function cheapestKnownCut(graph: Cdag, useful: UsefulPart, around: Regions, until: Uint8Array, pay: Float64Array): number {
  let earliest = 0;
  let latest = 0;
  for (const v of useful.vertices) {
    if (at(around.pending, v) === 1 || at(until, v) === 0) continue;
    let leavesDone = false;
    let entersPending = false;
    for (let e = at(graph.successorOffsets, v); e < at(graph.successorOffsets, v + 1); e++) {
      const s = at(graph.successors, e);
      if (at(until, s) === 0 || at(useful.isUseful, s) === 0) continue;
      if (at(around.done, s) === 0) leavesDone = true;
      if (at(around.pending, s) === 1) entersPending = true;
    }
    if (leavesDone && at(around.done, v) === 1) earliest += at(pay, v);
    if (entersPending) latest += at(pay, v);
  }
  return Math.min(earliest, latest);
}
