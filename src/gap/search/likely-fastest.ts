import { withinLimits } from "../../budget.js";
import type { Workload } from "../../computation/workload.js";
import type { Gpu } from "../../machines/machine.js";
import type { PlannedReplay, PlanOptions } from "../../plan/planned.js";
import { executionOf, OPTION_NAMES, plansThatFit } from "../../plan/planned.js";
import { ORDER_OF_OTHERS } from "../../plan/products.js";
import type { KernelSpace } from "../../plan/schedule-space.js";
import type { PartitionedL2Model } from "../../replay/l2/l2-model.js";
import { durationsWithoutClock } from "../../replay/time-without-clock.js";
import { residentBytes } from "../../schedules/tiles/resident-tiles.js";
import type { TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import { spacesOf } from "../attainable.js";
import { planKey } from "../breakdown/breakdown-candidates.js";
import { leastOfSteps } from "./known-steps.js";

/** Plans that are replayed beside the usual ones. */
const LIKELY = 3;

/** Phases that are looked at, of the layouts of all candidates of a kernel together: they take less than half a second. */
const MOST_PHASES = 2 ** 19;

/** Axes that decide the time most, and those that an estimate without a cache tells nothing of. */
const FIRST_AXES: readonly string[] = ["tile", "splits", "query-order"];
const UNSEEN_AXES: readonly string[] = ["order", "band"];

/** A plan and the seconds that are estimated at least. */
interface Bounded {
  readonly plan: PlannedReplay;
  readonly least: number;
}

interface Candidate extends Bounded {
  readonly space: KernelSpace;
  readonly options: PlanOptions;
}

type Estimated<One extends Bounded> = One & { readonly seconds: number };

/**
 * Plans with other tiles, slices, stages or ways through the keys than the usual ones that an estimate without a replay finds faster, the
 * fastest first. Every byte that is not resident is taken to pass DRAM once.
 *
 * @param hidden kernels that no user would consider
 * @param given options that hold for every kernel
 */
export function likelyFastest(
  workload: Workload,
  gpu: Gpu,
  l2: PartitionedL2Model,
  {
    usual,
    hidden,
    given,
  }: { readonly usual: readonly PlannedReplay[]; readonly hidden: ReadonlySet<string>; readonly given: PlanOptions },
): readonly PlannedReplay[] {
  const estimates = new Map<string, number>();
  const phases = new Map<unknown, number>();
  const keys = new Set(usual.map(tilingOf));
  const secondsOf = (plan: PlannedReplay): number => {
    const key = tilingOf(plan);
    const known = estimates.get(key);
    if (known !== undefined) return known;
    let seconds = Number.POSITIVE_INFINITY;
    const looked = phases.get(plan.fields["id"]) ?? 0;
    if (looked < MOST_PHASES || keys.has(key)) {
      const layout = withinLimits(plan.layOut);
      phases.set(plan.fields["id"], looked + (layout?.phaseSteps.length ?? MOST_PHASES));
      const durations = layout && durationsWithoutClock(layout, plan.slots, executionOf(plan, l2));
      const reads = BigInt(layout === undefined ? 0 : bytesOf(layout) - residentBytes(layout));
      seconds = durations?.(new Map([["dram-l2", { reads, writes: 0n }]])) ?? seconds;
    }
    estimates.set(key, seconds);
    return seconds;
  };
  const bounded = (plan: PlannedReplay): Bounded => ({ plan, least: leastOfSteps(workload, plan, executionOf(plan, l2)) });
  const fastest = <One extends Bounded>(all: readonly One[], count: number, most: number = Number.POSITIVE_INFINITY) => {
    const seconds = new Map<One, number>();
    const tilings = new Map<string, number>();
    // Those that may be fastest first: what they take rules out many of the others, without a layout.
    for (const one of all.toSorted((one, other) => one.least - other.least)) {
      const last = [...tilings.values()].sort((one, other) => one - other)[count - 1] ?? most;
      if (one.least > Math.min(last, most)) break;
      seconds.set(one, secondsOf(one.plan));
      tilings.set(tilingOf(one.plan), secondsOf(one.plan));
    }
    const estimated = all.flatMap((one): readonly Estimated<One>[] => {
      const known = seconds.get(one);
      return known === undefined ? [] : [{ ...one, seconds: known }];
    });
    return distinct(estimated).slice(0, count);
  };
  const candidates = (space: KernelSpace, options: PlanOptions): readonly Candidate[] =>
    plansThatFit(workload, gpu, { ...given, ...options }).map((plan) => ({ ...bounded(plan), space, options }));
  const own = usual.map(bounded);
  // Where nothing rules candidates out, they come after the usual plans, which count among the phases.
  for (const { plan, least } of own) if (least === 0) secondsOf(plan);
  const starts = spacesOf(workload)
    .filter(({ schedule }) => !hidden.has(schedule))
    .flatMap((space) => firstChoices(space).map((choice) => ({ space, ...choice })))
    .sort((one, other) => one.round - other.round)
    .flatMap(({ space, options }) => candidates(space, options));
  const better = (space: KernelSpace, options: PlanOptions, most: number) => fastest(candidates(space, options), 1, most)[0];
  const improved = (all: readonly Estimated<Candidate>[]) => all.map((start) => bestBeside(start, better));
  const faster = (found: readonly Estimated<Candidate>[], than: readonly Bounded[]): readonly PlannedReplay[] => {
    const slowest = found.reduce((most, { seconds }) => Math.max(most, seconds), 0);
    const least = fastest(than, 1, slowest)[0]?.seconds ?? Number.POSITIVE_INFINITY;
    return found.filter(({ plan, seconds }) => seconds < least && !keys.has(tilingOf(plan))).map(({ plan }) => plan);
  };
  const found = improved(fastest(starts, LIKELY));
  const [id, ...otherIds] = new Set(found.map(idOf));
  const likely = faster(found, own);
  if (otherIds.length > 0) return likely;
  // Estimates of one kernel may all be too low: the fastest start of the others is replayed too.
  const isOther = (one: Bounded): boolean => idOf(one) !== id;
  return [...likely, ...faster(improved(fastest(starts.filter(isOther), 1)), own.filter(isOther))];
}

function idOf({ plan }: Bounded): unknown {
  return plan.fields["id"];
}

function bytesOf({ tileBytes }: TileSchedule): number {
  let bytes = 0;
  for (const one of tileBytes) bytes += one;
  return bytes;
}

/** What an estimate tells apart: everything but the launch order. */
function tilingOf({ fields: { order: _, ...fields } }: PlannedReplay): string {
  return planKey({ fields });
}

/** One of each tiling, the fastest first. */
function distinct<One extends Bounded>(all: readonly Estimated<One>[]): readonly Estimated<One>[] {
  const sorted = [...all].sort((one, other) => one.seconds - other.seconds);
  return [...new Map(sorted.toReversed().map((one) => [tilingOf(one.plan), one])).values()].toReversed();
}

/** Every combination of the first axes, by turns of the kernels: in `round` 0 the first tile of each. */
function firstChoices({ schedule, axes }: KernelSpace): readonly { readonly round: number; readonly options: PlanOptions }[] {
  const orders = axes["order"] === undefined ? {} : { orders: [ORDER_OF_OTHERS] };
  return (axes["tile"] ?? []).flatMap((tile, round) => {
    const options = { schedule, ...orders, tile: String(tile) };
    return withValues(withValues([options], "splits", axes["splits"]), "queryOrder", axes["query-order"]).map((one) => ({
      round,
      options: one,
    }));
  });
}

/** Each of the options with each value; as they are where the axis has none. */
function withValues(
  all: readonly PlanOptions[],
  option: keyof PlanOptions,
  values: readonly (string | number)[] | undefined,
): readonly PlanOptions[] {
  return values === undefined ? all : all.flatMap((options) => values.map((value) => ({ ...options, [option]: value })));
}

/** The start with the best value of one other axis after another; `better` finds what is estimated faster than `most` seconds. */
function bestBeside(
  start: Estimated<Candidate>,
  better: (space: KernelSpace, options: PlanOptions, most: number) => Estimated<Candidate> | undefined,
): Estimated<Candidate> {
  let best = start;
  for (const [name, values] of Object.entries(start.space.axes)) {
    const [option] = OPTION_NAMES.find((pair) => pair[1] === name) ?? [];
    if (option === undefined || FIRST_AXES.includes(name) || UNSEEN_AXES.includes(name)) continue;
    for (const value of values) {
      const found = better(start.space, { ...best.options, [option]: value }, best.seconds);
      if (found !== undefined && found.seconds < best.seconds) best = found;
    }
  }
  return best;
}
