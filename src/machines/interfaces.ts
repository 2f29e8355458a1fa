import type { Interface } from "./machine.js";

/** The bytes, or words, that an interface counts: one definition for bounds, replays and documents. */
export const INTERFACE_DEFINITIONS: Readonly<Record<Interface, string>> = {
  "dram-l2": "bytes between DRAM and the chip, in either direction",
  "l3-l2": "bytes that pass a die's port in either direction, from or to the last-level cache or another die, over all dies",
  "l2-cluster":
    "bytes that pass the port of a cluster of SMs in either direction, from or to the L2 or another cluster, over all clusters",
  "l2-sm": "bytes that pass an SM's port in either direction, from or to the L2 or another SM, over all SMs",
  "smem-tensor": "bytes between shared memory and the tensor cores, over all SMs",
  "slow-fast": "words between slow and fast memory, in either direction",
};

/** The definitions of some interfaces, by name: what documents say of those that they mention. */
export function definitionsOf(interfaceIds: Iterable<Interface>): Readonly<Partial<Record<Interface, string>>> {
  return Object.fromEntries([...interfaceIds].map((interfaceId) => [interfaceId, INTERFACE_DEFINITIONS[interfaceId]]));
}
