import { checkLimit } from "../../budget.js";
import type { EvictionMatrix } from "../eviction-matrix.js";
import type { LineCache, LineSpace } from "../lines/line-cache.js";
import type { CacheTraffic, TileCache } from "./tile-cache.js";

/** Of a line of a tile: its array and its place in the cache. */
const BYTES_A_LINE = 5;

/**
 * The lines of dense tiles: a tile has whole lines of its own, in tile order, the first at line 0. The last line of a tile whose
 * size is not a multiple of the line has fewer sectors, whole ones.
 */
export interface TileLines extends LineSpace {
  /** First line of each tile, and past the last tile the number of lines. */
  readonly firstLine: Int32Array;
  /** Sectors of every line of a tile but the last. */
  readonly fullSectors: number;
  /** Sectors of the last line of each tile. */
  readonly lastSectors: Int32Array;
}

/** @throws OverLimit when there are too many lines to keep tables of. */
export function tileLines(
  tileBytes: Int32Array,
  arrayOf: Uint8Array,
  arrayCount: number,
  lineBytes: number,
  sectorBytes: number,
): TileLines {
  const firstLine = new Int32Array(tileBytes.length + 1);
  const lastSectors = new Int32Array(tileBytes.length);
  let lines = 0;
  tileBytes.forEach((bytes, tile) => {
    firstLine[tile] = lines;
    const count = Math.ceil(bytes / lineBytes);
    lines += count;
    lastSectors[tile] = maskOf(Math.ceil((bytes - (count - 1) * lineBytes) / sectorBytes));
  });
  checkLimit("memory", BYTES_A_LINE * lines, "the lines of all tiles");
  firstLine[tileBytes.length] = lines;
  const arrayOfLine = new Uint8Array(lines);
  tileBytes.forEach((_, tile) => {
    arrayOfLine.fill(arrayOf[tile] as number, firstLine[tile], firstLine[tile + 1]);
  });
  return { firstLine, fullSectors: maskOf(lineBytes / sectorBytes), lastSectors, arrayOfLine, arrayCount };
}

/** The lowest `count` bits, at most 31. */
function maskOf(count: number): number {
  return 2 ** count - 1;
}

/** A line cache touched tile by tile: a touch of a tile is one of each of its lines in order, a write covers them. */
export class TileLineCache implements TileCache {
  readonly #cache: LineCache;
  readonly #lines: TileLines;

  constructor(cache: LineCache, lines: TileLines) {
    this.#cache = cache;
    this.#lines = lines;
  }

  read(tile: number): boolean {
    const { firstLine, fullSectors, lastSectors } = this.#lines;
    const last = (firstLine[tile + 1] as number) - 1;
    let hit = true;
    for (let line = firstLine[tile] as number; line < last; line++) if (!this.#cache.read(line, fullSectors)) hit = false;
    return this.#cache.read(last, lastSectors[tile] as number) && hit;
  }

  write(tile: number): boolean {
    const { firstLine, fullSectors, lastSectors } = this.#lines;
    const last = (firstLine[tile + 1] as number) - 1;
    let hit = true;
    for (let line = firstLine[tile] as number; line < last; line++) if (!this.#cache.write(line, fullSectors)) hit = false;
    return this.#cache.write(last, lastSectors[tile] as number) && hit;
  }

  traffic(): CacheTraffic {
    return this.#cache.traffic();
  }

  entriesOf(tile: number): number {
    const { firstLine } = this.#lines;
    return (firstLine[tile + 1] as number) - (firstLine[tile] as number);
  }

  evictions(): EvictionMatrix {
    return this.#cache.evictions;
  }
}
