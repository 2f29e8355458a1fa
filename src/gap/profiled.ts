import type { Bound } from "../bounds/bound.js";
import { boundWorkload } from "../bounds/bounds-document.js";
import { bestBounds, bestReads } from "../bounds/prove.js";
import type { Condition } from "../bounds/requirements.js";
import { EVERY_KERNEL } from "../bounds/requirements.js";
import { productTypeOf } from "../computation/operand-types.js";
import type { Resident } from "../computation/resident.js";
import type { Workload } from "../computation/workload.js";
import { quotientAsNumber } from "../exact/rational.js";
import type { Gpu, Interface } from "../machines/machine.js";
import type {
  KernelCounters,
  MeasuredTraffic,
  NamedSchedule,
  ProfiledKernel,
  Quantity,
  RecognisedWork,
} from "../measured/index.js";
import { countersOf, uncountedAtPort, WHOLE_VIEWS } from "../measured/index.js";
import type { PlannedReplay, ScheduleFields } from "../plan/planned.js";
import { replayPlanned } from "../plan/planned.js";
import type { L2Model } from "../replay/l2/l2-model.js";
import { defaultL2 } from "../replay/l2/l2-model.js";
import type { ReplayedTraffic, Traffic } from "../replay/traffic.js";
import type { TimeBound } from "../time/time-bound.js";
import { timeBound } from "../time/time-bound.js";
import { conditionsMet } from "./conditions.js";
import type { ScheduleTime } from "./schedule-time.js";
import { scheduleTime } from "./schedule-time.js";

/** What a profiled kernel computes, and by which schedule where that is known. */
export interface KernelMeaning {
  readonly workload: Workload;
  readonly schedule?: PlannedReplay;
  /** What the kernel before left in the L2: bounds on DRAM are less by it, and the schedule is replayed after it. */
  readonly resident?: readonly Resident[] | undefined;
  /** Where ranges and names say it, not the user. */
  readonly recognised?: RecognisedWork;
  /** What the schedule's name says of bytes into the SMs, where its replay counts fewer. */
  readonly smBytes?: Pick<NamedSchedule, "boxBytes" | "epilogueBytes">;
  /** How the schedule was found, where the kernel's name leaves something open. */
  readonly scheduleNote?: string;
}

/** Traffic that may be held against a bound: all of it, or reads alone where writes are missing or may still sit in a cache. */
export type Compared = "reads" | "total";

/** A measured interface beside its bound and replay. */
export interface ProfiledInterface {
  readonly interface: Interface;
  readonly measured: MeasuredTraffic;
  readonly compared: Compared;
  readonly bound: Bound;
  /** The part of the bound that is compared: its reads, or all of it. */
  readonly boundValue: bigint;
  /** Measured over bound, from the greatest value that the profiler's rounding allows. */
  readonly gap: number;
  /** The counter is below the bound: the kernel did not do this work from cold caches on this GPU, or a bound is wrong. */
  readonly belowBound: boolean;
  readonly replay?: { readonly traffic: Traffic; readonly measuredOverReplayed: number };
}

/** An interface without a counter beside its bound and replay. */
export interface UncountedInterface {
  readonly interface: Interface;
  readonly bound: Bound;
  readonly replay?: Traffic;
}

/** One kernel of a profiler's file, and what it means where its workload is named. */
export interface ProfiledRow {
  readonly kernel: ProfiledKernel;
  readonly counters: KernelCounters;
  /** Why nothing stands beside a kernel inside an operator of PyTorch; `named` where what it does is known all the same. */
  readonly unrecognised?: { readonly operator: string; readonly reason: string; readonly named?: boolean };
  /** Absent for a kernel that nothing names: its counters are shown alone. */
  readonly meaning?: {
    readonly workload: Workload;
    readonly recognised?: RecognisedWork;
    readonly scheduleNote?: string;
    readonly schedule?: ScheduleFields;
    readonly resident?: readonly Resident[];
    readonly interfaces: readonly ProfiledInterface[];
    /** Where the file has durations alone: what must move, and what the replay moves. */
    readonly uncounted: readonly UncountedInterface[];
    /** Interfaces whose counters may miss words that the bounds count, and why. */
    readonly notCompared: readonly { readonly interface: Interface; readonly reason: string }[];
    /** The least duration of the workload, and which resource binds it. */
    readonly time: TimeBound;
    /** Of the schedule, where it is named and its replay keeps time. */
    readonly estimate?: ScheduleTime;
  };
}

/** A counter below a bound says of a recognised kernel that it is another, unless nothing was presumed. */
const REFUTED = "its counters are below what was presumed of its arguments";

const READS_NOTHING = "nothing need be read there, and what is written may still be in the L2";

/** Of a kernel whose operands are views that repeat words, as its counters say. */
const VIEWS = "operands that repeat words, as the counters tell, count nothing";

/** Every kernel of a profiler's file beside bounds and replays. */
export interface ProfiledReport {
  readonly machine: Gpu;
  readonly cache: (workload: Workload) => L2Model;
  readonly rows: readonly ProfiledRow[];
}

/**
 * Sets each profiled kernel beside the bounds of its workload and, where its schedule is named, the replay of it.
 *
 * A bound stands beside a kernel whose schedule is named if the schedule meets its conditions, beside any other if every kernel
 * does. DRAM is compared by reads: what a kernel wrote may still be dirty in the L2 when it ends. Bytes into and out of the SMs
 * are compared in full where both were counted, and not at all where the counters may miss words (`uncountedAtPort`).
 *
 * @throws InputError for a counter that is no number, or a workload that cannot be bounded or replayed.
 */
export function profiledReport(
  kernels: readonly ProfiledKernel[],
  origin: string,
  machine: Gpu,
  meaningOf: (kernel: ProfiledKernel) => KernelMeaning | ProfiledRow["unrecognised"],
  cache: (workload: Workload) => L2Model = (workload) => defaultL2(machine, productTypeOf(workload)),
): ProfiledReport {
  // A step launches the same work again and again.
  const times = new Map<string, TimeBound>();
  const timeOf = (workload: Workload, resident: KernelMeaning["resident"]): TimeBound => {
    const key = JSON.stringify([workload, resident?.map(({ array, size }) => `${array}:${size}`)]);
    const known = times.get(key) ?? timeBound(workload, machine, boundWorkload(workload, machine, undefined, resident).bounds);
    times.set(key, known);
    return known;
  };
  const rows = kernels.map((kernel): ProfiledRow => {
    const counters = countersOf(kernel, kernel.origin ?? origin);
    const meaning = meaningOf(kernel);
    if (meaning === undefined) return { kernel, counters };
    return "workload" in meaning ? bounded(kernel, counters, meaning) : { kernel, counters, unrecognised: meaning };
  });
  return { machine, cache, rows };

  function bounded(kernel: ProfiledKernel, counters: KernelCounters, meaning: KernelMeaning): ProfiledRow {
    const { workload, schedule, recognised, scheduleNote, smBytes, resident } = meaning;
    const time = timeOf(workload, resident);
    const { bounds } = time;
    const words = schedule === undefined ? undefined : replayPlanned(schedule, cache(workload));
    const estimate = words && schedule ? scheduleTime(workload, machine, schedule, words) : undefined;
    const replayed = words && withSmBytes(words, smBytes);
    const met = schedule === undefined ? EVERY_KERNEL : conditionsMet(workload, schedule.fields);
    const reason = counters.traffic.has("l2-sm") ? uncountedAtPort(kernel) : undefined;
    const compared = [...counters.traffic]
      .filter(([interfaceId]) => interfaceId !== "l2-sm" || reason === undefined)
      .map(([interfaceId, measured]) => beside(interfaceId, measured, bounds, met, replayed));
    const interfaces = compared.filter(({ boundValue }) => boundValue > 0n);
    const notCompared = [
      ...(reason === undefined ? [] : [{ interface: "l2-sm", reason } as const]),
      ...compared.flatMap((one) => (one.boundValue > 0n ? [] : [{ interface: one.interface, reason: READS_NOTHING }])),
    ];
    // Reads into the SMs alone may refute what all bytes do not.
    const readsAlone = bestReads(bounds, met).get("l2-sm")?.reads ?? 0n;
    const read = reason === undefined ? counters.traffic.get("l2-sm")?.reads?.most : undefined;
    const isRefuted = interfaces.some(({ belowBound }) => belowBound) || (read !== undefined && read < readsAlone);
    if (recognised?.refutable && isRefuted) {
      if (recognised.least !== undefined) {
        const { least, ...known } = recognised;
        const assumed = [...known.assumed.filter((one) => one !== WHOLE_VIEWS), VIEWS];
        return bounded(kernel, counters, { workload: least, recognised: { ...known, assumed } });
      }
      // A kernel that walks words does so even where types were presumed wrongly.
      const named = workload.kind === "elementwise";
      return { kernel, counters, unrecognised: { operator: recognised.operator, reason: REFUTED, named } };
    }
    return {
      kernel,
      counters,
      meaning: {
        workload,
        ...(recognised === undefined ? {} : { recognised }),
        ...(scheduleNote === undefined ? {} : { scheduleNote }),
        ...(schedule === undefined ? {} : { schedule: schedule.fields }),
        ...(resident === undefined ? {} : { resident }),
        interfaces,
        uncounted: counters.traffic.size === 0 ? uncountedInterfaces(bounds, met, replayed) : [],
        notCompared,
        time,
        ...(estimate === undefined ? {} : { estimate }),
      },
    };
  }
}

/** A replay whose reads into the SMs are those of filled-up boxes, and of the epilogue. */
function withSmBytes(replayed: ReplayedTraffic, { boxBytes, epilogueBytes = 0 }: KernelMeaning["smBytes"] = {}): ReplayedTraffic {
  const before = replayed.total.get("l2-sm");
  if (before === undefined) return replayed;
  const reads = (boxBytes === undefined ? before.reads : BigInt(boxBytes)) + BigInt(epilogueBytes);
  return { ...replayed, total: new Map([...replayed.total, ["l2-sm", { ...before, reads }]]) };
}

function uncountedInterfaces(
  bounds: readonly Bound[],
  met: ReadonlySet<Condition>,
  replayed: ReplayedTraffic | undefined,
): readonly UncountedInterface[] {
  const best = bestBounds(bounds, met);
  return (["dram-l2", "l2-sm"] as const).flatMap((interfaceId) => {
    const [bound, replay] = [best.get(interfaceId), replayed?.total.get(interfaceId)];
    return bound === undefined ? [] : [{ interface: interfaceId, bound, ...(replay === undefined ? {} : { replay }) }];
  });
}

function beside(
  interfaceId: Interface,
  measured: MeasuredTraffic,
  bounds: readonly Bound[],
  met: ReadonlySet<Condition>,
  replayed: ReplayedTraffic | undefined,
): ProfiledInterface {
  const compared: Compared = interfaceId !== "dram-l2" && measured.writes !== undefined ? "total" : "reads";
  const bound = (compared === "total" ? bestBounds : bestReads)(bounds, met).get(interfaceId);
  if (bound === undefined) throw new RangeError(`no bound for interface ${interfaceId}`);
  const boundValue = compared === "total" ? bound.value : (bound.reads ?? 0n);
  const counted = countedFor(compared, measured);
  const replay = replayed?.total.get(interfaceId);
  return {
    interface: interfaceId,
    measured,
    compared,
    bound,
    boundValue,
    gap: boundValue === 0n ? Number.POSITIVE_INFINITY : quotientAsNumber(counted.most, boundValue),
    belowBound: counted.most < boundValue,
    ...(replay === undefined ? {} : { replay: { traffic: replay, measuredOverReplayed: overReplay(measured, counted, replay) } }),
  };
}

/** The measured value of what is compared. Both directions together are at least the reads, so they too must reach the bound. */
function countedFor(compared: Compared, { reads, writes, total }: MeasuredTraffic): Quantity {
  const found = reads ?? total ?? writes;
  if (found === undefined) throw new RangeError("an interface without a counter");
  if (compared === "reads" || writes === undefined || reads === undefined) return found;
  return { least: reads.least + writes.least, most: reads.most + writes.most };
}

/** Reads against reads wherever both are known; a measured total stands against replayed reads and writes. */
function overReplay(measured: MeasuredTraffic, counted: Quantity, replay: Traffic): number {
  const [numerator, denominator] =
    measured.reads !== undefined ? [measured.reads.most, replay.reads] : [counted.most, replay.reads + replay.writes];
  return quotientAsNumber(numerator, denominator);
}
