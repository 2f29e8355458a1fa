import type { Fields } from "./fields.js";
import { count, Refused, record, text } from "./fields.js";
import type { CheckedMemory } from "./subject.js";

export function clusterSize(machine: Fields): bigint {
  const size = count(machine, "clusterSize", "machine", 2n);
  if (size > count(machine, "maximumClusterSize", "machine")) throw new Refused("machine.clusterSize", "no cluster of this GPU");
  return size;
}

/** Capacity and number of the fast memories behind an interface, from the machine's own figures. */
export function fastMemory(machine: Fields, face: string, path: string): CheckedMemory {
  const figure = (name: string): bigint => count(machine, name, "machine");
  const kind = text(machine, "kind", "machine");
  if (kind === "abstract" && face === "slow-fast") return { capacity: figure("fastWords"), memories: 1n };
  if (kind === "gpu") {
    const perSm = 4n * figure("registersPerSm") + figure("l1AndSharedMemoryPerSmBytes") + figure("tensorMemoryPerSmBytes");
    if (face === "l2-cluster") {
      const size = clusterSize(machine);
      return { capacity: size * perSm, memories: (figure("sms") + size - 1n) / size };
    }
    if (face === "l2-sm") return { capacity: perSm, memories: figure("sms") };
    if (face === "dram-l2") return { capacity: figure("l2Bytes") + figure("sms") * perSm, memories: 1n };
  }
  if (kind === "accelerator" && face === "dram-l2") {
    const memories = record(machine["onChipBytes"], "machine.onChipBytes");
    const names = Object.keys(memories);
    return { capacity: names.reduce((sum, name) => sum + count(memories, name, "machine.onChipBytes"), 0n), memories: 1n };
  }
  throw new Refused(`${path}.interface`, `a machine of kind '${kind}' has no interface '${face}'`);
}
