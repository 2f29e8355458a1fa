import {
  COMPUTE_CAPABILITY_7_0,
  COMPUTE_CAPABILITY_8_0,
  COMPUTE_CAPABILITY_8_6,
  COMPUTE_CAPABILITY_8_9,
  COMPUTE_CAPABILITY_9_0,
  COMPUTE_CAPABILITY_10_0,
  COMPUTE_CAPABILITY_10_3,
  COMPUTE_CAPABILITY_12_0,
  COMPUTE_CAPABILITY_12_1,
  type ComputeCapability,
} from "../compute-capabilities.js";
import { HBM_ENERGY, L2_ENERGY, SPECIFICATION_DATABASES } from "../literature.js";
import type { Gpu } from "../machine.js";
import { GIB, MIB } from "../units.js";

/** How many dies there are, and the last-level cache behind their L2s. */
export interface Chiplets {
  readonly dies: number;
  readonly l3Mib: number;
  readonly source: string;
  /** Out of the last-level cache, measured, and where. */
  readonly l3BytesPerSecond: number;
  readonly l3LatencyCycles: number;
  readonly measured: string;
}

/** What tells one card of a compute capability from another. */
export interface Card {
  readonly id: string;
  readonly name: string;
  readonly capability: ComputeCapability;
  readonly sms: number;
  /** Nominal boost clock, and the highest that drivers report with where that was seen. */
  readonly clockHz: number;
  readonly maximumClock?: readonly [hertz: number, source: string];
  readonly l2Mib: number;
  /** L2s of that size, one a die, and the last-level cache in front of DRAM. */
  readonly chiplets?: Chiplets;
  /** Where the L2 is known by more than specification databases. */
  readonly l2Source?: string;
  readonly l2Partitions?: readonly [parts: number, source: string];
  readonly dramGib: number;
  readonly dramBytesPerSecond: number;
  readonly bus: readonly [bits: number, bitsPerSecondAndPin: number];
  readonly isHbm?: boolean;
  /** Where the card's units differ from those that its compute capability lists. */
  readonly operationsPerSmCycle?: Gpu["operationsPerSmCycle"];
  /** Where rated peaks and operations in a cycle come from. */
  readonly rates: string;
}

/** A card whose peaks are its operations in a cycle at the nominal clock, as vendors rate them. */
export function card(one: Card): Gpu {
  const { capability, sms, clockHz, maximumClock, l2Partitions, chiplets, bus } = one;
  const [bits, rate] = bus;
  const perCycle = one.operationsPerSmCycle ?? capability.limits.operationsPerSmCycle;
  const types = Object.keys(perCycle);
  const peaks = Object.fromEntries(Object.entries(perCycle).map(([type, operations]) => [type, operations * sms * clockHz]));
  return {
    kind: "gpu",
    id: one.id,
    name: one.name,
    ...capability.limits,
    operationsPerSmCycle: perCycle,
    sms,
    clockHz,
    ...(maximumClock === undefined ? {} : { maximumClockHz: maximumClock[0] }),
    l2Bytes: one.l2Mib * MIB,
    ...(chiplets === undefined ? {} : { dies: chiplets.dies, l3Bytes: chiplets.l3Mib * MIB }),
    ...(l2Partitions === undefined ? {} : { l2Partitions: l2Partitions[0] }),
    dramBytes: one.dramGib * GIB,
    dramBytesPerSecond: one.dramBytesPerSecond,
    dramPeakBytesPerSecond: (bits * rate) / 8,
    picojoulesPerByte: { ...(one.isHbm === true ? { "dram-l2": 31.36 } : {}), "l2-sm": 123.75 },
    ...(chiplets === undefined ? {} : { l3BytesPerSecond: chiplets.l3BytesPerSecond }),
    latencyCycles: chiplets === undefined ? {} : { l3: chiplets.l3LatencyCycles },
    peakOperationsPerSecond: peaks,
    sources: [
      ...capability.sources.filter(({ field }) => !field.startsWith("operationsPerSmCycle")),
      { field: types.map((type) => `operationsPerSmCycle.${type}`).join(", "), source: one.rates },
      {
        field: types.map((type) => `peakOperationsPerSecond.${type}`).join(", "),
        source: `operations of an SM in a cycle, SMs and nominal clock: ${one.rates}`,
      },
      ...(one.isHbm === true ? [{ field: "picojoulesPerByte.dram-l2", source: HBM_ENERGY }] : []),
      { field: "picojoulesPerByte.l2-sm", source: L2_ENERGY },
      ...(maximumClock === undefined ? [] : [{ field: "maximumClockHz", source: maximumClock[1] }]),
      ...(l2Partitions === undefined ? [] : [{ field: "l2Partitions", source: l2Partitions[1] }]),
      ...(chiplets === undefined
        ? []
        : [
            { field: "dies, l3Bytes", source: chiplets.source },
            { field: "l3BytesPerSecond, latencyCycles.l3", source: chiplets.measured },
          ]),
      { field: "l2Bytes", source: one.l2Source ?? SPECIFICATION_DATABASES },
      { field: "sms, clockHz, dramBytes, dramBytesPerSecond", source: SPECIFICATION_DATABASES },
      { field: "dramPeakBytesPerSecond", source: `a bus of ${bits} bits at ${rate / 1e9}e9 bits a second and pin (recalled)` },
    ],
  };
}

/** Tensor cores of GeForce cards add in fp32 at half the rate of fp16. */
const GEFORCE_8_6 = { bf16: 512, fp16: 512, int8: 2048, int4: 4096, tf32: 256, fp32: 256, fp64: 4 };
const PROFESSIONAL_8_9 = { bf16: 1024, fp16: 1024, fp8: 2048, int8: 2048, int4: 4096, tf32: 512, fp32: 256, fp64: 4 };
const GEFORCE_12_0 = { bf16: 512, fp16: 512, fp8: 1024, fp6: 1024, fp4: 4096, int8: 2048, tf32: 256, fp32: 256, fp64: 4 };

const ADA = "NVIDIA Ada GPU Architecture whitepaper (recalled); fp32 sums at the full rate on professional cards";
const SYSTEMS = "github.com/ai-dynamo/aiconfigurator, its file of this system";

/** Cards that differ from others of their compute capability by what `Card` names, in the order of their architectures. */
export const CARDS: readonly Gpu[] = [
  card({
    ...{ id: "v100", name: "NVIDIA V100 SXM2 32 GB", capability: COMPUTE_CAPABILITY_7_0, sms: 80, clockHz: 1.53e9 },
    maximumClock: [1.53e9, "nvidia-smi -q of a V100, Max Clocks (github.com/NVIDIA/nvidia-docker, issue 914)"],
    ...{ l2Mib: 6, dramGib: 32, dramBytesPerSecond: 900e9, bus: [4096, 1.758e9], isHbm: true },
    rates: "NVIDIA Tesla V100 GPU Architecture whitepaper (recalled)",
  }),
  card({
    ...{ id: "a10", name: "NVIDIA A10", capability: COMPUTE_CAPABILITY_8_6, sms: 72, clockHz: 1.695e9 },
    maximumClock: [1.695e9, "nvidia-smi of an A10 (recalled)"],
    ...{ l2Mib: 6, dramGib: 24, dramBytesPerSecond: 600e9, bus: [384, 12.51e9] },
    rates: "NVIDIA A10 datasheet (recalled)",
  }),
  card({
    ...{ id: "rtx3090", name: "NVIDIA GeForce RTX 3090", capability: COMPUTE_CAPABILITY_8_6, sms: 82, clockHz: 1.695e9 },
    maximumClock: [2.1e9, "nvidia-smi of an RTX 3090 (recalled)"],
    ...{ l2Mib: 6, dramGib: 24, dramBytesPerSecond: 936e9, bus: [384, 19.502e9] },
    operationsPerSmCycle: GEFORCE_8_6,
    rates: "NVIDIA Ampere GA102 whitepaper (recalled; fp32 accumulation)",
  }),
  card({
    ...{ id: "a30", name: "NVIDIA A30", capability: COMPUTE_CAPABILITY_8_0, sms: 56, clockHz: 1.44e9 },
    maximumClock: [1.44e9, "nvidia-smi of an A30 (recalled)"],
    ...{ l2Mib: 24, l2Source: "public measurements of an A30 (github.com of the Orojenesis authors): 24 MiB" },
    ...{ dramGib: 24, dramBytesPerSecond: 933e9, bus: [3072, 2.43e9], isHbm: true },
    rates: "NVIDIA A30 datasheet (recalled)",
  }),
  card({
    ...{ id: "l4", name: "NVIDIA L4", capability: COMPUTE_CAPABILITY_8_9, sms: 58, clockHz: 2.04e9 },
    maximumClock: [2.04e9, "nvidia-smi of an L4 (recalled)"],
    ...{ l2Mib: 48, dramGib: 24, dramBytesPerSecond: 300e9, bus: [192, 12.502e9] },
    operationsPerSmCycle: PROFESSIONAL_8_9,
    rates: ADA,
  }),
  card({
    ...{ id: "l40s", name: "NVIDIA L40S", capability: COMPUTE_CAPABILITY_8_9, sms: 142, clockHz: 2.52e9 },
    maximumClock: [2.52e9, "nvidia-smi of an L40S (recalled)"],
    ...{ l2Mib: 96, dramGib: 48, dramBytesPerSecond: 864e9, bus: [384, 18.002e9] },
    operationsPerSmCycle: PROFESSIONAL_8_9,
    rates: ADA,
  }),
  card({
    ...{ id: "gh200", name: "NVIDIA GH200 96 GB", capability: COMPUTE_CAPABILITY_9_0, sms: 132, clockHz: 1.98e9 },
    maximumClock: [1.98e9, "measured: RRZE-HPC gpu-benches, at 1980 MHz"],
    ...{ l2Mib: 60, l2Source: "measured: RRZE-HPC gpu-benches" },
    l2Partitions: [2, "measured: RRZE-HPC gpu-benches, near and far hits"],
    ...{ dramGib: 96, dramBytesPerSecond: 4000e9, bus: [6144, 5.24e9], isHbm: true },
    rates: "NVIDIA H100 Tensor Core GPU Architecture whitepaper, at 1980 MHz (rated peaks are 1 to 8 % lower)",
  }),
  card({
    ...{ id: "gb200", name: "NVIDIA GB200, one GPU", capability: COMPUTE_CAPABILITY_10_0, sms: 152, clockHz: 2.062e9 },
    ...{ l2Mib: 126.5, l2Source: "as the B200's" },
    l2Partitions: [2, "as the B200's: one a die"],
    ...{ dramGib: 186, dramBytesPerSecond: 8000e9, bus: [8192, 8e9], isHbm: true },
    rates: "as the B200's; NVIDIA rates a GB200 at 2500e12 of bf16, 3 % lower",
  }),
  card({
    ...{ id: "b300", name: "NVIDIA B300", capability: COMPUTE_CAPABILITY_10_3, sms: 148, clockHz: 1.92e9 },
    maximumClock: [2.032e9, "nvidia-smi of a B300 (recalled)"],
    ...{ l2Mib: 126.5, l2Source: "as the B200's" },
    l2Partitions: [2, "as the B200's: one a die"],
    ...{ dramGib: 270, dramBytesPerSecond: 8000e9, bus: [8192, 8e9], isHbm: true },
    rates: "NVIDIA DGX B300 datasheet (recalled), one GPU: 13.5e15 of dense fp4, 4.5e15 of fp8",
  }),
  card({
    ...{ id: "gb300", name: "NVIDIA GB300, one GPU", capability: COMPUTE_CAPABILITY_10_3, sms: 152, clockHz: 2.062e9 },
    ...{ l2Mib: 126.5, l2Source: "as the B200's" },
    l2Partitions: [2, "as the B200's: one a die"],
    ...{ dramGib: 279, dramBytesPerSecond: 8000e9, bus: [8192, 8e9], isHbm: true },
    rates: "NVIDIA GB300 NVL72 datasheet (recalled), one GPU: 15e15 of dense fp4, 5e15 of fp8, 2.5e15 of bf16",
  }),
  card({
    ...{ id: "rtx5090", name: "NVIDIA GeForce RTX 5090", capability: COMPUTE_CAPABILITY_12_0, sms: 170, clockHz: 2.407e9 },
    maximumClock: [3.105e9, `nvidia-smi of a partner's card (${SYSTEMS})`],
    ...{ l2Mib: 96, l2Source: "deviceQuery of an RTX 5090 (github.com/NVIDIA/nccl, issue 1637)" },
    ...{ dramGib: 32, dramBytesPerSecond: 1792e9, bus: [512, 28.002e9] },
    operationsPerSmCycle: GEFORCE_12_0,
    rates: "NVIDIA RTX Blackwell GPU Architecture whitepaper (recalled; fp32 accumulation)",
  }),
  card({
    ...{ id: "rtx-pro-6000", name: "NVIDIA RTX PRO 6000 Blackwell Workstation Edition" },
    ...{ capability: COMPUTE_CAPABILITY_12_0, sms: 188, clockHz: 2.617e9 },
    maximumClock: [3.09e9, "nvidia-smi of a workstation edition (recalled); a server edition reports 2.43e9"],
    ...{ l2Mib: 128, l2Source: "NVIDIA RTX Blackwell GPU Architecture whitepaper: 131,072 KB of the full chip" },
    ...{ dramGib: 96, dramBytesPerSecond: 1792e9, bus: [512, 28.002e9] },
    rates: "NVIDIA RTX Blackwell PRO GPU Architecture whitepaper (recalled)",
  }),
  card({
    ...{ id: "gb10", name: "NVIDIA GB10", capability: COMPUTE_CAPABILITY_12_1, sms: 48, clockHz: 2.418e9 },
    maximumClock: [3.003e9, "nvidia-smi of a GB10 (recalled)"],
    ...{ l2Mib: 24, l2Source: "github.com/vllm-project/vllm, issue 55180" },
    ...{ dramGib: 128, dramBytesPerSecond: 273e9, bus: [256, 8.533e9] },
    rates: `as of the RTX PRO 6000; NVIDIA rates a GB10 at 500e12 of fp4, 5 % higher; measured 427e12 of fp4, 214e12 of fp8 (${SYSTEMS})`,
  }),
];
