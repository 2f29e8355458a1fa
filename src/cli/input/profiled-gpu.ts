import { InputError } from "../../errors.js";
import { gpuOfAttributes } from "../../machines/gpu-of-attributes.js";
import type { Gpu } from "../../machines/machine.js";
import { gpuOfDevice } from "../../machines/registry.js";
import type { ProfiledKernel } from "../../measured/index.js";
import { gpuFromNameOrFile } from "./files.js";

/**
 * The GPU that was profiled: the one given, else the device that the profile names, else one of the figures that page raw prints of it.
 *
 * @throws InputError where neither tells one GPU.
 */
export function profiledGpu(given: string | undefined, kernels: readonly ProfiledKernel[], file: string): Gpu {
  if (given !== undefined) {
    const machine = gpuFromNameOrFile(given);
    if (machine.kind !== "gpu") throw new InputError("--gpu", "a GPU that Nsight Compute profiles", machine.id);
    return machine;
  }
  const devices = [...new Set(kernels.flatMap(({ device }) => device ?? []))];
  const [device = ""] = devices;
  const known = devices.length === 1 ? (gpuOfDevice(device) ?? gpuOfAttributes(device, attributesOf(kernels[0]))) : undefined;
  if (known !== undefined) return known;
  throw new InputError(
    "--gpu",
    `the GPU that was profiled (${file} does not name one that is known)`,
    devices.join(", ") || "nothing",
  );
}

/** Whole numbers of page raw without a unit. */
function attributesOf(kernel: ProfiledKernel | undefined): (name: string) => number | undefined {
  return (name) => {
    const found = kernel?.metrics.find((metric) => metric.name === `device__attribute_${name}`);
    const text = found?.text.replaceAll(",", "") ?? "";
    return found?.unit === "" && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  };
}
