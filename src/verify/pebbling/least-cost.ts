import type { Cdag } from "../../pebble/cdag.js";
import type { Game } from "../../pebble/rules.js";

/**
 * Whether no pebbling of a small graph costs less than one that is known, by trying all: Dijkstra's algorithm over positions, with what a
 * position must still cost at least. It knows the rules of the game (docs/pebbling.md) and nothing of the searches that found the pebbling.
 */

/** Where all pebbles lie, a bit a vertex: each fast memory, slow memory, what was computed where that may happen once only. */
interface Position {
  readonly fast: readonly bigint[];
  readonly slow: bigint;
  readonly computed: bigint;
}

interface Board {
  readonly graph: Cdag;
  readonly game: Game;
  /** Of each fast memory its words, what one costs across the boundary behind it, its level, and the fast memory outside, if any. */
  readonly room: readonly number[];
  readonly price: readonly number[];
  readonly level: readonly number[];
  readonly outer: readonly (number | undefined)[];
  /** What a word costs across the boundary behind each level; processors of one game are one level. */
  readonly levelPrice: readonly number[];
  readonly operands: readonly bigint[];
  readonly operandsOf: readonly (readonly number[])[];
  readonly isInput: readonly boolean[];
  /** Vertices that outputs are made from, themselves too. */
  readonly needed: readonly number[];
  readonly widest: number;
}

const MOST_VERTICES = 64;
const MOST_MEMORIES = 8;

/** Positions of a graph of twenty vertices that are looked at before the question is left open: some seconds. */
const MOST_POSITIONS = 150_000;

const BITS = Array.from({ length: MOST_VERTICES }, (_, v) => 1n << BigInt(v));
const bit = (v: number): bigint => BITS[v] ?? 0n;
const has = (set: bigint, v: number): boolean => (set & bit(v)) !== 0n;

/** True or false where all positions that cost less were looked at; undefined where there are too many of them. */
export function isLeastCost(graph: Cdag, game: Game, cost: number, most: number = MOST_POSITIONS): boolean | undefined {
  const memories = memoriesOf(game).reduce((sum, count) => sum + count, 0);
  if (graph.vertexCount > MOST_VERTICES || memories > MOST_MEMORIES) return undefined;
  const board = boardOf(graph, game);
  // Moves grow with vertices and memories, their words and what each must still cost with vertices again.
  const limit = most / memories / Math.max(1, board.needed.length / 20) ** 4;
  const start = positionAtStart(board);
  const known = new Map([[keyOf(board, start), 0]]);
  // Positions by cost so far and to come; that sum never falls along a pebbling.
  const waiting = new Map<number, { readonly position: Position; readonly spent: number }[]>();
  waiting.set(stillToPay(board, start), [{ position: start, spent: 0 }]);
  for (let looked = 0; ; ) {
    const least = Math.min(...waiting.keys());
    if (least >= cost) return true;
    const batch = waiting.get(least) ?? [];
    const next = batch.pop();
    if (next === undefined) {
      waiting.delete(least);
      continue;
    }
    if (known.get(keyOf(board, next.position)) !== next.spent) continue;
    if (isWon(board, next.position)) return false;
    if (++looked > limit) return undefined;
    for (const [position, paid] of movesFrom(board, next.position)) {
      const [spent, key] = [next.spent + paid, keyOf(board, position)];
      if ((known.get(key) ?? Number.POSITIVE_INFINITY) <= spent) continue;
      known.set(key, spent);
      const total = spent + stillToPay(board, position);
      if (total >= cost) continue;
      const same = waiting.get(total);
      if (same === undefined) waiting.set(total, [{ position, spent }]);
      else same.push({ position, spent });
    }
  }
}

/** How many fast memories each level has. */
function memoriesOf(game: Game): readonly number[] {
  if (game.kind === "two-level") return [game.processors];
  return game.capacities.map((_, level) => game.memories?.[level] ?? 1);
}

function boardOf(graph: Cdag, game: Game): Board {
  const counts = memoriesOf(game);
  const levelPrice = counts.map((_, i) => (game.kind === "hierarchy" ? (game.costs?.[i] ?? 1) : 1));
  const level = counts.flatMap((count, i) => Array.from({ length: count }, () => i));
  const room = level.map((i) => (game.kind === "hierarchy" ? (game.capacities[i] ?? 0) : game.fastCapacity));
  const price = level.map((i) => levelPrice[i] ?? 1);
  // Memories of a level share those of the next evenly, in their order.
  const firstOf = (i: number): number => counts.slice(0, i).reduce((sum, count) => sum + count, 0);
  const outer = level.map((i, place) => {
    const next = counts[i + 1];
    return next === undefined ? undefined : firstOf(i + 1) + Math.floor(((place - firstOf(i)) * next) / (counts[i] ?? 1));
  });
  const vertices = Array.from({ length: graph.vertexCount }, (_, v) => v);
  const operandsOf = vertices.map((v) => [
    ...graph.predecessors.subarray(graph.predecessorOffsets[v], graph.predecessorOffsets[v + 1]),
  ]);
  const operands = operandsOf.map((own) => own.reduce((set, u) => set | bit(u), 0n));
  const isInput = operands.map((own) => own === 0n);
  let wanted = vertices.reduce((set, v) => (graph.isOutput[v] === 1 ? set | bit(v) : set), 0n);
  for (let before = 0n; before !== wanted; ) {
    before = wanted;
    for (const v of vertices) if (has(wanted, v)) wanted |= operands[v] ?? 0n;
  }
  const needed = vertices.filter((v) => has(wanted, v));
  const widest = needed.reduce((most, v) => Math.max(most, graph.weights[v] ?? 1), 0);
  return { graph, game, room, price, level, outer, levelPrice, operands, operandsOf, isInput, needed, widest };
}

function positionAtStart({ room, isInput }: Board): Position {
  const slow = isInput.reduce((set, input, v) => (input ? set | bit(v) : set), 0n);
  return { fast: room.map(() => 0n), slow, computed: 0n };
}

function keyOf({ graph }: Board, { fast, slow, computed }: Position): bigint {
  const width = BigInt(graph.vertexCount);
  return [...fast, slow, computed].reduce((key, set) => (key << width) | set, 0n);
}

function isWon({ needed, graph }: Board, { slow }: Position): boolean {
  return needed.every((v) => graph.isOutput[v] !== 1 || has(slow, v));
}

/**
 * At least this much: outputs outside slow memory still cross every boundary behind the outermost memory that has them. What is nowhere
 * and wanted is computed, so its operands enter the innermost memory; an input crosses every boundary in front of where it lies.
 */
function stillToPay({ graph, level, levelPrice, operandsOf, isInput, needed }: Board, { fast, slow }: Position): number {
  const places = levelPrice.map((_, i) => fast.reduce((all, set, place) => (level[place] === i ? all | set : all), 0n));
  const across = (from: number, to: number): number => levelPrice.slice(from, to).reduce((sum, one) => sum + one, 0);
  let [pay, wanted] = [0, 0n];
  for (const v of needed) if (graph.isOutput[v] === 1 && !has(slow, v)) wanted |= bit(v);
  for (const v of needed) {
    if (!has(wanted, v)) continue;
    const outermost = places.findLastIndex((set) => has(set, v));
    pay += (graph.weights[v] ?? 1) * across(Math.max(0, outermost), places.length);
  }
  // A vertex comes to be wanted by one that was wanted before it.
  const queue = needed.filter((v) => has(wanted, v));
  for (const v of queue) {
    if (places.some((set) => has(set, v))) continue;
    for (const u of operandsOf[v] ?? []) {
      if (has(wanted, u)) continue;
      if (!isInput[u] && has(slow, u)) continue;
      wanted |= bit(u);
      if (!isInput[u]) queue.push(u);
      else {
        const innermost = places.findIndex((set) => has(set, u));
        pay += (graph.weights[u] ?? 1) * across(0, innermost < 0 ? places.length : innermost);
      }
    }
  }
  return pay;
}

/**
 * Every move that may lead on, with its price. Pebbles are taken away only where the widest value has no room, and slide only where they
 * must: in any pebbling both can wait until then.
 */
function movesFrom(board: Board, position: Position): readonly (readonly [Position, number])[] {
  const { graph, game, room, price, level, outer, operands, operandsOf, isInput, needed, widest } = board;
  const { fast, slow, computed } = position;
  const found: (readonly [Position, number])[] = [];
  const words = (v: number): number => graph.weights[v] ?? 1;
  const held = fast.map((set) => needed.reduce((sum, v) => (has(set, v) ? sum + words(v) : sum), 0));
  const free = (place: number): number => (room[place] ?? 0) - (held[place] ?? 0);
  const put = (place: number, set: bigint, paid: number, more: Partial<Position> = {}): void => {
    found.push([{ fast: fast.with(place, set), slow, computed, ...more }, paid]);
  };
  fast.forEach((here, place) => {
    const outside = outer[place];
    const behind = outside === undefined ? slow : (fast[outside] ?? 0n);
    for (const v of needed) {
      const paid = words(v) * (price[place] ?? 1);
      const isHere = has(here, v);
      if (!isHere && has(behind, v) && free(place) >= words(v)) put(place, here | bit(v), paid);
      if (isHere && !has(behind, v)) {
        if (outside === undefined) found.push([{ fast, slow: slow | bit(v), computed }, paid]);
        else if (free(outside) >= words(v)) put(outside, behind | bit(v), paid);
      }
      if (isHere && free(place) < widest) put(place, here & ~bit(v), 0);
      const own = operands[v] ?? 0n;
      if (isHere || isInput[v] || (level[place] ?? 0) > 0 || (own & here) !== own) continue;
      if (!game.recomputation && has(computed, v)) continue;
      const once = game.recomputation ? {} : { computed: computed | bit(v) };
      if (free(place) >= words(v)) put(place, here | bit(v), 0, once);
      else if (game.sliding) {
        for (const u of operandsOf[v] ?? []) {
          if (free(place) + words(u) >= words(v)) put(place, (here & ~bit(u)) | bit(v), 0, once);
        }
      }
    }
  });
  return found;
}
