import type { CacheModel, DepthLevels, EvictionMatrix, TileCache } from "../caches/index.js";
import { createCache } from "../caches/index.js";
import { InputError } from "../errors.js";
import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import { arrayOfTile } from "./collect.js";
import { walkedLruCurve } from "./curves/walked-lru-curve.js";
import { replayLockStep } from "./lock-step.js";

/** What the steps of a replay saw of the L2: where its bytes come from. */
export interface ReplayExplanation {
  readonly steps: readonly StepHits[];
  readonly reuse: readonly ReuseDistances[];
  readonly evictions: readonly Eviction[];
}

/** Steps that read the same arrays. A block waits for the slowest of its tiles, so a hit of one of two is worth little. */
export interface StepHits {
  readonly reads: readonly string[];
  readonly steps: number;
  readonly allHit: number;
  readonly someHit: number;
  readonly noneHit: number;
}

/** Bytes of distinct tiles touched between two touches of a tile of the array, itself included: the LRU that would hit. */
export interface ReuseDistances {
  readonly array: string;
  /** Read for the first time, and again. */
  readonly firstBytes: number;
  readonly againBytes: number;
  /** A quarter, half, three quarters and all of the bytes read again come at most this far; absent where nothing is. */
  readonly quartiles?: readonly [quarter: number, half: number, threeQuarters: number, all: number];
}

/** Bytes of `array` that left the L2 to make room for `comer`. */
export interface Eviction {
  readonly array: string;
  readonly comer: string;
  readonly bytes: number;
}

/**
 * Replays a schedule in lock step and says what its steps saw.
 *
 * @throws InputError naming `cache` for MIN, which answers touches only when all are known.
 */
export function explainReplay(schedule: TileSchedule, slots: number, model: CacheModel): ReplayExplanation {
  if (model.policy === "opt") throw new InputError("cache", "an online policy to explain, such as lru", "opt");
  const arrayOf = arrayOfTile(schedule);
  const names = schedule.arrays.map(({ name }) => name);
  const cache = createCache(model, schedule.tileBytes, arrayOf, names.length);
  const observer = new StepObserver(cache, arrayOf);
  replayLockStep(schedule, slots, arrayOf, observer);
  const matrix = cache.evictions?.();
  return {
    steps: observer.hits(names),
    reuse: walkedLruCurve(schedule, slots).arrays.flatMap(({ name, reads }) =>
      reads.length === 0 ? [] : [reuseOf(name, reads)],
    ),
    evictions: matrix === undefined ? [] : evictionsOf(names, matrix),
  };
}

/** Counts hits step by step; reads only, since a block does not wait for what it writes. */
class StepObserver {
  readonly #cache: TileCache;
  readonly #arrayOf: Uint8Array;
  /** By the set of arrays read, as bits: steps with all, some and no reads hit. */
  readonly #counts: Map<bigint, [all: number, some: number, none: number]> = new Map<bigint, [number, number, number]>();
  #arrays = 0n;
  #reads = 0;
  #hits = 0;

  constructor(cache: TileCache, arrayOf: Uint8Array) {
    this.#cache = cache;
    this.#arrayOf = arrayOf;
  }

  read(tile: number): void {
    this.#reads++;
    this.#arrays |= 1n << BigInt(this.#arrayOf[tile] as number);
    if (this.#cache.read(tile)) this.#hits++;
  }

  write(tile: number): void {
    this.#cache.write(tile);
  }

  endStep(): void {
    if (this.#reads > 0) {
      const counts = this.#counts.get(this.#arrays) ?? [0, 0, 0];
      counts[this.#hits === this.#reads ? 0 : this.#hits > 0 ? 1 : 2]++;
      this.#counts.set(this.#arrays, counts);
    }
    this.#arrays = 0n;
    this.#reads = 0;
    this.#hits = 0;
  }

  hits(names: readonly string[]): readonly StepHits[] {
    return [...this.#counts].map(([arrays, [allHit, someHit, noneHit]]) => ({
      reads: names.filter((_, array) => ((arrays >> BigInt(array)) & 1n) === 1n),
      ...{ steps: allHit + someHit + noneHit, allHit, someHit, noneHit },
    }));
  }
}

function reuseOf(array: string, reads: readonly DepthLevels[]): ReuseDistances {
  const again = reads.filter(({ first }) => Number.isFinite(first)).sort((x, y) => x.first - y.first);
  const sum = (levels: readonly DepthLevels[]): number => levels.reduce((all, { count, bytes }) => all + count * bytes, 0);
  const againBytes = sum(again);
  const firstBytes = sum(reads) - againBytes;
  if (againBytes === 0) return { array, firstBytes, againBytes };
  let seen = 0;
  const quartiles: number[] = [];
  for (const { first, count, bytes } of again) {
    seen += count * bytes;
    while (quartiles.length < 4 && 4 * seen >= (quartiles.length + 1) * againBytes) quartiles.push(first);
  }
  const [quarter = 0, half = 0, threeQuarters = 0, all = 0] = quartiles;
  return { array, firstBytes, againBytes, quartiles: [quarter, half, threeQuarters, all] };
}

function evictionsOf(names: readonly string[], matrix: EvictionMatrix): readonly Eviction[] {
  return names.flatMap((array, victim) =>
    names.flatMap((comer, index) => {
      const bytes = matrix.bytes(victim, index);
      return bytes === 0 ? [] : [{ array, comer, bytes }];
    }),
  );
}
