import { type Move, simpleMove, slideMove, type TwoLevelGame } from "../rules.js";
import { at, clearBit, hasBit, isSubset, lowestBit, members, setBit } from "./bits.js";
import type { Instance } from "./instance.js";

/**
 * States of the game with several processors: the red sets of all processors, then the blue computed vertices, then (without
 * recomputation) the computed ones. Moves are those of the game, with three normal forms that lose no optimum: a deletion
 * waits until its room is needed; an output is stored when it is computed (the constant cost is left out); pebbles on
 * vertices without a path to an unfinished output are dropped. Processors are alike, so their red sets are kept sorted.
 */
export class ProcessorSpace {
  readonly stateWords: number;
  readonly blue: number;
  /** The state after the emitted move, red sets not sorted. */
  readonly next: Int32Array;
  private readonly instance: Instance;
  private readonly game: TwoLevelGame;
  private readonly capacity: number;
  private readonly computed: number;
  private readonly live: Int32Array;

  constructor(instance: Instance, game: TwoLevelGame) {
    this.instance = instance;
    this.game = game;
    this.capacity = Math.floor(game.fastCapacity / instance.unit);
    this.blue = game.processors * instance.words;
    this.computed = this.blue + instance.computedWords;
    this.stateWords = this.computed + (game.recomputation ? 0 : instance.computedWords);
    this.next = new Int32Array(this.stateWords);
    this.live = new Int32Array(instance.words);
  }

  isGoal(state: Int32Array): boolean {
    return this.instance.outputs.every((outputs, w) => (outputs & ~at(state, this.blue + w)) === 0);
  }

  /** Calls `emit` for every move from `state`, with its cost and the moves of the game it stands for. */
  expand(state: Int32Array, emit: (cost: number, moves: readonly Move[]) => void): void {
    const { instance, game } = this;
    for (let p = 0; p < game.processors; p++) {
      const row = p * instance.words;
      const red = members(state, instance.words, row);
      const room = this.capacity - red.reduce((sum, v) => sum + at(instance.weights, v), 0);
      for (let v = 0; v < instance.vertexCount; v++) {
        const weight = at(instance.weights, v);
        const isBlue = v >= instance.computedCount || hasBit(state, this.blue, v);
        if (hasBit(state, row, v)) {
          if (!isBlue) this.move(state, p, [], emit, weight, [this.named("store", v, p)], () => setBit(this.next, this.blue, v));
          continue;
        }
        if (isBlue) {
          this.withVictims(red, weight - room, (victims) => {
            this.move(state, p, victims, emit, weight, [this.named("load", v, p)], () => setBit(this.next, row, v));
          });
        }
        if (v < instance.computedCount) this.compute(state, p, v, red, room, emit);
      }
    }
  }

  private compute(
    state: Int32Array,
    p: number,
    v: number,
    red: readonly number[],
    room: number,
    emit: (cost: number, moves: readonly Move[]) => void,
  ): void {
    const { words, predecessors, outputs, weights } = this.instance;
    const row = p * words;
    if (!isSubset(predecessors, v * words, state.subarray(row, row + words), words)) return;
    if (!this.game.recomputation && hasBit(state, this.computed, v)) return;
    const operands = members(predecessors, words, v * words);
    const others = red.filter((u) => !operands.includes(u));
    const lack = at(weights, v) - room;
    const store = hasBit(outputs, 0, v) && !hasBit(state, this.blue, v) ? [this.named("store", v, p)] : [];
    const place = (): void => {
      setBit(this.next, row, v);
      if (store.length > 0) setBit(this.next, this.blue, v);
      if (!this.game.recomputation) setBit(this.next, this.computed, v);
    };
    this.withVictims(others, lack, (victims) => {
      this.move(state, p, victims, emit, 0, [this.named("compute", v, p), ...store], place);
    });
    if (!this.game.sliding || lack <= 0) return;
    for (const u of operands) {
      this.withVictims(others, lack - at(weights, u), (victims) => {
        const slide = slideMove(this.vertex(v), this.vertex(u), this.placeOf(p));
        this.move(state, p, victims, emit, 0, [slide, ...store], () => {
          clearBit(this.next, row, u);
          place();
        });
      });
    }
  }

  private move(
    state: Int32Array,
    p: number,
    victims: readonly number[],
    emit: (cost: number, moves: readonly Move[]) => void,
    cost: number,
    moves: readonly Move[],
    change: () => void,
  ): void {
    this.next.set(state);
    for (const x of victims) clearBit(this.next, p * this.instance.words, x);
    change();
    const dead = this.dropDead();
    emit(cost, [...victims.map((x) => this.named("delete", x, p)), ...moves, ...dead]);
  }

  /** Drops pebbles that no unfinished output can use. */
  private dropDead(): Move[] {
    const { words, computedWords, outputList, ancestors, outputs } = this.instance;
    this.live.fill(0);
    for (let o = 0; o < outputList.length; o++) {
      if (hasBit(this.next, this.blue, at(outputList, o))) continue;
      for (let w = 0; w < words; w++) this.live[w] = at(this.live, w) | at(ancestors, o * words + w);
    }
    const deletions: Move[] = [];
    for (let p = 0; p < this.game.processors; p++) {
      for (let w = 0; w < words; w++) {
        for (let m = at(this.next, p * words + w) & ~at(this.live, w); m !== 0; m &= m - 1) {
          deletions.push(this.named("delete", w * 32 + lowestBit(m), p));
        }
        this.next[p * words + w] = at(this.next, p * words + w) & at(this.live, w);
      }
    }
    for (let w = 0; w < computedWords; w++) {
      this.next[this.blue + w] = at(this.next, this.blue + w) & (at(this.live, w) | at(outputs, w));
    }
    return deletions;
  }

  /** Every set of candidates that frees `lack` words and has no member to spare. */
  private withVictims(candidates: readonly number[], lack: number, use: (victims: readonly number[]) => void): void {
    const { weights } = this.instance;
    const victims: number[] = [];
    const choose = (from: number, freed: number, lightest: number): void => {
      if (freed >= lack) {
        if (victims.length === 0 || freed - lightest < lack) use(victims);
        return;
      }
      for (let i = from; i < candidates.length; i++) {
        const x = candidates[i] as number;
        victims.push(x);
        choose(i + 1, freed + at(weights, x), Math.min(lightest, at(weights, x)));
        victims.pop();
      }
    };
    choose(0, 0, Number.POSITIVE_INFINITY);
  }

  private named(kind: "load" | "store" | "compute" | "delete", v: number, p: number): Move {
    return simpleMove(kind, this.vertex(v), this.placeOf(p));
  }

  private vertex(v: number): number {
    return at(this.instance.original, v);
  }

  private placeOf(p: number): number | undefined {
    return this.game.processors > 1 ? p : undefined;
  }
}
