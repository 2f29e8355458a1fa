import type { CacheTraffic } from "../caches/tile-cache.js";
import { InputError } from "../errors.js";
import type { PartitionedL2Shape, PartitionTraffic } from "./partitioned-l2-shape.js";
import { RecencySets } from "./recency-sets.js";
import { scramble, setOfPiece } from "./set-hash.js";
import type { TilePieces } from "./tile-pieces.js";

const [NOW, ARRIVAL, DRAM_FREE, FABRIC, FOREIGN] = [0, 1, 2, 3, 4] as const;
const EMPTY = -1;
const FOREIGN_LINE = -2;

/**
 * An L2 of two partitions as NVIDIA builds it since the A100. Every piece has a home partition, where its dirty data live and
 * DRAM is reached. An SM asks its own partition: a piece homed there is a near hit or a DRAM miss; one homed in the other
 * crosses the fabric and leaves a clean copy near, which later reads hit without asking the home. A write goes home and, from
 * the far side, leaves a copy near; a copy in the other partition becomes invalid. Sets are hashed, LRU within a set. With one
 * partition all of this reduces to a set-associative LRU.
 *
 * Time is passed through fields of `times`, because a number that is returned or stored in an object would be allocated.
 */
export class PartitionedL2 {
  /** In seconds: when the coming touches are issued, and the latest arrival of what they ask for. Set and read by the caller. */
  readonly times: Float64Array = new Float64Array(5);
  readonly #shape: PartitionedL2Shape;
  readonly #partitions: number;
  readonly #pieces: TilePieces;
  readonly #sets: RecencySets;
  /** Sets in one partition; those of partition 1 follow those of 0. */
  readonly #setCount: number;
  readonly #setOfPiece: Int32Array;
  /** Entry of piece p in partition s at `p * partitions + s`, or −1. */
  readonly #entryOf: Int32Array;
  /** Of each entry: the piece in it, when its data arrive, whether they are dirty. */
  readonly #pieceIn: Int32Array;
  readonly #ready: Float64Array;
  readonly #dirty: Uint8Array;
  readonly #fetched: Float64Array;
  readonly #writtenBack: Float64Array;

  /**
   * @param foreignDirtyBytes lines dirty from before, written back when they are evicted; 0 for a clean start
   * @throws InputError naming `l2-bytes` when a partition holds not even one set.
   */
  constructor(shape: PartitionedL2Shape, pieces: TilePieces, arrayCount: number, foreignDirtyBytes: number = 0) {
    const { partitions, partitionBytes, ways } = shape;
    this.#shape = shape;
    this.#partitions = partitions;
    this.#pieces = pieces;
    this.#setCount = Math.floor(partitionBytes / pieces.grainBytes / ways);
    if (this.#setCount < 1) {
      throw new InputError(
        "l2-bytes",
        `at least ${partitions * ways * pieces.grainBytes}, a set a partition`,
        String(partitionBytes * partitions),
      );
    }
    this.#sets = new RecencySets(this.#setCount * partitions, ways);
    this.#setOfPiece = pieces.pieceBytes.map((_, piece) => setOfPiece(piece, this.#setCount));
    this.#entryOf = new Int32Array(pieces.pieceBytes.length * partitions).fill(EMPTY);
    const entries = this.#setCount * partitions * ways;
    this.#pieceIn = new Int32Array(entries).fill(EMPTY);
    this.#ready = new Float64Array(entries);
    this.#dirty = new Uint8Array(entries);
    this.#fetched = new Float64Array(arrayCount);
    this.#writtenBack = new Float64Array(arrayCount);
    this.#placeForeignLines(foreignDirtyBytes);
  }

  /** An SM next to partition `side` reads a tile at `times[0]`; `times[1]` rises to when all of it has arrived. */
  read(tile: number, side: number): void {
    const times = this.times;
    const entryOf = this.#entryOf;
    const ready = this.#ready;
    const sets = this.#sets;
    const partitions = this.#partitions;
    let arrival = Math.max(times[ARRIVAL] as number, (times[NOW] as number) + this.#shape.nearHitSeconds);
    const end = this.#pieces.pieceStart[tile + 1] as number;
    for (let piece = this.#pieces.pieceStart[tile] as number; piece < end; piece++) {
      let entry = entryOf[piece * partitions + side] as number;
      if (entry >= 0) sets.use(entry);
      else entry = this.#bringIn(piece, side);
      const at = ready[entry] as number;
      if (at > arrival) arrival = at;
    }
    times[ARRIVAL] = arrival;
  }

  /** An SM next to partition `side` writes a whole tile; nothing is fetched. */
  write(tile: number, side: number): void {
    const end = this.#pieces.pieceStart[tile + 1] as number;
    for (let piece = this.#pieces.pieceStart[tile] as number; piece < end; piece++) {
      const home = piece & (this.#partitions - 1);
      this.#dirty[this.#touch(piece, home)] = 1;
      if (home !== side) {
        this.#touch(piece, side);
        this.#cross(piece);
      } else if (this.#partitions === 2) this.#invalidate(piece, 1 - home);
    }
  }

  traffic(): CacheTraffic & PartitionTraffic {
    const dirtyAtEndBytes = new Float64Array(this.#fetched.length);
    this.#dirty.forEach((dirty, entry) => {
      const piece = this.#pieceIn[entry] as number;
      if (dirty === 1 && piece >= 0) this.#count(dirtyAtEndBytes, piece);
    });
    return {
      readBytes: this.#fetched.slice(),
      writeBytes: this.#writtenBack.slice(),
      dirtyAtEndBytes,
      fabricBytes: this.times[FABRIC] as number,
      foreignWriteBytes: this.times[FOREIGN] as number,
    };
  }

  /** A read that misses in its own partition; returns the entry there. */
  #bringIn(piece: number, side: number): number {
    const home = piece & (this.#partitions - 1);
    if (home === side) return this.#fetch(piece, home);
    const { nearHitSeconds, farHitSeconds } = this.#shape;
    this.#cross(piece);
    let source = this.#entryOf[piece * this.#partitions + home] as number;
    if (source >= 0) this.#sets.use(source);
    else source = this.#fetch(piece, home);
    const hop = farHitSeconds - nearHitSeconds;
    const arrival = Math.max((this.times[NOW] as number) + farHitSeconds, (this.#ready[source] as number) + hop);
    const copy = this.#insert(piece, side);
    this.#ready[copy] = arrival;
    return copy;
  }

  /** DRAM to the home partition. */
  #fetch(piece: number, home: number): number {
    this.#count(this.#fetched, piece);
    this.#occupyDram(this.#pieces.pieceBytes[piece] as number);
    const arrival = (this.times[DRAM_FREE] as number) + this.#shape.missSeconds;
    const entry = this.#insert(piece, home);
    this.#ready[entry] = arrival;
    return entry;
  }

  /** The piece's entry in a partition, most recent now; a new one is ready at once. */
  #touch(piece: number, side: number): number {
    const found = this.#entryOf[piece * this.#partitions + side] as number;
    if (found >= 0) {
      this.#sets.use(found);
      return found;
    }
    const entry = this.#insert(piece, side);
    this.#ready[entry] = this.times[NOW] as number;
    return entry;
  }

  /** Takes the place of the least recently used entry of the set, whose dirty data go to DRAM. */
  #insert(piece: number, side: number): number {
    const entry = this.#sets.replace(side * this.#setCount + (this.#setOfPiece[piece] as number));
    const old = this.#pieceIn[entry] as number;
    if (old !== EMPTY) {
      if (this.#dirty[entry] === 1) this.#writeBack(entry, old);
      if (old >= 0) this.#entryOf[old * this.#partitions + side] = EMPTY;
    }
    this.#pieceIn[entry] = piece;
    this.#entryOf[piece * this.#partitions + side] = entry;
    return entry;
  }

  #writeBack(entry: number, piece: number): void {
    this.#dirty[entry] = 0;
    if (piece >= 0) {
      this.#count(this.#writtenBack, piece);
      this.#occupyDram(this.#pieces.pieceBytes[piece] as number);
    } else {
      this.times[FOREIGN] = (this.times[FOREIGN] as number) + this.#pieces.grainBytes;
      this.#occupyDram(this.#pieces.grainBytes);
    }
  }

  /** One queue in front of DRAM, first come, first served. */
  #occupyDram(bytes: number): void {
    const times = this.times;
    times[DRAM_FREE] = Math.max(times[DRAM_FREE] as number, times[NOW] as number) + bytes / this.#shape.dramBytesPerSecond;
  }

  #cross(piece: number): void {
    this.times[FABRIC] = (this.times[FABRIC] as number) + (this.#pieces.pieceBytes[piece] as number);
  }

  #count(bytesByArray: Float64Array, piece: number): void {
    const array = this.#pieces.arrayOfPiece[piece] as number;
    bytesByArray[array] = (bytesByArray[array] as number) + (this.#pieces.pieceBytes[piece] as number);
  }

  /** A copy that a write on the other side made stale; copies are clean. */
  #invalidate(piece: number, side: number): void {
    const index = piece * this.#partitions + side;
    const entry = this.#entryOf[index] as number;
    if (entry < 0) return;
    this.#entryOf[index] = EMPTY;
    this.#pieceIn[entry] = EMPTY;
    this.#sets.forget(entry);
  }

  #placeForeignLines(bytes: number): void {
    const each = Math.round(bytes / this.#partitions / this.#pieces.grainBytes);
    for (let side = 0; side < this.#partitions; side++) {
      for (let line = 0; line < each; line++) {
        const entry = this.#sets.replace(side * this.#setCount + (scramble(line * 77 + 5) % this.#setCount));
        this.#pieceIn[entry] = FOREIGN_LINE;
        this.#dirty[entry] = 1;
      }
    }
  }
}
