import type { DataType } from "../../computation/data-types.js";
import { checkInteger } from "../../errors.js";
import type { KernelRate } from "../../machines/kernel-rates.js";
import { USUAL_KERNEL_RATE } from "../../machines/kernel-rates.js";
import { H200, H200_EXECUTION } from "../../machines/known/h200.js";
import type { Coalescing, LaunchRun } from "../../machines/l2-fit.js";
import type { FigureSource, Gpu } from "../../machines/machine.js";
import { L2_FITS } from "../../machines/registry.js";
import type { DealtMachine } from "../block-queue.js";
import type { PartitionedL2Shape } from "../l2/partitioned-l2-shape.js";

/** Everything the event-driven replay assumes about a GPU. Times in seconds, rates per second. */
export interface ExecutionParameters extends PartitionedL2Shape {
  readonly gpu: string;
  /** Fitted to counters of this GPU, or carried over from the H200 by published figures. */
  readonly basis: "fitted" | "derived";
  readonly sms: number;
  /** Of a GPU whose dies have an L2 of `partitionBytes` each, which is then the one partition of its die. */
  readonly dies?: DieParameters;
  /** The SMs in the order in which the first blocks are launched on them. */
  readonly launchRuns: readonly LaunchRun[];
  /** Into all SMs together, at a usual share of requests that meet; an SM has an equal share, or the share of its run. */
  readonly l2BytesPerSecond: number;
  /** Into the ports of all SMs together. */
  readonly portBytesPerSecond: number;
  /** How requests of SMs of one GPC meet; absent where that was not measured, and all SMs read at `l2BytesPerSecond`. */
  readonly coalescing?: Coalescing;
  /** Dense peak rates of the tensor cores by operand type. */
  readonly peakOperationsPerSecond: Readonly<Partial<Record<DataType, number>>>;
  /** Exponentials and other special functions, all SMs together. */
  readonly specialOperationsPerSecond: number;
  /** Into the shared memory of all SMs together. */
  readonly sharedMemoryBytesPerSecond: number;
  /** Out of all SMs together, to be added to sums in the L2. */
  readonly addBytesPerSecond: number;
  /** What the family of kernels reaches of these rates. */
  readonly rate: KernelRate;
  /** From the launch to the first block's first load. */
  readonly launchSeconds: number;
  /** From a block's last step to the first load of the block that takes its place. */
  readonly turnaroundSeconds: number;
  /** From a block's stores, or a counter that it raises, to the loads that follow them, in its own next tile or in a block that waits. */
  readonly visibleSeconds: number;
  /** Between the starts of the first blocks. */
  readonly launchSpacingSeconds: number;
  /**
   * Width w of the noise on a step's operations, and on its reads where requests do not meet: a factor 1 + w·(u₁ + u₂ + u₃ − 3/2), each u
   * uniform on [0, 1).
   */
  readonly stepNoise: number;
  readonly sources: readonly FigureSource[];
}

/** Dies in front of a last-level cache. A far hit is then one in that cache. */
export interface DieParameters {
  readonly count: number;
  readonly l3Bytes: number;
  /** Between one die and the last-level cache, both ways together. */
  readonly portBytesPerSecond: number;
}

/** Of what the L2s deliver, where the bandwidth of the last-level cache is not known: 17.2 of 34.4 TB/s, as an MI300X is rated. */
const L3_SHARE = 1 / 2;

/** Of an SM in a cycle, on every GPU since Volta: bytes through shared memory (CUDA C++ Best Practices) and from the L2, special functions. */
const SHARED_MEMORY_BYTES = 128;
const PORT_BYTES = 64;
const SPECIAL_OPERATIONS = 16;

/** For GPUs whose clock is not known. */
const H200_CLOCK = H200.clockHz as number;

/** Latencies of the GH200, which shares the H200's die and L2, in seconds at 1.98 GHz: what the fitted times stand beside. */
const PUBLISHED = { near: 280 / 1.98e9, far: 501 / 1.98e9, miss: 655.5 / 1.98e9 };

/**
 * The parameters for a GPU: fitted for the H200 and, fewer of them, the H100; for others the H200's times scaled by published
 * latencies and its shares of published rates, marked as derived. GPUs without known partitions get one.
 *
 * @throws InputError naming `sms` or `l2-bytes` of a GPU that has none.
 */
export function executionParameters(gpu: Gpu, rate: KernelRate = USUAL_KERNEL_RATE): ExecutionParameters {
  checkInteger("sms", gpu.sms, 1);
  checkInteger("l2-bytes", gpu.l2Bytes, 1);
  const partitions = gpu.l2Partitions === 2 ? 2 : 1;
  const loaded = (fitted: number, published: number, cycles: number | undefined): number =>
    cycles === undefined || gpu.clockHz === undefined ? fitted : (fitted * (cycles / gpu.clockHz)) / published;
  const ownBandwidth =
    gpu.l2BytesPerSecond === undefined
      ? H200_EXECUTION.l2BytesPerSecondPerSm * gpu.sms
      : H200_EXECUTION.l2Share * gpu.l2BytesPerSecond;
  const known = L2_FITS[gpu.id];
  const cycles = gpu.sms * (gpu.clockHz ?? H200_CLOCK);
  const l2BytesPerSecond = known?.l2BytesPerSecond ?? ownBandwidth;
  const { l2Near, l2Far, l3 = l2Far, dram } = gpu.latencyCycles;
  return {
    gpu: gpu.id,
    basis: known === undefined ? "derived" : "fitted",
    sms: gpu.sms,
    ...diesOf(gpu, l2BytesPerSecond),
    partitions,
    partitionBytes: Math.floor(gpu.l2Bytes / partitions),
    ways: H200_EXECUTION.ways,
    launchRuns: known?.launchRuns ?? alternatingRuns(gpu.sms, partitions),
    nearHitSeconds: loaded(H200_EXECUTION.nearHitSeconds, PUBLISHED.near, l2Near),
    farHitSeconds: loaded(H200_EXECUTION.farHitSeconds, PUBLISHED.far, l3),
    missSeconds: loaded(H200_EXECUTION.missSeconds, PUBLISHED.miss, dram),
    busyMissSeconds: H200_EXECUTION.busyMissSeconds,
    dramBytesPerSecond: H200_EXECUTION.dramShare * gpu.dramBytesPerSecond,
    l2BytesPerSecond,
    portBytesPerSecond: PORT_BYTES * cycles,
    ...(known?.coalescing === undefined ? {} : { coalescing: known.coalescing }),
    peakOperationsPerSecond: gpu.peakOperationsPerSecond,
    specialOperationsPerSecond: (gpu.perSmCycle.specialOperations ?? SPECIAL_OPERATIONS) * cycles,
    sharedMemoryBytesPerSecond: SHARED_MEMORY_BYTES * cycles,
    addBytesPerSecond: H200_EXECUTION.addBytesPerSecondPerSm * gpu.sms,
    rate,
    launchSeconds: H200_EXECUTION.launchSeconds,
    turnaroundSeconds: H200_EXECUTION.turnaroundSeconds,
    visibleSeconds: loaded(H200_EXECUTION.visibleSeconds, PUBLISHED.miss, dram),
    launchSpacingSeconds: H200_EXECUTION.launchSpacingSeconds,
    stepNoise: H200_EXECUTION.stepNoise,
    sources: known?.sources ?? [{ field: "*", source: "derived: the H200's, scaled by this GPU's published figures" }],
  };
}

function diesOf({ dies = 1, l3Bytes, l3BytesPerSecond }: Gpu, l2BytesPerSecond: number): Pick<ExecutionParameters, "dies"> {
  if (l3Bytes === undefined) return {};
  const portBytesPerSecond = (l3BytesPerSecond ?? L3_SHARE * l2BytesPerSecond) / dies;
  return { dies: { count: dies, l3Bytes, portBytesPerSecond } };
}

/** The SM of each of `slots` slots: dealt in turn, and slot i to an SM of die i mod the number of dies, where there are any. */
export function smsOfSlots(parameters: ExecutionParameters, slots: number): Int32Array {
  const { sms } = parameters;
  const { dies } = machineOf(parameters);
  return Int32Array.from({ length: slots }, (_, slot) => {
    const die = slot % dies;
    return die + dies * (Math.floor(slot / dies) % Math.ceil((sms - die) / dies));
  });
}

/** What the SM of each slot asks: the partition next to it, or the L2 of its die. */
export function sidesOfSlots(parameters: ExecutionParameters, slots: number): Uint16Array {
  const { dies } = parameters;
  return Uint16Array.from(smsOfSlots(parameters, slots), (sm, slot) =>
    dies === undefined ? partitionOfSm(parameters, sm) : slot % dies.count,
  );
}

/** Of whose dies blocks are handed to each by turns. */
export function machineOf({ dies }: ExecutionParameters): DealtMachine {
  return { dies: dies?.count ?? 1 };
}

/** The partition next to an SM, by its place in launch order. */
export function partitionOfSm(parameters: ExecutionParameters, sm: number): number {
  let first = 0;
  for (const run of parameters.launchRuns) {
    first += run.sms;
    if (sm < first) return run.partition;
  }
  throw new RangeError(`partitionOfSm: no SM ${sm} among ${first}`);
}

/** The GPC of each SM, in launch order: GPCs are filled one after another. */
export function gpcOfSms({ launchRuns }: ExecutionParameters): Uint8Array {
  let passed = 0;
  return Uint8Array.from(
    launchRuns.flatMap(({ sms, gpcs = 1 }) => {
      const first = passed;
      passed += gpcs;
      return Array.from({ length: sms }, (_, sm) => first + Math.floor((sm * gpcs) / sms));
    }),
  );
}

/** What each SM draws from the L2 beside an equal share, in launch order. */
export function l2Shares({ launchRuns }: ExecutionParameters): Float64Array {
  return Float64Array.from(launchRuns.flatMap(({ sms, l2Share }) => Array.from({ length: sms }, () => l2Share ?? 1)));
}

/** Eight GPCs of about the same size, next to the partitions in turn: a guess for GPUs that were not measured. */
function alternatingRuns(sms: number, partitions: number): readonly LaunchRun[] {
  const gpcs = H200_EXECUTION.gpcs;
  return Array.from({ length: gpcs }, (_, gpc) => ({
    sms: Math.floor(((gpc + 1) * sms) / gpcs) - Math.floor((gpc * sms) / gpcs),
    partition: gpc % partitions,
  }));
}
