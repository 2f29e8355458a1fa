import type { Move } from "../../pebble/rules.js";
import { slideMove } from "../../pebble/rules.js";
import { VertexWriter } from "../../pebble/vertex-writer.js";
import type { WordEinsum } from "../../schedules/two-level/einsum.js";
import { wordEinsumTotal } from "../../schedules/two-level/einsum.js";
import type { WordStatements } from "../../schedules/two-level/statements.js";
import type { LiftedReplay } from "../lifted.js";
import { checkListed, range, runs } from "../lifted.js";
import { twoLevelReplay } from "./listing.js";

type Run = readonly [first: number, beyond: number];

/**
 * The moves of a tiled einsum in the two-level memory model. The order of a reduction is free, so the graph has each sum's chain in the order
 * in which the tiles meet its products; `C[0,1]#2` is its sum after three of them.
 *
 * @throws InputError when the statement has too many products to list.
 */
export function liftWordEinsum(schedule: WordEinsum, fastWords: number): LiftedReplay {
  return liftParts(schedule, [schedule], fastWords);
}

/** The same for statements one after the other: complete words of one are the inputs of those that read them. */
export function liftStatements(schedule: WordStatements, fastWords: number): LiftedReplay {
  return liftParts(schedule, schedule.parts, fastWords);
}

function liftParts(whole: Pick<WordEinsum, "words">, parts: readonly WordEinsum[], fastWords: number): LiftedReplay {
  const products = parts.reduce(
    (sum, { workload }) => sum + Object.values(workload.extents).reduce((all, one) => all * one, 1),
    0,
  );
  checkListed(products, "products to list moves");
  const [writer, inputs, moves] = [new VertexWriter(), new Map<string, number>(), [] as Move[]];
  const read = new Set(parts.flatMap(({ accesses: [, ...operands] }) => operands.map(({ array }) => array)));
  for (const part of parts) new EinsumLister(part, writer, inputs, moves).walk(read);
  return twoLevelReplay(writer.build(), fastWords, moves, wordEinsumTotal(whole));
}

/** Writes the graph and the moves side by side. */
class EinsumLister {
  readonly writer: VertexWriter;
  readonly moves: Move[];
  readonly #schedule: WordEinsum;
  /** Words that are there before: inputs read, and what earlier statements made. */
  readonly #inputs: Map<string, number>;
  /** The last sum of each output begun, and how many products it has. */
  readonly #sums = new Map<string, { readonly vertex: number; readonly products: number }>();
  /** Words of the tile of each access that is held, and the tile's name. */
  readonly #held = new Map<string, { readonly tile: string; readonly words: readonly string[] }>();

  constructor(schedule: WordEinsum, writer: VertexWriter, inputs: Map<string, number>, moves: Move[]) {
    this.#schedule = schedule;
    this.writer = writer;
    this.#inputs = inputs;
    this.moves = moves;
  }

  /** @param read arrays that a statement reads: such a result is no output */
  walk(read: ReadonlySet<string>): void {
    this.#nest(0, new Map());
    const { accesses } = this.#schedule;
    for (const { array } of accesses) this.#drop(array);
    for (const [word, { vertex }] of this.#sums) {
      this.writer.complete(vertex, word, 1);
      if (read.has(accesses[0]?.array ?? "")) this.#inputs.set(word, vertex);
      else this.writer.output(vertex);
    }
  }

  #nest(depth: number, tile: ReadonlyMap<string, Run>): void {
    const { order, workload, tile: sides } = this.#schedule;
    const index = order[depth];
    if (index === undefined) {
      this.#visit(tile);
      return;
    }
    for (const run of runs(workload.extents[index] as number, sides[index] as number)) {
      this.#nest(depth + 1, new Map([...tile, [index, run]]));
    }
  }

  #visit(tile: ReadonlyMap<string, Run>): void {
    const { accesses, passes } = this.#schedule;
    const staying = accesses.filter(({ array }) => array !== passes);
    const fresh = staying.flatMap(({ array, indices }) => {
      const name = indices.map((index) => tile.get(index)?.[0]).join();
      return this.#held.get(array)?.tile === name ? [] : [{ array, indices, name }];
    });
    for (const { array } of fresh) this.#drop(array);
    for (const { array, indices, name } of fresh) {
      const words = points(indices, tile).map((point) => wordName(array, indices, point));
      this.#held.set(array, { tile: name, words });
      for (const word of words) this.#load(array, word);
    }
    const indices: readonly string[] = accesses.find(({ array }) => array === passes)?.indices ?? [];
    const rest = [...tile.keys()].filter((index) => !indices.includes(index));
    for (const outer of points(indices, tile)) {
      const word = wordName(passes, indices, outer);
      this.#load(passes, word);
      for (const inner of points(rest, tile)) this.#multiplyAdd(new Map([...outer, ...inner]));
      this.#leave(passes, word);
    }
  }

  #isOutput(array: string): boolean {
    return this.#schedule.accesses[0]?.array === array;
  }

  /** Brings a word; a sum that has not begun needs none. */
  #load(array: string, word: string): void {
    if (!this.#isOutput(array)) this.moves.push(["load", this.#input(word)]);
    else {
      const sum = this.#sums.get(word);
      if (sum !== undefined) this.moves.push(["load", sum.vertex]);
    }
  }

  #leave(array: string, word: string): void {
    if (!this.#isOutput(array)) this.moves.push(["delete", this.#input(word)]);
    else {
      const vertex = this.#sums.get(word)?.vertex as number;
      this.moves.push(["store", vertex], ["delete", vertex]);
    }
  }

  #drop(array: string): void {
    for (const word of this.#held.get(array)?.words ?? []) this.#leave(array, word);
    this.#held.delete(array);
  }

  #input(word: string): number {
    const known = this.#inputs.get(word);
    if (known !== undefined) return known;
    const vertex = this.writer.add(word, 1, []);
    this.#inputs.set(word, vertex);
    return vertex;
  }

  #multiplyAdd(point: ReadonlyMap<string, number>): void {
    const [output, ...operands] = this.#schedule.accesses;
    if (output === undefined) return;
    const word = wordName(output.array, output.indices, point);
    const before = this.#sums.get(word);
    const from = operands.map(({ array, indices }) => this.#input(wordName(array, indices, point)));
    const products = (before?.products ?? 0) + 1;
    const vertex = this.writer.add(`${word}#${products - 1}`, 1, before === undefined ? from : [...from, before.vertex]);
    this.#sums.set(word, { vertex, products });
    this.moves.push(before === undefined ? ["compute", vertex] : slideMove(vertex, before.vertex, undefined));
  }
}

function wordName(array: string, indices: readonly string[], point: ReadonlyMap<string, number>): string {
  return `${array}[${indices.map((index) => point.get(index)).join(",")}]`;
}

/** All points of some indices in a tile. */
function points(indices: readonly string[], tile: ReadonlyMap<string, Run>): readonly ReadonlyMap<string, number>[] {
  return indices.reduce<readonly ReadonlyMap<string, number>[]>(
    (all, index) => {
      const values = range(...(tile.get(index) as Run));
      return all.flatMap((point) => values.map((value) => new Map([...point, [index, value]])));
    },
    [new Map()],
  );
}
