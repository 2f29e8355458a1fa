import { count, type Fields, record, requireEqual, requireOnly } from "../shared/fields.js";

/** What a certificate about rows with statistics is about. */
export interface CheckedRows {
  readonly rows: bigint;
  readonly columns: bigint;
  readonly shared: bigint;
  readonly word: bigint;
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
  requireOnly(weights, ["word", "output"], `${at}.weights`);
  const rows: CheckedRows = {
    rows: count(extents, "rows", `${at}.extents`, 1n),
    columns: count(extents, "columns", `${at}.extents`, 1n),
    shared: count(extents, "shared", `${at}.extents`),
    word: count(weights, "word", `${at}.weights`, 1n),
    output: count(weights, "output", `${at}.weights`, 1n),
    capacity: count(instance, "capacity", at, 1n),
    memories: count(instance, "memories", at, 1n),
  };
  // Whole words in each of the memories.
  const resident = count(fields, "residentWords", path);
  const each = (rows.capacity - (rows.capacity % rows.word)) / rows.word;
  requireEqual(resident, each * rows.memories, `${path}.residentWords`, "what the memories hold");
  const gone = rows.columns > resident ? rows.columns - resident : 0n;
  const exactly = (name: string, right: bigint): bigint => {
    requireEqual(count(fields, name, path), right, `${path}.${name}`, name);
    return right;
  };
  const reads = exactly("reads", (rows.rows * (rows.columns + gone) + rows.shared * rows.columns) * rows.word);
  const writes = exactly("writes", rows.rows * rows.columns * rows.output);
  return { rows, reads, writes, value: exactly("value", reads + writes) };
}
