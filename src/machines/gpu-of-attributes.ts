import { COMPUTE_CAPABILITIES } from "./compute-capabilities.js";
import type { Gpu } from "./machine.js";

/**
 * A GPU by what its driver reports, as a profiler prints it under `device__attribute_…`, and what all GPUs of its compute capability
 * share. Rates are those at the highest clocks: of the bus with both edges of the memory clock, of the units in every cycle of every SM.
 * Undefined where an attribute is missing, or the compute capability is not known here.
 */
export function gpuOfAttributes(name: string, attribute: (name: string) => number | undefined): Gpu | undefined {
  const version = `${attribute("compute_capability_major")}.${attribute("compute_capability_minor")}`;
  const capability = COMPUTE_CAPABILITIES.find(({ limits }) => limits.computeCapability === version);
  const [sms, l2Bytes, dramBytes] = ["multiprocessor_count", "l2_cache_size", "total_memory"].map(attribute);
  const [clock, memoryClock] = ["max_gpu_frequency_khz", "max_mem_frequency_khz"].map(attribute);
  const bits = attribute("global_memory_bus_width");
  if (capability === undefined || sms === undefined || l2Bytes === undefined || dramBytes === undefined) return undefined;
  if (clock === undefined || memoryClock === undefined || bits === undefined) return undefined;
  const maximumClockHz = 1000 * clock;
  const dramBytesPerSecond = (2 * 1000 * memoryClock * bits) / 8;
  const peaks = Object.entries(capability.limits.operationsPerSmCycle).map(
    ([type, operations]) => [type, operations * sms * maximumClockHz] as const,
  );
  return {
    kind: "gpu",
    id: "profiled",
    name: `${name} (figures of the profile)`,
    ...capability.limits,
    ...{ sms, clockHz: maximumClockHz, maximumClockHz, l2Bytes, dramBytes },
    ...{ dramBytesPerSecond, dramPeakBytesPerSecond: dramBytesPerSecond },
    picojoulesPerByte: {},
    latencyCycles: {},
    peakOperationsPerSecond: Object.fromEntries(peaks),
    sources: [
      ...capability.sources,
      {
        field: "sms, clockHz, maximumClockHz, l2Bytes, dramBytes",
        source: "device attributes of the profile",
      },
      {
        field: "dramBytesPerSecond, dramPeakBytesPerSecond",
        source: "device attributes of the profile: width of the bus, highest memory clock, both edges",
      },
      {
        field: peaks.map(([type]) => `peakOperationsPerSecond.${type}`).join(", "),
        source: "operations of an SM in a cycle, at the highest clock of the profile's device attributes",
      },
    ],
  };
}
