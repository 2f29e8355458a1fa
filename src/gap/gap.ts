import type { Bound } from "../bounds/bound.js";
import type { BoundsReport } from "../bounds/bounds-document.js";
import { boundWorkload } from "../bounds/bounds-document.js";
import type { OutputStationaryRule } from "../bounds/prove.js";
import { bestBounds } from "../bounds/prove.js";
import { budgeted, OverLimit, withinLimits } from "../budget.js";
import { productTypeOf } from "../computation/operand-types.js";
import type { AskedResident } from "../computation/resident.js";
import type { Workload } from "../computation/workload.js";
import { InputError } from "../errors.js";
import { quotientAsNumber } from "../exact/rational.js";
import type { Gpu, Interface, Machine } from "../machines/machine.js";
import { optionOfKernels, planAccelerator } from "../plan/accelerator.js";
import type { PlannedReplay, PlanOptions, ScheduleFields } from "../plan/planned.js";
import { executionOf, rangeOfPlanned, replayPlanned } from "../plan/planned.js";
import { planThroughCaches, planTree } from "../plan/tree.js";
import { planWords } from "../plan/two-level.js";
import { HIDDEN_REASON } from "../plan/usual-kernels.js";
import type { ReadRange } from "../replay/event-driven/read-range.js";
import { piecesOf } from "../replay/event-driven/replay.js";
import type { L2Model } from "../replay/l2/l2-model.js";
import { defaultL2, lruL2 } from "../replay/l2/l2-model.js";
import { timedTraffic } from "../replay/replay.js";
import { LEAST_GRAIN_BYTES, MAXIMUM_PIECES, TooManyPieces } from "../replay/tile-pieces.js";
import type { ReplayedTraffic, Traffic } from "../replay/traffic.js";
import { totalTraffic } from "../replay/traffic.js";
import type { TimeBound } from "../time/time-bound.js";
import { timeBound } from "../time/time-bound.js";
import type { AttainableTile } from "./attainable.js";
import { attainableTile } from "./attainable.js";
import { classBounds } from "./class-bounds.js";
import { conditionsMet } from "./conditions.js";
import { consideredPlans, namesSchedules, replaysBesideBounds } from "./considered.js";
import type { SortKey } from "./row-order.js";
import { sortedRows } from "./row-order.js";
import type { ScheduleTime } from "./schedule-time.js";
import { scheduleTime } from "./schedule-time.js";
import { laidOutOnce, SLOWER_REASON, SlowerPlans } from "./slower-plans.js";

/** One schedule on one interface, beside the strongest bound of that interface whose conditions the schedule meets. */
export interface GapRow {
  readonly schedule: ScheduleFields;
  /** Short name for tables: `tiled-gemm group:16`. */
  readonly label: string;
  readonly interface: Interface;
  readonly traffic: Traffic;
  readonly total: bigint;
  readonly bound: Bound;
  /** total / bound, a double for display and sorting. */
  readonly gap: number;
  /** Of DRAM reads, where it was asked for. */
  readonly range?: ReadRange;
  /** Of the whole schedule, so that its rows have the same; absent where the replay keeps no time. */
  readonly time?: ScheduleTime;
}

/** Every bound of a workload with the traffic of schedules beside it. */
export interface GapReport extends BoundsReport {
  readonly cache?: L2Model;
  /** The least time of any kernel, on a GPU. */
  readonly least?: TimeBound;
  /** What the widest tile moves that fits this GPU. */
  readonly attainable?: AttainableTile;
  /** The rows of a schedule follow each other; schedules in the order that was asked for. */
  readonly rows: readonly GapRow[];
  /** Kernels whose replay is beyond the limits, that the execution asked for cannot replay, or that no user would consider. */
  readonly leftOut?: readonly LeftOut[];
}

/** A kernel without rows, and why. */
export interface LeftOut {
  readonly label: string;
  readonly reason: string;
}

/** Which schedules stand beside the bounds, and through which L2. */
export interface GapOptions extends Omit<PlanOptions, "resident"> {
  /** Inputs that the kernel before left in the L2. */
  readonly resident?: readonly AskedResident[] | undefined;
  /** Also kernels that no user would consider for the workload; default false. */
  readonly all?: boolean | undefined;
  readonly l2?: L2Model | undefined;
  /** Also the range of DRAM reads of every schedule; on GPUs, through the partitioned L2. */
  readonly range?: boolean | undefined;
  /** Which schedules come first: those of the least estimated time (default), DRAM traffic or energy. */
  readonly sort?: SortKey | undefined;
  /** Adds the bound of the kernels that follow a rule for sums. */
  readonly rule?: OutputStationaryRule | undefined;
  /** Called with what is known before the first replay, which may take seconds. */
  readonly onBounds?: ((report: Omit<GapReport, "rows" | "leftOut">) => void) | undefined;
  /** Called before each replay, for progress lines. */
  readonly onReplay?: ((label: string) => void) | undefined;
}

/**
 * Sets every bound of a workload beside the traffic of concrete schedules on the machine. Traffic includes what is still dirty
 * in the L2 at the end, because bounds count every output as stored. Replays beyond the limits are skipped; the bounds never are.
 */
export function gapReport(workload: Workload, machine: Machine, asked: GapOptions = {}): GapReport {
  if (asked.resident !== undefined && machine.kind !== "gpu")
    throw new InputError("resident", "a GPU, whose L2 is replayed (redblue bound takes any machine)", machine.id);
  const report = boundWorkload(workload, machine, asked.rule, asked.resident);
  const { resident } = report;
  const options = { ...asked, resident };
  const best = (schedule: ScheduleFields): BoundsByInterface => bestBounds(report.bounds, conditionsMet(workload, schedule));
  switch (machine.kind) {
    case "gpu": {
      const l2 = options.l2 ?? usableL2(workload, machine, report.bounds, options);
      const { shown: planned, hidden, likely } = consideredPlans(workload, machine, l2, options);
      const classes = resident === undefined ? classBounds(workload, machine, l2, planned) : [];
      const attainable = attainableTile(workload, machine);
      const proven = {
        ...report,
        bounds: [...report.bounds, ...classes],
        cache: l2,
        least: timeBound(workload, machine, report.bounds),
        ...(attainable === undefined ? {} : { attainable }),
      };
      options.onBounds?.(proven);
      const timeOf = (plan: PlannedReplay, traffic: ReplayedTraffic) => scheduleTime(workload, machine, plan, traffic);
      // The likely ones first: what they take says which of the others are slower.
      const { rows: replayed, leftOut = [] } = budgeted(() => gpuRows([...likely, ...planned], l2, { best, timeOf }, options));
      const usualFirst = [...replayed].sort((one, other) => Number(isOneOf(likely, one)) - Number(isOneOf(likely, other)));
      const rows = withoutSlower(usualFirst, likely);
      const skipped = [...leftOut, ...hidden.map(({ label }) => ({ label, reason: HIDDEN_REASON }))];
      const sorted = sortedRows(rows, options.sort ?? "time", machine);
      return { ...proven, rows: sorted, ...(skipped.length === 0 ? {} : { leftOut: skipped }) };
    }
    case "abstract":
      return { ...report, rows: wordRows(workload, machine.fastWords, best) };
    case "accelerator": {
      const planned = planAccelerator(workload, machine, options);
      options.onBounds?.(report);
      const rows = planned.flatMap(({ fields, label, traffic }) =>
        [...traffic.total].flatMap(([interfaceId, one]) =>
          best(fields).has(interfaceId) ? [row(fields, label, interfaceId, one, best)] : [],
        ),
      );
      return { ...report, rows };
    }
    case "tree": {
      const stray = optionOfKernels(options);
      if (stray !== undefined) throw new InputError(stray, "a GPU for it", machine.id);
      options.onBounds?.(report);
      const parts = [planTree(workload, machine, report.bounds), budgeted(() => planThroughCaches(workload, machine))];
      const [plans, leftOut] = [parts.flatMap((part) => part.plans), parts.flatMap((part) => part.leftOut)];
      const rows = plans.map(({ fields, label, interface: id, traffic }) => row(fields, label, id, traffic, best));
      return { ...report, rows, ...(leftOut.length === 0 ? {} : { leftOut }) };
    }
  }
}

/** The default model of the L2; of workloads too large for its pieces one plain cache. */
function usableL2(workload: Workload, gpu: Gpu, bounds: readonly Bound[], options: PlanOptions): L2Model {
  const usual = defaultL2(gpu, productTypeOf(workload));
  const least = bounds.find(({ id, interface: at }) => id === "compulsory" && at === "dram-l2")?.value ?? 0n;
  if (usual.policy !== "partitioned" || least < BigInt(LEAST_GRAIN_BYTES * MAXIMUM_PIECES)) return usual;
  const [plan] = replaysBesideBounds(workload, gpu, options);
  try {
    if (plan !== undefined) piecesOf(plan.layOut(), executionOf(plan, usual));
  } catch (error) {
    if (error instanceof TooManyPieces) return lruL2(gpu);
    if (!(error instanceof OverLimit)) throw error;
  }
  return usual;
}

/** Without the likely plans that no usual one is slower than. */
function withoutSlower(rows: readonly GapRow[], likely: readonly PlannedReplay[]): readonly GapRow[] {
  const usual = rows.filter((row) => !isOneOf(likely, row));
  const least = usual.reduce((fewest, { time }) => Math.min(fewest, time?.seconds ?? 0), Number.POSITIVE_INFINITY);
  return rows.filter((row) => !isOneOf(likely, row) || (row.time?.seconds ?? 0) < least);
}

function isOneOf(plans: readonly PlannedReplay[], { schedule }: GapRow): boolean {
  return plans.some(({ fields }) => fields === schedule);
}

type BoundsByInterface = ReadonlyMap<Interface, Bound>;

/** The bounds that stand beside a schedule. */
type BestFor = (schedule: ScheduleFields) => BoundsByInterface;

/** The estimated time of a schedule that was replayed. */
type TimeFor = (planned: PlannedReplay, traffic: ReplayedTraffic) => ScheduleTime | undefined;

function gpuRows(
  replays: readonly PlannedReplay[],
  l2: L2Model,
  { best, timeOf }: { readonly best: BestFor; readonly timeOf: TimeFor },
  options: GapOptions,
): Pick<GapReport, "rows" | "leftOut"> {
  const refusals: { readonly label: string; readonly error: InputError }[] = [];
  const skipped: LeftOut[] = [];
  const slower = isOpenChoice(options) ? new SlowerPlans(l2) : undefined;
  const rows = replays.flatMap((plan) => {
    const planned = laidOutOnce(plan);
    if (withinLimits(() => slower?.has(planned)) === true) {
      skipped.push({ label: planned.label, reason: SLOWER_REASON });
      return [];
    }
    options.onReplay?.(planned.label);
    const replayed = replayWherePossible(planned, l2, options.range === true);
    if (replayed instanceof InputError) {
      refusals.push({ label: planned.label, error: replayed });
      return [];
    }
    const { traffic, ...range } = replayed;
    const time = timeOf(planned, traffic);
    slower?.replayed(time?.seconds);
    return [...traffic.total].map(([interfaceId, traffic]) => ({
      ...row(planned.fields, planned.label, interfaceId, traffic, best),
      ...(time === undefined ? {} : { time }),
      ...(interfaceId === "dram-l2" ? range : {}),
    }));
  });
  const [first] = refusals;
  if (rows.length === 0 && first !== undefined && !refusals.some(({ error }) => error instanceof OverLimit)) throw first.error;
  return { rows, leftOut: [...refusals.map(({ label, error }) => ({ label, reason: error.message })), ...skipped] };
}

/** Whether schedules stand beside the bounds to find the fastest, none of them asked for by name. */
function isOpenChoice(options: GapOptions): boolean {
  return options.all !== true && options.sort !== "bytes" && options.sort !== "energy" && !namesSchedules(options);
}

/** The traffic and the range, or why the L2 or the execution asked for is not for this kernel: it is one among several. */
function replayWherePossible(
  planned: PlannedReplay,
  l2: L2Model,
  withRange: boolean,
): { readonly traffic: ReplayedTraffic; readonly range?: ReadRange } | InputError {
  try {
    if (withRange && isDefaultReplay(l2)) {
      const range = rangeOfPlanned(planned, l2);
      // The first of its variants is the row's own replay.
      const [own] = range.variants;
      if (own !== undefined) return { traffic: timedTraffic(own.replay, planned.layOut()), range };
    }
    const traffic = replayPlanned(planned, l2);
    return withRange ? { traffic, range: rangeOfPlanned(planned, l2) } : { traffic };
  } catch (error) {
    if (error instanceof OverLimit) return error;
    if (error instanceof InputError && error.subject === "execution") return error;
    throw error;
  }
}

function isDefaultReplay({ policy, execution }: L2Model): boolean {
  return policy === "partitioned" && execution?.kind === "events" && execution.seed === 0;
}

function wordRows(workload: Workload, fastWords: number, best: BestFor): readonly GapRow[] {
  return planWords(workload, fastWords).flatMap(({ id, fields, traffic }) =>
    [...traffic.total].map(([interfaceId, one]) => row(fields, id, interfaceId, one, best)),
  );
}

function row(schedule: ScheduleFields, label: string, interfaceId: Interface, traffic: Traffic, best: BestFor): GapRow {
  const bound = best(schedule).get(interfaceId);
  if (bound === undefined) throw new RangeError(`no bound for interface ${interfaceId}`);
  const total = totalTraffic(traffic);
  return { schedule, label, interface: interfaceId, traffic, total, bound, gap: quotientAsNumber(total, bound.value) };
}
