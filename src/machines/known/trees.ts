import { numberPaths, withLevelsById } from "../figures.js";
import type { FigureSource, Gpu, TreeLevel, TreeMachine } from "../machine.js";
import { KIB, MIB } from "../units.js";
import { H100 } from "./h100.js";

/** A tree whose figures have the sources given by level, and of the peak rates. */
function tree(
  machine: Omit<TreeMachine, "kind" | "sources">,
  sources: Readonly<Record<string, string>>,
  peaks: string,
  further: readonly FigureSource[] = [],
): TreeMachine {
  const own = new Set(further.flatMap(({ field }) => field.split(", ")));
  const paths = numberPaths(withLevelsById(machine)).filter((path) => !own.has(path));
  const of = (prefix: string): string => paths.filter((path) => path.startsWith(prefix)).join(", ");
  const ofLevels = machine.levels.map(({ id }) => ({ field: of(`levels.${id}.`), source: sources[id] ?? peaks }));
  const rates = [of("peakOperationsPerSecond."), ...(machine.clockHz === undefined ? [] : ["clockHz"])].filter(
    (path) => path !== "",
  );
  const ofRates = rates.length === 0 ? [] : [{ field: rates.join(", "), source: peaks }];
  return { kind: "tree", ...machine, sources: [...ofLevels, ...ofRates, ...further] };
}

const ALLOWANCE = "an allowance above renamed vector and tile registers, and buffers of lines";
const INTEL = "Intel Xeon Platinum 8480+ product page and Sapphire Rapids optimization manual (recalled)";
const AMD = "AMD EPYC 9654 product page and Zen 4 optimization guide (recalled)";
const TURBO = "at the highest clock of one core, which all cores together do not reach";

/** Operations of so many cores in a cycle at a clock, by operand type. */
function peaksOf(perCycle: Readonly<Record<string, number>>, cores: number, hertz: number): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(perCycle).map(([type, operations]) => [type, operations * cores * hertz]));
}

const XEON_8480: TreeMachine = tree(
  {
    id: "xeon-8480",
    name: "Intel Xeon Platinum 8480+",
    clockHz: 3.8e9,
    levels: [
      { id: "dram", memories: 1, bytes: {}, adds: false },
      { id: "l3", memories: 1, bytes: { cache: 105 * MIB }, lineBytes: 64, bytesPerSecond: 307.2e9, adds: false },
      { id: "l2", memories: 56, bytes: { cache: 2 * MIB }, lineBytes: 64, adds: false },
      { id: "core", memories: 56, bytes: { cache: 48 * KIB, registers: 64 * KIB }, lineBytes: 64 },
    ],
    peakOperationsPerSecond: peaksOf({ bf16: 2048, int8: 4096, fp32: 64, fp64: 32 }, 56, 3.8e9),
  },
  { dram: INTEL, l3: `${INTEL}: 8 channels of DDR5-4800`, l2: INTEL, core: INTEL },
  `${INTEL}: AMX and two AVX-512 units a core, ${TURBO}`,
  [{ field: "levels.core.bytes.registers", source: ALLOWANCE }],
);

const EPYC_9654: TreeMachine = tree(
  {
    id: "epyc-9654",
    name: "AMD EPYC 9654",
    clockHz: 3.7e9,
    levels: [
      { id: "dram", memories: 1, bytes: {}, adds: false },
      { id: "socket", memories: 1, bytes: {}, bytesPerSecond: 460.8e9, adds: false },
      { id: "l3", memories: 12, bytes: { cache: 32 * MIB }, lineBytes: 64, adds: false },
      { id: "l2", memories: 96, bytes: { cache: MIB }, lineBytes: 64, adds: false },
      { id: "core", memories: 96, bytes: { cache: 32 * KIB, registers: 64 * KIB }, lineBytes: 64 },
    ],
    peakOperationsPerSecond: peaksOf({ fp32: 32, fp64: 16 }, 96, 3.7e9),
  },
  { dram: AMD, socket: `${AMD}: 12 channels of DDR5-4800`, l3: `${AMD}: one L3 for 8 cores`, l2: AMD, core: AMD },
  `${AMD}: two units of 256 bits a core for multiply-adds, ${TURBO}`,
  [{ field: "levels.core.bytes.registers", source: ALLOWANCE }],
);

/** GPUs behind switches: arrays lie spread over their DRAM, and what passes between GPUs passes the port of each. */
function podOf(
  gpu: Gpu,
  gpus: number,
  name: string,
  network: Omit<TreeLevel, "memories" | "bytes">,
  port: readonly [number, string],
): TreeMachine {
  const clock = gpu.maximumClockHz ?? gpu.clockHz ?? 0;
  const sm = { cache: gpu.l1AndSharedMemoryPerSmBytes, registers: 4 * gpu.registersPerSm };
  const asGpu = `as the ${gpu.id}'s`;
  return tree(
    {
      ...{ id: `${gpu.id}-pod-${gpus}`, name, clockHz: clock, home: "hbm" },
      levels: [
        { ...network, memories: 1, bytes: {} },
        { id: "hbm", memories: gpus, bytes: { dram: gpu.dramBytes }, bytesPerSecond: port[0], adds: false, siblings: true },
        {
          ...{
            id: "l2",
            memories: gpus,
            bytes: { cache: gpu.l2Bytes },
            lineBytes: gpu.l2LineBytes,
            sectorBytes: gpu.l2SectorBytes,
          },
          // From the GPU's own DRAM and, past it, from other GPUs.
          ...{ bytesPerSecond: (gpu.dramPeakBytesPerSecond ?? gpu.dramBytesPerSecond) + port[0], adds: true },
        },
        { id: "sm", memories: gpus * gpu.sms, bytes: sm, siblings: true },
      ],
      peakOperationsPerSecond: peaksOf(gpu.operationsPerSmCycle, gpus * gpu.sms, clock),
    },
    { [network.id]: port[1], hbm: `${asGpu}, ${port[1]}`, l2: `${asGpu}, and the port of its DRAM`, sm: asGpu },
    `${asGpu} operations of an SM in a cycle, at the highest clock that the driver allows`,
  );
}

const H100_POD = podOf(H100, 8, "8 NVIDIA H100 behind NVLink switches", { id: "nvlink", adds: true, multicasts: true }, [
  900e9,
  "NVIDIA DGX H100 datasheet (recalled): 18 links a GPU, 900 GB/s both ways together, switches that add and multicast",
]);

const TSP = "Abts et al., Think Fast: A Tensor Streaming Processor (ISCA 2020; recalled)";
const GROQ_LPU: TreeMachine = tree(
  {
    id: "groq-lpu",
    name: "Groq LPU (TSP, first generation)",
    clockHz: 900e6,
    levels: [
      { id: "host", memories: 1, bytes: {}, adds: false },
      { id: "chip", memories: 1, bytes: { scratchpad: 220 * MIB, registers: 8 * MIB }, bytesPerSecond: 64e9 },
    ],
    peakOperationsPerSecond: { int8: 750e12, fp16: 188e12 },
  },
  { host: TSP, chip: `${TSP}: 88 slices of 2.5 MiB; PCIe 4.0 ×16 to the host, both ways together` },
  `${TSP}, as rated for cards at 900 MHz`,
  [{ field: "levels.chip.bytes.registers", source: "an allowance above stream registers and weights in the matrix units" }],
);

const WSE = "Lie, Cerebras Architecture Deep Dive (Hot Chips 2022; recalled)";
const WSE_2: TreeMachine = tree(
  {
    id: "wse-2",
    name: "Cerebras WSE-2",
    clockHz: 1.1e9,
    home: "core",
    levels: [
      { id: "fabric", memories: 1, bytes: {}, adds: false, multicasts: true },
      { id: "core", memories: 850_000, bytes: { scratchpad: 48 * KIB, registers: KIB }, bytesPerSecond: 8.8e9, siblings: true },
    ],
    peakOperationsPerSecond: {},
  },
  { fabric: WSE, core: `${WSE}: 48 KB a core, a word of 32 bits each way in a cycle` },
  `${WSE}: 1.1 GHz`,
  [{ field: "levels.core.bytes.registers", source: "an allowance above registers and queues of a core" }],
);

/** CPUs, pods and scratchpad machines as trees of memories; DRAM without its size holds all arrays. */
export const TREES: readonly TreeMachine[] = [XEON_8480, EPYC_9654, H100_POD, GROQ_LPU, WSE_2];
