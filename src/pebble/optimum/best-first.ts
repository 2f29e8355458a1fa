import { automorphisms } from "./automorphisms.js";
import { BucketQueue } from "./bucket-queue.js";
import { CanonicalForm } from "./canonical-form.js";
import { CompulsoryLoads } from "./compulsory-loads.js";
import { Expansion } from "./expansion.js";
import type { Instance } from "./instance.js";
import { limitHit, type SearchLimits, type StopReason } from "./limits.js";
import { Liveness } from "./liveness.js";
import { NormalForm } from "./normal-form.js";
import { type SearchRules, stateLayout, stateSets } from "./state-layout.js";
import { StateTable } from "./state-table.js";

/** The parts of the search, which the reconstruction of a pebbling uses again. */
export interface SearchSpace {
  readonly instance: Instance;
  readonly expansion: Expansion;
  readonly normalForm: NormalForm;
  readonly canonicalForm: CanonicalForm;
  readonly loads: CompulsoryLoads;
  readonly table: StateTable;
  /** The state that the search begins with, not yet in normal form. */
  readonly start: Int32Array;
}

export type SearchOutcome =
  /** `cost` leaves out the stores of outputs; `goal` is the number of the final state in the table. */
  | { readonly kind: "optimal"; readonly cost: number; readonly goal: number; readonly space: SearchSpace }
  | { readonly kind: "stopped"; readonly lower: number; readonly reason: StopReason; readonly space: SearchSpace };

/**
 * A* with partial expansion (Yoshizumi, Miura, Ishida 2000): a state is expanded with the steps whose estimate does not
 * pass the current key and goes back to the queue under the least key skipped, so states beyond the optimum are never
 * stored. States are kept in normal form and up to symmetry. A state reached again at lower cost is taken up anew.
 * The game begins with nothing in fast memory, or with `start`.
 */
export function bestFirst(instance: Instance, rules: SearchRules, limits: SearchLimits, start?: Int32Array): SearchOutcome {
  const startedAt = performance.now();
  const layout = stateLayout(instance);
  const space: SearchSpace = {
    instance,
    expansion: new Expansion(instance, rules),
    normalForm: new NormalForm(instance, rules, new Liveness(instance, rules)),
    canonicalForm: new CanonicalForm(instance, automorphisms(instance), stateSets(instance), layout.words),
    loads: new CompulsoryLoads(instance, rules),
    table: new StateTable(layout.words),
    start: start ?? new Int32Array(layout.words),
  };
  const { expansion, normalForm, canonicalForm, loads, table } = space;
  const queue = new BucketQueue();
  const needed = new Int32Array(instance.words);
  const state = new Int32Array(layout.words);
  const next = expansion.next;
  let key = 0;
  let leftOut = Number.POSITIVE_INFINITY;

  const isBeyondKey = (cost: number): boolean => {
    const estimate = cost + loads.bound(next, needed);
    if (estimate > key) leftOut = Math.min(leftOut, estimate);
    return estimate > key;
  };

  const reach = (parent: number, cost: number): void => {
    // Tested before and after the normal form: both are lower bounds, and the first test is the cheaper one.
    if (isBeyondKey(cost)) return;
    normalForm.apply(next);
    if (isBeyondKey(cost)) return;
    canonicalForm.apply(next);
    const id = table.numberOf(next);
    if (cost >= table.cost(id)) return;
    table.reach(id, cost, parent);
    table.setKey(id, key);
    queue.push(key, id);
  };

  next.set(space.start);
  key = loads.bound(next, needed);
  reach(-1, 0);
  for (;;) {
    key = queue.leastKey() ?? Number.POSITIVE_INFINITY;
    const id = queue.pop(key);
    if (table.key(id) !== key) continue;
    table.setKey(id, -1);
    table.read(id, state);
    const cost = table.cost(id);
    if (isGoal(instance, state, layout.stored)) return { kind: "optimal", cost, goal: id, space };
    const estimate = cost + loads.bound(state, needed);
    leftOut = Number.POSITIVE_INFINITY;
    const rise = expansion.expand(state, key - estimate, () => reach(id, cost + expansion.step.cost));
    const again = Math.min(leftOut, estimate + rise);
    if (again < Number.POSITIVE_INFINITY) {
      table.setKey(id, again);
      queue.push(again, id);
    }
    const reason = limitHit(limits, table.count, table.bytes, startedAt);
    if (reason !== undefined) return { kind: "stopped", lower: key, reason, space };
  }
}

function isGoal(instance: Instance, state: Int32Array, stored: number): boolean {
  return instance.outputs.every((outputs, w) => (outputs & ~(state[stored + w] as number)) === 0);
}
