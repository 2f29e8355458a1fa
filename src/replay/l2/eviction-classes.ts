import type { EvictionHint } from "../../schedules/tiles/tile-schedule.js";
import { markOf, type PieceSets, pieceOf } from "../piece-sets.js";

const [FIRST, NORMAL, LAST] = [0, 1, 2] as const;
const CLASS_OF: Readonly<Record<EvictionHint, number>> = { "evict-first": FIRST, normal: NORMAL, "evict-last": LAST };

/** Of the ways of a set: what keeps evict-last lines where a program asks for nothing else, and what may be dirty. */
const USUAL_LAST_SIXTEENTHS = 3;
const DIRTY_SHARE = 1 / 2;

/**
 * Which entries of an L2 go first where loads and stores carry hints: rules that microbenchmarks found on an H100
 * (data/h100-l2-policies.csv, data/h100-l2-persisting.csv, docs/validation.md):
 *
 * * Clean evict-first lines go before all others, the least recently used of them first. Dirty ones wait for their turn, but a set
 *   holds at most half of its ways dirty: beyond that the oldest is written back, and is clean. Among evict-first lines alone, clean
 *   or dirty, the oldest goes. A kernel finds the L2 full of others' lines, which are like those without a hint.
 * * Of the evict-last lines of a set the most recent ones stay, in as many ways as `cudaLimitPersistingL2CacheSize` sets aside
 *   (`persistingSixteenths`). The others are lines like any other, and so are copies in the partition that is not a line's home.
 * * A touch gives a line the class of its hint, except that an evict-last line stays one.
 */
export class EvictionClasses {
  readonly #sets: PieceSets;
  readonly #ways: number;
  readonly #classOfArray: Uint8Array;
  /** Of way w of set s at `s * ways + w`. */
  readonly #classes: Uint8Array;
  /** Ways of each set with lines that go first, and with those that go last. */
  readonly #firsts: Uint16Array;
  readonly #lasts: Uint16Array;
  readonly #lastWays: number;
  readonly #dirtyWays: number;

  constructor(
    sets: PieceSets,
    count: number,
    ways: number,
    hints: readonly EvictionHint[],
    lastSixteenths: number = USUAL_LAST_SIXTEENTHS,
  ) {
    this.#sets = sets;
    this.#ways = ways;
    this.#classOfArray = Uint8Array.from(hints, (hint) => CLASS_OF[hint]);
    this.#classes = new Uint8Array(count * ways).fill(NORMAL);
    this.#firsts = new Uint16Array(count);
    this.#lasts = new Uint16Array(count);
    this.#lastWays = Math.floor((ways * lastSixteenths) / 16);
    this.#dirtyWays = Math.floor(ways * DIRTY_SHARE);
  }

  /** What loads and stores of each array tell from now on. */
  carry(hints: readonly EvictionHint[]): void {
    hints.forEach((hint, array) => {
      this.#classOfArray[array] = CLASS_OF[hint];
    });
  }

  /** The entry of a set to replace, from now on the most recent. */
  replace(set: number): number {
    const way = this.#victim(set);
    this.#sets.use(set, way);
    return way;
  }

  /** An entry has a new line of an array, or (`isNew` false) was touched. */
  touch(set: number, way: number, array: number, isHome: boolean, isNew: boolean): void {
    const at = set * this.#ways + way;
    if (!isNew && this.#classes[at] === LAST) return;
    const own = this.#classOfArray[array] as number;
    this.#classAs(set, way, own === LAST && !isHome ? NORMAL : own);
  }

  #classAs(set: number, way: number, own: number): void {
    const at = set * this.#ways + way;
    const before = this.#classes[at];
    if (before === own) return;
    this.#classes[at] = own;
    if (before !== NORMAL) this.#countIn(before === FIRST ? this.#firsts : this.#lasts, set, -1);
    if (own !== NORMAL) this.#countIn(own === FIRST ? this.#firsts : this.#lasts, set, 1);
  }

  #countIn(counts: Uint16Array, set: number, more: number): void {
    counts[set] = (counts[set] as number) + more;
  }

  /** The oldest dirty entry of a set that has too many; −1 where it has not. It is marked clean, and its bytes go to DRAM. */
  cleaned(set: number): number {
    const sets = this.#sets;
    let [count, oldest, way] = [0, -1, sets.oldest(set)];
    for (let i = 0; i < this.#ways; i++, way = sets.newer(set, way)) {
      if (!isDirty(sets.entry(set, way))) continue;
      if (oldest < 0) oldest = way;
      count++;
    }
    if (count <= this.#dirtyWays) return -1;
    const entry = sets.entry(set, oldest);
    sets.put(set, oldest, pieceOf(entry));
    return entry;
  }

  #victim(set: number): number {
    const [sets, classes, first] = [this.#sets, this.#classes, set * this.#ways];
    const oldest = sets.oldest(set);
    const firsts = this.#firsts[set] as number;
    if (firsts === this.#ways) return oldest;
    let way = oldest;
    for (let left = firsts; left > 0; way = sets.newer(set, way)) {
      if (classes[first + way] !== FIRST) continue;
      if (!isDirty(sets.entry(set, way))) return way;
      left--;
    }
    for (way = oldest; (this.#lasts[set] as number) > this.#lastWays; way = sets.newer(set, way)) {
      if (classes[first + way] === LAST) this.#classAs(set, way, NORMAL);
    }
    for (way = oldest; classes[first + way] === LAST; ) way = sets.newer(set, way);
    return way;
  }
}

function isDirty(entry: number): boolean {
  return entry >= 0 && markOf(entry) !== 0;
}
