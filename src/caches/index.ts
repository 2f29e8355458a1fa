/** Caches and their traces: replacement, misses, curves. */

export { InputError } from "../errors.js";
export {
  CACHE_POLICIES,
  type CacheModel,
  type CachePolicy,
  type RandomPolicy,
  type SetPolicy,
  type TilePolicy,
} from "./cache-policy.js";

export { createCache, createLineCache, type LineGeometry, type LineModel, lineGeometry } from "./create.js";
export type { DepthLevels } from "./depth-levels.js";
export type { EvictionMatrix } from "./eviction-matrix.js";
export { FifoCache } from "./fifo.js";
export { formatTraceCsv, parseTraceCsv } from "./formats/csv.js";
export { formatDineroBinary, parseDineroBinary } from "./formats/dinero-binary.js";
export { formatDineroText, parseDineroText } from "./formats/dinero-text.js";
export {
  type AddressTrace,
  addressesOf,
  type LineTrace,
  lineTrace,
  type ObjectTrace,
  type TraceLabels,
} from "./formats/external-trace.js";
export { formatOracleGeneral, parseOracleGeneral } from "./formats/oracle-general.js";
export { replayAddresses } from "./lines/address-replay.js";
export type { LineCache } from "./lines/line-cache.js";
export type { LineOptions, WriteAllocation, WritePolicy } from "./lines/line-options.js";
export type { SetIndex } from "./lines/set-index.js";
export { LruCache } from "./lru/lru.js";
export { lruMissCurve } from "./lru/lru-miss-curve.js";
export { curveAt, type MissCurve } from "./lru/miss-curve.js";

export { simulateLru } from "./lru/simulate-lru.js";

export { nextUses } from "./opt/next-use.js";
export { simulateOpt, simulateOptByArray, type UnitTrafficByArray } from "./opt/opt.js";
export { leastReadMisses, type OptBracket, optBracket } from "./opt/opt-bracket.js";
export { OptCache } from "./opt/opt-cache.js";
export { optMissCurve } from "./opt/opt-miss-curve.js";

export { formatCachePolicy, parseCachePolicy } from "./parse-cache-policy.js";
export type { ReplacementKind } from "./replacement.js";
export type { CacheTraffic, TileCache } from "./tiles/tile-cache.js";
export { cutIntoUnits, type UnitTrace } from "./tiles/tile-units.js";
export { TouchRecorder } from "./tiles/touch-recorder.js";
export { type UnitTraffic, unitsMoved } from "./tiles/unit-traffic.js";
export { MAXIMUM_ACCESSES, MAXIMUM_IDS, type Trace, traceOf, writesFrom } from "./trace.js";
