import { at, hasBit, setBit } from "./bits.js";
import type { CanonicalForm } from "./canonical-form.js";
import type { MoveSpace, SpaceMove } from "./move-space.js";
import type { StateTable } from "./state-table.js";

/**
 * The moves along the path to a state of the table. Each step is expanded again from the stored state until the child is met; the
 * renumberings of vertices and of equal fast memories that made children representatives are undone along the way.
 */
export function replayPath(space: MoveSpace, canonicalForm: CanonicalForm, table: StateTable, goal: number): SpaceMove[] {
  const path: number[] = [];
  for (let id = goal; id >= 0; id = table.parent(id)) path.push(id);
  path.reverse();
  const child = new Int32Array(space.stateWords);
  const state = new Int32Array(space.stateWords);
  const reached = new Int32Array(space.stateWords);
  const moves: SpaceMove[] = [];
  /** Vertex of the instance, and fast memory of the pebbling, by number in the representative. */
  let vertexOf = Int32Array.from({ length: space.instance.vertexCount }, (_, v) => v);
  let placeOf = Array.from({ length: space.rows }, (_, p) => p);
  space.begin();
  moves.push(...space.moves);
  for (let step = 1; step < path.length; step++) {
    const parentId = path[step - 1] as number;
    const childId = path[step] as number;
    table.read(parentId, state);
    table.read(childId, child);
    const cost = table.cost(childId) - table.cost(parentId);
    let isFound = false;
    space.expand(state, (stepCost) => {
      if (isFound || stepCost > cost) return;
      reached.set(space.next);
      let image = vertexOf.map((_, v) => v);
      canonicalForm.apply(space.next, (element) => {
        image = image.map((v) => at(element, v));
      });
      if (!space.next.every((word, w) => word === child[w])) return;
      isFound = true;
      for (const move of space.moves) moves.push(renamed(move, vertexOf, placeOf));
      placeOf = permutedPlaces(space, reached, image, child).map((p) => placeOf[p] ?? p);
      const renumbered = new Int32Array(vertexOf.length);
      image.forEach((to, v) => {
        renumbered[to] = at(vertexOf, v);
      });
      vertexOf = renumbered;
    });
    if (!isFound) throw new Error("replayPath: a stored path cannot be replayed");
  }
  return moves;
}

function renamed(move: SpaceMove, vertexOf: Int32Array, placeOf: readonly number[]): SpaceMove {
  const place = placeOf.length > 1 ? (placeOf[move.place] ?? move.place) : move.place;
  const vertex = at(vertexOf, move.vertex);
  return move.kind === "slide" ? { ...move, vertex, place, from: at(vertexOf, move.from) } : { ...move, vertex, place };
}

/** For every row of `child` a row of `reached` whose image it is, each taken once. */
function permutedPlaces(space: MoveSpace, reached: Int32Array, image: Int32Array, child: Int32Array): number[] {
  const { words, vertexCount } = space.instance;
  const isTaken = new Uint8Array(space.rows);
  return Array.from({ length: space.rows }, (_, row) => {
    if (space.rows === 1) return 0;
    const from = isTaken.findIndex((taken, p) => {
      if (taken === 1) return false;
      const moved = new Int32Array(words);
      for (let v = 0; v < vertexCount; v++) if (hasBit(reached, p * words, v)) setBit(moved, 0, at(image, v));
      return moved.every((word, w) => word === child[row * words + w]);
    });
    isTaken[from] = 1;
    return from;
  });
}
