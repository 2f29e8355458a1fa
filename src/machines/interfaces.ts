import type { Interface, Machine, NamedInterface } from "./machine.js";

/** The bytes, or words, that an interface counts: one definition for bounds, replays and documents. */
export const INTERFACE_DEFINITIONS: Readonly<Record<NamedInterface, string>> = {
  "dram-l2": "bytes between DRAM and the chip, in either direction",
  "l3-l2": "bytes that pass a die's port in either direction, from or to the last-level cache or another die, over all dies",
  "l2-cluster":
    "bytes that pass the port of a cluster of SMs in either direction, from or to the L2 or another cluster, over all clusters",
  "l2-sm": "bytes that pass an SM's port in either direction, from or to the L2 or another SM, over all SMs",
  "smem-tensor": "bytes between shared memory and the tensor cores, over all SMs",
  "slow-fast": "words between slow and fast memory, in either direction",
};

/** What an interface of the machine counts. */
export function definitionOf(interfaceId: Interface, kind: Machine["kind"]): string {
  if (kind !== "tree") return INTERFACE_DEFINITIONS[interfaceId as NamedInterface];
  const [outer, inner] = interfaceId.split("-");
  const others = `from or to level ${outer} or another memory of level ${inner}, over all of level ${inner}`;
  return `bytes that enter or leave a memory of level ${inner} with all inside it, ${others}`;
}

/** The definitions of some interfaces, by name: what documents say of those that they mention. */
export function definitionsOf(
  interfaceIds: Iterable<Interface>,
  kind: Machine["kind"] = "gpu",
): Readonly<Partial<Record<Interface, string>>> {
  return Object.fromEntries([...interfaceIds].map((interfaceId) => [interfaceId, definitionOf(interfaceId, kind)]));
}
