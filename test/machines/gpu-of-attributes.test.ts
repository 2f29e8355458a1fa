import { expect, test } from "vitest";
import { gpuOfAttributes } from "../../src/machines/gpu-of-attributes.js";
import { checkGpuRelations } from "../../src/machines/gpu-relations.js";
import { H100 } from "../../src/machines/known/h100.js";

/** As Nsight Compute printed them on an H100. */
const ATTRIBUTES: Readonly<Record<string, number>> = {
  compute_capability_major: 9,
  compute_capability_minor: 0,
  multiprocessor_count: 132,
  l2_cache_size: 52428800,
  total_memory: 85017493504,
  max_gpu_frequency_khz: 1980000,
  max_mem_frequency_khz: 2619000,
  global_memory_bus_width: 5120,
};

test("figures of a profile give the H100 that is known", () => {
  const gpu = gpuOfAttributes("A GPU", (name) => ATTRIBUTES[name]);
  expect(gpu).toMatchObject({ name: "A GPU (figures of the profile)", sms: 132, computeCapability: "9.0" });
  expect(gpu?.l2Bytes).toBe(H100.l2Bytes);
  expect(gpu?.dramPeakBytesPerSecond).toBe(H100.dramPeakBytesPerSecond);
  expect(gpu?.maximumClockHz).toBe(H100.maximumClockHz);
  expect(gpu?.peakOperationsPerSecond.bf16).toBe(4096 * 132 * 1.98e9);
  if (gpu !== undefined) expect(() => checkGpuRelations(gpu, "profile")).not.toThrow();
});

test("a missing figure or an unknown compute capability gives none", () => {
  for (const missing of Object.keys(ATTRIBUTES))
    expect(
      gpuOfAttributes("A GPU", (name) => (name === missing ? undefined : ATTRIBUTES[name])),
      missing,
    ).toBeUndefined();
  expect(gpuOfAttributes("A GPU", (name) => (name === "compute_capability_major" ? 6 : ATTRIBUTES[name]))).toBeUndefined();
});
