import type { Habits, Turn } from "./port-kernels.js";

/** A source of whole numbers: at least 0, below `below`. */
export type Draw = (below: number) => number;

/** Marsaglia's xorshift, the same on every machine. */
export function drawing(seed: number): Draw {
  let state = (seed * 2654435761 + 1) | 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** An order of products: blocks of the loop indices, one loop in another, and who has which of them. */
export interface Loops {
  readonly tiles: readonly number[];
  /** Loops over blocks, the outermost first, and then those in a block. */
  readonly outer: readonly number[];
  readonly inner: readonly number[];
  /** Each loop goes back on the way that it came. */
  readonly turns: boolean;
  /** The loop whose blocks are dealt out to the memories; −1: as many products in a row for each. */
  readonly dealt: number;
}

export interface Kernel {
  readonly loops: Loops;
  readonly habits: Habits;
}

const pick = <T>(draw: Draw, from: readonly T[]): T => from[draw(from.length)] as T;

function shuffled(draw: Draw, count: number): readonly number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = draw(i + 1);
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
  return order;
}

/** A tile of one or of everything, else of any size. */
const anyTile = (draw: Draw, extent: number): number => pick(draw, [1, extent, 1 + draw(extent), 1 + draw(extent)]);

export function anyKernel(draw: Draw, extents: readonly number[]): Kernel {
  return {
    loops: {
      tiles: extents.map((extent) => anyTile(draw, extent)),
      outer: shuffled(draw, extents.length),
      inner: shuffled(draw, extents.length),
      turns: draw(2) === 0,
      dealt: draw(extents.length + 1) - 1,
    },
    habits: {
      addsInSlow: draw(3) > 0,
      where: draw(4) === 0 ? "aside" : "place",
      fetchesEach: pick(draw, [0, 0, 0, 1, 2, 3]),
      handsOver: draw(2) === 0,
      recomputes: draw(3) === 0,
      bias: [pick(draw, BIASES), pick(draw, BIASES)],
    },
  };
}

const BIASES = [0.01, 0.3, 1, 1, 1, 3, 100];

/** The same kernel with something changed. */
export function changedKernel(draw: Draw, kernel: Kernel, extents: readonly number[]): Kernel {
  const { loops, habits } = kernel;
  const other = anyKernel(draw, extents);
  const at = draw(extents.length);
  switch (draw(7)) {
    case 0:
    case 1: {
      const tile = loops.tiles[at] as number;
      const next = pick(draw, [tile + 1, tile - 1, 2 * tile, Math.ceil(tile / 2), other.loops.tiles[at] as number]);
      const tiles = loops.tiles.map((own, i) => (i === at ? Math.min(extents[i] as number, Math.max(1, next)) : own));
      return { loops: { ...loops, tiles }, habits };
    }
    case 2:
      return { loops: { ...loops, outer: swapped(draw, loops.outer) }, habits };
    case 3:
      return { loops: { ...loops, inner: swapped(draw, loops.inner) }, habits };
    case 4:
      return { loops: { ...loops, turns: other.loops.turns, dealt: other.loops.dealt }, habits };
    case 5:
      return { loops, habits: { ...habits, bias: other.habits.bias } };
    default:
      return { loops, habits: { ...other.habits, addsInSlow: habits.addsInSlow } };
  }
}

function swapped(draw: Draw, order: readonly number[]): readonly number[] {
  const [i, j] = [draw(order.length), draw(order.length)];
  return order.map((value, at) => (at === i ? (order[j] as number) : at === j ? (order[i] as number) : value));
}

/** The products in the order of the loops. */
export function turnsOf(points: readonly (readonly number[])[], loops: Loops, memories: number): readonly Turn[] {
  const { tiles, outer, inner, turns, dealt } = loops;
  const keys = points.map((point) => {
    const key: number[] = [];
    let way = 0;
    for (const i of outer) {
      const block = Math.floor((point[i] as number) / (tiles[i] as number));
      key.push(turns && way % 2 === 1 ? -block : block);
      way += block;
    }
    for (const i of inner) {
      key.push(turns && way % 2 === 1 ? -(point[i] as number) : (point[i] as number));
      way += (point[i] as number) % (tiles[i] as number);
    }
    return key;
  });
  const order = points.map((_, product) => product).sort((x, y) => compared(keys[x] as number[], keys[y] as number[]));
  return order.map((product, at) => {
    const block = Math.floor((points[product]?.[dealt] ?? 0) / (tiles[dealt] ?? 1));
    return { product, memory: dealt < 0 ? Math.floor((at * memories) / points.length) : block % memories };
  });
}

function compared(x: readonly number[], y: readonly number[]): number {
  for (let i = 0; i < x.length; i++) {
    const difference = (x[i] as number) - (y[i] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A stretch of turns moved elsewhere, turned round or given to another memory. */
export function changedTurns(draw: Draw, turns: readonly Turn[], memories: number): readonly Turn[] {
  const length = 1 + draw(Math.max(1, draw(turns.length)));
  const from = draw(turns.length - length + 1);
  const stretch = turns.slice(from, from + length);
  const rest = [...turns.slice(0, from), ...turns.slice(from + length)];
  const [memory, to] = [draw(memories), draw(rest.length + 1)];
  switch (draw(3)) {
    case 0:
      return [...rest.slice(0, to), ...stretch, ...rest.slice(to)];
    case 1:
      return [...turns.slice(0, from), ...stretch.toReversed(), ...turns.slice(from + length)];
    default:
      return turns.map((turn, at) => (at >= from && at < from + length ? { ...turn, memory } : turn));
  }
}
