import type { TwoLevelGame } from "../../rules.js";
import { at, clearBit, hasBit, isSubset, lowestBit, members, setBit } from "../bits.js";
import { CompulsoryLoads } from "../compulsory-loads.js";
import type { Instance } from "../instance.js";
import type { MoveSpace, SpaceMove } from "../move-space.js";
import { type StateLayout, stateLayout } from "../state-layout.js";
import { withVictims } from "../victims.js";

/**
 * States of the game with several processors: the red sets of all processors, then the blue computed vertices, then (without
 * recomputation) the computed ones. Moves are those of the game, with three normal forms that lose no optimum: a deletion
 * waits until its room is needed; an output is stored when it is computed (the constant cost is skipped); pebbles on
 * vertices without a path to an unfinished output are dropped. Processors are alike, so their red sets are kept sorted. Costs leave out the stores of outputs.
 */
export class ProcessorSpace implements MoveSpace {
  readonly instance: Instance;
  readonly sets: readonly number[];
  readonly stateWords: number;
  readonly rows: number;
  readonly next: Int32Array;
  readonly moves: SpaceMove[] = [];
  private readonly game: TwoLevelGame;
  private readonly capacity: number;
  private readonly blue: number;
  private readonly computed: number;
  private readonly live: Int32Array;
  private readonly loads: CompulsoryLoads;
  private readonly layout: StateLayout;
  private readonly merged: Int32Array;
  private readonly needed: Int32Array;

  constructor(instance: Instance, game: TwoLevelGame) {
    const { words, computedWords } = instance;
    this.instance = instance;
    this.game = game;
    this.rows = game.processors;
    this.capacity = Math.floor(game.fastCapacity / instance.unit);
    this.sets = [
      ...new Array<number>(game.processors).fill(words),
      ...new Array<number>(game.recomputation ? 1 : 2).fill(computedWords),
    ];
    this.stateWords = this.sets.reduce((sum, size) => sum + size);
    this.blue = game.processors * words;
    this.computed = this.blue + computedWords;
    this.next = new Int32Array(this.stateWords);
    this.live = new Int32Array(words);
    this.loads = new CompulsoryLoads(instance, { capacity: 0, sliding: game.sliding, recomputation: game.recomputation });
    this.layout = stateLayout(instance);
    this.merged = new Int32Array(this.layout.words);
    this.needed = new Int32Array(words);
  }

  /** Insertion sort of the processors' red sets. */
  arrange(state: Int32Array): void {
    const { words } = this.instance;
    for (let i = 1; i < this.rows; i++) {
      for (let j = i; j > 0 && isRowLess(state, words, j, j - 1); j--) {
        for (let w = 0; w < words; w++) {
          const swapped = at(state, j * words + w);
          state[j * words + w] = at(state, (j - 1) * words + w);
          state[(j - 1) * words + w] = swapped;
        }
      }
    }
  }

  begin(): number {
    this.next.fill(0);
    this.moves.length = 0;
    return 0;
  }

  /** Compulsory loads, with a value counted as red when any processor holds it. */
  estimate(state: Int32Array): number {
    const { words, computedWords } = this.instance;
    const { merged } = this;
    merged.fill(0);
    for (let w = 0; w < words; w++) {
      for (let p = 0; p < this.rows; p++) merged[w] = at(merged, w) | at(state, p * words + w);
    }
    for (let w = 0; w < computedWords; w++) merged[this.layout.stored + w] = at(state, this.blue + w);
    return this.loads.bound(merged, this.needed);
  }

  isGoal(state: Int32Array): boolean {
    return this.instance.outputs.every((outputs, w) => (outputs & ~at(state, this.blue + w)) === 0);
  }

  expand(state: Int32Array, emit: (cost: number) => void): void {
    const { instance, game } = this;
    for (let p = 0; p < game.processors; p++) {
      const row = p * instance.words;
      const red = members(state, instance.words, row);
      const room = this.capacity - red.reduce((sum, v) => sum + at(instance.weights, v), 0);
      for (let v = 0; v < instance.vertexCount; v++) {
        const weight = at(instance.weights, v);
        const isBlue = v >= instance.computedCount || hasBit(state, this.blue, v);
        if (hasBit(state, row, v)) {
          if (!isBlue)
            this.move(state, p, [], emit, weight, [{ kind: "store", vertex: v, place: p }], () =>
              setBit(this.next, this.blue, v),
            );
          continue;
        }
        if (isBlue) {
          withVictims(instance, red, weight - room, (victims) => {
            this.move(state, p, victims, emit, weight, [{ kind: "load", vertex: v, place: p }], () => setBit(this.next, row, v));
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
    emit: (cost: number) => void,
  ): void {
    const { words, predecessors, outputs, weights } = this.instance;
    const row = p * words;
    if (!isSubset(predecessors, v * words, state.subarray(row, row + words), words)) return;
    if (!this.game.recomputation && hasBit(state, this.computed, v)) return;
    const operands = members(predecessors, words, v * words);
    const others = red.filter((u) => !operands.includes(u));
    const lack = at(weights, v) - room;
    const store = hasBit(outputs, 0, v) && !hasBit(state, this.blue, v) ? [{ kind: "store", vertex: v, place: p } as const] : [];
    const place = (): void => {
      setBit(this.next, row, v);
      if (store.length > 0) setBit(this.next, this.blue, v);
      if (!this.game.recomputation) setBit(this.next, this.computed, v);
    };
    withVictims(this.instance, others, lack, (victims) => {
      this.move(state, p, victims, emit, 0, [{ kind: "compute", vertex: v, place: p }, ...store], place);
    });
    if (!this.game.sliding || lack <= 0) return;
    for (const u of operands) {
      withVictims(this.instance, others, lack - at(weights, u), (victims) => {
        const slide: SpaceMove = { kind: "slide", vertex: v, from: u, place: p };
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
    emit: (cost: number) => void,
    cost: number,
    moves: readonly SpaceMove[],
    change: () => void,
  ): void {
    this.next.set(state);
    for (const x of victims) clearBit(this.next, p * this.instance.words, x);
    change();
    this.moves.length = 0;
    for (const x of victims) this.moves.push({ kind: "delete", vertex: x, place: p });
    this.moves.push(...moves);
    this.dropDead();
    emit(cost);
  }

  /** Drops pebbles that no unfinished output can use. */
  private dropDead(): void {
    const { words, computedWords, outputList, ancestors, outputs } = this.instance;
    this.live.fill(0);
    for (let o = 0; o < outputList.length; o++) {
      if (hasBit(this.next, this.blue, at(outputList, o))) continue;
      for (let w = 0; w < words; w++) this.live[w] = at(this.live, w) | at(ancestors, o * words + w);
    }
    for (let p = 0; p < this.game.processors; p++) {
      for (let w = 0; w < words; w++) {
        for (let m = at(this.next, p * words + w) & ~at(this.live, w); m !== 0; m &= m - 1) {
          this.moves.push({ kind: "delete", vertex: w * 32 + lowestBit(m), place: p });
        }
        this.next[p * words + w] = at(this.next, p * words + w) & at(this.live, w);
      }
    }
    for (let w = 0; w < computedWords; w++) {
      this.next[this.blue + w] = at(this.next, this.blue + w) & (at(this.live, w) | at(outputs, w));
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
