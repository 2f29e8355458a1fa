import type { Interface } from "../machines/machine.js";

/** Bytes (or words on the abstract machine) over one interface. */
export interface Traffic {
  readonly reads: bigint;
  /** Written during the run. */
  readonly writes: bigint;
  /** Still dirty in the cache when the run ends; absent where the interface has no cache in front. */
  readonly dirtyAtEnd?: bigint;
}

/** Everything that crossed, the dirty remainder included: what a bound on loads plus stores is held against. */
export function totalTraffic(traffic: Traffic): bigint {
  return traffic.reads + traffic.writes + (traffic.dirtyAtEnd ?? 0n);
}

/** Result of replaying one schedule: totals per interface, and the same by array. */
export interface ReplayedTraffic {
  readonly total: ReadonlyMap<Interface, Traffic>;
  readonly byArray: ReadonlyMap<string, ReadonlyMap<Interface, Traffic>>;
  /** An estimate of the kernel's duration; absent where no rate for the operands is known. */
  readonly seconds?: number;
  /** Blocks of the launch, where the replay walked them in time. */
  readonly blocks?: number;
}
