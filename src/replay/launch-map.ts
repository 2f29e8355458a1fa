import type { CacheModel, TileCache } from "../caches/index.js";
import { createCache } from "../caches/index.js";
import { checkInteger } from "../errors.js";
import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import { arrayOfTile } from "./collect.js";
import { DieL2s } from "./l2/die-l2s.js";
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
  /** Of its last write, on a machine of dies. */
  readonly die: number;
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
  readonly arrays: readonly ArrayHistory[];
}

/** What was read of one array by each instant of a history, and how much of it is in the cache then. In bytes. */
export interface ArrayHistory {
  readonly name: string;
  readonly readBytes: readonly number[];
  /** Of these, not in the cache. */
  readonly missBytes: readonly number[];
  /** Of caches that keep whole tiles and tell what leaves, empty at the start. */
  readonly heldBytes?: readonly number[];
}

/** L2s of a machine of dies, each of the model's bytes, and the bytes of the cache behind them. */
interface DiesOfL2 {
  readonly dies?: number | undefined;
  readonly l3Bytes?: number | undefined;
}

/** A cache that may know slots, and that may tell what leaves it. */
type ObservedCache = SlotCache & Pick<TileCache, "evictions">;

/** Instants of a history beside its start. */
const INSTANTS = 200;

/** Replays a schedule in lock step through an online cache and tells tile by tile when it ran and what it missed. */
export function launchHistory(schedule: TileSchedule, slots: number, model: CacheModel & DiesOfL2): LaunchHistory {
  checkInteger("slots", slots, 1);
  const arrayOf = arrayOfTile(schedule);
  const { dies = 1, l3Bytes: bytes = model.bytes } = model;
  const behind = warmCache(schedule, () => createCache({ ...model, bytes }, schedule.tileBytes, arrayOf, schedule.arrays.length));
  const cache =
    model.dies === undefined
      ? behind
      : new DieL2s({ dies, bytes: model.bytes }, behind, schedule.tileBytes, arrayOf, schedule.arrays.length);
  const steps = schedule.phaseSteps.reduce((sum, count) => sum + count, 0);
  const names = schedule.arrays.map(({ name }) => name);
  const recorder = new LaunchRecorder(cache, schedule.tileBytes, Math.min(slots, schedule.blockCount), steps, {
    arrayOf,
    names,
    dies,
    keepsTiles:
      model.dies === undefined && (model.policy === "lru" || model.policy === "fifo") && schedule.resident === undefined,
  });
  replayLockStep(schedule, slots, arrayOf, recorder, model.dies === undefined ? undefined : { dies });
  const maps = schedule.arrays.flatMap(({ name, firstTile, tileCount }): readonly LaunchMap[] => {
    const visits = Array.from({ length: tileCount }, (_, i) => recorder.visits.get(firstTile + i));
    return visits.some((visit) => visit !== undefined) ? [{ array: name, visits }] : [];
  });
  return { maps, steps, missedBytes: recorder.missedBytes, arrays: recorder.arrays() };
}

/** What a slot has read since it last wrote. */
interface Share {
  launch: number;
  start: number;
  readBytes: number;
  missBytes: number;
}

/** Which array each tile belongs to, and whether the cache keeps tiles whole. */
interface ArraysOfTiles {
  readonly arrayOf: Uint8Array;
  readonly names: readonly string[];
  readonly keepsTiles: boolean;
  readonly dies: number;
}

class LaunchRecorder implements SlotCache {
  readonly visits: Map<number, TileVisit> = new Map();
  readonly #last: (TileVisit | undefined)[];
  readonly missedBytes: number[] = [0];
  #step = 0;
  readonly #steps: number;
  readonly #cache: ObservedCache;
  readonly #tileBytes: Int32Array;
  readonly #shares: Share[];
  readonly #written: Uint8Array;
  readonly #of: ArraysOfTiles;
  /** By array: read, missed, come into the cache. */
  readonly #counts: readonly [Float64Array, Float64Array, Float64Array];
  readonly #samples: { readonly read: Float64Array; readonly missed: Float64Array; readonly held: Float64Array }[] = [];
  #missed = 0;
  #launched = 0;

  constructor(cache: ObservedCache, tileBytes: Int32Array, slots: number, steps: number, of: ArraysOfTiles) {
    this.#steps = steps;
    this.#cache = cache;
    this.#tileBytes = tileBytes;
    this.#shares = Array.from({ length: slots }, () => ({ launch: 0, start: 0, readBytes: 0, missBytes: 0 }));
    this.#written = new Uint8Array(slots).fill(1);
    this.#last = Array.from({ length: slots }, () => undefined);
    this.#of = of;
    const none = (): Float64Array => new Float64Array(of.names.length);
    this.#counts = [none(), none(), none()];
    this.#sample();
  }

  read(tile: number, slot: number): void {
    const share = this.#share(slot);
    const bytes = this.#tileBytes[tile] as number;
    share.readBytes += bytes;
    this.#count(0, tile);
    if (this.#cache.read(tile, slot)) return;
    this.#count(1, tile);
    this.#count(2, tile);
    share.missBytes += bytes;
    this.#missed += bytes;
  }

  write(tile: number, slot: number): void {
    const together = this.#written[slot] === 1 ? this.#last[slot] : undefined;
    const before = this.visits.get(tile);
    this.visits.set(tile, together === undefined || before !== undefined ? this.#visit(slot, before) : together);
    this.#last[slot] = this.visits.get(tile);
    if (this.#cache.write(tile, slot) === false) this.#count(2, tile);
    this.#written[slot] = 1;
  }

  endStep(): void {
    this.#step++;
    while (this.missedBytes.length * this.#steps <= this.#step * INSTANTS) {
      this.missedBytes.push(this.#missed);
      this.#sample();
    }
  }

  arrays(): readonly ArrayHistory[] {
    const { names, keepsTiles } = this.#of;
    const isTold = keepsTiles && this.#cache.evictions !== undefined;
    return names.map((name, array) => {
      const series = (of: "read" | "missed" | "held"): readonly number[] => this.#samples.map((one) => one[of][array] as number);
      return {
        name,
        readBytes: series("read"),
        missBytes: series("missed"),
        ...(isTold ? { heldBytes: series("held") } : {}),
      };
    });
  }

  #count(what: 0 | 1 | 2, tile: number): void {
    const [counts, array] = [this.#counts[what], this.#of.arrayOf[tile] as number];
    counts[array] = (counts[array] as number) + (this.#tileBytes[tile] as number);
  }

  #sample(): void {
    const [read, missed, came] = this.#counts;
    const evictions = this.#cache.evictions?.();
    const left = (array: number): number => came.reduce((sum, _, comer) => sum + (evictions?.bytes(array, comer) ?? 0), 0);
    this.#samples.push({ read: read.slice(), missed: missed.slice(), held: came.map((bytes, array) => bytes - left(array)) });
  }

  #visit(slot: number, before: TileVisit | undefined): TileVisit {
    const { launch, start, readBytes, missBytes } = this.#share(slot);
    return {
      launch: Math.min(launch, before?.launch ?? launch),
      start: Math.min(start, before?.start ?? start),
      end: this.#step + 1,
      readBytes: readBytes + (before?.readBytes ?? 0),
      missBytes: missBytes + (before?.missBytes ?? 0),
      die: slot % this.#of.dies,
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
