import { checkLimit } from "../../budget.js";
import { EvictionMatrix } from "../eviction-matrix.js";
import type { Replacement } from "../replacement.js";
import type { CacheTraffic } from "../tiles/tile-cache.js";
import type { ResolvedLineOptions } from "./line-options.js";

/** Sets × ways lines; the sets may be of any number, not only a power of two. */
export interface LineCacheShape {
  readonly sets: number;
  readonly ways: number;
}

/** Of a line in the cache, with what a policy notes of it. */
const BYTES_A_SLOT = 20;

/** The lines that a cache may hold. */
export interface LineSpace {
  /** Which array each line belongs to, for attribution. */
  readonly arrayOfLine: Uint8Array;
  readonly arrayCount: number;
}

/**
 * A set-associative cache line by line over dense line ids, with sectors: a tag covers a line, each sector of it is valid or not
 * and dirty or not. A read fetches the sectors it misses; an eviction writes back the dirty sectors. Sectors are given as bit
 * masks. With one set it is fully associative.
 *
 * A sector written in part and not fetched (`no-fetch`) is dirty without being valid: a later read fetches it.
 */
export class LineCache {
  /** In bytes of valid sectors. */
  readonly evictions: EvictionMatrix;
  readonly #ways: number;
  readonly #options: ResolvedLineOptions;
  readonly #setOf: (line: number) => number;
  readonly #replacement: Replacement;
  readonly #arrayOfLine: Uint8Array;
  /** −1 for a line that is not in the cache. */
  readonly #slotOf: Int32Array;
  readonly #lineIn: Int32Array;
  readonly #valid: Int32Array;
  readonly #dirty: Int32Array;
  /** Ways in use of each set. */
  readonly #filled: Int32Array;
  readonly #readSectors: Float64Array;
  readonly #writtenSectors: Float64Array;

  /** @param setOf set of a dense line id */
  constructor(
    shape: LineCacheShape,
    options: ResolvedLineOptions,
    replacement: Replacement,
    setOf: (line: number) => number,
    space: LineSpace,
  ) {
    const slots = shape.sets * shape.ways;
    checkLimit("memory", BYTES_A_SLOT * slots, "the lines of a cache");
    this.#ways = shape.ways;
    this.#options = options;
    this.#replacement = replacement;
    this.#setOf = setOf;
    this.#arrayOfLine = space.arrayOfLine;
    this.#slotOf = new Int32Array(space.arrayOfLine.length).fill(-1);
    this.#lineIn = new Int32Array(slots);
    this.#valid = new Int32Array(slots);
    this.#dirty = new Int32Array(slots);
    this.#filled = new Int32Array(shape.sets);
    this.#readSectors = new Float64Array(space.arrayCount);
    this.#writtenSectors = new Float64Array(space.arrayCount);
    this.evictions = new EvictionMatrix(space.arrayCount);
  }

  /** Reads some sectors of a line; true when all of them were valid. */
  read(line: number, sectors: number): boolean {
    const slot = this.#slotFor(line);
    const missing = sectors & ~(this.#valid[slot] as number);
    if (missing === 0) return true;
    this.#valid[slot] = (this.#valid[slot] as number) | missing;
    this.#count(this.#readSectors, line, missing);
    return false;
  }

  /**
   * Writes some sectors of a line; true when all of them were valid.
   *
   * @param covered those of the sectors of which every byte is written
   */
  write(line: number, sectors: number, covered: number = sectors): boolean {
    const { write, writeAllocation } = this.#options;
    if (write === "through") this.#count(this.#writtenSectors, line, sectors);
    if (writeAllocation === "never" && (this.#slotOf[line] as number) < 0) {
      if (write === "back") this.#count(this.#writtenSectors, line, sectors);
      return false;
    }
    const slot = this.#slotFor(line);
    const valid = this.#valid[slot] as number;
    const missing = sectors & ~covered & ~valid;
    if (missing !== 0 && writeAllocation === "fetch") {
      this.#count(this.#readSectors, line, missing);
      this.#valid[slot] = valid | sectors;
    } else this.#valid[slot] = valid | covered;
    if (write === "back") this.#dirty[slot] = (this.#dirty[slot] as number) | sectors;
    return (sectors & ~valid) === 0;
  }

  traffic(): CacheTraffic {
    const { sectorBytes } = this.#options;
    const dirtySectors = new Float64Array(this.#readSectors.length);
    this.#dirty.forEach((sectors, slot) => {
      if (sectors !== 0) this.#count(dirtySectors, this.#lineIn[slot] as number, sectors);
    });
    return {
      readBytes: this.#readSectors.map((count) => count * sectorBytes),
      writeBytes: this.#writtenSectors.map((count) => count * sectorBytes),
      dirtyAtEndBytes: dirtySectors.map((count) => count * sectorBytes),
    };
  }

  /** The slot that holds the line, after making room for it where it was absent. */
  #slotFor(line: number): number {
    let slot = this.#slotOf[line] as number;
    if (slot < 0) slot = this.#allocate(line);
    this.#replacement.touch(slot);
    return slot;
  }

  #allocate(line: number): number {
    const set = this.#setOf(line);
    const filled = this.#filled[set] as number;
    let slot: number;
    if (filled < this.#ways) {
      slot = set * this.#ways + filled;
      this.#filled[set] = filled + 1;
    } else {
      slot = this.#replacement.victim(set);
      const victim = this.#lineIn[slot] as number;
      this.#slotOf[victim] = -1;
      const bytes = ones(this.#valid[slot] as number) * this.#options.sectorBytes;
      this.evictions.count(this.#arrayOfLine[victim] as number, this.#arrayOfLine[line] as number, bytes);
      if (this.#dirty[slot] !== 0) this.#count(this.#writtenSectors, victim, this.#dirty[slot] as number);
    }
    this.#slotOf[line] = slot;
    this.#lineIn[slot] = line;
    this.#valid[slot] = 0;
    this.#dirty[slot] = 0;
    return slot;
  }

  #count(counts: Float64Array, line: number, sectors: number): void {
    const array = this.#arrayOfLine[line] as number;
    counts[array] = (counts[array] as number) + ones(sectors);
  }
}

function ones(bits: number): number {
  let number = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) number++;
  return number;
}
