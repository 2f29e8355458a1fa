import type { Interface } from "../machines/machine.js";

/** What an interface is called in a sentence. */
export const INTERFACE_NAMES: Readonly<Record<Interface, string>> = {
  "dram-l2": "DRAM to chip",
  "l2-cluster": "L2 into clusters",
  "l2-sm": "L2 into the SMs",
  "smem-tensor": "shared memory to tensor cores",
  "slow-fast": "slow to fast memory",
};
