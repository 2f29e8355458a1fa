import type { Fields } from "./fields.js";
import { count, Refused, record, requireEqual, requireOnly } from "./fields.js";

/** What a certificate about rows with statistics speaks about. */
export interface CheckedRows {
  readonly rows: bigint;
  readonly columns: bigint;
  readonly shared: bigint;
  readonly word: bigint;
  readonly partial: bigint;
  readonly output: bigint;
  readonly capacity: bigint;
  readonly memories: bigint;
}

interface Checked {
  readonly rows: CheckedRows;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

/** The statement of proofs/row-statistics.md: all fields follow from the instance. @throws Refused */
export function checkRowStatistics(fields: Fields, path: string): Checked {
  requireOnly(fields, ["schema", "theorem", "instance", "residentWords", "reads", "writes", "value"], path);
  const at = `${path}.instance`;
  const instance = record(fields["instance"], at);
  requireOnly(instance, ["extents", "weights", "capacity", "memories"], at);
  const extents = record(instance["extents"], `${at}.extents`);
  requireOnly(extents, ["rows", "columns", "shared"], `${at}.extents`);
  const weights = record(instance["weights"], `${at}.weights`);
  requireOnly(weights, ["word", "partial", "output"], `${at}.weights`);
  const rows: CheckedRows = {
    rows: count(extents, "rows", `${at}.extents`, 1n),
    columns: count(extents, "columns", `${at}.extents`, 1n),
    shared: count(extents, "shared", `${at}.extents`),
    word: count(weights, "word", `${at}.weights`, 1n),
    partial: count(weights, "partial", `${at}.weights`, 1n),
    output: count(weights, "output", `${at}.weights`, 1n),
    capacity: count(instance, "capacity", at, 1n),
    memories: count(instance, "memories", at, 1n),
  };
  // The most words that fit beside a statistic: they do, one more does not.
  const resident = count(fields, "residentWords", path);
  const room = rows.capacity * rows.memories;
  const fits = (words: bigint): boolean => words * rows.word + rows.partial <= room;
  if (fits(resident + 1n)) throw new Refused(`${path}.residentWords`, "one word more fits");
  if (resident > 0n && !fits(resident)) throw new Refused(`${path}.residentWords`, "more than fit");
  const gone = rows.columns > resident ? rows.columns - resident : 0n;
  const exactly = (name: string, right: bigint): bigint => {
    requireEqual(count(fields, name, path), right, `${path}.${name}`, name);
    return right;
  };
  const reads = exactly("reads", (rows.rows * (rows.columns + gone) + rows.shared * rows.columns) * rows.word);
  const writes = exactly("writes", rows.rows * rows.columns * rows.output);
  return { rows, reads, writes, value: exactly("value", reads + writes) };
}
