import type { Bound } from "../bounds/bound.js";
import { bestBounds, bestReads } from "../bounds/prove.js";
import { budgeted } from "../budget.js";
import { InputError } from "../errors.js";
import type { Gpu, Interface } from "../machines/machine.js";
import type { PlannedReplay } from "../plan/planned.js";
import { replayPlanned } from "../plan/planned.js";
import type { L2Model } from "../replay/l2/l2-model.js";
import type { Traffic } from "../replay/traffic.js";
import { totalTraffic } from "../replay/traffic.js";
import type { GapBreakdown, Level, LevelId } from "./breakdown.js";
import { gapBreakdown } from "./breakdown.js";
import type { Candidate } from "./breakdown-advice.js";
import { headline, modelStep, orderStep, replacementStep, scheduleStep } from "./breakdown-advice.js";
import { breakdownCandidates, planKey } from "./breakdown-candidates.js";
import { conditionsMet, kernelsBound } from "./conditions.js";
import type { GapOptions, GapReport, GapRow } from "./gap.js";

/** What to explain, and against which counter. */
export interface ExplainOptions extends GapOptions {
  /** The schedule to explain, where the options mean several: the first of this id. */
  readonly explained?: string | undefined;
  /** A counter's DRAM reads in bytes: the top of the breakdown of `dram-l2`, which then counts reads. */
  readonly measuredReads?: bigint | undefined;
}

/**
 * Why a schedule moves more than the bound, a breakdown an interface: the schedule on the replayed cache, with ideal replacement,
 * in its best launch order, the best schedule known, then what is proven of some kernels and of all.
 */
export function explainGap(report: GapReport, options: ExplainOptions = {}): readonly GapBreakdown[] {
  return budgeted(() => breakdowns(report, options));
}

function breakdowns(report: GapReport, options: ExplainOptions): readonly GapBreakdown[] {
  const { machine, cache } = report;
  if (machine.kind !== "gpu" || cache === undefined) {
    if (options.measuredReads !== undefined) throw new InputError("measured-reads", "a GPU whose reads were counted", machine.id);
    return wordBreakdowns(report, options.explained);
  }
  return kernelBreakdowns(report, machine, cache, options);
}

function kernelBreakdowns(report: GapReport, gpu: Gpu, l2: L2Model, options: ExplainOptions): readonly GapBreakdown[] {
  const { chosen, sameKernel, all } = breakdownCandidates(report.workload, gpu, options, options.explained);
  const ideal: L2Model = { policy: "opt", bytes: l2.bytes };
  const real = new Replays(l2, options.onReplay, report.rows);
  const best = new Replays(ideal, (label) => options.onReplay?.(`${label}, ideal replacement`));
  // MIN takes long, and brings no schedule that moves several times as much to the front.
  const near = all.filter((plan) => plan === chosen || sameKernel.includes(plan) || isNear(real, plan, chosen));
  // MIN keeps tiles: where the cache is smaller than the largest, no level is idealized.
  const idealized = best.of(chosen, "dram-l2") !== undefined;
  const settled = idealized ? best : real;
  return [...bestBounds(report.bounds)].flatMap(([interfaceId, bound]) => {
    const counts = interfaceId === "dram-l2" && options.measuredReads !== undefined ? "reads" : "total";
    const amountOf = (replays: Replays, plan: PlannedReplay): bigint | undefined => {
      const traffic = replays.of(plan, interfaceId);
      return traffic === undefined ? undefined : counts === "reads" ? traffic.reads : totalTraffic(traffic);
    };
    const own = amountOf(real, chosen);
    if (own === undefined || own === 0n) return [];
    const least = (replays: Replays, plans: readonly PlannedReplay[]): Candidate =>
      plans.reduce<Candidate>(
        (leader, plan) => {
          const amount = amountOf(replays, plan);
          return amount !== undefined && amount < leader.amount ? { name: nameOf(plan, chosen), amount } : leader;
        },
        { name: nameOf(chosen, chosen), amount: amountOf(replays, chosen) ?? own },
      );
    const dram = interfaceId === "dram-l2";
    const onCache = { order: least(real, sameKernel), schedule: least(real, all) };
    const idle = amountOf(settled, chosen) ?? own;
    const order = least(settled, sameKernel);
    const known = least(settled, near);
    const floor = provenLevel(report.bounds, bound, counts);
    const top: Level[] =
      counts === "reads" && options.measuredReads !== undefined
        ? [{ id: "measured", label: "counted by the hardware", basis: "measured", amount: options.measuredReads, change: "" }]
        : [];
    const levels: readonly Level[] = [
      ...top,
      { id: "schedule", label: chosen.label, basis: "replayed", amount: own, change: modelStep(top[0]?.amount, own) },
      ...(dram && idealized
        ? [
            {
              id: "ideal-replacement" as const,
              label: `${chosen.label}, ideal replacement in ${Number((l2.bytes / 2 ** 20).toFixed(2))} MiB`,
              basis: "replayed" as const,
              amount: idle,
              change: replacementStep(own, idle),
            },
          ]
        : []),
      ...(sameKernel.length > 1 && dram
        ? [
            {
              id: "best-order" as const,
              label: order.name,
              basis: "replayed" as const,
              amount: order.amount,
              change: orderStep(orderField(chosen), idle, order, onCache.order, own),
            },
          ]
        : []),
      {
        id: "best-schedule",
        label: known.name,
        basis: "replayed",
        amount: known.amount,
        change: scheduleStep(dram ? order.amount : own, known),
      },
      ...someKernels(report, interfaceId, counts, { floor: floor.amount, known: known.amount, chosen }),
      floor,
    ];
    return [
      gapBreakdown(
        interfaceId,
        counts,
        levels,
        headline(own, onCache, known, floor.amount, dram ? orderField(chosen) : undefined),
      ),
    ];
  });
}

/** On the cache as it is, at most twice what the chosen schedule moves over some interface. */
function isNear(real: Replays, plan: PlannedReplay, chosen: PlannedReplay): boolean {
  return (["dram-l2", "l2-sm"] as const).some((interfaceId) => {
    const [traffic, own] = [real.of(plan, interfaceId), real.of(chosen, interfaceId)];
    return traffic !== undefined && own !== undefined && totalTraffic(traffic) <= 2n * totalTraffic(own);
  });
}

/** Replays each plan once; rows of the table are not replayed again. */
class Replays {
  readonly #traffic: Map<string, ReadonlyMap<Interface, Traffic> | undefined> = new Map();
  readonly #l2: L2Model;
  readonly #onReplay: ((label: string) => void) | undefined;

  constructor(l2: L2Model, onReplay: ((label: string) => void) | undefined, rows: readonly GapRow[] = []) {
    this.#l2 = l2;
    this.#onReplay = onReplay;
    for (const { schedule } of rows) {
      const own = rows.filter((row) => row.schedule === schedule);
      this.#traffic.set(planKey({ fields: schedule }), new Map(own.map((row) => [row.interface, row.traffic])));
    }
  }

  /** Undefined where the cache cannot replay it. */
  of(plan: PlannedReplay, interfaceId: Interface): Traffic | undefined {
    const key = planKey(plan);
    if (!this.#traffic.has(key)) {
      this.#onReplay?.(plan.label);
      this.#traffic.set(key, this.#replay(plan));
    }
    return this.#traffic.get(key)?.get(interfaceId);
  }

  #replay(plan: PlannedReplay): ReadonlyMap<Interface, Traffic> | undefined {
    try {
      return replayPlanned(plan, this.#l2).total;
    } catch (error) {
      if (error instanceof InputError) return undefined;
      throw error;
    }
  }
}

/** The label, with the tile where it is not the chosen schedule's. */
function nameOf(plan: PlannedReplay, chosen: PlannedReplay): string {
  const tile = plan.fields["tile"];
  return tile === chosen.fields["tile"] ? plan.label : `${plan.label}, tile ${tile}`;
}

function orderField({ fields }: PlannedReplay): string {
  return fields["order"] === undefined ? "band height" : "launch order";
}

function provenLevel(bounds: readonly Bound[], best: Bound, counts: GapBreakdown["counts"]): Level {
  const change = "No kernel of any kind moves less: this is proven.";
  if (counts === "total") return { id: "bound", label: best.id, basis: "proven", amount: best.value, change };
  const most = bestReads(bounds).get(best.interface);
  return { id: "bound", label: most?.id ?? best.id, basis: "proven", amount: most?.reads ?? 0n, change };
}

/** Bounds of some kernels that say more than the bound of all: of a class, or of those that meet the conditions of the chosen one. */
function someKernels(
  { workload, bounds }: Pick<GapReport, "workload" | "bounds">,
  interfaceId: Interface,
  counts: GapBreakdown["counts"],
  { floor, known, chosen }: { readonly floor: bigint; readonly known: bigint; readonly chosen: PlannedReplay },
): readonly Level[] {
  const met = conditionsMet(workload, chosen.fields);
  const sharper = (counts === "reads" ? bestReads : bestBounds)(bounds, met).get(interfaceId);
  const ofClass = (theorem: string): readonly Bound[] =>
    bounds.filter((bound) => bound.id === theorem && bound.interface === interfaceId);
  const level = (id: LevelId, some: readonly Bound[], kernels: string): readonly Level[] => {
    const values = some.map((bound) => (counts === "reads" ? (bound.reads ?? 0n) : bound.value));
    const amount = values.reduce((least, value) => (value < least ? value : least), values[0] ?? 0n);
    if (amount <= floor) return [];
    const change =
      amount > known
        ? `The best schedule known is not one of these: ${kernels} cannot do so well.`
        : `What is left down to here another schedule may win among ${kernels}; below only a kernel that is none of them.`;
    return [{ id, label: some[0]?.id ?? "", basis: "proven for some", amount, change }];
  };
  const levels = [
    ...level("class-bound", ofClass("gemm-one-cta-per-tile"), "kernels of one block a tile of C, whatever their launch order"),
    ...level("sums-in-place", ofClass("gemm-output-stationary"), "kernels whose sums stay where the instruction has them"),
    ...(sharper === undefined ? [] : level("condition-bound", [sharper], `kernels with ${kernelsBound(sharper)}`)),
  ];
  return levels.sort((one, other) => (one.amount < other.amount ? 1 : one.amount > other.amount ? -1 : 0));
}

function wordBreakdowns(report: GapReport, explained: string | undefined): readonly GapBreakdown[] {
  const interfaceIds = [...new Set(report.rows.map((row) => row.interface))];
  return interfaceIds.flatMap((interfaceId) => {
    const rows = report.rows.filter((row) => row.interface === interfaceId);
    const chosen = rows.find(({ schedule }) => explained === undefined || schedule["id"] === explained);
    const best = rows.reduce<GapRow | undefined>(
      (least, row) => (least === undefined || row.total < least.total ? row : least),
      undefined,
    );
    if (chosen === undefined || best === undefined) return [];
    const known = { name: best.label, amount: best.total };
    const own = chosen.total;
    const levels: readonly Level[] = [
      { id: "schedule", label: chosen.label, basis: "replayed", amount: own, change: "" },
      { id: "best-schedule", label: best.label, basis: "replayed", amount: best.total, change: scheduleStep(own, known) },
      provenLevel(report.bounds, chosen.bound, "total"),
    ];
    const onCache = { order: { name: chosen.label, amount: own }, schedule: known };
    return [gapBreakdown(interfaceId, "total", levels, headline(own, onCache, known, chosen.bound.value, undefined))];
  });
}
