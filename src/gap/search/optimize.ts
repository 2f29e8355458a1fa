import type { Bound } from "../../bounds/bound.js";
import { boundWorkload } from "../../bounds/bounds-document.js";
import type { Json } from "../../bounds/certificates/json.js";
import { toJson } from "../../bounds/certificates/json.js";
import { bestBounds, bestReads } from "../../bounds/prove.js";
import { OverLimit } from "../../budget.js";
import { quotientAsNumber, toApproximateNumber } from "../../exact/rational.js";
import type { Interface } from "../../machines/machine.js";
import { knowsHints } from "../../plan/planned.js";
import type { KernelSpace, ScheduleChoice } from "../../plan/schedule-space.js";
import { HINT_SAVES } from "../../schedules/tiles/eviction-hints.js";
import type { TimeBound } from "../../time/time-bound.js";
import { timeBound } from "../../time/time-bound.js";
import { conditionsMet } from "../conditions.js";
import type { LeftOut } from "../gap.js";
import { joulesOf } from "../joules.js";
import { scheduleTimeFields } from "../schedule-time.js";
import type { ChoiceCost, CostSetting } from "./choice-cost.js";
import { rankOf } from "./choice-cost.js";
import type { Fitting, SearchResult } from "./schedule-search.js";
import { ranked, searchSchedules } from "./schedule-search.js";

/** What every kernel moves over DRAM, by theorems: where a search starts to rule choices out. */
export interface ProvenDram {
  readonly bytes: bigint;
  readonly reads: bigint;
}

/** What is found here, or on another thread that may be stopped. */
type Answer<T> = T | Promise<T | "stopped">;

/** Which schedules to search, by which replay, for what, and when to stop. */
export interface OptimizeQuestion extends CostSetting {
  readonly spaces: readonly KernelSpace[];
  /** Kernels that are not searched, for the report. */
  readonly leftOut?: readonly LeftOut[] | undefined;
  /** The replay of a choice, as `replayCost` does it. @throws OverLimit where it is beyond the limits. */
  readonly costOf: (choice: ScheduleChoice) => Answer<ChoiceCost | undefined>;
  /** What the replay of a choice comes to at least, as `leastCost` tells it; without it every choice is replayed. */
  readonly leastOf?: ((choice: ScheduleChoice, proven: ProvenDram) => Answer<number | undefined>) | undefined;
  /** Ends the search at this multiple of the least time or of the bound; default 1. */
  readonly within?: number | undefined;
  readonly stopped?: (() => boolean) | undefined;
  /** Costs found before; what is not there is replayed and handed to `onResult`. */
  readonly known?: ((choice: ScheduleChoice) => { readonly cost: ChoiceCost | undefined } | undefined) | undefined;
  readonly onResult?: ((choice: ScheduleChoice, cost: ChoiceCost | undefined) => void) | undefined;
  /** Hints to try beside a choice; without it, or where no rules for hints are known of the GPU, none is tried. */
  readonly hintsOf?: ((choice: ScheduleChoice) => readonly string[]) | undefined;
  /** Called before each replay. */
  readonly onTry?: ((choice: ScheduleChoice, tried: number) => void | Promise<void>) | undefined;
}

/** A finished or stopped search beside what is proven of every kernel. */
export interface OptimizeReport {
  readonly question: OptimizeQuestion;
  /** All that are proven. */
  readonly bounds: readonly Bound[];
  readonly least: TimeBound;
  /** With the hints that save at least `HINT_SAVES` of the DRAM bytes and cost no time. */
  readonly result: SearchResult<ChoiceCost>;
  /** Hints that were replayed beside the best few schedules. */
  readonly hintsTried: number;
}

/** Schedules beside which hints are tried. */
const HINTED = 3;

/** Estimates that are closer than this share are not told apart: what can gain no more is not replayed, nor does a search go on from it. */
export const INDISTINCT = 0.01;

/**
 * Searches the schedule of least cost by replay. Choices whose least cost is above the best found are not replayed; the goal of the search
 * is the least time of any kernel, or its bound, in the objective's unit.
 *
 * @throws OverLimit where no choice that fits can be replayed within the limits.
 * @throws InputError naming `objective` where the energies of the GPU are not known.
 */
export async function optimizeSchedule(question: OptimizeQuestion): Promise<OptimizeReport> {
  const { workload, gpu, objective, resident, spaces, leastOf, within = 1 } = question;
  const { bounds } = boundWorkload(workload, gpu, undefined, resident);
  const least = timeBound(workload, gpu, bounds);
  const proven: ProvenDram = {
    bytes: bestBounds(bounds).get("dram-l2")?.value ?? 0n,
    reads: bestReads(bounds).get("dram-l2")?.reads ?? 0n,
  };
  const goal = within * goalOf({ question, bounds, least });
  const firstOf = (cost: ChoiceCost): number => Number(rankOf(cost, objective, gpu)[0]);
  const tolerance = objective === "time" ? 1 - INDISTINCT : 1;
  let count = 0;
  let over: OverLimit | undefined;
  const costOf = async (choice: ScheduleChoice): Promise<ChoiceCost | undefined | "stopped"> => {
    const before = question.known?.(choice);
    count++;
    if (before !== undefined) return before.cost;
    await question.onTry?.(choice, count);
    try {
      const cost = await question.costOf(choice);
      if (cost !== "stopped") question.onResult?.(choice, cost);
      return cost;
    } catch (error) {
      if (!(error instanceof OverLimit)) throw error;
      over ??= error;
      return undefined;
    }
  };
  const result = await searchSchedules<ChoiceCost>(spaces, {
    costOf,
    compare: (one, other) => compareCosts(question, one, other),
    isBetter: (one, other) =>
      compareCosts(question, one, other) < 0 && (tolerance === 1 || firstOf(one) < tolerance * firstOf(other)),
    isGoal: (cost) => firstOf(cost) <= goal,
    leastOf: leastOf === undefined ? undefined : (choice) => leastOf(choice, proven),
    mayWin: (atLeast, best) => atLeast <= tolerance * firstOf(best),
    stopped: question.stopped,
  });
  if (over !== undefined && result.end !== "stopped" && result.best === undefined) throw over;
  const tries =
    result.end !== "searched" || !knowsHints(question.l2) || objective === "l2-sm" ? [] : hintsBeside(question, result);
  const hinted: Fitting<ChoiceCost>[] = [];
  let hintsTried = 0;
  for (const { choice, without } of tries) {
    const cost = question.stopped?.() === true ? "stopped" : await costOf(choice);
    if (cost === "stopped") break;
    hintsTried++;
    if (cost !== undefined && saves(cost, without)) hinted.push({ choice, cost });
  }
  const [best = result.best] = ranked([...hinted, ...result.tried], (one, other) => compareCosts(question, one, other));
  return { question, bounds, least, result: { ...result, best, tried: [...result.tried, ...hinted] }, hintsTried };
}

function hintsBeside(
  question: OptimizeQuestion,
  { tried }: SearchResult<ChoiceCost>,
): readonly { readonly choice: ScheduleChoice; readonly without: ChoiceCost }[] {
  const best = ranked(tried, (one, other) => compareCosts(question, one, other)).slice(0, HINTED);
  return best.flatMap(({ choice, cost }) =>
    (question.hintsOf?.(choice) ?? []).map((hint) => ({ choice: { ...choice, hint }, without: cost })),
  );
}

function saves(cost: ChoiceCost, without: ChoiceCost): boolean {
  const seconds = [cost, without].map(({ time }) => time?.seconds ?? 0) as [number, number];
  return quotientAsNumber(cost.dram, without.dram) <= 1 - HINT_SAVES && seconds[0] <= seconds[1];
}

function compareCosts({ objective, gpu }: CostSetting, one: ChoiceCost, other: ChoiceCost): number {
  const [ranks, against] = [rankOf(one, objective, gpu), rankOf(other, objective, gpu)];
  const at = ranks.findIndex((value, i) => value !== against[i]);
  return at < 0 ? 0 : (ranks[at] ?? 0) < (against[at] ?? 0) ? -1 : 1;
}

/** The least of any kernel in the objective's unit: seconds, bytes, or joules of the bytes that are proven. */
export function goalOf({ question, bounds, least }: Omit<OptimizeReport, "result" | "hintsTried">): number {
  const { objective, gpu } = question;
  const bytes = (id: Interface): number => Number(bestBounds(bounds).get(id)?.value ?? 0n);
  switch (objective) {
    case "time":
      return toApproximateNumber(least.binding.seconds);
    case "energy":
      return joulesOf(gpu, bytes("dram-l2"), bytes("l2-sm"), "objective");
    default:
      return bytes(objective);
  }
}

/** The strongest bounds whose conditions a schedule that was found meets. */
export function boundsOfChoice({ question, bounds }: OptimizeReport, choice: ScheduleChoice): ReadonlyMap<Interface, Bound> {
  const schedule = ADD_UP_SLICES.includes(String(choice["schedule"])) ? { reduction: "serial", ...choice } : choice;
  return bestBounds(bounds, conditionsMet(question.workload, schedule));
}

/** Kernels whose slices of k meet one after another unless a choice says otherwise. */
const ADD_UP_SLICES: readonly string[] = ["split-k", "weight-stationary"];

/** Schedules that a report shows, the best first. */
const SHOWN = 10;

/** The `redblue.optimum/2` document. */
export function optimizeDocument(report: OptimizeReport): Json {
  const { question, bounds, least, result } = report;
  const { workload, gpu, l2, objective, resident, leftOut = [] } = question;
  return {
    schema: "redblue.optimum/2",
    workload: toJson(workload),
    machine: toJson(gpu),
    ...(resident === undefined ? {} : { resident: toJson(resident) }),
    cache: toJson(l2),
    objective,
    least: { seconds: toApproximateNumber(least.binding.seconds), binds: least.binding.id },
    best: Object.fromEntries([...bestBounds(bounds)].map(([at, { id, value }]) => [at, { id, value: toJson(value) }])),
    end: result.end,
    tried: result.tried.length,
    passedOver: result.passedOver,
    hintsTried: report.hintsTried,
    schedules: bestOf(report).map(({ choice, cost }) => ({
      schedule: choice,
      ...scheduleTimeFields(cost.time),
      traffic: Object.fromEntries(
        (["dram-l2", "l2-sm"] as const).flatMap((at) => {
          const bound = boundsOfChoice(report, choice).get(at);
          const traffic = at === "dram-l2" ? cost.dram : cost.sm;
          if (bound === undefined) return [];
          const beside = { bound: toJson(bound.value), boundId: bound.id, gap: quotientAsNumber(traffic, bound.value) };
          return [[at, { traffic: toJson(traffic), ...beside }]];
        }),
      ),
    })),
    ...(leftOut.length === 0 ? {} : { leftOut: leftOut.map(({ label, reason }) => ({ label, reason })) }),
  };
}

/** The best that were tried, as many as a report shows. */
export function bestOf({ question, result }: OptimizeReport): readonly Fitting<ChoiceCost>[] {
  return ranked(result.tried, (one, other) => compareCosts(question, one, other)).slice(0, SHOWN);
}
