import type { Move, TwoLevelGame } from "../rules.js";
import { at } from "./bits.js";
import { BucketQueue } from "./bucket-queue.js";
import { CompulsoryLoads } from "./compulsory-loads.js";
import type { Instance } from "./instance.js";
import { limitHit, type SearchLimits, type StopReason } from "./limits.js";
import { ProcessorSpace } from "./processor-space.js";
import { stateLayout } from "./state-layout.js";
import { StateTable } from "./state-table.js";

export type ProcessorOutcome = { readonly states: number; readonly bytes: number } & (
  | { readonly kind: "optimal"; readonly cost: number; readonly moves: readonly Move[] }
  | { readonly kind: "stopped"; readonly lower: number; readonly reason: StopReason }
);

/** A* over single moves, for small instances with several processors. Costs leave out the stores of outputs. */
export function searchProcessors(instance: Instance, game: TwoLevelGame, limits: SearchLimits): ProcessorOutcome {
  const startedAt = performance.now();
  const space = new ProcessorSpace(instance, game);
  const table = new StateTable(space.stateWords);
  const queue = new BucketQueue();
  const estimateOf = remainingLoads(instance, game, space);
  const state = new Int32Array(space.stateWords);
  let key = 0;
  const reach = (parent: number, cost: number): void => {
    sortRows(space.next, instance.words, game.processors);
    const id = table.numberOf(space.next);
    if (cost >= table.cost(id)) return;
    table.reach(id, cost, parent);
    const estimate = Math.max(key, cost + estimateOf(space.next));
    table.setKey(id, estimate);
    queue.push(estimate, id);
  };
  space.next.fill(0);
  reach(-1, 0);
  for (;;) {
    key = queue.leastKey() ?? Number.POSITIVE_INFINITY;
    const id = queue.pop(key);
    if (table.key(id) !== key) continue;
    table.setKey(id, -1);
    table.read(id, state);
    const usage = { states: table.count, bytes: table.bytes };
    if (space.isGoal(state)) {
      return { kind: "optimal", cost: table.cost(id), moves: replay(instance, game, space, table, id), ...usage };
    }
    const cost = table.cost(id);
    space.expand(state, (step) => reach(id, cost + step));
    const reason = limitHit(limits, table.count, table.bytes, startedAt);
    if (reason !== undefined) return { kind: "stopped", lower: key, reason, ...usage };
  }
}

/** Compulsory loads, with a value counted as red when any processor holds it. */
function remainingLoads(instance: Instance, game: TwoLevelGame, space: ProcessorSpace): (state: Int32Array) => number {
  const { words, computedWords } = instance;
  const layout = stateLayout(instance);
  const loads = new CompulsoryLoads(instance, { capacity: 0, sliding: game.sliding, recomputation: game.recomputation });
  const merged = new Int32Array(layout.words);
  const needed = new Int32Array(words);
  return (state) => {
    merged.fill(0);
    for (let w = 0; w < words; w++) {
      for (let p = 0; p < game.processors; p++) merged[w] = at(merged, w) | at(state, p * words + w);
    }
    for (let w = 0; w < computedWords; w++) merged[layout.stored + w] = at(state, space.blue + w);
    return loads.bound(merged, needed);
  };
}

/** Walks the path again from the start without sorting; moves name the processors of that walk. */
function replay(instance: Instance, game: TwoLevelGame, space: ProcessorSpace, table: StateTable, goal: number): Move[] {
  const path: number[] = [];
  for (let id = goal; id >= 0; id = table.parent(id)) path.push(id);
  path.reverse();
  const child = new Int32Array(space.stateWords);
  const sorted = new Int32Array(space.stateWords);
  let state = new Int32Array(space.stateWords);
  const moves: Move[] = [];
  for (let step = 1; step < path.length; step++) {
    const cost = table.cost(path[step] as number) - table.cost(path[step - 1] as number);
    table.read(path[step] as number, child);
    let found: { readonly moves: readonly Move[]; readonly state: Int32Array<ArrayBuffer> } | undefined;
    space.expand(state, (stepCost, stepMoves) => {
      if (found !== undefined || stepCost > cost) return;
      sorted.set(space.next);
      sortRows(sorted, instance.words, game.processors);
      if (sorted.every((word, w) => word === child[w])) found = { moves: stepMoves, state: space.next.slice() };
    });
    if (found === undefined) throw new Error("replay: a stored path cannot be replayed");
    moves.push(...found.moves);
    state = found.state;
  }
  return moves;
}

/** Insertion sort of the processors' red sets. */
function sortRows(state: Int32Array, words: number, rows: number): void {
  for (let i = 1; i < rows; i++) {
    for (let j = i; j > 0 && isRowLess(state, words, j, j - 1); j--) {
      for (let w = 0; w < words; w++) {
        const swapped = at(state, j * words + w);
        state[j * words + w] = at(state, (j - 1) * words + w);
        state[(j - 1) * words + w] = swapped;
      }
    }
  }
}

function isRowLess(state: Int32Array, words: number, i: number, j: number): boolean {
  for (let w = 0; w < words; w++) {
    const difference = at(state, i * words + w) - at(state, j * words + w);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
