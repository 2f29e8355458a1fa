import { count, type Fields, Refused, record, requireEqual, text } from "./shared/fields.js";
import type { CheckedMemory } from "./subject.js";
import { treeMemory } from "./tree.js";
import type { CheckedOutputStationary, Verified } from "./verified.js";

/** SMs of a cluster, and clusters of the GPU: the last may have fewer. */
function clustersOf(machine: Fields): { readonly size: bigint; readonly clusters: bigint } {
  const size = count(machine, "clusterSize", "machine", 2n);
  if (size > count(machine, "maximumClusterSize", "machine")) throw new Refused("machine.clusterSize", "no cluster of this GPU");
  return { size, clusters: (count(machine, "sms", "machine") + size - 1n) / size };
}

/** Dies of a GPU, and what its caches hold. */
function cachesOf(machine: Fields): { readonly dies: bigint; readonly bytes: bigint; readonly shown: string } {
  const optional = (name: string): bigint | undefined =>
    machine[name] === undefined ? undefined : count(machine, name, "machine", 1n);
  const [dies = 1n, last] = [optional("dies"), optional("l3Bytes")];
  const l2 = dies === 1n ? "L2" : `the L2s of ${dies} dies`;
  const bytes = dies * count(machine, "l2Bytes", "machine") + (last ?? 0n);
  return { dies, bytes, shown: last === undefined ? l2 : `last-level cache, ${l2}` };
}

/** Bytes of all caches of a GPU in front of DRAM. */
export function cacheBytes(machine: Fields): bigint {
  return cachesOf(machine).bytes;
}

/** Capacity and number of the fast memories behind an interface, from the machine's own figures. */
export function fastMemory(machine: Fields, interfaceId: string, path: string): CheckedMemory {
  const figure = (name: string): bigint => count(machine, name, "machine");
  const kind = text(machine, "kind", "machine");
  if (kind === "abstract" && interfaceId === "slow-fast") {
    const capacity = figure("fastWords");
    return { interfaceId, capacity, memories: 1n, shown: `${capacity} words`, adds: false };
  }
  if (kind === "gpu") {
    const tensor = figure("tensorMemoryPerSmBytes");
    const perSm = 4n * figure("registersPerSm") + figure("l1AndSharedMemoryPerSmBytes") + tensor;
    const inSm = tensor > 0n ? "registers, L1/shared and tensor memory" : "registers and L1/shared memory";
    const sms = figure("sms");
    if (interfaceId === "l2-cluster") {
      const { size, clusters } = clustersOf(machine);
      const capacity = size * perSm;
      const each = `${inSm} of a cluster of ${size} SMs, ${capacity} bytes`;
      return {
        interfaceId,
        capacity,
        memories: clusters,
        shown: `${each}, on each of ${clusters} clusters of the same SMs throughout`,
        adds: true,
      };
    }
    if (interfaceId === "l2-sm") {
      const shown = `${inSm} of one SM, ${perSm} bytes, on each of ${sms} SMs`;
      return { interfaceId, capacity: perSm, memories: sms, shown, adds: true };
    }
    const { dies, bytes, shown } = cachesOf(machine);
    if (interfaceId === "l3-l2" && machine["l3Bytes"] !== undefined) {
      const inDie = (sms + dies - 1n) / dies;
      const capacity = figure("l2Bytes") + inDie * perSm;
      const each = `L2 and the ${inSm} of ${inDie} SMs of one die, ${capacity} bytes`;
      return { interfaceId, capacity, memories: dies, shown: `${each}, on each of ${dies} dies`, adds: true };
    }
    if (interfaceId === "dram-l2") {
      const capacity = bytes + sms * perSm;
      return {
        interfaceId,
        capacity,
        memories: 1n,
        shown: `everything on the chip, ${capacity} bytes: ${shown} and the ${inSm} of ${sms} SMs`,
        adds: false,
      };
    }
  }
  if (kind === "accelerator" && interfaceId === "dram-l2") {
    const memories = record(machine["onChipBytes"], "machine.onChipBytes");
    const names = Object.keys(memories);
    const capacity = names.reduce((sum, name) => sum + count(memories, name, "machine.onChipBytes"), 0n);
    const shown = `everything on the chip, ${capacity} bytes: ${names.join(", ")}`;
    return { interfaceId, capacity, memories: 1n, shown, adds: false };
  }
  if (kind === "tree") return treeMemory(machine, interfaceId, path);
  throw new Refused(`${path}.interface`, `a machine of kind '${kind}' has no interface '${interfaceId}'`);
}

/** The memory that a bound must be about: for a class of kernels a cache of at least the L2, else all that is behind the interface. */
export function memoryOf(verified: Verified, machine: Fields, interfaceId: string, path: string): CheckedMemory {
  const { units = 1n } = verified;
  const isClass = verified.sums !== undefined || (verified.kernel !== undefined && verified.instance !== undefined);
  if (isClass && machine["kind"] === "tree") throw new Refused(`${path}.certificate`, "a class of kernels of GPUs");
  if (verified.sums !== undefined) return homeOfSums(verified.sums, units, machine, interfaceId, path);
  if (verified.kernel === undefined || verified.instance === undefined) return fastMemory(machine, interfaceId, path);
  requireEqual(interfaceId, "dram-l2", `${path}.interface`, "the interface");
  const capacity = verified.instance.capacity / units;
  const { bytes, shown } = cachesOf(machine);
  if (capacity < bytes) throw new Refused(`${path}.certificate.instance.capacity`, `less than the ${shown} of the machine`);
  return { interfaceId, capacity, memories: 1n, shown: `the cache, ${capacity} bytes`, adds: false };
}

/** The registers or the tensor memory of each SM; stages stand in what the machine lets a block use. */
function homeOfSums(
  sums: CheckedOutputStationary,
  units: bigint,
  machine: Fields,
  interfaceId: string,
  path: string,
): CheckedMemory {
  const figure = (name: string): bigint => count(machine, name, "machine");
  if (interfaceId !== "l2-sm" && interfaceId !== "l2-cluster")
    throw new Refused(`${path}.interface`, "neither l2-sm nor l2-cluster");
  const sms = figure("sms");
  const { size, clusters } = interfaceId === "l2-sm" ? { size: 1n, clusters: sms } : clustersOf(machine);
  requireEqual(sums.sms, size, `${path}.certificate.sms`, "the number of SMs of a block");
  requireEqual(
    sums.sharedMemory,
    units * size * figure("sharedMemoryPerSmBytes"),
    `${path}.certificate.sharedMemory`,
    "shared memory",
  );
  const home = sums.home === "registers" ? 4n * figure("registersPerSm") : figure("tensorMemoryPerSmBytes");
  return {
    interfaceId,
    capacity: size * home,
    memories: clusters,
    shown: `${home} bytes for accumulators in each of ${sms} SMs`,
    adds: true,
  };
}
