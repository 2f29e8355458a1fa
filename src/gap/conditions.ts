import type { Bound } from "../bounds/bound.js";
import { bestBounds } from "../bounds/prove.js";
import type { Condition } from "../bounds/requirements.js";
import { CONDITIONS, conditionsIn } from "../bounds/requirements.js";
import { BYTES_OF } from "../computation/data-types.js";
import type { Workload } from "../computation/workload.js";
import type { Interface } from "../machines/machine.js";
import type { ScheduleFields } from "../plan/planned-replay.js";

/**
 * The conditions of bounds that a schedule meets. Slices of k that meet through atomic adds, results of experts and gradients that do are
 * added in the L2. But for gradients, which are added as accumulators, these are partial sums in output words, as are slices that meet
 * through C one after another, and results that a kernel adds up. Schedules that recompute say so in their
 * ids, and a backward pass of attention may form the probabilities again. All load a dense operand whole.
 */
export function conditionsMet(workload: Workload, schedule: ScheduleFields): ReadonlySet<Condition> {
  const { id, reduction, splits, combine } = schedule;
  const isAdded = reduction === "atomic" || combine === "l2-adds" || combine === "wide-l2-adds";
  const inOutputWords =
    (isAdded && combine !== "wide-l2-adds") || (reduction === "serial" && splits !== 1) || combine === "kernel";
  const isNarrow = inOutputWords && BYTES_OF[workload.outputType] < BYTES_OF[workload.accumulator];
  const met: readonly (readonly [Condition, boolean])[] = [
    ["no-l2-adds", !isAdded],
    ["wide-partial-sums", !isNarrow],
    ["no-recomputation", !/recompute|backward/.test(String(id))],
    ["whole-dense-operand", true],
    ["recurrence-order", /^scan-(recurrent|tiles)$/.test(String(id))],
  ];
  return new Set(met.flatMap(([condition, holds]) => (holds ? [condition] : [])));
}

/** The conditions that all of several schedules meet; none where there are none. */
export function conditionsAllMeet(workload: Workload, schedules: readonly ScheduleFields[]): ReadonlySet<Condition> {
  const sets = schedules.map((schedule) => conditionsMet(workload, schedule));
  return new Set(sets.length === 0 ? [] : CONDITIONS.filter((condition) => sets.every((met) => met.has(condition))));
}

/** A sharper bound is shown beside the one of every kernel from this much on: a hundredth. */
const WORTH_SHOWING = 100n;

/**
 * By interface the best bound of every kernel, and where one that not every kernel is bound by says over a hundredth more, that one
 * too: under all conditions, or under those that `schedules` meet.
 */
export function boundsToShow(bounds: readonly Bound[], metBySchedules: readonly ReadonlySet<Condition>[] = []): readonly Bound[] {
  const general = bestBounds(bounds);
  const sharper = [...metBySchedules, new Set(CONDITIONS)].map((met) => bestBounds(bounds, met));
  return [...general].flatMap(([interfaceId, bound]) => [bound, ...sharperThan(bound, sharper, interfaceId)]);
}

function sharperThan(
  general: Bound,
  sharper: readonly ReadonlyMap<Interface, Bound>[],
  interfaceId: Interface,
): readonly Bound[] {
  const found = new Set(sharper.flatMap((best) => best.get(interfaceId) ?? []));
  const worth = [...found].filter(({ value }) => value * WORTH_SHOWING > general.value * (WORTH_SHOWING + 1n));
  return worth.sort((x, y) => (x.value < y.value ? -1 : x.value > y.value ? 1 : 0));
}

/** Which kernels a bound holds for, in few words: nothing where it holds for every one. */
export function kernelsBound({ requires }: Pick<Bound, "requires">): string {
  return conditionsIn(requires)
    .map((condition) => CONDITION_NAMES[condition])
    .join(" and ");
}

const CONDITION_NAMES: Readonly<Record<Condition, string>> = {
  "no-l2-adds": "no adds in the L2",
  "wide-partial-sums": "wide partial sums",
  "no-recomputation": "no recomputation",
  "whole-dense-operand": "the dense operand loaded whole",
  "recurrence-order": "token after token",
};
