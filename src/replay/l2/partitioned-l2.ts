import type { CacheTraffic } from "../../caches/tiles/tile-cache.js";
import { InputError } from "../../errors.js";
import type { EvictionHint } from "../../schedules/tiles/tile-schedule.js";
import { FOREIGN, markOf, PieceSets, pieceOf } from "../piece-sets.js";
import { PieceSizes } from "../piece-sizes.js";
import type { TilePieces } from "../tile-pieces.js";
import { companionBytes, tileOfPiece } from "../tile-pieces.js";
import { DramQueue } from "./dram-queue.js";
import { EvictionClasses } from "./eviction-classes.js";
import { placeForeignLines } from "./foreign-lines.js";
import type { PartitionedL2Shape, PartitionTraffic } from "./partitioned-l2-shape.js";
import { setOfPiece } from "./set-hash.js";
import type { TimedL2 } from "./timed-l2.js";

const [NOW, ARRIVAL, FABRIC, FOREIGN_BYTES] = [0, 1, 2, 3] as const;
/** Mark of entries that are not dirty. */
const CLEAN = 0;

/**
 * An L2 of two partitions as NVIDIA builds it since the A100. Every piece has a home partition, where its dirty data live and
 * DRAM is reached. An SM asks its own partition: a piece homed there is a near hit or a DRAM miss; one homed in the other
 * crosses the fabric and leaves a clean copy near, which later reads hit without asking the home. A write goes home and, from
 * the far side, leaves a copy near; a copy in the other partition becomes invalid. Sets are hashed, LRU within a set. With one
 * partition all of this reduces to a set-associative LRU.
 *
 * Time is passed through fields of `times`, because a number that is returned or stored in an object would be allocated.
 */
export class PartitionedL2 implements TimedL2 {
  /** In seconds: when the coming touches are issued, and the latest arrival of what they ask for. Set and read by the caller. */
  readonly times: Float64Array = new Float64Array(4);
  readonly #shape: PartitionedL2Shape;
  readonly #dram: DramQueue;
  readonly #partitions: number;
  readonly #pieces: TilePieces;
  // Beside the objects that they come from: fields of objects of several shapes are slow to find.
  readonly #pieceStart: Int32Array;
  readonly #companionOf: Int32Array | undefined;
  readonly #sets: PieceSets;
  /** Absent where no load and no store carries a hint: the oldest entry goes. */
  readonly #classes: EvictionClasses | undefined;
  /** Sets in one partition; those of partition 1 follow those of 0. */
  readonly #setCount: number;
  readonly #setOfPiece: Int32Array;
  /** Way of piece p in its set of partition s at `p * partitions + s`; that entry may have another piece by now. */
  readonly #wayOf: Uint8Array;
  /** When the data of piece p in partition s arrive, where it is there. */
  readonly #ready: Float64Array;
  readonly #sizes: PieceSizes;
  /** The tile whose piece is in way w of set s at `s * ways + w`. */
  readonly #tileAt: Int32Array;
  /** Of tile t in partition s at `t * partitions + s`: whether all of it is known to be there, and when the last of it arrives then. */
  readonly #isWhole: Uint8Array;
  readonly #arrived: Float64Array;
  /** Whether a hit changes nothing but the order of use: not which lines go first. */
  #keepsClasses: boolean;
  readonly #ways: number;
  /** The tile that is touched. */
  #tile = 0;
  readonly #fetched: Float64Array;
  /** Bytes that became dirty: they are written back or still dirty at the end. */
  readonly #dirtied: Float64Array;

  /**
   * @param foreignDirtyBytes lines dirty from before, written back when they are evicted; 0 for a clean start
   * @param hints of each array
   * @throws InputError naming `l2-bytes` when a partition holds not even one set, or `ways` beyond 256.
   */
  constructor(
    shape: PartitionedL2Shape,
    pieces: TilePieces,
    arrayCount: number,
    foreignDirtyBytes: number = 0,
    hints?: readonly EvictionHint[],
  ) {
    const { partitions, partitionBytes, ways } = shape;
    this.#shape = shape;
    this.#dram = new DramQueue(this.times, shape);
    this.#partitions = partitions;
    this.#pieces = pieces;
    this.#pieceStart = pieces.pieceStart;
    this.#companionOf = pieces.companionOf;
    this.#sizes = new PieceSizes(pieces);
    this.#setCount = Math.floor(partitionBytes / pieces.grainBytes / ways);
    if (this.#setCount < 1) {
      throw new InputError("l2-bytes", `at least ${partitions * ways * pieces.grainBytes}, a set a partition`, "fewer");
    }
    this.#sets = new PieceSets(this.#setCount * partitions, ways);
    this.#classes = hints && new EvictionClasses(this.#sets, this.#setCount * partitions, ways, hints, shape.lastSixteenths);
    const count = pieces.pieceStart.at(-1) as number;
    this.#setOfPiece = new Int32Array(count);
    for (let piece = 0; piece < count; piece++) this.#setOfPiece[piece] = setOfPiece(piece, this.#setCount);
    this.#keepsClasses = hints === undefined || !hints.includes("evict-last");
    this.#ways = ways;
    this.#tileAt = new Int32Array(this.#setCount * partitions * ways);
    this.#isWhole = new Uint8Array(pieces.tileBytes.length * partitions);
    this.#arrived = new Float64Array(pieces.tileBytes.length * partitions);
    this.#wayOf = new Uint8Array(count * partitions);
    this.#ready = new Float64Array(count * partitions);
    this.#fetched = new Float64Array(arrayCount);
    this.#dirtied = new Float64Array(arrayCount);
    placeForeignLines(this.#sets, partitions, this.#setCount, foreignDirtyBytes / pieces.grainBytes);
  }

  /**
   * What loads and stores of each array tell from now on, of an L2 that was made with hints.
   *
   * @throws RangeError of one made without
   */
  carry(hints: readonly EvictionHint[]): void {
    if (this.#classes === undefined) throw new RangeError("PartitionedL2.carry: made without hints");
    this.#classes.carry(hints);
    this.#keepsClasses = false;
  }

  /** Puts a tile into the homes of its pieces, for no SM: one that an earlier kernel left there clean, or from DRAM at `times[0]`. */
  place(tile: number, from: "earlier" | "dram" = "earlier"): void {
    this.#tile = tile;
    const end = this.#pieceStart[tile + 1] as number;
    for (let piece = this.#pieceStart[tile] as number; piece < end; piece++) {
      const home = piece & (this.#partitions - 1);
      if (from === "earlier") this.#touch(piece, home);
      else if (!this.#use(piece, home)) this.#fetch(piece, home);
    }
  }

  /** When DRAM is through with all that was asked for. */
  get dramFree(): number {
    return this.#dram.free;
  }

  /** An SM next to partition `side` reads a tile at `times[0]`; `times[1]` rises to when all of it has arrived. */
  read(tile: number, side: number): void {
    const [times, ready, partitions] = [this.times, this.#ready, this.#partitions];
    const at = tile * partitions + side;
    const [start, end] = [this.#pieceStart[tile] as number, this.#pieceStart[tile + 1] as number];
    if (this.#isWhole[at] === 1 && this.#keepsClasses) {
      const [sets, setOf, wayOf, first] = [this.#sets, this.#setOfPiece, this.#wayOf, side * this.#setCount];
      for (let piece = start; piece < end; piece++)
        sets.use(first + (setOf[piece] as number), wayOf[piece * partitions + side] as number);
    } else {
      this.#tile = tile;
      // Until one of its pieces goes, perhaps for another of them.
      this.#isWhole[at] = 1;
      let last = 0;
      for (let piece = start; piece < end; piece++) {
        if (!this.#use(piece, side)) this.#bringIn(piece, side);
        last = Math.max(last, ready[piece * partitions + side] as number);
      }
      this.#arrived[at] = last;
    }
    const near = (times[NOW] as number) + this.#shape.nearHitSeconds;
    times[ARRIVAL] = Math.max(times[ARRIVAL] as number, near, this.#arrived[at] as number);
  }

  /** An SM next to partition `side` writes a whole tile; nothing is fetched. */
  write(tile: number, side: number): void {
    this.#tile = tile;
    const end = this.#pieceStart[tile + 1] as number;
    for (let piece = this.#pieceStart[tile] as number; piece < end; piece++) {
      const home = piece & (this.#partitions - 1);
      this.#touch(piece, home);
      this.#markDirty(piece, home);
      if (home !== side) {
        this.#touch(piece, side);
        this.#cross(piece);
      } else if (this.#partitions === 2) this.#invalidate(piece, 1 - home);
    }
  }

  /** The kernel has ended after so many seconds: the next one starts at 0, and all that is on its way has arrived, but for write-backs. */
  restart(seconds: number): void {
    this.#ready.fill(0);
    this.#arrived.fill(0);
    this.#dram.restart(seconds);
    this.times[NOW] = 0;
    this.times[ARRIVAL] = 0;
  }

  traffic(): CacheTraffic & PartitionTraffic {
    const dirtyAtEndBytes = new Float64Array(this.#fetched.length);
    this.#sets.forEach((entry) => {
      if (entry < 0 || markOf(entry) === CLEAN) return;
      this.#count(dirtyAtEndBytes, tileOfPiece(this.#pieces, pieceOf(entry)), this.#sizes.ofDirty(entry));
    });
    return {
      readBytes: this.#fetched.slice(),
      writeBytes: this.#dirtied.map((bytes, array) => bytes - (dirtyAtEndBytes[array] as number)),
      dirtyAtEndBytes,
      fabricBytes: this.times[FABRIC] as number,
      foreignWriteBytes: this.times[FOREIGN_BYTES] as number,
    };
  }

  /** Pieces of a tile. */
  entriesOf(tile: number): number {
    return (this.#pieceStart[tile + 1] as number) - (this.#pieceStart[tile] as number);
  }

  /** A read that misses in its own partition. */
  #bringIn(piece: number, side: number): void {
    const home = piece & (this.#partitions - 1);
    if (home === side) {
      this.#fetch(piece, home);
      return;
    }
    const { nearHitSeconds, farHitSeconds } = this.#shape;
    this.#cross(piece);
    if (!this.#use(piece, home)) this.#fetch(piece, home);
    const there = (this.#ready[piece * this.#partitions + home] as number) + (farHitSeconds - nearHitSeconds);
    this.#insert(piece, side);
    this.#ready[piece * this.#partitions + side] = Math.max((this.times[NOW] as number) + farHitSeconds, there);
  }

  /** DRAM to the home partition. */
  #fetch(piece: number, home: number): void {
    const bytes = this.#sizes.of(this.#tile, piece);
    this.#count(this.#fetched, this.#tile, bytes);
    const more = this.#companionOf === undefined ? 0 : companionBytes(this.#pieces, this.#tile, piece);
    if (more > 0) this.#count(this.#fetched, this.#companionOf?.[this.#tile] as number, more);
    this.#dram.take(bytes + more);
    this.#ready[piece * this.#partitions + home] = this.#dram.arrival();
    this.#insert(piece, home);
  }

  /** Makes the piece its set's most recent in a partition; a new one is ready at once. */
  #touch(piece: number, side: number): void {
    if (this.#use(piece, side)) return;
    this.#insert(piece, side);
    this.#ready[piece * this.#partitions + side] = this.times[NOW] as number;
  }

  /** Makes the piece its set's most recent in a partition; false when it is not there. */
  #use(piece: number, side: number): boolean {
    const set = side * this.#setCount + (this.#setOfPiece[piece] as number);
    const way = this.#wayOf[piece * this.#partitions + side] as number;
    if (!this.#sets.holds(set, way, piece)) return false;
    this.#sets.use(set, way);
    this.#classify(set, way, piece, side, false);
    return true;
  }

  /** Takes the place of the least recently used entry of the set, whose dirty data go to DRAM. */
  #insert(piece: number, side: number): void {
    const sets = this.#sets;
    const set = side * this.#setCount + (this.#setOfPiece[piece] as number);
    const way = (this.#classes ?? sets).replace(set);
    const old = sets.entry(set, way);
    sets.put(set, way, piece);
    this.#classify(set, way, piece, side, true);
    const at = set * this.#ways + way;
    if (old >= 0) {
      this.#isWhole[(this.#tileAt[at] as number) * this.#partitions + side] = 0;
      if (markOf(old) !== CLEAN) this.#dram.take(this.#sizes.ofDirty(old));
    } else if (old === FOREIGN) {
      this.times[FOREIGN_BYTES] = (this.times[FOREIGN_BYTES] as number) + this.#pieces.grainBytes;
      this.#dram.take(this.#pieces.grainBytes);
    }
    this.#tileAt[at] = this.#tile;
    this.#wayOf[piece * this.#partitions + side] = way;
  }

  #classify(set: number, way: number, piece: number, side: number, isNew: boolean): void {
    if (this.#classes === undefined) return;
    const isHome = (piece & (this.#partitions - 1)) === side;
    this.#classes.touch(set, way, this.#pieces.arrayOfTile[this.#tile] as number, isHome, isNew);
  }

  /** Marks a piece that is in its home. */
  #markDirty(piece: number, home: number): void {
    const set = home * this.#setCount + (this.#setOfPiece[piece] as number);
    const way = this.#wayOf[piece * this.#partitions + home] as number;
    if (markOf(this.#sets.entry(set, way)) !== CLEAN) return;
    const bytes = this.#sizes.of(this.#tile, piece);
    this.#sets.mark(set, way, this.#sizes.markOf(bytes));
    this.#count(this.#dirtied, this.#tile, bytes);
    const cleaned = this.#classes === undefined ? -1 : this.#classes.cleaned(set);
    if (cleaned >= 0) this.#dram.take(this.#sizes.ofDirty(cleaned));
  }

  #cross(piece: number): void {
    const more = this.#companionOf === undefined ? 0 : companionBytes(this.#pieces, this.#tile, piece);
    this.times[FABRIC] = (this.times[FABRIC] as number) + this.#sizes.of(this.#tile, piece) + more;
  }

  #count(bytesByArray: Float64Array, tile: number, bytes: number): void {
    const array = this.#pieces.arrayOfTile[tile] as number;
    bytesByArray[array] = (bytesByArray[array] as number) + bytes;
  }

  /** A copy that a write on the other side made stale; copies are clean. */
  #invalidate(piece: number, side: number): void {
    const set = side * this.#setCount + (this.#setOfPiece[piece] as number);
    const way = this.#wayOf[piece * this.#partitions + side] as number;
    if (!this.#sets.holds(set, way, piece)) return;
    this.#sets.forget(set, way);
    this.#isWhole[this.#tile * this.#partitions + side] = 0;
  }
}
