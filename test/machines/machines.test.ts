import { describe, expect, it } from "vitest";
import { MIXED_TYPES } from "../../src/computation/data-types.js";
import { checkGpuRelations } from "../../src/machines/gpu-relations.js";
import { H200 } from "../../src/machines/known/h200.js";
import { bytesOnChip } from "../../src/machines/levels.js";
import { bytesPerSm } from "../../src/machines/machine.js";
import { ACCELERATORS, GPUS, gpuNamed, MACHINES } from "../../src/machines/registry.js";

const KB = 1024;

describe.each(GPUS.map((gpu) => [gpu.id, gpu] as const))("%s", (_, gpu) => {
  it("fits one block's shared memory and its reserve into the SM's, and that into the unified memory", () => {
    expect(gpu.sharedMemoryPerBlockBytes + gpu.reservedSharedMemoryPerBlockBytes).toBeLessThanOrEqual(gpu.sharedMemoryPerSmBytes);
    expect(gpu.sharedMemoryPerSmBytes).toBeLessThanOrEqual(gpu.l1AndSharedMemoryPerSmBytes);
  });

  it("holds more on the chip than in the L2, and counts it in safe integers", () => {
    expect(bytesOnChip(gpu)).toBeGreaterThan(gpu.l2Bytes);
    expect(Number.isSafeInteger(bytesOnChip(gpu))).toBe(true);
    expect(bytesOnChip(gpu)).toBeLessThan(gpu.dramBytes);
  });

  it("keeps the relations asked of a user's file", () => {
    expect(() => checkGpuRelations(gpu, gpu.id)).not.toThrow();
    expect(gpu.l2Bytes % gpu.l2LineBytes).toBe(0);
  });

  it("gets slower from level to level", () => {
    const { l1 = 1, l2Near = 200, l2Far = l2Near, dram = Infinity } = gpu.latencyCycles;
    expect(l1).toBeLessThan(l2Near);
    expect(l2Near).toBeLessThanOrEqual(l2Far);
    expect(l2Far).toBeLessThan(dram);
    if (gpu.l2BytesPerSecond !== undefined) expect(gpu.l2BytesPerSecond).toBeGreaterThan(gpu.dramBytesPerSecond);
  });

  it("multiplies narrower types at least as fast", () => {
    const rate = gpu.peakOperationsPerSecond;
    // A V100 multiplies 16-bit words of one type alone, and none of 8 bits; a B300 has few units for int8.
    if (gpu.id !== "v100" && gpu.computeCapability !== "10.3") {
      expect(rate.bf16).toBe(rate.fp16);
      expect(rate.bf16 ?? 0).toBeLessThanOrEqual(rate.int8 ?? 0);
    }
    expect(rate.tf32 ?? 0).toBeLessThanOrEqual(rate.fp16 ?? 0);
    expect(rate.fp64 ?? 0).toBeLessThanOrEqual(rate.fp32 ?? 0);
    expect(Object.keys(rate).every((type) => MIXED_TYPES.some((operand) => operand === type))).toBe(true);
  });

  it("does not rate its tensor cores above their operations a clock at the boost clock", () => {
    // Dense fp16 operations a clock and SM, by compute capability.
    const perClock: Readonly<Record<string, number>> = {
      ...{
        "7.0": 1024,
        "8.0": 2048,
        "8.6": 1024,
        "8.9": 1024,
        "9.0": 4096,
        "10.0": 8192,
        "10.3": 8192,
        "12.0": 1024,
        "12.1": 1024,
        gfx942: 2048,
        gfx950: 4096,
      },
    };
    const limit = (gpu.clockHz ?? Infinity) * gpu.sms * (perClock[gpu.computeCapability] ?? 0);
    expect(gpu.peakOperationsPerSecond.fp16).toBeLessThanOrEqual(limit * 1.001);
  });
});

describe.each(ACCELERATORS.map((machine) => [machine.id, machine] as const))("%s", (_, machine) => {
  it("holds less on the chip than in its DRAM", () => {
    const onChip = Object.values(machine.onChipBytes).reduce((sum, bytes) => sum + bytes, 0);
    expect(onChip).toBeGreaterThan(0);
    expect(onChip).toBeLessThan(machine.dramBytes);
  });
});

it("ids differ and are lower case", () => {
  expect(new Set(MACHINES.map(({ id }) => id)).size).toBe(MACHINES.length);
  expect(MACHINES.filter(({ id }) => id !== id.toLowerCase())).toEqual([]);
});

it("an H200 is what its driver and datasheet say", () => {
  expect(H200).toMatchObject({
    computeCapability: "9.0",
    sms: 132,
    clockHz: 1_980_000_000,
    maximumClockHz: 1_980_000_000,
    sharedMemoryPerSmBytes: 233_472,
    sharedMemoryPerBlockBytes: 232_448,
    reservedSharedMemoryPerBlockBytes: 1024,
    registersPerSm: 65_536,
    maximumRegistersPerThread: 255,
    maximumThreadsPerSm: 2048,
    maximumBlocksPerSm: 32,
    maximumThreadsPerBlock: 1024,
    l2Bytes: 62_914_560,
    dramBytesPerSecond: 4.8e12,
    l2BytesPerSecond: 9.7e12,
    peakOperationsPerSecond: { bf16: 989e12 },
  });
  expect(H200.l2Bytes / H200.l2LineBytes).toBe(491_520);
  expect(bytesPerSm(H200)).toBe(512 * KB);
  expect(bytesOnChip(H200)).toBe(62_914_560 + 132 * 512 * KB);
});

it("L2 sizes are the published binary megabytes, a B200's as its driver reports it", () => {
  const mebibytes = Object.fromEntries(GPUS.map((gpu) => [gpu.id, gpu.l2Bytes / 2 ** 20]));
  expect(mebibytes).toEqual({
    v100: 6,
    "a100-40gb": 40,
    a100: 40,
    a30: 24,
    a40: 6,
    a10: 6,
    rtx3090: 6,
    rtx4090: 72,
    l4: 48,
    l40s: 96,
    h100: 50,
    "h100-pcie": 50,
    h200: 60,
    h20: 60,
    gh200: 60,
    b200: 126.5,
    gb200: 126.5,
    b300: 126.5,
    gb300: 126.5,
    rtx5090: 96,
    "rtx-pro-6000": 128,
    gb10: 24,
    mi300x: 4,
    mi325x: 4,
    mi355x: 4,
  });
});

// Rated by vendors' datasheets, dense, with fp32 sums.
it.each([
  ["v100", "fp16", 125e12],
  ["a10", "bf16", 125e12],
  ["a30", "bf16", 165e12],
  ["rtx3090", "bf16", 71e12],
  ["l4", "bf16", 121e12],
  ["l40s", "bf16", 362e12],
  ["gh200", "bf16", 990e12],
  ["gb200", "bf16", 2500e12],
  ["b300", "fp4", 13.5e15],
  ["gb300", "fp4", 15e15],
  ["rtx5090", "bf16", 209.5e12],
  ["rtx5090", "fp4", 1676e12],
  ["rtx-pro-6000", "fp4", 2000e12],
  ["gb10", "fp4", 500e12],
  ["mi300x", "fp8", 2614.9e12],
  ["mi325x", "bf16", 1307.4e12],
  ["mi355x", "bf16", 2500e12],
  ["mi355x", "fp4", 10000e12],
] as const)("%s multiplies %s at its rated peak, within a tenth", (id, type, rated) => {
  const peak = gpuNamed(id).peakOperationsPerSecond[type] ?? 0;
  expect(peak).toBeGreaterThan(0.94 * rated);
  expect(peak).toBeLessThan(1.1 * rated);
});

it("a datacentre Blackwell has tensor memory, and clusters begin with compute capability 9.0", () => {
  expect(GPUS.filter((gpu) => gpu.tensorMemoryPerSmBytes > 0).map(({ id }) => id)).toEqual(["b200", "gb200", "b300", "gb300"]);
  for (const gpu of GPUS) expect(gpu.maximumClusterSize).toBe(Number(gpu.computeCapability) >= 9 ? 8 : 1);
});
