import { indicesOf } from "../../computation/computation.js";
import { type EinsumWorkload, einsumComputation } from "../../computation/einsum.js";
import { checkInteger, InputError } from "../../errors.js";
import { ceilDivide } from "../../exact/integer.js";
import type { ScheduleEntry } from "../schedule-entry.js";

export const TILED_EINSUM_ENTRY: ScheduleEntry = {
  id: "tiled-einsum",
  workload:
    "einsum, one statement with each array once: rectangular tiles, all but one array's stay, that one passes word by word",
  machine: "two-level",
  parameters: "sides of the tile, loops and the passing array, searched",
  source: "Dinh and Demmel, SPAA'20, for rectangular tiles; every move is refereed",
};

/** One access of the statement: the output first, then the operands. */
export interface EinsumAccess {
  readonly array: string;
  readonly indices: readonly string[];
}

/** Words of one array that pass between slow and fast memory. */
export interface EinsumWords {
  readonly array: string;
  readonly loads: bigint;
  readonly stores: bigint;
}

/**
 * One einsum statement in rectangular tiles in the two-level memory model. The tiles are walked in a nest of loops; the tile of each array
 * stays while the loops go through tiles that share it, except of one array that passes word by word through each tile. Partial sums
 * are stored and loaded again where the loops leave their tile and come back, in any order of the reduction.
 */
export interface WordEinsum {
  readonly id: "tiled-einsum";
  readonly workload: EinsumWorkload;
  readonly accesses: readonly EinsumAccess[];
  /** Indices from the outermost loop to the innermost. */
  readonly order: readonly string[];
  /** Sides of a tile. */
  readonly tile: Readonly<Record<string, number>>;
  /** The array that passes. */
  readonly passes: string;
  readonly words: readonly EinsumWords[];
}

/** The parameters of one candidate, extents by position of their index. */
interface Nest {
  readonly extents: readonly number[];
  /** Positions of the indices of each access, the output first. */
  readonly uses: readonly (readonly number[])[];
  /** Positions from the outermost loop to the innermost. */
  readonly order: readonly number[];
  readonly passing: number;
}

/**
 * The best tiles, loops and passing array found for one statement whose arrays all differ: a search, not an optimum.
 *
 * @throws InputError naming `text` for several statements or an array that is read twice, `fast-words` when no tile fits.
 */
export function tiledEinsum(workload: EinsumWorkload, fastWords: number): WordEinsum {
  checkInteger("fast-words", fastWords, 1);
  const { accesses, indices, extents } = statementOf(workload);
  const uses = accesses.map(({ indices: own }) => own.map((index) => indices.indexOf(index)));
  if (fastWords < accesses.length) {
    throw new InputError("fast-words", `at least ${accesses.length} words, one of each array`, `${fastWords}`);
  }
  let best: { readonly nest: Nest; readonly tile: readonly number[]; readonly cost: number } | undefined;
  const orders = loopOrders(uses, indices.length);
  const tilesEach = Math.ceil(MOST_TILES / (orders.length * uses.length));
  for (const order of orders) {
    for (const passing of uses.keys()) {
      const nest = { extents, uses, order, passing };
      const { tile, cost } = bestTile(nest, fastWords, tilesEach);
      if (best === undefined || cost < best.cost) best = { nest, tile, cost };
    }
  }
  const { nest, tile } = best as NonNullable<typeof best>;
  const order = nest.order.map((position) => indices[position] as string);
  const sides = Object.fromEntries(indices.map((index, position) => [index, tile[position] as number]));
  const { room: _, ...schedule } = einsumInTiles(workload, order, sides, accesses[nest.passing]?.array ?? "");
  return schedule;
}

/** The schedule with these tiles, loops from the outermost and passing array; whether it fits a fast memory is for the caller to see. */
export function einsumInTiles(
  workload: EinsumWorkload,
  order: readonly string[],
  tile: Readonly<Record<string, number>>,
  passes: string,
): WordEinsum & { readonly room: number } {
  const { accesses, indices, extents } = statementOf(workload);
  const uses = accesses.map(({ indices: own }) => own.map((index) => indices.indexOf(index)));
  const passing = accesses.findIndex(({ array }) => array === passes);
  const nest = { extents, uses, order: order.map((index) => indices.indexOf(index)), passing };
  const sides = indices.map((index) => tile[index] as number);
  const words = accesses.map(({ array }, access) => wordsOf(array, nest, sides, access));
  return { id: "tiled-einsum", workload, accesses, order, tile, passes, words, room: roomOf(nest, sides) };
}

/** Loads and stores together. */
export function wordEinsumTotal({ words }: Pick<WordEinsum, "words">): bigint {
  return words.reduce((sum, { loads, stores }) => sum + loads + stores, 0n);
}

/** The parameters as documents print them. */
export function describeWordEinsum({ id, order, tile, passes }: WordEinsum): Readonly<Record<string, string>> {
  return { id, tile: order.map((index) => `${index}=${tile[index]}`).join(","), loops: order.join(","), passes };
}

function statementOf(workload: EinsumWorkload): {
  readonly accesses: readonly EinsumAccess[];
  readonly indices: readonly string[];
  readonly extents: readonly number[];
} {
  const { statements } = einsumComputation(workload);
  const [statement] = statements;
  if (statement === undefined || statements.length !== 1) {
    throw new InputError("text", "one statement for its tiles (bounds of several are: redblue bound)", `${statements.length}`);
  }
  const accesses = [statement.output, ...statement.operands].map((access) => ({
    array: access.array,
    indices: indicesOf(access),
  }));
  const twice = accesses.find(({ array }, i) => accesses.findIndex((other) => other.array === array) !== i);
  if (twice !== undefined) throw new InputError("text", "arrays that are read once, for tiles", `${twice.array} twice`);
  const indices = [...new Set(accesses.flatMap(({ indices: own }) => own))];
  return { accesses, indices, extents: indices.map((index) => workload.extents[index] as number) };
}

/** More indices than this are not permuted in every way. */
const MOST_PERMUTED = 4;

/** All orders of a few loops; of many those in which the indices of one array are outermost, so that its tile stays longest. */
function loopOrders(uses: readonly (readonly number[])[], count: number): readonly (readonly number[])[] {
  const all = Array.from({ length: count }, (_, position) => position);
  if (count <= MOST_PERMUTED) return permutations(all);
  return uses.flatMap((own) => {
    const inner = all.filter((position) => !own.includes(position));
    const orders = inner.length <= MOST_PERMUTED ? permutations(inner) : [inner];
    return orders.map((order) => [...own, ...order]);
  });
}

function permutations(items: readonly number[]): readonly (readonly number[])[] {
  if (items.length <= 1) return [items];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}

/** Words that a tile takes: those of its arrays, and one of the array that passes. */
function roomOf({ uses, passing }: Nest, tile: readonly number[]): number {
  return uses.reduce(
    (sum, own, access) => sum + (access === passing ? 1 : own.reduce((all, i) => all * (tile[i] as number), 1)),
    0,
  );
}

/** How often the words of an array are brought: tiles of the loops that it does not use outside its innermost one that moves. */
function sweeps(nest: Nest, tiles: readonly number[], access: number): number {
  const { uses, order, passing } = nest;
  const own = uses[access] as readonly number[];
  const moving = order.findLastIndex((i) => own.includes(i) && (tiles[i] as number) > 1);
  const outside = access === passing ? order : order.slice(0, moving + 1);
  return outside.reduce((all, i) => (own.includes(i) ? all : all * (tiles[i] as number)), 1);
}

function tilesOf({ extents }: Nest, tile: readonly number[]): readonly number[] {
  return extents.map((extent, i) => Math.ceil(extent / (tile[i] as number)));
}

/** Words moved, in doubles: for the search only. */
function costOf(nest: Nest, tile: readonly number[]): number {
  const tiles = tilesOf(nest, tile);
  return nest.uses.reduce((sum, own, access) => {
    const words = own.reduce((all, i) => all * (nest.extents[i] as number), 1);
    const times = sweeps(nest, tiles, access);
    return sum + words * (access === 0 ? 2 * times - 1 : times);
  }, 0);
}

function wordsOf(array: string, nest: Nest, tile: readonly number[], access: number): EinsumWords {
  const own = nest.uses[access] as readonly number[];
  const words = own.reduce((all, i) => all * BigInt(nest.extents[i] as number), 1n);
  const tiles = nest.extents.map((extent, i) => ceilDivide(BigInt(extent), BigInt(tile[i] as number)));
  const moving = nest.order.findLastIndex((i) => own.includes(i) && (tiles[i] as bigint) > 1n);
  const outside = access === nest.passing ? nest.order : nest.order.slice(0, moving + 1);
  const times = outside.reduce((all, i) => (own.includes(i) ? all : all * (tiles[i] as bigint)), 1n);
  return access === 0
    ? { array, loads: words * (times - 1n), stores: words * times }
    : { array, loads: words * times, stores: 0n };
}

/** Tiles that all descents together look at: some seconds. */
const MOST_TILES = 600_000;

const FACTORS = [8, 4, 2, 1.5, 1.2, 1.05, 1.01, 1];

/** Descent from a few tiles: one side, or two against each other, by ever smaller factors. */
function bestTile(nest: Nest, fastWords: number, most: number): { readonly tile: readonly number[]; readonly cost: number } {
  const fits = (tile: readonly number[]): boolean => roomOf(nest, tile) <= fastWords;
  const starts = subsets(nest.extents.length).map((thin) => {
    let side = fastWords;
    const cube = (): readonly number[] => nest.extents.map((extent, i) => (thin.includes(i) ? 1 : Math.min(extent, side)));
    while (side > 1 && !fits(cube())) side = Math.floor(side / 2);
    return cube();
  });
  let best: { readonly tile: readonly number[]; readonly cost: number } | undefined;
  let looked = 0;
  for (const start of starts) {
    let at = { tile: start, cost: costOf(nest, start) };
    for (const factor of FACTORS) {
      for (let moved = true; moved && looked < most; ) {
        moved = false;
        for (const tile of neighbours(nest.extents, at.tile, factor, fits)) {
          const cost = costOf(nest, tile);
          looked++;
          if (cost >= at.cost) continue;
          at = { tile, cost };
          moved = true;
        }
      }
    }
    if (best === undefined || at.cost < best.cost) best = at;
  }
  const { tile } = best as NonNullable<typeof best>;
  // The same number of tiles, none larger than it need be.
  const level = tile.map((side, i) => Math.ceil((nest.extents[i] as number) / Math.ceil((nest.extents[i] as number) / side)));
  return { tile: level, cost: costOf(nest, level) };
}

/** Sides of 1 from which a descent starts; with many indices none. */
function subsets(count: number): readonly (readonly number[])[] {
  if (count > MOST_PERMUTED) return [[], ...Array.from({ length: count }, (_, i) => [i])];
  return Array.from({ length: 2 ** count }, (_, set) => Array.from({ length: count }, (_, i) => i).filter((i) => (set >> i) & 1));
}

/** Tiles that fit: each side grown as far as it goes, alone and while another shrinks by a factor of its number of tiles, by one at least. */
function* neighbours(
  extents: readonly number[],
  tile: readonly number[],
  factor: number,
  fits: (tile: readonly number[]) => boolean,
): Generator<readonly number[]> {
  const changed = (from: readonly number[], i: number, side: number): readonly number[] =>
    from.map((own, j) => (i === j ? side : own));
  const shrunk = (i: number): number => {
    const [extent, side] = [extents[i] as number, tile[i] as number];
    const tiles = Math.ceil(extent / side);
    return Math.min(side - 1, Math.ceil(extent / Math.max(tiles + 1, Math.floor(tiles * factor))));
  };
  const grown = (from: readonly number[], i: number): readonly number[] => {
    let [low, high] = [from[i] as number, extents[i] as number];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (fits(changed(from, i, middle))) low = middle;
      else high = middle - 1;
    }
    return changed(from, i, low);
  };
  for (const i of extents.keys()) {
    yield grown(tile, i);
    for (const j of extents.keys()) if (j !== i && shrunk(j) >= 1) yield grown(changed(tile, j, shrunk(j)), i);
  }
}
