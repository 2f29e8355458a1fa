import type { CacheModel, TileCache } from "../caches/index.js";
import { createCache } from "../caches/index.js";
import { checkInteger } from "../errors.js";
import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import { arrayOfTile } from "./collect.js";
import type { SlotCache } from "./lock-step.js";
import { replayLockStep } from "./lock-step.js";
import { warmCache } from "./warm-cache.js";

/** How one tile of an output came about: from the first read after its block's last write to its own last write. */
export interface TileVisit {
  /** From 0, by first reads. */
  readonly launch: number;
  /** Steps of all blocks together before its first read, and when it was written. */
  readonly start: number;
  readonly end: number;
  readonly readBytes: number;
  /** Of these, not in the cache. */
  readonly missBytes: number;
}

/** The tiles of one output array, by their number in it; tiles written together share a visit, one that nothing writes has none. */
export interface LaunchMap {
  readonly array: string;
  readonly visits: readonly (TileVisit | undefined)[];
}

/** A launch at instants of equally many steps: which tiles are done or running, and what was missed. */
export interface LaunchHistory {
  readonly maps: readonly LaunchMap[];
  /** Steps of all blocks together. */
  readonly steps: number;
  /** Bytes missed by the end of each of equally many steps: entry i of n + 1 after i/n of them. */
  readonly missedBytes: readonly number[];
}

/** Instants of a history beside its start. */
const INSTANTS = 200;

/** Replays a schedule in lock step through an online cache and tells tile by tile when it ran and what it missed. */
export function launchHistory(schedule: TileSchedule, slots: number, model: CacheModel): LaunchHistory {
  checkInteger("slots", slots, 1);
  const arrayOf = arrayOfTile(schedule);
  const cache = warmCache(schedule, () => createCache(model, schedule.tileBytes, arrayOf, schedule.arrays.length));
  const steps = schedule.phaseSteps.reduce((sum, count) => sum + count, 0);
  const recorder = new LaunchRecorder(cache, schedule.tileBytes, Math.min(slots, schedule.blockCount), steps);
  replayLockStep(schedule, slots, arrayOf, recorder);
  const maps = schedule.arrays.flatMap(({ name, firstTile, tileCount }): readonly LaunchMap[] => {
    const visits = Array.from({ length: tileCount }, (_, i) => recorder.visits.get(firstTile + i));
    return visits.some((visit) => visit !== undefined) ? [{ array: name, visits }] : [];
  });
  return { maps, steps, missedBytes: recorder.missedBytes };
}

/** What a slot has read since it last wrote. */
interface Share {
  launch: number;
  start: number;
  readBytes: number;
  missBytes: number;
}

class LaunchRecorder implements SlotCache {
  readonly visits: Map<number, TileVisit> = new Map();
  readonly #last: (TileVisit | undefined)[];
  readonly missedBytes: number[] = [0];
  #step = 0;
  readonly #steps: number;
  readonly #cache: TileCache;
  readonly #tileBytes: Int32Array;
  readonly #shares: Share[];
  readonly #written: Uint8Array;
  #missed = 0;
  #launched = 0;

  constructor(cache: TileCache, tileBytes: Int32Array, slots: number, steps: number) {
    this.#steps = steps;
    this.#cache = cache;
    this.#tileBytes = tileBytes;
    this.#shares = Array.from({ length: slots }, () => ({ launch: 0, start: 0, readBytes: 0, missBytes: 0 }));
    this.#written = new Uint8Array(slots).fill(1);
    this.#last = Array.from({ length: slots }, () => undefined);
  }

  read(tile: number, slot: number): void {
    const share = this.#share(slot);
    const bytes = this.#tileBytes[tile] as number;
    share.readBytes += bytes;
    if (this.#cache.read(tile)) return;
    share.missBytes += bytes;
    this.#missed += bytes;
  }

  write(tile: number, slot: number): void {
    const together = this.#written[slot] === 1 ? this.#last[slot] : undefined;
    const before = this.visits.get(tile);
    this.visits.set(tile, together === undefined || before !== undefined ? this.#visit(slot, before) : together);
    this.#last[slot] = this.visits.get(tile);
    this.#cache.write(tile);
    this.#written[slot] = 1;
  }

  endStep(): void {
    this.#step++;
    while (this.missedBytes.length * this.#steps <= this.#step * INSTANTS) this.missedBytes.push(this.#missed);
  }

  #visit(slot: number, before: TileVisit | undefined): TileVisit {
    const { launch, start, readBytes, missBytes } = this.#share(slot);
    return {
      launch: Math.min(launch, before?.launch ?? launch),
      start: Math.min(start, before?.start ?? start),
      end: this.#step + 1,
      readBytes: readBytes + (before?.readBytes ?? 0),
      missBytes: missBytes + (before?.missBytes ?? 0),
    };
  }

  #share(slot: number): Share {
    const share = this.#shares[slot] as Share;
    if (this.#written[slot] === 1) {
      this.#written[slot] = 0;
      Object.assign(share, { launch: this.#launched++, start: this.#step, readBytes: 0, missBytes: 0 });
    }
    return share;
  }
}
