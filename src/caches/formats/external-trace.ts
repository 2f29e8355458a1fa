import { checkInteger, InputError } from "../../errors.js";
import type { Trace } from "../trace.js";
import { MAXIMUM_ACCESSES, traceOf } from "../trace.js";
import { DenseIds } from "./dense-ids.js";

/** A trace of objects as other tools store it, ids made dense in the order of their first accesses. */
export interface ObjectTrace {
  readonly trace: Trace;
  /** What the file calls each dense id. */
  readonly originalIds: Float64Array;
  /** Bytes of each access. */
  readonly sizes: Float64Array;
  /** In the unit of the file. */
  readonly times: Float64Array;
}

/** Accesses to ranges of bytes, as simulators of processor caches take them. */
export interface AddressTrace {
  /** First byte of each access, a whole number below 2^53. */
  readonly addresses: Float64Array;
  /** Bytes of each access, at least 1. */
  readonly sizes: Float64Array;
  readonly writes: Uint8Array;
}

/** Everything about a trace but its accesses that a file may want. */
export interface TraceLabels {
  /** Default: the dense ids. */
  readonly originalIds?: Float64Array;
  /** Default: 1 for each access. */
  readonly sizes?: Float64Array;
  /** Default: the position of each access. */
  readonly times?: Float64Array;
}

/** The line accesses of a trace of addresses, dense; an access that straddles lines touches each of them in order. */
export interface LineTrace {
  readonly trace: Trace;
  /** Address of each dense line divided by the line size. */
  readonly lineNumbers: Float64Array;
}

/**
 * Each touch of a line counts as one of all of it.
 *
 * @throws InputError naming `line-bytes`, the access that is empty or beyond 2^53, or `trace` when there are too many.
 */
export function lineTrace({ addresses, sizes, writes }: AddressTrace, lineBytes: number): LineTrace {
  checkInteger("line-bytes", lineBytes, 1);
  const firstOf = (t: number): number => Math.floor((addresses[t] as number) / lineBytes);
  const lastOf = (t: number): number => Math.floor(((addresses[t] as number) + (sizes[t] as number) - 1) / lineBytes);
  let accesses = 0;
  for (let t = 0; t < addresses.length; t++) {
    const [first, bytes] = [addresses[t] as number, sizes[t] as number];
    if (!(Number.isSafeInteger(first) && first >= 0 && bytes >= 1 && Number.isSafeInteger(first + bytes))) {
      throw new InputError(`access ${t}`, "at least one byte, below 2^53", `${bytes} at ${first}`);
    }
    accesses += lastOf(t) - firstOf(t) + 1;
  }
  if (!(accesses <= MAXIMUM_ACCESSES)) {
    throw new InputError("trace", `at most ${MAXIMUM_ACCESSES} line accesses`, String(accesses));
  }
  const ids = new Int32Array(accesses);
  const marks = new Uint8Array(accesses);
  const dense = new DenseIds();
  let length = 0;
  for (let t = 0; t < addresses.length; t++) {
    for (let line = firstOf(t); line <= lastOf(t); line++) {
      marks[length] = writes[t] as number;
      ids[length++] = dense.of(line);
    }
  }
  return { trace: traceOf(ids, marks), lineNumbers: dense.originals() };
}

/** A trace of units as accesses to whole lines, unit id at address id · lineBytes. @throws InputError naming `line-bytes`. */
export function addressesOf({ ids, writes }: Trace, lineBytes: number): AddressTrace {
  checkInteger("line-bytes", lineBytes, 1);
  return {
    addresses: Float64Array.from(ids, (id) => id * lineBytes),
    sizes: new Float64Array(ids.length).fill(lineBytes),
    writes,
  };
}
