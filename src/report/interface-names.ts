import type { Interface, Machine, NamedInterface } from "../machines/machine.js";

const NAMES: Readonly<Record<NamedInterface, string>> = {
  "dram-l2": "DRAM to chip",
  "l3-l2": "last-level cache into the dies",
  "l2-cluster": "L2 into clusters",
  "l2-sm": "L2 into the SMs",
  "smem-tensor": "shared memory to tensor cores",
  "slow-fast": "slow to fast memory",
};

/** What an interface of the machine is called in a sentence. */
export function interfaceName(interfaceId: Interface, kind: Machine["kind"] = "gpu"): string {
  const name = kind === "tree" ? undefined : new Map<string, string>(Object.entries(NAMES)).get(interfaceId);
  return name ?? interfaceId.replace("-", " into ");
}

/** The id of an interface as the field calls it on the machine. */
export function interfaceLabel(interfaceId: Interface, machine: Machine): string {
  if (machine.kind !== "gpu") return interfaceId;
  if (interfaceId === "dram-l2" && machine.l3Bytes !== undefined) return "dram-l3";
  return interfaceId === "l2-sm" && isAmd(machine) ? "l2-cu" : interfaceId;
}

/** The interface that the field calls so on the machine; the name itself where there is none. */
export function interfaceNamed(name: string, machine: Machine): string {
  return (["dram-l2", "l2-sm"] as const).find((id) => interfaceLabel(id, machine) === name) ?? name;
}

/** What the field calls an SM of the GPU. */
export function unitName(machine: Machine): "CU" | "SM" {
  return machine.kind === "gpu" && isAmd(machine) ? "CU" : "SM";
}

const isAmd = ({ computeCapability }: { readonly computeCapability: string }): boolean => computeCapability.startsWith("gfx");
