import { InputError } from "../errors.js";
import type { Gpu } from "./machine.js";

/**
 * Checks what must hold between the fields of one GPU.
 *
 * @throws InputError whose subject is `origin: field`, naming the field to lower or raise.
 */
export function checkGpuRelations(gpu: Omit<Gpu, "id" | "name" | "sources">, origin: string): void {
  const atMost = (field: string, value: number, limit: number, meaning: string): void => {
    if (value > limit) throw new InputError(`${origin}: ${field}`, `at most ${limit} (${meaning})`, String(value));
  };
  atMost(
    "sharedMemoryPerSmBytes",
    gpu.sharedMemoryPerSmBytes,
    gpu.l1AndSharedMemoryPerSmBytes,
    "l1AndSharedMemoryPerSmBytes, of which it is a part",
  );
  atMost(
    "reservedSharedMemoryPerBlockBytes",
    gpu.reservedSharedMemoryPerBlockBytes,
    gpu.sharedMemoryPerSmBytes,
    "sharedMemoryPerSmBytes",
  );
  atMost(
    "sharedMemoryPerBlockBytes",
    gpu.sharedMemoryPerBlockBytes,
    gpu.sharedMemoryPerSmBytes - gpu.reservedSharedMemoryPerBlockBytes,
    "sharedMemoryPerSmBytes less what is reserved for the block",
  );
  if (gpu.clockHz !== undefined && gpu.maximumClockHz !== undefined) {
    atMost("clockHz", gpu.clockHz, gpu.maximumClockHz, "maximumClockHz");
  }
  atMost("maximumRegistersPerThread", gpu.maximumRegistersPerThread, gpu.registersPerSm, "registersPerSm");
  atMost("maximumThreadsPerBlock", gpu.maximumThreadsPerBlock, gpu.maximumThreadsPerSm, "maximumThreadsPerSm");
  atMost("dies", gpu.dies ?? 1, gpu.sms, "sms, of which each die has one at least");
  if (gpu.dies !== undefined && gpu.l3Bytes === undefined)
    throw new InputError(`${origin}: l3Bytes`, "the last-level cache behind the L2s of `dies`", "nothing");
  atMost("l2LineBytes", gpu.l2LineBytes, gpu.l2Bytes, "l2Bytes");
  if (gpu.l2LineBytes % gpu.l2SectorBytes !== 0) {
    throw new InputError(`${origin}: l2SectorBytes`, `a divisor of l2LineBytes (${gpu.l2LineBytes})`, String(gpu.l2SectorBytes));
  }
}
