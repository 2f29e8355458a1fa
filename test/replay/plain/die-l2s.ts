import type { DieParameters, ExecutionParameters } from "../../../src/replay/event-driven/parameters.js";
import { PlainDram } from "./dram.js";
import type { PlainTimedL2 } from "./events.js";

interface Held {
  readonly tile: number;
  /** Bytes of it that are there. */
  bytes: number;
  dirty: boolean;
}

/** A byte-exact LRU as a list, least recent first. */
class PlainLru {
  readonly held: Held[] = [];
  fetched = 0;
  written = 0;

  constructor(
    readonly capacity: number,
    readonly size: (tile: number) => number,
    readonly writtenWhole: (tile: number) => void,
  ) {}

  /** Makes the tile the most recent; false where not all of it was there. */
  touch(tile: number, write: boolean): boolean {
    const found = this.held.find((one) => one.tile === tile);
    const whole = found?.bytes === this.size(tile);
    if (whole) this.held.splice(this.held.indexOf(found as Held), 1);
    else {
      this.release(tile);
      if (!write) this.fetched += this.size(tile);
      for (let over = this.used() + this.size(tile) - this.capacity; over > 0; ) over -= this.#evict(this.held[0] as Held, over);
    }
    this.held.push({ tile, bytes: this.size(tile), dirty: write || (whole && found?.dirty === true) });
    return whole;
  }

  used(): number {
    return this.held.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  release(tile: number): void {
    const found = this.held.find((one) => one.tile === tile);
    if (found !== undefined) this.#evict(found, found.bytes);
  }

  #evict(one: Held, most: number): number {
    const bytes = Math.min(one.bytes, most);
    one.bytes -= bytes;
    if (one.dirty) this.written += bytes;
    if (one.bytes > 0) return bytes;
    this.held.splice(this.held.indexOf(one), 1);
    if (one.dirty) this.writtenWhole(one.tile);
    return bytes;
  }
}

/** The plain twin of TimedDieL2s: caches are lists, times stand in maps. */
export class PlainDieL2s implements PlainTimedL2 {
  now = 0;
  arrival = 0;
  readonly l2s: readonly PlainLru[];
  readonly behind: PlainLru;
  readonly #parameters: ExecutionParameters & { readonly dies: DieParameters };
  readonly #size: (tile: number) => number;
  readonly #portFree: number[];
  readonly #dram: PlainDram;
  readonly #ready: Map<string, number> = new Map();

  constructor(parameters: ExecutionParameters & { readonly dies: DieParameters }, size: (tile: number) => number) {
    const { dies, partitionBytes } = parameters;
    this.#parameters = parameters;
    this.#dram = new PlainDram(parameters);
    this.#size = size;
    this.#portFree = new Array<number>(dies.count).fill(0);
    this.behind = new PlainLru(dies.l3Bytes, size, (tile) => this.#throughDram(tile));
    this.l2s = this.#portFree.map(
      (_, die) =>
        new PlainLru(partitionBytes, size, (tile) => {
          this.#ready.set(`${tile} behind`, this.#throughPort(tile, die));
          this.behind.touch(tile, true);
        }),
    );
  }

  read(tile: number, die: number): void {
    const { nearHitSeconds, farHitSeconds } = this.#parameters;
    const own = this.l2s[die] as PlainLru;
    if (!own.held.some((one) => one.tile === tile && one.bytes === this.#size(tile))) {
      for (const other of this.l2s) if (other.held.some((one) => one.tile === tile && one.dirty)) other.release(tile);
      own.touch(tile, false);
      if (!this.behind.touch(tile, false)) this.#ready.set(`${tile} behind`, this.#throughDram(tile) - farHitSeconds);
      const there = this.#ready.get(`${tile} behind`) ?? 0;
      this.#ready.set(`${tile} ${die}`, Math.max(this.#throughPort(tile, die), there) + farHitSeconds);
    } else own.touch(tile, false);
    this.arrival = Math.max(this.arrival, this.now + nearHitSeconds, this.#ready.get(`${tile} ${die}`) ?? 0);
  }

  write(tile: number, die: number): void {
    this.l2s.forEach((other, at) => {
      if (at !== die) other.release(tile);
    });
    this.l2s[die]?.touch(tile, true);
    this.#ready.set(`${tile} ${die}`, this.now);
  }

  /** Writes back what is dirty, tile by tile; when the last port is free. */
  finish(seconds: number): number {
    this.now = seconds;
    const dirty = this.l2s.flatMap((l2) => l2.held.filter((one) => one.dirty).map(({ tile }) => ({ l2, tile })));
    for (const { l2, tile } of dirty.sort((one, other) => one.tile - other.tile)) l2.release(tile);
    return Math.max(seconds, ...this.#portFree);
  }

  #throughPort(tile: number, die: number): number {
    const free = Math.max(this.#portFree[die] ?? 0, this.now) + this.#size(tile) / this.#parameters.dies.portBytesPerSecond;
    this.#portFree[die] = free;
    return free;
  }

  #throughDram(tile: number): number {
    return this.#dram.pass(this.#size(tile), this.now);
  }
}
