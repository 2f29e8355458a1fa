import type { Bound } from "../bounds/bound.js";
import { boundWorkload } from "../bounds/bounds-document.js";
import { bestBounds } from "../bounds/prove.js";
import type { Condition } from "../bounds/requirements.js";
import { EVERY_KERNEL } from "../bounds/requirements.js";
import { budgeted, OverLimit } from "../budget.js";
import type { Workload } from "../computation/workload.js";
import { InputError, shown } from "../errors.js";
import { interfacesOf, levelBytes, withLevelBytes } from "../machines/levels.js";
import {
  type AbstractMachine,
  type Gpu,
  type Interface,
  type Machine,
  type TreeMachine,
  withOneCache,
} from "../machines/machine.js";
import { abstractMachine } from "../machines/registry.js";
import type { PlanOptions, ScheduleFields } from "../plan/planned.js";
import { checkPlainStart, lruCurveOf } from "../plan/planned.js";
import { HIDDEN_REASON, usualPlans } from "../plan/usual-kernels.js";
import type { LruCurve } from "../replay/curves/lru-curve.js";
import { lruTrafficAt } from "../replay/curves/lru-curve.js";
import type { OptCurve } from "../replay/curves/opt-curve.js";
import { optCurve, optTrafficAt } from "../replay/curves/opt-curve.js";
import type { Traffic } from "../replay/traffic.js";
import type { TimeBound } from "../time/time-bound.js";
import { timeBound } from "../time/time-bound.js";
import type { CapacityRange } from "./capacity-grid.js";
import { capacityGrid, rangeAround } from "./capacity-grid.js";
import { conditionsAllMeet } from "./conditions.js";
import { replaysBesideBounds } from "./considered.js";
import type { CurveTime } from "./curve-time.js";
import { timeAtOwnSize } from "./curve-time.js";
import type { LeftOut } from "./gap.js";
import { gapReport } from "./gap.js";

/** Replacement policies whose traffic at all capacities follows from one pass. */
export const CURVE_POLICIES = ["lru", "opt"] as const;
/** Replacement policies whose whole curve is one pass. */
export type CurvePolicy = (typeof CURVE_POLICIES)[number];

/** Traffic of schedules and the proven bound against the size of the fast memory. */
export interface CurveReport {
  readonly workload: Workload;
  readonly machine: Machine;
  readonly interface: Interface;
  /** Absent on the two-level memory model, whose fast memory the schedules manage themselves. */
  readonly policy?: CurvePolicy;
  /** Bytes of L2 (the bound counts the SMs' memories on top), or words of fast memory; rising. */
  readonly capacities: readonly number[];
  /** The best bound at each capacity. */
  readonly bounds: readonly Bound[];
  readonly series: readonly CurveSeries[];
  /** Of one schedule at the GPU's own size, where its default replay keeps time and is short. */
  readonly timed?: CurveTime;
  /** Beside it the least time of any kernel. */
  readonly least?: TimeBound;
  /** Schedules whose replay is beyond the limits, or that no user would consider. */
  readonly leftOut?: readonly LeftOut[];
}

/** One schedule's traffic at every size of the fast memory. */
export interface CurveSeries {
  readonly label: string;
  readonly schedule: ScheduleFields;
  /** At each capacity; undefined where the schedule does not fit. */
  readonly traffic: readonly (Traffic | undefined)[];
}

/** What a curve shows: sizes, schedules and replacement policy. */
export interface CurveOptions extends PlanOptions {
  /** Also kernels that no user would consider for the workload; default false. */
  readonly all?: boolean | undefined;
  /** Only the schedules of this id. */
  readonly schedule?: string | undefined;
  /** Default `lru`. */
  readonly policy?: CurvePolicy | undefined;
  /** Bytes of L2, or words of fast memory; default a sixteenth to sixteen times the machine's. */
  readonly range?: CapacityRange | undefined;
  /** Points in a doubling of the capacity: 1, 2, 4 (default), 8 or 16. */
  readonly perDoubling?: number | undefined;
  /** Called before each schedule, for progress lines. */
  readonly onSchedule?: ((label: string) => void) | undefined;
}

const USUAL_POINTS_PER_DOUBLING = 4;
/** What the bounds of the two-level memory model need at least. */
const FEWEST_WORDS = 3;
const FEWEST_BYTES = 1;

/**
 * DRAM traffic of kernel schedules at every L2 capacity of a grid, each from one pass, blocks in lock step; or the costs of word-level
 * schedules over sizes of the fast memory. Beside them the best bound whose conditions all of them meet, exact at every point.
 *
 * @throws InputError naming the option that cannot be.
 */
export function trafficCurve(workload: Workload, machine: Machine, options: CurveOptions = {}): CurveReport {
  switch (machine.kind) {
    case "gpu":
      return budgeted(() => kernelCurve(workload, machine, options));
    case "abstract":
      return wordCurve(workload, machine, options);
    case "tree":
      return treeCurve(workload, machine, options);
    case "accelerator":
      throw new InputError("gpu", "a GPU or --fast-words for a curve", machine.id);
  }
}

function kernelCurve(workload: Workload, given: Gpu, options: CurveOptions): CurveReport {
  const gpu = withOneCache(given);
  const policy = options.policy ?? "lru";
  const plans = usualPlans(replaysBesideBounds(workload, gpu, options), workload, gpu, options);
  const asked = selected(plans.shown, ({ fields }) => String(fields["id"]), options.schedule);
  const leftOut: LeftOut[] = plans.hidden.map(({ label }) => ({ label, reason: HIDDEN_REASON }));
  const planned = asked.flatMap((plan) => {
    options.onSchedule?.(plan.label);
    checkPlainStart(plan);
    try {
      return [{ plan, curve: policy === "opt" ? optCurve(plan.layOut(), plan.slots) : lruCurveOf(plan) }];
    } catch (error) {
      if (!(error instanceof OverLimit)) throw error;
      leftOut.push({ label: plan.label, reason: error.message });
      return [];
    }
  });
  const largestTile = planned.reduce((most, { curve }) => Math.max(most, curve.largestTileBytes), 1);
  const range = options.range ?? rangeAround(gpu.l2Bytes, largestTile);
  const capacities = withOwn(capacityGrid("l2-bytes", range, perDoubling(options)), gpu.l2Bytes);
  const series = planned.map(
    ({ plan, curve }): CurveSeries => ({
      label: plan.label,
      schedule: plan.fields,
      traffic: dramTraffic(curve, capacities),
    }),
  );
  const met = conditionsAllMeet(
    workload,
    series.map(({ schedule }) => schedule),
  );
  const bounds = capacities.map((l2Bytes) => bestBound(workload, { ...gpu, l2Bytes }, "dram-l2", met));
  const timed = capacities.includes(gpu.l2Bytes)
    ? timeAtOwnSize(
        workload,
        gpu,
        planned.flatMap(({ plan, curve }) =>
          "unitBytes" in curve ? [] : lruTrafficAt(curve, [gpu.l2Bytes]).map((atOwn) => ({ plan, atOwn })),
        ),
      )
    : undefined;
  const report: CurveReport = {
    ...{ workload, machine: gpu, interface: "dram-l2", policy, capacities, bounds, series },
    ...(timed === undefined ? {} : { timed, least: timeBound(workload, gpu) }),
  };
  return leftOut.length === 0 ? report : { ...report, leftOut };
}

function dramTraffic(curve: LruCurve | OptCurve, capacities: readonly number[]): readonly (Traffic | undefined)[] {
  if ("unitBytes" in curve) return optTrafficAt(curve, capacities);
  return lruTrafficAt(curve, capacities).map(({ total }) => total.get("dram-l2"));
}

/** The GPU's own size among the others, where it lies between them. */
function withOwn(rising: readonly number[], own: number): readonly number[] {
  const inside = own >= (rising[0] ?? 0) && own <= (rising.at(-1) ?? 0);
  return inside ? [...new Set([...rising, own])].sort((x, y) => x - y) : rising;
}

function wordCurve(workload: Workload, machine: AbstractMachine, options: CurveOptions): CurveReport {
  if (options.policy !== undefined) throw new InputError("cache", "a GPU for a cache policy", shown(options.policy));
  const range = options.range ?? rangeAround(machine.fastWords, FEWEST_WORDS);
  const capacities = capacityGrid("fast-words", range, perDoubling(options));
  const reports = capacities.map((fastWords) => gapReport(workload, abstractMachine(fastWords)));
  const labels = [...new Set(reports.flatMap(({ rows }) => rows.map(({ label }) => label)))];
  const series = selected(labels, (label) => label, options.schedule).map((label): CurveSeries => {
    options.onSchedule?.(label);
    const traffic = reports.map(({ rows }) => rows.find((row) => row.label === label)?.traffic);
    return { label, schedule: { id: label }, traffic };
  });
  const bounds = capacities.map((fastWords) => bestBound(workload, abstractMachine(fastWords), "slow-fast", EVERY_KERNEL));
  return { workload, machine, interface: "slow-fast", capacities, bounds, series };
}

/** The outermost interface of a tree against the bytes of one memory behind it. */
function treeCurve(workload: Workload, machine: TreeMachine, options: CurveOptions): CurveReport {
  if (options.policy !== undefined) throw new InputError("cache", "a GPU for a cache policy", shown(options.policy));
  const [first] = interfacesOf(machine);
  const own = first === undefined ? 0 : levelBytes(first.inner);
  if (first === undefined || first.isSpread || own === 0)
    throw new InputError("gpu", "a tree whose second level has memories of its own", machine.id);
  const range = options.range ?? rangeAround(own, FEWEST_BYTES);
  const capacities = withOwn(capacityGrid("l2-bytes", range, perDoubling(options)), own);
  const reports = capacities.map((bytes) => gapReport(workload, withLevelBytes(machine, bytes)));
  const labels = [...new Set(reports.flatMap(({ rows }) => rows.map(({ label }) => label)))];
  const series = selected(labels, (label) => label, options.schedule).map((label): CurveSeries => {
    options.onSchedule?.(label);
    const atFirst = reports.map(({ rows }) => rows.find((row) => row.label === label && row.interface === first.id)?.traffic);
    return { label, schedule: { id: label }, traffic: atFirst };
  });
  const bounds = capacities.map((bytes) => bestBound(workload, withLevelBytes(machine, bytes), first.id, EVERY_KERNEL));
  return { workload, machine, interface: first.id, capacities, bounds, series };
}

function bestBound(workload: Workload, machine: Machine, interfaceId: Interface, met: ReadonlySet<Condition>): Bound {
  const bound = bestBounds(boundWorkload(workload, machine).bounds, met).get(interfaceId);
  if (bound === undefined) throw new RangeError(`no bound for interface ${interfaceId}`);
  return bound;
}

function perDoubling(options: CurveOptions): number {
  return options.perDoubling ?? USUAL_POINTS_PER_DOUBLING;
}

function selected<T>(all: readonly T[], idOf: (one: T) => string, wanted: string | undefined): readonly T[] {
  const ids = [...new Set(all.map(idOf))];
  if (wanted === undefined) return all;
  if (!ids.includes(wanted)) {
    throw new InputError("schedule", `one of ${ids.join(", ")} for this workload and machine`, shown(wanted));
  }
  return all.filter((one) => idOf(one) === wanted);
}
