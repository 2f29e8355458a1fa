import type { Bound } from "../bounds/bound.js";
import { boundWorkload } from "../bounds/bounds-document.js";
import type { Json } from "../bounds/certificates/json.js";
import { toJson } from "../bounds/certificates/json.js";
import { bestBounds } from "../bounds/prove.js";
import { OverLimit } from "../budget.js";
import type { Workload } from "../computation/workload.js";
import { InputError } from "../errors.js";
import { floor, multiply, quotientAsNumber, rational, rationalFromDouble } from "../exact/rational.js";
import type { Gpu, Interface } from "../machines/machine.js";
import type { PlannedReplay } from "../plan/planned.js";
import { replayPlanned } from "../plan/planned.js";
import type { KernelSpace, ScheduleChoice } from "../plan/schedule-space.js";
import type { L2Model } from "../replay/l2/l2-model.js";
import { totalTraffic } from "../replay/traffic.js";
import { conditionsMet } from "./conditions.js";
import type { Cost, SearchResult } from "./schedule-search.js";
import { ranked, searchSchedules } from "./schedule-search.js";

/** Which schedules to search, by which replay, and when to stop. */
export interface OptimizeQuestion {
  readonly workload: Workload;
  readonly machine: Gpu;
  readonly l2: L2Model;
  /** What to move least over; ties are decided by the other. */
  readonly interface: "dram-l2" | "l2-sm";
  readonly spaces: readonly KernelSpace[];
  /**
   * What a choice costs over the interface, then the other, as `replayCost` counts it: here, or on another thread that may be stopped.
   *
   * @throws OverLimit where its replay is beyond the limits.
   */
  readonly costOf: (
    choice: ScheduleChoice,
    interfaces: readonly Interface[],
  ) => Cost | undefined | Promise<Cost | undefined | "stopped">;
  /** Ends the search at this multiple of the bound; default 1. */
  readonly within?: number | undefined;
  readonly stopped?: (() => boolean) | undefined;
  /** Costs found before; what is not there is replayed and handed to `onResult`. */
  readonly known?: ((choice: ScheduleChoice) => { readonly cost: Cost | undefined } | undefined) | undefined;
  readonly onResult?: ((choice: ScheduleChoice, cost: Cost | undefined) => void) | undefined;
  /** Called before each replay. */
  readonly onTry?: ((choice: ScheduleChoice, tried: number) => void | Promise<void>) | undefined;
}

/** A finished or stopped search beside the bound that no schedule passes. */
export interface OptimizeReport {
  readonly question: OptimizeQuestion;
  /** Of every kernel: the goal of the search. */
  readonly bound: Bound;
  /** All that are proven. */
  readonly bounds: readonly Bound[];
  readonly result: SearchResult;
}

/**
 * Searches the schedule that moves least over an interface, by replay; the proven bound says when there is nothing left to find.
 *
 * @throws OverLimit where no choice that fits can be replayed within the limits.
 */
export async function optimizeSchedule(question: OptimizeQuestion): Promise<OptimizeReport> {
  const { workload, machine, interface: interfaceId, spaces, within = 1 } = question;
  const { bounds } = boundWorkload(workload, machine);
  const bound = bestBounds(bounds).get(interfaceId);
  if (bound === undefined) throw new RangeError(`no bound for interface ${interfaceId}`);
  const other: Interface = interfaceId === "dram-l2" ? "l2-sm" : "dram-l2";
  let count = 0;
  let over: OverLimit | undefined;
  const costOf = async (choice: ScheduleChoice): Promise<Cost | undefined | "stopped"> => {
    const before = question.known?.(choice);
    count++;
    if (before !== undefined) return before.cost;
    await question.onTry?.(choice, count);
    try {
      const cost = await question.costOf(choice, [interfaceId, other]);
      if (cost !== "stopped") question.onResult?.(choice, cost);
      return cost;
    } catch (error) {
      if (!(error instanceof OverLimit)) throw error;
      over ??= error;
      return undefined;
    }
  };
  const goal = floor(multiply(rational(bound.value), rationalFromDouble(within)));
  const result = await searchSchedules(spaces, {
    costOf,
    goal,
    ...(question.stopped === undefined ? {} : { stopped: question.stopped }),
  });
  if (over !== undefined && result.end !== "stopped" && result.tried.every(({ cost }) => cost === undefined)) throw over;
  return { question, bound, bounds, result };
}

/** The strongest bound whose conditions a schedule that was found meets. */
export function boundOfChoice({ question, bound, bounds }: OptimizeReport, choice: ScheduleChoice): Bound {
  const schedule = ADD_UP_SLICES.includes(String(choice["schedule"])) ? { reduction: "serial", ...choice } : choice;
  return bestBounds(bounds, conditionsMet(question.workload, schedule)).get(question.interface) ?? bound;
}

/** Kernels whose slices of k meet one after another unless a choice says otherwise. */
const ADD_UP_SLICES: readonly string[] = ["split-k", "weight-stationary"];

/** Bytes over each interface; undefined where the kernel does not fit. @throws OverLimit where its replay is beyond the limits. */
export function replayCost(plan: () => PlannedReplay, l2: L2Model, interfaceIds: readonly Interface[]): Cost | undefined {
  try {
    const { total } = replayPlanned(plan(), l2);
    return interfaceIds.flatMap((interfaceId) => {
      const traffic = total.get(interfaceId);
      return traffic === undefined ? [] : [totalTraffic(traffic)];
    });
  } catch (error) {
    if (error instanceof InputError && !(error instanceof OverLimit)) return undefined;
    throw error;
  }
}

/** Schedules that a report shows, the best first. */
const SHOWN = 10;

/** The `redblue.optimum/2` document. */
export function optimizeDocument(report: OptimizeReport): Json {
  const { question, bound, result } = report;
  const { workload, machine, l2, interface: interfaceId } = question;
  return {
    schema: "redblue.optimum/2",
    workload: toJson(workload),
    machine: toJson(machine),
    cache: toJson(l2),
    interface: interfaceId,
    bound: { id: bound.id, value: toJson(bound.value) },
    end: result.end,
    tried: result.tried.length,
    schedules: bestOf(result).map(({ choice, cost: [traffic = 0n] }) => {
      const { id, value } = boundOfChoice(report, choice);
      return {
        schedule: choice,
        traffic: toJson(traffic),
        bound: toJson(value),
        boundId: id,
        gap: quotientAsNumber(traffic, value),
      };
    }),
  };
}

export function bestOf(result: SearchResult): readonly { readonly choice: ScheduleChoice; readonly cost: Cost }[] {
  return ranked(result.tried).slice(0, SHOWN);
}
