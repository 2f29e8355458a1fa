import { checkInteger, InputError, shown } from "../errors.js";
import type { CacheModel, RandomPolicy, SetPolicy } from "./cache-policy.js";
import { DEFAULT_SEED, MAXIMUM_WAYS } from "./cache-policy.js";
import { FifoCache } from "./fifo.js";
import type { LineCacheShape } from "./lines/line-cache.js";
import { LineCache } from "./lines/line-cache.js";
import type { ResolvedLineOptions } from "./lines/line-options.js";
import { resolveLineOptions } from "./lines/line-options.js";
import { SET_INDEXES, setIndex } from "./lines/set-index.js";
import { LruCache } from "./lru/lru.js";
import { OptCache } from "./opt/opt-cache.js";
import { REPLACEMENTS, replacement } from "./replacement.js";
import type { TileCache } from "./tiles/tile-cache.js";
import { TileLineCache, tileLines } from "./tiles/tile-lines.js";

/** A model over lines. */
export type LineModel = (RandomPolicy | SetPolicy) & { readonly bytes: number };

/** The lines of a cache with every default filled in. What of `bytes` is not a whole set (or line) stays unused. */
export interface LineGeometry extends LineCacheShape {
  readonly options: ResolvedLineOptions;
  readonly usedBytes: number;
}

/**
 * The cache of a model over dense tiles.
 *
 * @param tileBytes size of each tile, all positive
 * @param arrayOf which array each tile belongs to, for attribution
 * @throws InputError naming `l2-bytes` when the capacity is below the largest tile (`lru`, `fifo`, `opt`), one line (`random`) or
 * one set (`set`), or naming the option that cannot be.
 */
export function createCache(model: CacheModel, tileBytes: Int32Array, arrayOf: Uint8Array, arrayCount: number): TileCache {
  checkArrays(arrayOf, arrayCount, tileBytes.length);
  switch (model.policy) {
    case "lru":
      return new LruCache(model.bytes, tileBytes, arrayOf, arrayCount);
    case "fifo":
      return new FifoCache(model.bytes, tileBytes, arrayOf, arrayCount);
    case "opt":
      return new OptCache(model.bytes, tileBytes, arrayOf, arrayCount);
    case "random":
    case "set": {
      const { lineBytes, sectorBytes } = lineGeometry(model).options;
      const lines = tileLines(tileBytes, arrayOf, arrayCount, lineBytes, sectorBytes);
      return new TileLineCache(createLineCache(model, lines.arrayOfLine, arrayCount), lines);
    }
  }
}

/**
 * The cache of a model over dense lines.
 *
 * @param lineNumber number of each dense line, from which its set follows; absent when it is the dense id itself
 * @throws InputError as `createCache`.
 */
export function createLineCache(
  model: LineModel,
  arrayOfLine: Uint8Array,
  arrayCount: number,
  lineNumber?: Float64Array,
): LineCache {
  checkArrays(arrayOfLine, arrayCount, arrayOfLine.length);
  const geometry = lineGeometry(model);
  const { sets, ways, options } = geometry;
  const kind = model.policy === "random" ? "random" : model.replacement;
  if (!REPLACEMENTS.includes(kind)) throw new InputError("replacement", `one of ${REPLACEMENTS.join(", ")}`, shown(kind));
  const index = model.policy === "random" ? "modulo" : model.index;
  if (!SET_INDEXES.includes(index)) throw new InputError("index", `one of ${SET_INDEXES.join(", ")}`, shown(index));
  const victims = replacement(kind, sets, ways, checkInteger("seed", model.seed ?? DEFAULT_SEED, 0, 2 ** 32 - 1));
  const setOfNumber = setIndex(index, sets);
  const setOf = lineNumber === undefined ? setOfNumber : (line: number): number => setOfNumber(lineNumber[line] as number);
  return new LineCache(geometry, options, victims, setOf, { arrayOfLine, arrayCount });
}

/** Everything is counted by array: one skipped would be traffic that nobody sees. */
function checkArrays(arrayOf: Uint8Array, arrayCount: number, count: number): void {
  checkInteger("array-count", arrayCount, 0, 256);
  if (!(arrayOf.length >= count)) throw new InputError("array-of", `an array for each of ${count}`, String(arrayOf.length));
  const beyond = arrayOf.find((array) => array >= arrayCount);
  if (beyond !== undefined) throw new InputError("array-of", `arrays below array-count, ${arrayCount}`, String(beyond));
}

/** Sets, ways and sizes that a cache model of lines comes to. @throws InputError as `createCache`. */
export function lineGeometry(model: LineModel): LineGeometry {
  const options = resolveLineOptions(model);
  const { lineBytes } = options;
  checkInteger("l2-bytes", model.bytes, 1);
  const fitting = Math.floor(model.bytes / lineBytes);
  if (model.policy === "random") {
    if (!(fitting >= 1)) throw new InputError("l2-bytes", `at least ${lineBytes} bytes, one line`, String(model.bytes));
    return { sets: 1, ways: fitting, options, usedBytes: fitting * lineBytes };
  }
  const ways = checkInteger("ways", model.ways, 1, MAXIMUM_WAYS);
  const setBytes = ways * lineBytes;
  const sets = checkInteger("sets", model.sets ?? Math.max(1, Math.floor(fitting / ways)), 1, 2 ** 31 - 1);
  if (!(model.bytes >= sets * setBytes)) {
    const needed = `${sets} ${sets === 1 ? "set" : "sets"} of ${ways} lines of ${lineBytes} bytes`;
    throw new InputError("l2-bytes", `at least ${sets * setBytes} bytes, ${needed}`, String(model.bytes));
  }
  return { sets, ways, options, usedBytes: sets * setBytes };
}
