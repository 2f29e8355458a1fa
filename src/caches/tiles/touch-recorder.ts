import { InputError } from "../../errors.js";
import type { Trace } from "../trace.js";
import { MAXIMUM_ACCESSES, traceOf } from "../trace.js";

const FIRST_ROOM = 1024;

/** Touches of tiles as they come, for the policies that need the whole trace. */
export class TouchRecorder {
  /** Of the trace, its copies, and what a policy notes beside it. */
  static readonly bytesATouch: number = 24;
  #tiles: Int32Array = new Int32Array(FIRST_ROOM);
  #writes: Uint8Array = new Uint8Array(FIRST_ROOM);
  #length = 0;

  /** @throws InputError naming `trace` when it gets too long. */
  record(tile: number, isWrite: boolean): void {
    if (this.#length === this.#tiles.length) this.#grow();
    this.#tiles[this.#length] = tile;
    this.#writes[this.#length] = isWrite ? 1 : 0;
    this.#length++;
  }

  get length(): number {
    return this.#length;
  }

  /** The touches so far. */
  trace(): Trace {
    return traceOf(this.#tiles.slice(0, this.#length), this.#writes.slice(0, this.#length));
  }

  #grow(): void {
    if (this.#length >= MAXIMUM_ACCESSES) throw new InputError("trace", `at most ${MAXIMUM_ACCESSES} touches`);
    const room = Math.min(2 * this.#length, MAXIMUM_ACCESSES);
    const [tiles, writes] = [new Int32Array(room), new Uint8Array(room)];
    tiles.set(this.#tiles);
    writes.set(this.#writes);
    this.#tiles = tiles;
    this.#writes = writes;
  }
}
