/** Traffic of a write-back cache whose lines are the units of a trace, in units. Writes cover whole units and fetch nothing. */
export interface UnitTraffic {
  /** Units fetched. */
  readonly readMisses: number;
  /** Writes of absent units. */
  readonly writeMisses: number;
  /** Units written back during the run. */
  readonly dirtyEvictions: number;
  /** Units still dirty in the cache when the trace ends. */
  readonly dirtyAtEnd: number;
}

/** Reads and writes of the memory behind the cache, the dirty remainder included. */
export function unitsMoved(traffic: UnitTraffic): number {
  return traffic.readMisses + traffic.dirtyEvictions + traffic.dirtyAtEnd;
}
