import { checkLimit } from "../budget.js";
import { checkInteger } from "../errors.js";

/** Ways are numbered in bytes, pieces and their marks share a word. */
const MOST_WAYS = 2 ** 8;
const PIECE_BITS = 27;
const PIECE_MASK = 2 ** PIECE_BITS - 1;
const EMPTY = -1;
/** An entry whose piece is nobody's. */
export const FOREIGN = -2;
/** The largest mark of an entry; the least is 0. */
export const MOST_MARK = 15;
const LINE_BYTES = 64;

/**
 * Sets of `ways` entries, each in order of use: the piece in an entry, and a mark. All start empty. Pieces are below 2^27 − 2.
 *
 * A replay spends its time waiting for memory here. So what is known of a set lies together in few cache lines: the pieces with
 * their marks, then for each way its neighbours in a ring from the most to the least recently used and back.
 */
export class PieceSets {
  readonly #ways: number;
  /** Bytes of a set, and where in them the ring is. */
  readonly #stride: number;
  readonly #ring: number;
  readonly #bytes: Uint8Array;
  /** The same memory, for the pieces. */
  readonly #words: Int32Array;
  /** The most recently used way of each set. */
  readonly #newest: Uint8Array;

  /** @throws InputError naming `ways` when a byte cannot number them; OverLimit for more sets than memory. */
  constructor(sets: number, ways: number) {
    this.#ways = checkInteger("ways", ways, 1, MOST_WAYS);
    this.#ring = Int32Array.BYTES_PER_ELEMENT * ways;
    this.#stride = LINE_BYTES * Math.ceil((this.#ring + 2 * ways) / LINE_BYTES);
    checkLimit("memory", sets * this.#stride, "the sets of an L2");
    this.#newest = new Uint8Array(sets);
    this.#bytes = new Uint8Array(sets * this.#stride);
    this.#words = new Int32Array(this.#bytes.buffer);
    for (let set = 0; set < sets; set++) {
      for (let way = 0; way < ways; way++) {
        this.put(set, way, EMPTY);
        const place = set * this.#stride + this.#ring + 2 * way;
        this.#bytes[place] = way + 1 < ways ? way + 1 : 0;
        this.#bytes[place + 1] = way > 0 ? way - 1 : ways - 1;
      }
    }
  }

  holds(set: number, way: number, piece: number): boolean {
    return (this.entry(set, way) & PIECE_MASK) === piece;
  }

  /** What is in an entry: `pieceOf` and `markOf` it, or something negative. */
  entry(set: number, way: number): number {
    return this.#words[((set * this.#stride) >> 2) + way] as number;
  }

  /** A piece whose mark is 0, or `FOREIGN`. */
  put(set: number, way: number, piece: number): void {
    this.#words[((set * this.#stride) >> 2) + way] = piece;
  }

  /** Marks the piece in an entry whose mark is 0. */
  mark(set: number, way: number, mark: number): void {
    const place = ((set * this.#stride) >> 2) + way;
    this.#words[place] = (this.#words[place] as number) | (mark << PIECE_BITS);
  }

  /** Makes an entry its set's most recent. */
  use(set: number, way: number): void {
    const newest = this.#newest[set] as number;
    if (way === newest) return;
    this.#moveBefore(set * this.#stride + this.#ring, way, newest);
    this.#newest[set] = way;
  }

  /** The least recently used entry of a set. */
  oldest(set: number): number {
    return this.#bytes[set * this.#stride + this.#ring + 2 * (this.#newest[set] as number) + 1] as number;
  }

  /** The entry used next after another; the oldest after the newest. */
  newer(set: number, way: number): number {
    return this.#bytes[set * this.#stride + this.#ring + 2 * way + 1] as number;
  }

  /** The least recently used entry of a set, from now on the most recent. */
  replace(set: number): number {
    const oldest = this.oldest(set);
    this.#newest[set] = oldest;
    return oldest;
  }

  /** Empties an entry and makes it its set's least recent, next to be replaced. */
  forget(set: number, way: number): void {
    this.put(set, way, EMPTY);
    const ring = set * this.#stride + this.#ring;
    const newest = this.#newest[set] as number;
    if (way === newest) this.#newest[set] = this.#bytes[ring + 2 * newest] as number;
    else this.#moveBefore(ring, way, newest);
  }

  /** Every entry. */
  forEach(visit: (entry: number) => void): void {
    for (let set = 0; set < this.#newest.length; set++) {
      for (let way = 0; way < this.#ways; way++) visit(this.entry(set, way));
    }
  }

  /** On the ring, the place before the most recent entry is that of the least recent. */
  #moveBefore(ring: number, way: number, newest: number): void {
    const bytes = this.#bytes;
    const own = ring + 2 * way;
    const head = ring + 2 * newest;
    const oldest = bytes[head + 1] as number;
    if (way === oldest) return;
    const [after, before] = [bytes[own] as number, bytes[own + 1] as number];
    bytes[ring + 2 * before] = after;
    bytes[ring + 2 * after + 1] = before;
    bytes[ring + 2 * oldest] = way;
    bytes[own + 1] = oldest;
    bytes[own] = newest;
    bytes[head + 1] = way;
  }
}

/** Of an entry that is not negative. */
export function pieceOf(entry: number): number {
  return entry & PIECE_MASK;
}

/** Of an entry that is not negative. */
export function markOf(entry: number): number {
  return entry >> PIECE_BITS;
}
