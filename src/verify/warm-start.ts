import { cacheBytes } from "./memory.js";
import { count, exactly, type Fields, list, Refused, record, requireEqual, requireOnly, text } from "./shared/fields.js";
import type { CheckedResident, Verified } from "./verified.js";

export const WARM_START = "warm-start";

/** Where the proof stands, which is on paper whatever the theorem inside has. */
export const WARM_START_PROOF = { proof: "proofs/warm-start.md", status: "paper proof" } as const;

/** Suffix of the id of a bound on executions that start with words of inputs in the fast memory. */
export const WARM_START_SUFFIX = "-warm-start";

/** Interfaces with one fast memory that an earlier kernel may have left words in. */
const WARM_INTERFACES: readonly string[] = ["dram-l2", "slow-fast"];

/**
 * What the certificate inside proves less the residents' loads. Whether the residents are those of the document is for `checkResidents`.
 * @throws Refused
 */
export function checkWarmStart(fields: Fields, verify: (inner: Fields, path: string) => Verified, path: string): Verified {
  const at = `${path}.inner`;
  const inner = verify(record(fields["inner"], at), at);
  const resident = readResidents(fields["resident"], `${path}.resident`);
  const total = resident.reduce((sum, { size }) => sum + size, 0n);
  const less = (amount: bigint): bigint => (amount > total ? amount - total : 0n);
  const known = ["schema", "theorem", "resident", "inner", "value"];
  const all = less(inner.value);
  if (inner.reads === undefined || inner.writes === undefined) {
    requireOnly(fields, known, path);
    return { ...inner, value: exactly(fields, "value", all, path), resident };
  }
  requireOnly(fields, [...known, "reads", "writes"], path);
  const reads = exactly(fields, "reads", less(inner.reads), path);
  const writes = exactly(fields, "writes", inner.writes, path);
  const value = exactly(fields, "value", all > reads + writes ? all : reads + writes, path);
  return { ...inner, reads, writes, value, resident };
}

/** A list of arrays, each once, with their bytes (or words). @throws Refused */
function readResidents(value: unknown, path: string): readonly CheckedResident[] {
  const resident = list(value, path).map((entry, index) => {
    const one = record(entry, `${path}[${index}]`);
    requireOnly(one, ["array", "size"], `${path}[${index}]`);
    return { array: text(one, "array", `${path}[${index}]`), size: count(one, "size", `${path}[${index}]`, 1n) };
  });
  if (resident.length === 0) throw new Refused(path, "empty");
  const twice = resident.findIndex(({ array }, index) => resident.findIndex((one) => one.array === array) < index);
  if (twice >= 0) throw new Refused(`${path}[${twice}].array`, "an array twice");
  return resident;
}

/** A bound of a document: what its certificate proves, and where. */
export interface BoundOfDocument {
  readonly verified: Verified;
  readonly interfaceId: string;
  readonly path: string;
}

/**
 * The residents of a document are words of inputs, no more than the L2 (or the fast memory of a machine without one) holds, and its bounds
 * on that memory's traffic hold with these and no others. Without residents no bound presumes any. @throws Refused
 */
export function checkResidents(document: Fields, bounds: readonly BoundOfDocument[], machine: Fields): void {
  const stated = document["resident"] === undefined ? [] : readResidents(document["resident"], "resident");
  if (stated.length > 0 && machine["kind"] === "tree")
    throw new Refused("resident", "in memories of a tree, of which nothing is known from a warm start");
  const shown = (resident: readonly CheckedResident[] = []): string =>
    JSON.stringify(resident.map(({ array, size }) => [array, String(size)]));
  for (const { verified, interfaceId, path } of bounds) {
    const right = WARM_INTERFACES.includes(interfaceId) ? stated : [];
    if (stated.length > 0 && interfaceId === "l3-l2")
      throw new Refused(`${path}.interface`, "the L2s of dies, of which nothing is known from a warm start");
    requireEqual(shown(verified.resident), shown(right), `${path}.certificate.resident`, "what is resident");
    if (right.length > 0 && (verified.kernel !== undefined || verified.sums !== undefined))
      throw new Refused(`${path}.certificate`, "a class of kernels, of which nothing is known from a warm start");
  }
  if (stated.length === 0) return;
  const inputs = inputsOf(bounds);
  stated.forEach(({ array, size }, index) => {
    const most = inputs.get(array);
    if (most === undefined) throw new Refused(`resident[${index}].array`, "no input of the compulsory bound");
    if (size > most) throw new Refused(`resident[${index}].size`, `more than the ${most} of the array`);
  });
  const [total, most] = [stated.reduce((sum, { size }) => sum + size, 0n), capacityOf(machine)];
  if (total > most) throw new Refused("resident", `${total} in all, more than the ${most} that hold them`);
}

/** Whole bytes (or words) of each input, by the compulsory bound, whose arrays are those of the workload. */
function inputsOf(bounds: readonly BoundOfDocument[]): ReadonlyMap<string, bigint> {
  const compulsory = bounds.find(
    ({ verified, interfaceId }) => verified.arrays !== undefined && WARM_INTERFACES.includes(interfaceId),
  );
  if (compulsory === undefined) throw new Refused("resident", "no compulsory bound beside it that says the size of an array");
  const { arrays = [], units = 1n } = compulsory.verified;
  if (new Set(arrays.map(({ array }) => array)).size < arrays.length)
    throw new Refused(`${compulsory.path}.certificate`, "two arrays of one name");
  const inputs = arrays.filter(({ role }) => role === "input");
  return new Map(inputs.map(({ array, words, wordSize }) => [array, (words * wordSize + units - 1n) / units]));
}

/** What may outlive a kernel: the caches of a GPU, all memory of another machine. */
export function capacityOf(machine: Fields): bigint {
  const kind = text(machine, "kind", "machine");
  if (kind === "gpu") return cacheBytes(machine);
  if (kind === "abstract") return count(machine, "fastWords", "machine");
  const memories = record(machine["onChipBytes"], "machine.onChipBytes");
  return Object.keys(memories).reduce((sum, name) => sum + count(memories, name, "machine.onChipBytes"), 0n);
}
