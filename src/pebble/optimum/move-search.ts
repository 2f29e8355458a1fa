import { InputError } from "../../errors.js";
import { automorphisms } from "./automorphisms.js";
import { BucketQueue } from "./bucket-queue.js";
import { CanonicalForm } from "./canonical-form.js";
import { limitHit, type SearchLimits, type StopReason } from "./limits.js";
import type { MoveSpace, SpaceMove } from "./move-space.js";
import { replayPath } from "./replay-path.js";
import { StateTable } from "./state-table.js";

export type MoveOutcome = { readonly states: number; readonly bytes: number } & (
  | { readonly kind: "optimal"; readonly cost: number; readonly moves: readonly SpaceMove[] }
  | { readonly kind: "stopped"; readonly lower: number; readonly reason: StopReason }
);

/**
 * A* over the moves of a space, with partial expansion as in `bestFirst`: children beyond the current key are not stored; their
 * parent returns to the queue under the least key skipped. States equal up to a symmetry of the graph and a permutation of equal
 * fast memories are one state. Moves come in the vertex numbers of the instance.
 */
export function searchMoves(space: MoveSpace, limits: SearchLimits): MoveOutcome {
  const startedAt = performance.now();
  const { instance, next } = space;
  const arrange = space.arrange === undefined ? undefined : (state: Int32Array) => space.arrange?.(state);
  const canonicalForm = new CanonicalForm(instance, automorphisms(instance), space.sets, space.stateWords, arrange);
  const table = new StateTable(space.stateWords);
  const queue = new BucketQueue();
  const state = new Int32Array(space.stateWords);
  let leftOut = Number.POSITIVE_INFINITY;
  let key = 0;
  const reach = (parent: number, cost: number): void => {
    const estimate = cost + space.estimate(next);
    if (estimate > key) {
      leftOut = Math.min(leftOut, estimate);
      return;
    }
    canonicalForm.apply(next);
    const id = table.numberOf(next);
    if (cost >= table.cost(id)) return;
    table.reach(id, cost, parent);
    table.setKey(id, key);
    queue.push(key, id);
  };
  const startCost = space.begin();
  key = startCost + space.estimate(next);
  reach(-1, startCost);
  for (;;) {
    const least = queue.leastKey();
    if (least === undefined)
      throw new InputError("fast capacity", "levels that every value can pass", "a game that cannot be won");
    key = least;
    const id = queue.pop(key);
    if (table.key(id) !== key) continue;
    table.setKey(id, -1);
    table.read(id, state);
    const cost = table.cost(id);
    const usage = { states: table.count, bytes: table.bytes };
    if (space.isGoal(state)) return { kind: "optimal", cost, moves: replayPath(space, canonicalForm, table, id), ...usage };
    leftOut = Number.POSITIVE_INFINITY;
    space.expand(state, (step) => reach(id, cost + step));
    if (leftOut < Number.POSITIVE_INFINITY) {
      table.setKey(id, leftOut);
      queue.push(leftOut, id);
    }
    const reason = limitHit(limits, table.count, table.bytes, startedAt);
    if (reason !== undefined) return { kind: "stopped", lower: key, reason, ...usage };
  }
}
