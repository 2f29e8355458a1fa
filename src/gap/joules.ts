import { InputError } from "../errors.js";
import type { Gpu } from "../machines/machine.js";

/** Of bytes over both interfaces, an estimate. @throws InputError naming `asked` where the GPU's energies are not known. */
export function joulesOf(gpu: Gpu, dramBytes: number, smBytes: number, asked = "sort"): number {
  const { "dram-l2": dram, "l2-sm": sm } = gpu.picojoulesPerByte;
  if (dram === undefined || sm === undefined) throw new InputError(asked, "a GPU whose energies a byte are known", gpu.id);
  return 1e-12 * (dram * dramBytes + sm * smBytes);
}
