import type { Move } from "../rules.js";
import type { SearchSpace } from "./best-first.js";
import { at, hasBit } from "./bits.js";
import { stateLayout } from "./state-layout.js";

/**
 * The moves along the path that the search found. Each step is expanded again from the stored state until the child is met;
 * the permutations by which children were replaced by representatives are undone along the way, so the moves are those of
 * one execution on the graph as it was given.
 */
export function reconstruct(space: SearchSpace, goal: number, optimum: number): Move[] {
  const { instance, table, expansion, loads } = space;
  const path: number[] = [];
  for (let id = goal; id >= 0; id = table.parent(id)) path.push(id);
  path.reverse();
  const layout = stateLayout(instance);
  const state = new Int32Array(layout.words);
  const child = new Int32Array(layout.words);
  const needed = new Int32Array(instance.words);
  expansion.next.set(space.start);
  const first = settle(space, instance.original);
  const moves: Move[] = [...first.moves];
  /** Vertex of the graph by number in the representative. */
  let actual = first.numbering;
  for (let step = 1; step < path.length; step++) {
    const id = path[step - 1] as number;
    const childId = path[step] as number;
    table.read(id, state);
    table.read(childId, child);
    const cost = table.cost(childId) - table.cost(id);
    let isFound = false;
    expansion.expand(state, optimum - table.cost(id) - loads.bound(state, needed), () => {
      if (isFound || expansion.step.cost > cost) return;
      const stepMoves = movesOfStep(space, state, actual);
      const after = settle(space, actual);
      if (!expansion.next.every((word, w) => word === child[w])) return;
      isFound = true;
      moves.push(...stepMoves, ...after.moves);
      actual = after.numbering;
    });
    if (!isFound) throw new Error("reconstruct: a stored path cannot be replayed");
  }
  return moves;
}

/** Replaces the next state by its representative: the free moves of its normal form, and the vertices by their new numbers. */
function settle(
  { expansion, normalForm, canonicalForm }: SearchSpace,
  actual: Int32Array,
): { readonly moves: readonly Move[]; readonly numbering: Int32Array } {
  const moves: Move[] = [];
  let numbering = actual;
  normalForm.apply(expansion.next, (kind, vertex, from) => {
    const v = at(actual, vertex);
    moves.push(kind === "slide" ? ["slide", v, at(actual, from)] : [kind, v]);
  });
  canonicalForm.apply(expansion.next, (element) => {
    const renumbered = new Int32Array(numbering.length);
    element.forEach((image, v) => {
      renumbered[image] = at(numbering, v);
    });
    numbering = renumbered;
  });
  return { moves, numbering };
}

/** Stores, deletions, loads and the computation of the expansion's current step. */
function movesOfStep(space: SearchSpace, state: Int32Array, actual: Int32Array): Move[] {
  const { instance, expansion } = space;
  const { vertex, slide, victims, stored } = expansion.step;
  const layout = stateLayout(instance);
  const moves: Move[] = [];
  const name = (v: number): number => at(actual, v);
  for (const x of stored) if (x !== slide) moves.push(["store", name(x)]);
  for (const x of victims) moves.push(["delete", name(x)]);
  for (let u = 0; u < instance.vertexCount; u++) {
    if (hasBit(instance.predecessors, vertex * instance.words, u) && !hasBit(state, 0, u)) moves.push(["load", name(u)]);
  }
  if (slide >= 0) {
    if (stored.includes(slide)) moves.push(["store", name(slide)]);
    moves.push(["slide", name(vertex), name(slide)]);
  } else {
    moves.push(["compute", name(vertex)]);
  }
  if (hasBit(instance.outputs, 0, vertex) && !hasBit(state, layout.stored, vertex)) moves.push(["store", name(vertex)]);
  return moves;
}
