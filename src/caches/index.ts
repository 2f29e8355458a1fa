export { replayAddresses } from "./address-replay.js";
export {
  CACHE_POLICIES,
  type CacheModel,
  type CachePolicy,
  type RandomPolicy,
  type SetPolicy,
  type TilePolicy,
} from "./cache-policy.js";
export { checkCapacity } from "./check-capacity.js";
export { createCache, createLineCache, type LineGeometry, type LineModel, lineGeometry } from "./create.js";
export { bytesBeyond, type DepthLadder, LadderCollector } from "./depth-ladder.js";
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
export type { LineCache } from "./line-cache.js";
export type { LineOptions, WriteAllocation, WritePolicy } from "./line-options.js";
export { LruCache } from "./lru.js";
export { lruMissCurve } from "./lru-miss-curve.js";
export { curveAt, type MissCurve } from "./miss-curve.js";
export { nextUses } from "./next-use.js";
export { ofOneArray, simulateOpt, simulateOptByArray, type UnitTrafficByArray } from "./opt.js";
export { leastReadMisses, type OptBracket, optBracket } from "./opt-bracket.js";
export { OptCache } from "./opt-cache.js";
export { optMissCurve } from "./opt-miss-curve.js";
export { simulateOptOfTiles } from "./opt-tiles.js";
export { formatCachePolicy, parseCachePolicy } from "./parse-cache-policy.js";
export { PrefixSums } from "./prefix-sums.js";
export type { ReplacementKind } from "./replacement.js";
export type { SetIndex } from "./set-index.js";
export { simulateLru } from "./simulate-lru.js";
export type { CacheTraffic, TileCache } from "./tile-cache.js";
export { commonUnit, cutIntoUnits, MAXIMUM_UNIT_ACCESSES, type UnitTrace } from "./tile-units.js";
export { TouchRecorder } from "./touch-recorder.js";
export { MAXIMUM_ACCESSES, MAXIMUM_IDS, type Trace, traceOf, writesFrom } from "./trace.js";
export { type UnitTraffic, unitsMoved } from "./unit-traffic.js";
export { WeightedRecency } from "./weighted-recency.js";
