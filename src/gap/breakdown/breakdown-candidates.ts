import type { Resident } from "../../computation/resident.js";
import type { Workload } from "../../computation/workload.js";
import type { Gpu } from "../../machines/machine.js";
import { plannedAs } from "../../plan/named-again.js";
import type { PlannedReplay, PlanOptions, ScheduleFields } from "../../plan/planned.js";
import { planReplays, plansThatFit } from "../../plan/planned.js";
import { USUAL_ORDERS } from "../../plan/products.js";
import { usualPlans } from "../../plan/usual-kernels.js";
import type { LaunchOrder } from "../../schedules/tiles/launch-order.js";
import { formatLaunchOrder } from "../../schedules/tiles/launch-order.js";

/** Tiles that move fewer bytes into the SMs than the usual one, where they fit. */
const WIDE_TILES: readonly string[] = ["128x256x64", "256x128x64", "256x256x32"];
const FLASH_TILES: readonly string[] = ["128x128", "256x64", "192x128"];
const ORDERS_OF_TILES: readonly LaunchOrder[] = [
  { kind: "group", height: 8 },
  { kind: "group", height: 16 },
];

/** Schedules that a breakdown compares with the one it explains. */
export interface BreakdownCandidates {
  readonly chosen: PlannedReplay;
  /** The same kernel in other launch orders, the chosen one among them. */
  readonly sameKernel: readonly PlannedReplay[];
  /** Those, other kernels and other tiles. */
  readonly all: readonly PlannedReplay[];
}

/** The schedule of these fields, which the options mean, and what there is beside it; all after a kernel that left `resident` in the L2. */
export function breakdownCandidates(
  workload: Workload,
  gpu: Gpu,
  asked: Omit<PlanOptions, "resident"> & { readonly all?: boolean | undefined },
  schedule: ScheduleFields,
  resident?: readonly Resident[],
): BreakdownCandidates {
  const options = { ...asked, resident };
  const { tile, stages, threads, ctasPerSm, kernelRate, spillBytes, loads } = options;
  const given = planReplays(workload, gpu, options).filter(isWhole);
  const meant = given.find((plan) => planKey(plan) === planKey({ fields: schedule }));
  // A table also shows tiles that the options leave open.
  const chosen = meant ?? plannedAs(schedule, workload, gpu, resident);
  if (chosen === undefined) throw new RangeError("breakdownCandidates: a schedule that the options do not mean");
  const reordered = (order: LaunchOrder): readonly PlannedReplay[] => {
    const plan = plannedAs({ ...chosen.fields, order: formatLaunchOrder(order) }, workload, gpu, resident);
    return plan === undefined ? [] : [plan];
  };
  const orders =
    meant === undefined
      ? USUAL_ORDERS.flatMap(reordered)
      : plansOf(workload, gpu, { ...options, orders: undefined, bands: undefined, schedule: String(chosen.fields["id"]) });
  const usual = plansOf(workload, gpu, { tile, stages, threads, ctasPerSm, kernelRate, spillBytes, loads, resident });
  const near = distinct([chosen, ...usualPlans([...given, ...orders, ...usual], workload, gpu, options).shown]);
  const ids = new Set([String(chosen.fields["id"]), ...(workload.kind === "gemm" ? ["tiled-gemm"] : [])]);
  const others = tilesFor(workload).flatMap((wide) =>
    [...ids].flatMap((id) => wider(workload, gpu, { tile: wide, schedule: id, kernelRate, spillBytes, loads, resident })),
  );
  return { chosen, sameKernel: near.filter((one) => sameBut(chosen, one)), all: distinct([...near, ...others]) };
}

/** Plans of the whole workload; none where a kernel does not fit. */
function plansOf(workload: Workload, gpu: Gpu, options: PlanOptions): readonly PlannedReplay[] {
  return plansThatFit(workload, gpu, options).filter(isWhole);
}

/** Bounds are about the whole workload, not a part of it. */
function isWhole({ fields }: PlannedReplay): boolean {
  return fields["computes"] === undefined;
}

function tilesFor({ kind }: Workload): readonly string[] {
  return kind === "attention" ? FLASH_TILES : WIDE_TILES;
}

/** Plans of one kernel with another tile, in few orders. */
function wider(workload: Workload, gpu: Gpu, options: PlanOptions): readonly PlannedReplay[] {
  const ordered = workload.kind === "gemm" || workload.kind === "conv";
  return plansOf(workload, gpu, {
    ...options,
    ...(ordered ? { orders: ORDERS_OF_TILES } : {}),
  });
}

function sameBut(chosen: PlannedReplay, other: PlannedReplay): boolean {
  const rest = ({ fields }: PlannedReplay): string =>
    JSON.stringify(Object.entries(fields).filter(([name]) => name !== "order" && name !== "band"));
  return rest(chosen) === rest(other);
}

function distinct(plans: readonly PlannedReplay[]): readonly PlannedReplay[] {
  return [...new Map(plans.map((plan) => [planKey(plan), plan])).values()];
}

/** The same text for plans that replay the same. */
export function planKey({ fields }: Pick<PlannedReplay, "fields">): string {
  return JSON.stringify(fields);
}

/** The label of a plan, with the tile, slices and stages where they are not those of `chosen`. */
export function nameBeside({ label, fields }: PlannedReplay, chosen: PlannedReplay): string {
  const differs = (name: string): boolean => fields[name] !== undefined && fields[name] !== chosen.fields[name];
  return [
    label,
    ...(differs("tile") ? [`tile ${fields["tile"]}`] : []),
    ...(differs("splits") ? [`${fields["splits"]} splits`] : []),
    ...(differs("stages") ? [`${fields["stages"]} stages`] : []),
  ].join(", ");
}
