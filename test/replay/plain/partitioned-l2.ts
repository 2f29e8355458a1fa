import type { PartitionedL2Shape } from "../../../src/replay/l2/partitioned-l2-shape.js";
import type { TilePieces } from "../../../src/replay/tile-pieces.js";
import type { EvictionHint } from "../../../src/schedules/tiles/tile-schedule.js";
import { PlainDram } from "./dram.js";

interface Line {
  readonly piece: number;
  dirty: boolean;
  hint: EvictionHint;
  /** When its data are there. */
  ready: number;
}

/** The plain twin of PartitionedL2: each set a list, most recent first. */
export class PlainPartitionedL2 {
  now = 0;
  /** When all that was read since it was last set has arrived. */
  arrival = 0;
  fetched = 0;
  writtenBack = 0;
  fabric = 0;
  readonly #sets: Map<string, Line[]> = new Map();
  readonly #shape: PartitionedL2Shape;
  readonly #dram: PlainDram;
  readonly #pieces: TilePieces;
  readonly #setOf: (piece: number) => number;
  readonly #hints: readonly EvictionHint[] | undefined;

  constructor(shape: PartitionedL2Shape, pieces: TilePieces, setOf: (piece: number) => number, hints?: readonly EvictionHint[]) {
    this.#hints = hints;
    this.#shape = shape;
    this.#dram = new PlainDram(shape);
    this.#pieces = pieces;
    this.#setOf = setOf;
  }

  read(tile: number, side: number): void {
    const { partitions, nearHitSeconds, farHitSeconds } = this.#shape;
    this.arrival = Math.max(this.arrival, this.now + nearHitSeconds);
    for (const piece of this.#piecesOf(tile)) {
      const home = piece % partitions;
      let line = this.#hit(piece, side);
      if (line === undefined && home === side) line = this.#fetch(piece, home);
      if (line === undefined) {
        this.fabric += this.#bytesRead(piece);
        const source = this.#hit(piece, home) ?? this.#fetch(piece, home);
        line = this.#insert(piece, side, Math.max(this.now + farHitSeconds, source.ready + (farHitSeconds - nearHitSeconds)));
      }
      this.arrival = Math.max(this.arrival, line.ready);
    }
  }

  write(tile: number, side: number): void {
    for (const piece of this.#piecesOf(tile)) {
      const home = piece % this.#shape.partitions;
      const line = this.#hit(piece, home) ?? this.#insert(piece, home, this.now);
      if (!line.dirty) {
        line.dirty = true;
        this.#clean(piece, home);
      }
      if (home !== side) {
        this.fabric += this.#bytesRead(piece);
        if (this.#hit(piece, side) === undefined) this.#insert(piece, side, this.now);
      } else if (this.#shape.partitions === 2) {
        const other = this.#set(piece, 1 - home);
        const stale = other.findIndex((line) => line.piece === piece);
        if (stale >= 0) other.splice(stale, 1);
      }
    }
  }

  get dirtyAtEnd(): number {
    return [...this.#sets.values()].flat().reduce((sum, line) => sum + (line.dirty ? this.#bytes(line.piece) : 0), 0);
  }

  #fetch(piece: number, side: number): Line {
    this.fetched += this.#bytesRead(piece);
    return this.#insert(piece, side, this.#dram.pass(this.#bytesRead(piece), this.now));
  }

  #hit(piece: number, side: number): Line | undefined {
    const set = this.#set(piece, side);
    const at = set.findIndex((line) => line.piece === piece);
    const line = set[at];
    if (line === undefined) return undefined;
    set.splice(at, 1);
    set.unshift(line);
    if (line.hint !== "evict-last") line.hint = this.#hintOf(piece, side);
    return line;
  }

  #insert(piece: number, side: number, ready: number): Line {
    const set = this.#set(piece, side);
    const victim = this.#victim(set);
    if (victim !== undefined) {
      set.splice(set.indexOf(victim), 1);
      if (victim.dirty) this.#writeBack(victim);
    }
    const line = { piece, dirty: false, ready, hint: this.#hintOf(piece, side) };
    set.unshift(line);
    return line;
  }

  /** The oldest clean line that goes first, else the oldest that does not stay to the last; undefined for a line of others, older than all. */
  #victim(set: Line[]): Line | undefined {
    const isFull = set.length === this.#shape.ways;
    if (isFull && set.every(({ hint }) => hint === "evict-first")) return set.at(-1) as Line;
    const clean = set.findLast(({ hint, dirty }) => hint === "evict-first" && !dirty);
    if (clean !== undefined) return clean;
    const lasts = set.filter(({ hint }) => hint === "evict-last");
    for (const line of lasts.slice(Math.floor((3 / 16) * this.#shape.ways))) line.hint = "normal";
    return isFull ? (set.findLast(({ hint }) => hint !== "evict-last") as Line) : undefined;
  }

  /** Writes back the oldest dirty line of a set of which more than half is dirty, where any array has a hint. */
  #clean(piece: number, side: number): void {
    if (this.#hints === undefined) return;
    const dirty = this.#set(piece, side).filter((line) => line.dirty);
    const oldest = dirty.at(-1);
    if (oldest === undefined || dirty.length <= this.#shape.ways / 2) return;
    oldest.dirty = false;
    this.#writeBack(oldest);
  }

  #writeBack({ piece }: Line): void {
    this.writtenBack += this.#bytes(piece);
    this.#dram.pass(this.#bytes(piece), this.now);
  }

  /** Copies away from home are lines like any other, or go first. */
  #hintOf(piece: number, side: number): EvictionHint {
    const tile = this.#pieces.pieceStart.findLastIndex((start) => start <= piece);
    const hint = this.#hints?.[this.#pieces.arrayOfTile[tile] ?? 0] ?? "normal";
    return hint === "evict-last" && piece % this.#shape.partitions !== side ? "normal" : hint;
  }

  #set(piece: number, side: number): Line[] {
    const key = `${side}/${this.#setOf(piece)}`;
    const set = this.#sets.get(key) ?? [];
    this.#sets.set(key, set);
    return set;
  }

  #piecesOf(tile: number): readonly number[] {
    const [first, end] = [this.#pieces.pieceStart[tile] ?? 0, this.#pieces.pieceStart[tile + 1] ?? 0];
    return Array.from({ length: end - first }, (_, p) => first + p);
  }

  #bytes(piece: number): number {
    return this.#share(piece, (tile) => tile);
  }

  /** With what comes of the tile's companion. */
  #bytesRead(piece: number): number {
    return this.#bytes(piece) + this.#share(piece, (tile) => this.#pieces.companionOf?.[tile] ?? -1);
  }

  /** What a piece is of all bytes of a tile that goes with its own. */
  #share(piece: number, partOf: (tile: number) => number): number {
    const { pieceStart, tileBytes } = this.#pieces;
    const tile = pieceStart.findIndex((start, tile) => start <= piece && piece < (pieceStart[tile + 1] ?? 0));
    const [first = 0, end = 0] = pieceStart.subarray(tile, tile + 2);
    const [bytes, count, p] = [tileBytes[partOf(tile)] ?? 0, end - first, piece - first];
    return Math.floor(((p + 1) * bytes) / count) - Math.floor((p * bytes) / count);
  }
}
