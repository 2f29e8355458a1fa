import { InputError } from "../errors.js";

declare const checked: unique symbol;

/** A recorded sequence of accesses to units of one size. Only `traceOf` builds it, so loops over it need no checks. */
export interface Trace {
  readonly [checked]: true;
  /** Unit of each access, from 0 to `idCount` − 1. */
  readonly ids: Int32Array;
  /** 1 where the access writes all of its unit, 0 where it reads. */
  readonly writes: Uint8Array;
  readonly idCount: number;
}

/** Twice an index, plus one, still fits 32 bits with sign. */
export const MAXIMUM_ACCESSES: number = 2 ** 30 - 1;

/** One table of 32-bit entries over all ids stays within a gigabyte. */
export const MAXIMUM_IDS: number = 2 ** 28;

/**
 * A trace of objects of one size, by dense ids in the order of access; reads unless `writes` says otherwise.
 *
 * @param writes absent when every access reads
 * @throws InputError naming the first access whose id or write mark is out of range.
 */
export function traceOf(ids: Int32Array, writes: Uint8Array = new Uint8Array(ids.length)): Trace {
  if (ids.length > MAXIMUM_ACCESSES) throw new InputError("trace", `at most ${MAXIMUM_ACCESSES} accesses`, String(ids.length));
  if (writes.length !== ids.length) throw new InputError("trace", `${ids.length} write marks`, String(writes.length));
  let largest = -1;
  for (let t = 0; t < ids.length; t++) {
    const id = ids[t] as number;
    if (id < 0 || id >= MAXIMUM_IDS) throw new InputError(`access ${t}`, `an id from 0 to ${MAXIMUM_IDS - 1}`, String(id));
    if ((writes[t] as number) > 1) throw new InputError(`access ${t}`, "a write mark of 0 or 1", String(writes[t]));
    if (id > largest) largest = id;
  }
  return { ids, writes, idCount: largest + 1 } as Trace;
}

/** Write marks of a trace in which exactly the ids from `firstWritten` on are written. */
export function writesFrom(ids: Int32Array, firstWritten: number): Uint8Array {
  const writes = new Uint8Array(ids.length);
  for (let t = 0; t < ids.length; t++) if ((ids[t] as number) >= firstWritten) writes[t] = 1;
  return writes;
}

/** How many units the trace touches. */
export function distinctUnits({ ids, idCount }: Trace): number {
  const seen = new Uint8Array(idCount);
  for (let t = 0; t < ids.length; t++) seen[ids[t] as number] = 1;
  return seen.reduce((sum, bit) => sum + bit, 0);
}
