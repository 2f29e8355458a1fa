import { fastMemory } from "./memory.js";
import { bytesOf, count, type Fields, Refused, record, requireEqual, requireOnly, text } from "./shared/fields.js";
import { readSubject } from "./subject.js";

/** The strongest bound on all traffic over one interface. */
export interface BestBound {
  readonly id: string;
  readonly value: bigint;
}

/**
 * Traffic of a schedule beside a bound: its parts add up, the bound is the one proven, the gap their quotient, and neither all of it nor
 * its reads are below what is proven. Whether the schedule moves so much no certificate says.
 */
export function checkBeside(
  fields: Fields,
  best: BestBound & { readonly leastReads: bigint },
  unit: "Bytes" | "Words",
  path: string,
): void {
  requireEqual(text(fields, "boundId", path), best.id, `${path}.boundId`, "the id of the bound");
  requireEqual(count(fields, "bound", path), best.value, `${path}.bound`, "the bound");
  const part = (name: string): bigint => count(fields, `${name}${unit}`, path);
  const dirty = fields[`dirtyAtEnd${unit}`] === undefined ? 0n : part("dirtyAtEnd");
  const traffic = part("read") + part("write") + dirty;
  requireEqual(count(fields, "traffic", path), traffic, `${path}.traffic`, "the sum of its parts");
  if (traffic < best.value) throw new Refused(`${path}.traffic`, `below the bound ${best.value}`);
  const reads = part("read");
  if (reads < best.leastReads) throw new Refused(`${path}.read${unit}`, `below the bound on reads ${best.leastReads}`);
  const [gap, right] = [fields["gap"], Number(traffic) / Number(best.value)];
  if (typeof gap !== "number" || !(Math.abs(gap - right) <= right * 2 ** -48))
    throw new Refused(`${path}.gap`, "not the traffic over the bound");
}

export const BESIDE_FIELDS = (unit: "Bytes" | "Words"): readonly string[] => [
  ...["read", "write", "dirtyAtEnd"].map((name) => `${name}${unit}`),
  ...["traffic", "bound", "boundId", "gap"],
];

/** Whether fusing two products pays, interface by interface, from the extents and the capacity. */
export function checkFusion(value: unknown, workload: Fields, machine: Fields): void {
  const criteria = record(value, "fusion");
  for (const interfaceId of Object.keys(criteria)) {
    const path = `fusion.${interfaceId}`;
    const fields = record(criteria[interfaceId], path);
    requireOnly(fields, ["sides", "capacityWords", "pays"], path);
    const kind = text(workload, "kind", "workload");
    const { chains = [], sharesWords = false } = readSubject(workload);
    const [chain] = ["chain", "ffn", "attention"].includes(kind) ? chains : [];
    if (chain === undefined) throw new Refused(path, "no two products");
    const { m, k, l, n } = chain as Readonly<Record<"m" | "k" | "l" | "n", bigint>>;
    const word = interfaceId === "slow-fast" ? 1n : bytesOf(workload, "dataType", "workload");
    const words = fastMemory(machine, interfaceId, "fusion").capacity / word;
    if (m * m <= words || l * l <= words) throw new Refused(path, "says nothing of so few rows");
    const [sides, what] = sharesWords ? [k, "the side that is loaded"] : [k + n, "the sum of both inner sides"];
    requireEqual(count(fields, "sides", path), sides, `${path}.sides`, what);
    requireEqual(count(fields, "capacityWords", path), words, `${path}.capacityWords`, "the capacity in words");
    if (fields["pays"] !== sides ** 2n < 4n * words) throw new Refused(`${path}.pays`, "not what sides and capacity give");
  }
}
