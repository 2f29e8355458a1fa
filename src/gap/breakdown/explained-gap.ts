import { bestBounds } from "../../bounds/prove.js";
import { budgeted, withinLimits } from "../../budget.js";
import { InputError } from "../../errors.js";
import { quotientAsNumber } from "../../exact/rational.js";
import type { Gpu } from "../../machines/machine.js";
import type { PlannedReplay } from "../../plan/planned.js";
import { knowsHints, withHint } from "../../plan/planned.js";
import { diesOf, type L2Model } from "../../replay/l2/l2-model.js";
import { mostPersistingBytes } from "../../replay/l2/partitioned-l2-shape.js";
import { totalTraffic } from "../../replay/traffic.js";
import { HINT_SAVES, likelyHints } from "../../schedules/tiles/eviction-hints.js";
import type { GapOptions, GapReport, GapRow } from "../gap.js";
import type { GapBreakdown, Level } from "./breakdown.js";
import { gapBreakdown } from "./breakdown.js";
import type { Candidate, HintStep } from "./breakdown-advice.js";
import { headline, modelStep, orderStep, replacementStep, scheduleStep, wordStep } from "./breakdown-advice.js";
import { breakdownCandidates, nameBeside } from "./breakdown-candidates.js";
import { provenLevel, someKernels } from "./breakdown-proven.js";
import { BreakdownReplays } from "./breakdown-replays.js";

/** What to explain, and against which counter. */
export interface ExplainOptions extends GapOptions {
  /** The schedule to explain, where the options mean several: the first row of this id. */
  readonly explained?: string | undefined;
  /** A counter's DRAM reads in bytes: the top of the breakdown of `dram-l2`, which then counts reads. */
  readonly measuredReads?: bigint | undefined;
}

/**
 * Why a schedule moves more than the bound, a breakdown an interface: the schedule, its best launch order and the best schedule known on
 * the replayed cache, none slower than the schedule; the last of these with ideal replacement; what is proven of some kernels and of all.
 */
export function explainGap(report: GapReport, options: ExplainOptions = {}): readonly GapBreakdown[] {
  return budgeted(() => breakdowns(report, options));
}

/** The first row of a report, or of the schedule named. */
export function explainedRow({ rows }: Pick<GapReport, "rows">, explained?: string): GapRow | undefined {
  return rows.find(({ schedule }) => explained === undefined || schedule["id"] === explained);
}

function breakdowns(report: GapReport, options: ExplainOptions): readonly GapBreakdown[] {
  const { machine, cache } = report;
  if (machine.kind !== "gpu" || cache === undefined) {
    if (options.measuredReads !== undefined) throw new InputError("measured-reads", "a GPU whose reads were counted", machine.id);
    return wordBreakdowns(report, options.explained);
  }
  // What a step of the breakdown changes is told for one L2.
  if (diesOf(cache) !== undefined) return [];
  return kernelBreakdowns(report, machine, cache, options);
}

function kernelBreakdowns(report: GapReport, gpu: Gpu, l2: L2Model, options: ExplainOptions): readonly GapBreakdown[] {
  const explained = explainedRow(report, options.explained);
  if (explained === undefined) return [];
  const { chosen, sameKernel, all } = breakdownCandidates(report.workload, gpu, options, explained.schedule, report.resident);
  const real = new BreakdownReplays(gpu, l2, options.onReplay, report.rows);
  const best = new BreakdownReplays(gpu, { policy: "opt", bytes: l2.bytes }, (label) =>
    options.onReplay?.(`${label}, ideal replacement`),
  );
  const candidates = real.asFastAs(chosen, all);
  const orders = sameKernel.filter((plan) => candidates.includes(plan));
  const field = chosen.fields["order"] === undefined ? "band height" : "launch order";
  return [...bestBounds(report.bounds)].flatMap(([interfaceId, bound]) => {
    const dram = interfaceId === "dram-l2";
    const counts = dram && options.measuredReads !== undefined ? "reads" : "total";
    const amountOf = (replays: BreakdownReplays, plan: PlannedReplay): bigint | undefined => {
      const traffic = replays.of(plan, interfaceId);
      return traffic === undefined ? undefined : counts === "reads" ? traffic.reads : totalTraffic(traffic);
    };
    const amount = amountOf(real, chosen);
    if (amount === undefined || amount === 0n) return [];
    const own: Candidate & { readonly plan: PlannedReplay } = { plan: chosen, name: explained.label, amount };
    const least = (plans: readonly PlannedReplay[]): typeof own =>
      plans.reduce((leader, plan) => {
        const amount = amountOf(real, plan);
        return amount !== undefined && amount < leader.amount ? { plan, name: nameBeside(plan, chosen), amount } : leader;
      }, own);
    const order = dram && sameKernel.length > 1 ? least(orders) : undefined;
    const known = least(candidates);
    // MIN keeps tiles: where the cache is smaller than the largest, nothing is idealized.
    const ideal = dram ? amountOf(best, known.plan) : undefined;
    const floor = provenLevel(report.bounds, bound, counts);
    const measured = counts === "reads" ? options.measuredReads : undefined;
    const mebibytes = Number((l2.bytes / 2 ** 20).toFixed(2));
    const levels: readonly Level[] = [
      ...(measured === undefined
        ? []
        : [{ id: "measured", label: "counted by the hardware", basis: "measured", amount: measured, change: "" } as const]),
      { id: "schedule", label: own.name, basis: "replayed", amount, change: modelStep(measured, amount) },
      ...(order === undefined ? [] : [replayedLevel("best-order", order.name, order.amount, orderStep(field, own, order))]),
      replayedLevel("best-schedule", known.name, known.amount, scheduleStep(order ?? own, known)),
      // In lock step, as MIN is replayed, blocks may interleave worse than in time: then it says nothing.
      ...(ideal === undefined || ideal > known.amount
        ? []
        : [
            replayedLevel(
              "ideal-replacement",
              `${known.name}, ideal replacement in ${mebibytes} MiB`,
              ideal,
              replacementStep(known, ideal, dram ? hintBeside(real, known, ideal, counts, l2) : undefined),
            ),
          ]),
      ...someKernels(report, interfaceId, counts, { floor: floor.amount, known: known.amount, chosen }),
      floor,
    ];
    const amounts = { own, order, known, ideal, bound: floor.amount };
    return [gapBreakdown(interfaceId, counts, levels, headline(interfaceId, amounts, field, explained.time))];
  });
}

/** The hint that saves most at no cost in time; undefined where no rules for hints are known, or nothing is left for them to save. */
function hintBeside(
  real: BreakdownReplays,
  { plan, amount }: Candidate & { readonly plan: PlannedReplay },
  ideal: bigint,
  counts: "reads" | "total",
  l2: L2Model,
): HintStep | undefined {
  if (!knowsHints(l2) || quotientAsNumber(ideal, amount) > 1 - HINT_SAVES || plan.fields["hint"] !== undefined) return undefined;
  const most = real.secondsOf(plan) ?? 0;
  const hints = withinLimits(() => likelyHints(plan.layOut(), mostPersistingBytes(l2.bytes))) ?? [];
  const tried = hints.flatMap((hint): readonly Candidate[] => {
    const hinted = withHint(plan, hint);
    const traffic = real.of(hinted, "dram-l2");
    if (traffic === undefined || (real.secondsOf(hinted) ?? Number.POSITIVE_INFINITY) > most) return [];
    return [{ name: hint, amount: counts === "reads" ? traffic.reads : totalTraffic(traffic) }];
  });
  const best = tried.find((one) => tried.every((other) => one.amount <= other.amount));
  const saves = best !== undefined && quotientAsNumber(best.amount, amount) <= 1 - HINT_SAVES;
  return { tried: hints.length, ...(saves ? { best } : {}) };
}

function replayedLevel(
  id: "best-order" | "best-schedule" | "ideal-replacement",
  label: string,
  amount: bigint,
  change: string,
): Level {
  return { id, label, basis: "replayed", amount, change };
}

function wordBreakdowns(report: GapReport, explained: string | undefined): readonly GapBreakdown[] {
  const interfaceIds = [...new Set(report.rows.map((row) => row.interface))];
  return interfaceIds.flatMap((interfaceId) => {
    const rows = report.rows.filter((row) => row.interface === interfaceId);
    const chosen = explainedRow({ rows }, explained);
    if (chosen === undefined) return [];
    const best = rows.reduce((least, row) => (row.total < least.total ? row : least), chosen);
    const [own, known] = [chosen, best].map(({ label, total }) => ({ name: label, amount: total })) as [Candidate, Candidate];
    const bound = provenLevel(report.bounds, chosen.bound, "total");
    const levels: readonly Level[] = [
      { id: "schedule", label: own.name, basis: "replayed", amount: own.amount, change: "" },
      replayedLevel("best-schedule", known.name, known.amount, wordStep(own, known)),
      bound,
    ];
    const amounts = { own, known, bound: bound.amount };
    return [gapBreakdown(interfaceId, "total", levels, headline(interfaceId, amounts, "launch order"))];
  });
}
