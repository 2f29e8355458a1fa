import { InputError } from "../../errors.js";
import { nextUses } from "../opt/next-use.js";
import type { Trace } from "../trace.js";
import { MAXIMUM_ACCESSES, traceOf } from "../trace.js";
import { DenseIds } from "./dense-ids.js";
import type { ObjectTrace, TraceLabels } from "./external-trace.js";

/**
 * libCacheSim's oracleGeneral: records of 24 bytes, little-endian, packed: time u32, object id u64, size u32, next access i64.
 * The next access is the number of a record counted from 1, the largest i64 (some writers: −1) where there is none.
 */
const RECORD_BYTES = 24;
const HIGH = 2 ** 32;
const [NEVER_LOW, NEVER_HIGH] = [0xffffffff, 0x7fffffff];

/**
 * The trace, every access a read. Next accesses are checked to lie ahead and are otherwise left to `nextUses`, because files cut
 * out of longer ones point beyond their end.
 *
 * @throws InputError naming the record, counted from 1: cut short, an id of 2^53 or more, a next access that is not ahead.
 */
export function parseOracleGeneral(bytes: Uint8Array): ObjectTrace {
  const count = Math.floor(bytes.length / RECORD_BYTES);
  const rest = bytes.length % RECORD_BYTES;
  if (rest !== 0) throw new InputError(`oracleGeneral: record ${count + 1}`, `${RECORD_BYTES} bytes`, `${rest}`);
  if (count > MAXIMUM_ACCESSES) throw new InputError("oracleGeneral", `at most ${MAXIMUM_ACCESSES} records`, String(count));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ids = new Int32Array(count);
  const sizes = new Float64Array(count);
  const times = new Float64Array(count);
  const dense = new DenseIds();
  for (let t = 0; t < count; t++) {
    const at = t * RECORD_BYTES;
    times[t] = view.getUint32(at, true);
    const id = view.getUint32(at + 8, true) * HIGH + view.getUint32(at + 4, true);
    if (!Number.isSafeInteger(id)) {
      const found = String(view.getBigUint64(at + 4, true));
      throw new InputError(`oracleGeneral: record ${t + 1}`, "an object id below 2^53", found);
    }
    ids[t] = dense.of(id);
    sizes[t] = view.getUint32(at + 12, true);
    const nextHigh = view.getInt32(at + 20, true);
    const next = nextHigh * HIGH + view.getUint32(at + 16, true);
    if (next !== -1 && next <= t + 1) {
      throw new InputError(`oracleGeneral: record ${t + 1}`, "the number of a later record as next access", String(next));
    }
  }
  return { trace: traceOf(ids), originalIds: dense.originals(), sizes, times };
}

/** Write marks have no place in the format and are lost. @throws InputError naming the access whose label does not fit its field. */
export function formatOracleGeneral(trace: Trace, labels: TraceLabels = {}): Uint8Array {
  const { ids } = trace;
  const next = nextUses(trace);
  const bytes = new Uint8Array(ids.length * RECORD_BYTES);
  const view = new DataView(bytes.buffer);
  const field = (what: string, t: number, value: number | undefined, limit: number): number => {
    if (value === undefined || !Number.isInteger(value) || value < 0 || value >= limit) {
      throw new InputError(`access ${t}`, `${what} a whole number below ${limit}`, String(value));
    }
    return value;
  };
  for (let t = 0; t < ids.length; t++) {
    const at = t * RECORD_BYTES;
    const id = ids[t] as number;
    const original = field("object id", t, labels.originalIds === undefined ? id : labels.originalIds[id], 2 ** 53);
    view.setUint32(at, field("time", t, labels.times === undefined ? t : labels.times[t], HIGH), true);
    view.setUint32(at + 4, original % HIGH, true);
    view.setUint32(at + 8, Math.floor(original / HIGH), true);
    view.setUint32(at + 12, field("size", t, labels.sizes === undefined ? 1 : labels.sizes[t], HIGH), true);
    const isLast = next[t] === ids.length;
    view.setUint32(at + 16, isLast ? NEVER_LOW : (next[t] as number) + 1, true);
    view.setUint32(at + 20, isLast ? NEVER_HIGH : 0, true);
  }
  return bytes;
}
