import type { HierarchyGame } from "../../rules.js";
import { clearBit, hasBit, setBit } from "../bits.js";
import type { Instance } from "../instance.js";

/**
 * A state of the hierarchy game in words: the values of each level, level 1 first; the blue computed vertices; the vertices computed
 * so far (without recomputation only); and the vertex that operands are being fetched for.
 */
export class HierarchyLayout {
  readonly levels: number;
  readonly sets: readonly number[];
  readonly stateWords: number;
  readonly blue: number;
  readonly computed: number;
  readonly target: number;
  private readonly instance: Instance;
  private readonly game: HierarchyGame;

  constructor(instance: Instance, game: HierarchyGame) {
    const { words, computedWords } = instance;
    this.instance = instance;
    this.game = game;
    this.levels = game.capacities.length;
    this.sets = [
      ...new Array<number>(this.levels).fill(words),
      ...new Array<number>(game.recomputation ? 2 : 3).fill(computedWords),
    ];
    this.blue = this.levels * words;
    this.computed = this.blue + computedWords;
    this.target = game.recomputation ? this.computed : this.computed + computedWords;
    this.stateWords = this.target + computedWords;
  }

  rowsAt(level: number): readonly number[] {
    return [this.row(level)];
  }

  row(level: number): number {
    return level * this.instance.words;
  }

  /** In the instance's unit of weight. */
  capacity(level: number): number {
    return Math.floor((this.game.capacities[level] ?? 0) / this.instance.unit);
  }

  put(state: Int32Array, level: number, v: number): void {
    setBit(state, this.row(level), v);
  }

  clear(state: Int32Array, level: number, v: number): void {
    clearBit(state, this.row(level), v);
  }

  /** Whether the memory just behind `level` holds `v`. */
  isOutside(state: Int32Array, level: number, v: number): boolean {
    if (level + 1 < this.levels) return hasBit(state, this.row(level + 1), v);
    return v >= this.instance.computedCount || hasBit(state, this.blue, v);
  }

  putOutside(state: Int32Array, level: number, v: number): void {
    if (level + 1 < this.levels) this.put(state, level + 1, v);
    else setBit(state, this.blue, v);
  }
}
