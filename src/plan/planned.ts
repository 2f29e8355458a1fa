import { withinLimits } from "../budget.js";
import type { GemmWorkload } from "../computation/gemm.js";
import type { Resident } from "../computation/resident.js";
import type { RowWorkload } from "../computation/row-workloads.js";
import type { Workload } from "../computation/workload.js";
import { checkWorkload } from "../computation/workload.js";
import { InputError } from "../errors.js";
import { kernelRateNamed, rateOfSchedule } from "../machines/kernel-rates.js";
import type { Gpu } from "../machines/machine.js";
import type { LruCurve } from "../replay/curves/lru-curve.js";
import { lruTrafficAt } from "../replay/curves/lru-curve.js";
import { walkedLruCurve } from "../replay/curves/walked-lru-curve.js";
import type { ExecutionParameters } from "../replay/event-driven/parameters.js";
import { executionParameters } from "../replay/event-driven/parameters.js";
import type { ReadRange } from "../replay/event-driven/read-range.js";
import { replayReadRange } from "../replay/event-driven/read-range.js";
import type { ReplayExplanation } from "../replay/explain.js";
import { explainReplay } from "../replay/explain.js";
import { clusteredParameters } from "../replay/l2/clustered-l2.js";
import type { L2Model, PartitionedL2Model } from "../replay/l2/l2-model.js";
import { checkOneL2, isLruInLockStep } from "../replay/l2/l2-model.js";
import { issued } from "../replay/longest-first.js";
import { replayTileSchedule, withSeconds } from "../replay/replay.js";
import type { ReplayedTraffic } from "../replay/traffic.js";
import { parseTile } from "../schedules/gpu/gemm/tiled-gemm.js";
import { parseDeal, withDeal } from "../schedules/tiles/deal.js";
import { withHints } from "../schedules/tiles/eviction-hints.js";
import { withResidents } from "../schedules/tiles/resident-tiles.js";
import { withSpills } from "../schedules/tiles/spills.js";
import type { AttentionPlanOptions } from "./attention.js";
import { planAttention } from "./attention.js";
import { planAttentionBackward } from "./attention-backward.js";
import type { StagesPlanOptions } from "./chains.js";
import { planChains } from "./chains.js";
import { planConvs } from "./conv.js";
import { planFfn } from "./ffn.js";
import { planMoe } from "./moe.js";
import { planMultilayerChains } from "./multilayer.js";
import type { PlannedReplay } from "./planned-replay.js";
import { planEpilogueProduct } from "./product-kinds/epilogue-product.js";
import { planGroupedGemm } from "./product-kinds/grouped-gemm.js";
import { planNormProduct } from "./product-kinds/norm-product.js";
import { planSparseProduct } from "./product-kinds/sparse-product.js";
import type { ProductPlanOptions } from "./products.js";
import { planProducts } from "./products.js";
import { planRows } from "./rows.js";
import { planScan } from "./scan.js";

export type { PlannedReplay, ScheduleFields } from "./planned-replay.js";

/** Options of every kernel schedule; those that a workload has no use for are an error. */
export interface PlanOptions extends ProductPlanOptions, StagesPlanOptions, AttentionPlanOptions {
  /** What the family of kernels reaches of the GPU's rates, `triton` (default) or `library`: estimates of time presume it. */
  readonly kernelRate?: string | undefined;
  /** Bytes of spill stores and spill loads of a thread, `STORES,LOADS` as `ptxas -v` prints them; each step is taken to run them. */
  readonly spillBytes?: string | undefined;
  /** What loads and stores tell the L2, `ARRAY:HINT,…`: `b:evict-last,c:evict-first`. */
  readonly hint?: string | undefined;
  /** How the kernel remaps its blocks for the dies of a GPU, to which the hardware hands them by turns: `runs`, `chunks:16`. */
  readonly deal?: string | undefined;
  /** What the kernel before left in the L2, as bounds name and measure it. */
  readonly resident?: readonly Resident[] | undefined;
}

/** Options that only some kernels take, and the names by which messages call them. */
export const OPTION_NAMES: readonly (readonly [option: keyof PlanOptions, name: string])[] = [
  ["orders", "order"],
  ["bands", "band"],
  ["serpentine", "serpentine"],
  ["lse", "lse"],
  ["queryOrder", "query-order"],
  ["keyOrder", "key-order"],
  ["stages", "stages"],
  ["splits", "splits"],
  ["reduction", "reduction"],
  ["scheduler", "scheduler"],
  ["kOrder", "k-order"],
  ["cluster", "cluster"],
  ["loads", "loads"],
];

/** Kernels of some kinds of workloads. */
export interface KernelFamily {
  readonly kinds: readonly Workload["kind"][];
  /** Options that some of its kernels take, beside a tile, threads and CTAs an SM. */
  readonly options: readonly (keyof PlanOptions)[];
  readonly plan: (workload: Workload, gpu: Gpu, options: PlanOptions) => readonly PlannedReplay[];
}

/** A family of the kernels that `plan` makes. */
export function kernelFamily<W extends Workload>(
  kinds: readonly W["kind"][],
  options: readonly (keyof PlanOptions)[],
  plan: (workload: W, gpu: Gpu, options: PlanOptions) => readonly PlannedReplay[],
): KernelFamily {
  return { kinds, options, plan: (workload, gpu, given) => plan(workload as W, gpu, given) };
}

/** Every kernel known here. */
export const KERNELS: readonly KernelFamily[] = [
  kernelFamily(
    ["gemm"],
    ["orders", "bands", "stages", "splits", "reduction", "scheduler", "kOrder", "cluster", "loads"],
    (w: GemmWorkload, gpu, options) => {
      const { stages, threads, ctasPerSm } = options;
      const tile = options.tile === undefined ? undefined : parseTile(options.tile);
      return planProducts(w, gpu, options, { stages, threads, ctasPerSm, tile });
    },
  ),
  kernelFamily(["chain"], ["orders", "bands", "serpentine", "stages"], planChains),
  kernelFamily(["multilayer-chain"], ["orders", "stages"], planMultilayerChains),
  kernelFamily(["ffn"], ["orders", "bands", "serpentine", "stages"], planFfn),
  kernelFamily(["attention"], ["lse", "queryOrder", "keyOrder", "stages", "splits", "cluster"], planAttention),
  kernelFamily(["attention-backward"], ["stages"], planAttentionBackward),
  kernelFamily(["conv"], ["orders", "stages"], planConvs),
  kernelFamily<RowWorkload>(["elementwise", "softmax", "rmsnorm", "layernorm", "rotary"], [], planRows),
  kernelFamily(["grouped-gemm"], ["orders", "stages"], planGroupedGemm),
  kernelFamily(["moe"], ["orders", "stages"], planMoe),
  kernelFamily(["epilogue-gemm"], ["orders", "stages"], planEpilogueProduct),
  kernelFamily(["sparse-gemm"], ["orders", "stages"], planSparseProduct),
  kernelFamily(["scan"], ["stages"], planScan),
  kernelFamily(["norm-gemm"], ["orders", "stages"], planNormProduct),
];

function listOf(kinds: readonly string[]): string {
  return kinds.length === 1 ? `${kinds[0]}` : `${kinds.slice(0, -1).join(", ")} or ${kinds.at(-1)}`;
}

/**
 * Every kernel schedule that fits the workload, with the orders or bands asked for.
 *
 * @param families those that are asked; default: all known here
 * @throws InputError when a kernel does not fit the GPU, or no schedule of the workload is known.
 */
export function planReplays(
  workload: Workload,
  gpu: Gpu,
  options: PlanOptions = {},
  families: readonly KernelFamily[] = KERNELS,
): readonly PlannedReplay[] {
  checkWorkload(workload);
  const own = families.filter(({ kinds }) => kinds.includes(workload.kind));
  for (const [option, name] of OPTION_NAMES) {
    if (options[option] === undefined || own.some((family) => family.options.includes(option))) continue;
    const kinds = families.flatMap((family) => (family.options.includes(option) ? family.kinds : []));
    throw new InputError(name, `${listOf(kinds)} for it`, workload.kind);
  }
  const asked = options.kernelRate === undefined ? undefined : kernelRateNamed(options.kernelRate);
  const timing = ({ fields }: PlannedReplay): Pick<PlannedReplay, "timing"> =>
    // A machine without an L2, as a part of one may be, has no rates to estimate by.
    gpu.l2Bytes < 1 ? {} : { timing: () => executionParameters(gpu, asked ?? rateOfSchedule(String(fields["id"]))) };
  const plans = own.flatMap(({ plan }) => plan(workload, gpu, options));
  const named = asked === undefined ? {} : { kernelRate: asked.id };
  const { spillBytes, hint, deal, resident = [] } = options;
  const rated = plans.map((one) => ({ ...one, ...timing(one), fields: { ...one.fields, ...named } }));
  const dealing = deal === undefined ? rated : rated.map((one) => dealt(one, gpu, deal));
  const hinting = hint === undefined ? dealing : dealing.map((one) => withHint(one, hint));
  const spilled = spillBytes === undefined ? hinting : hinting.map((one) => spilling(one, spillBytes));
  if (own.length > 0) return resident.length === 0 ? spilled : spilled.map((one) => warmed(one, resident));
  throw new InputError(
    "workload",
    "one with known schedules for a replay on a GPU (bounds: redblue bound; the schedules of an einsum: --fast-words)",
    workload.kind,
  );
}

/** The plan with spilled registers, of which no closed form and no moves are known. */
function spilling({ closedForm: _, ...plan }: PlannedReplay, spillBytes: string): PlannedReplay {
  const threads = plan.block.threads * (plan.clusterSize ?? 1);
  return {
    ...plan,
    fields: { ...plan.fields, spillBytes },
    layOut: () => withSpills(plan.layOut(), spillBytes, threads),
    lift: () => {
      throw new InputError("spill-bytes", "none of it for the referee", spillBytes);
    },
  };
}

/** The plan with its blocks remapped for the dies. @throws InputError naming `deal`. */
function dealt(plan: PlannedReplay, { dies = 1, id }: Gpu, deal: string): PlannedReplay {
  if (dies === 1) throw new InputError("deal", "a GPU of dies, such as mi300x", id);
  parseDeal(deal);
  const label = `${plan.label} ${deal}`;
  return { ...plan, label, fields: { ...plan.fields, deal }, layOut: () => withDeal(plan.layOut(), deal, dies) };
}

/** The plan with hints, which no closed form knows and which change no move. */
export function withHint({ closedForm: _, ...plan }: PlannedReplay, hint: string): PlannedReplay {
  return { ...plan, fields: { ...plan.fields, hint }, layOut: () => withHints(plan.layOut(), hint) };
}

/** The plan after a kernel that left words in the L2, of which no closed form knows and no move. */
function warmed({ closedForm: _, ...plan }: PlannedReplay, resident: readonly Resident[]): PlannedReplay {
  const { hint } = plan.fields;
  // Rules of hints are known of lines that the kernel itself brought in.
  if (hint !== undefined) throw new InputError("resident", "no hint beside it", String(hint));
  return {
    ...plan,
    resident,
    layOut: () => withResidents(plan.layOut(), resident),
    lift: () => {
      throw new InputError("resident", "none of it for the referee", resident.map(({ array }) => array).join(", "));
    },
  };
}

/** What `planReplays` plans; nothing where no kernel fits or knows the options. */
export function plansThatFit(workload: Workload, gpu: Gpu, options: PlanOptions): readonly PlannedReplay[] {
  try {
    return planReplays(workload, gpu, options);
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}

/**
 * What an estimate of the plan's duration presumes: the L2 as its clusters see it, and the rates of its family of kernels. Undefined
 * where a plain cache stands before a GPU without rates.
 */
export function executionOf(planned: PlannedReplay, l2: PartitionedL2Model): ExecutionParameters;
export function executionOf(planned: PlannedReplay, l2: L2Model): ExecutionParameters | undefined;
export function executionOf({ timing, clusterSize = 1 }: PlannedReplay, l2: L2Model): ExecutionParameters | undefined {
  const own = timing?.();
  const parameters = l2.policy === "partitioned" ? { ...l2.parameters, rate: own?.rate ?? l2.parameters.rate } : own;
  return parameters && clusteredParameters(parameters, clusterSize);
}

/** Counts the traffic of a planned kernel through an L2, by a closed form where one is known, and estimates its duration. */
export function replayPlanned(planned: PlannedReplay, l2: L2Model): ReplayedTraffic {
  const { slots } = planned;
  const closed = isLruInLockStep(l2) ? planned.closedForm : undefined;
  const traffic = closed === undefined ? undefined : lruTrafficAt(closed(), [l2.bytes])[0];
  const timing = executionOf(planned, l2);
  // Counts in closed form know no limit; an estimate of the duration needs the blocks.
  if (traffic !== undefined) return withinLimits(() => withSeconds(traffic, planned.layOut(), slots, timing)) ?? traffic;
  const model = l2.policy === "partitioned" ? { ...l2, parameters: executionOf(planned, l2) } : l2;
  return replayTileSchedule(planned.layOut(), slots, model, timing);
}

/** DRAM reads over the variants of the model; @throws InputError naming `cache` for models other than the partitioned one. */
export function rangeOfPlanned(planned: PlannedReplay, l2: L2Model): ReadRange {
  if (l2.policy !== "partitioned") {
    throw new InputError("cache", "partitioned for a range, which was held against counters", l2.policy);
  }
  checkOneL2(l2, "a range");
  return replayReadRange(planned.layOut(), planned.slots, executionOf(planned, l2));
}

/** What the steps of a replay saw; @throws InputError naming `cache` for models other than plain online caches. */
export function explainPlanned(planned: PlannedReplay, l2: L2Model): ReplayExplanation {
  checkOneL2(l2, "--explain");
  if (l2.policy === "partitioned") throw new InputError("cache", "a plain cache to explain, such as lru", l2.policy);
  checkPlainStart(planned);
  if (l2.execution?.kind === "drift") throw new InputError("execution", "lock-step to explain", "drift");
  return explainReplay(issued(planned.layOut(), l2.execution), planned.slots, l2);
}

/** Traffic in lock step through an LRU at every capacity. */
export function lruCurveOf(planned: PlannedReplay): LruCurve {
  checkPlainStart(planned);
  return planned.closedForm?.() ?? walkedLruCurve(planned.layOut(), planned.slots);
}

/** Whether hints may be searched: rules for them were measured on an H100, whose L2 the H200 shares. */
export function knowsHints(l2: L2Model): boolean {
  return l2.policy === "partitioned" && l2.parameters.basis === "fitted";
}

/** @throws InputError naming `hint`, `deal` or `resident` of a plan before a cache that knows none */
export function checkPlainStart({ fields: { hint, deal }, resident }: PlannedReplay): void {
  if (deal !== undefined) throw new InputError("deal", "a replay through the L2s of dies (redblue replay, gap)", String(deal));
  if (resident !== undefined)
    throw new InputError(
      "resident",
      "a replay at one size of the L2, without --explain",
      resident.map(({ array }) => array).join(", "),
    );
  if (hint !== undefined) throw new InputError("hint", "--cache partitioned, of which rules are known", String(hint));
}
