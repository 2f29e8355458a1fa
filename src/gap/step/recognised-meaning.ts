import type { ConvWorkload } from "../../computation/conv.js";
import { convOutputs } from "../../computation/conv.js";
import type { Workload } from "../../computation/workload.js";
import { InputError } from "../../errors.js";
import { quotientAsNumber } from "../../exact/rational.js";
import type { Gpu } from "../../machines/machine.js";
import type { KernelCounters, NamedSchedule, ProfiledKernel, RecognisedWork } from "../../measured/index.js";
import { namedSchedule } from "../../measured/index.js";
import { planOne } from "../../plan/plan-one.js";
import type { PlannedReplay, PlanOptions } from "../../plan/planned.js";
import { replayPlanned } from "../../plan/planned.js";
import type { L2Model } from "../../replay/l2/l2-model.js";
import { parseClusterShape } from "../../schedules/tiles/cluster-shape.js";
import { parseLaunchOrder } from "../../schedules/tiles/launch-order.js";
import type { KernelMeaning, ProfiledRow } from "../profiled.js";

/** What recognition says of a kernel, in the terms of a report; undefined for a kernel in no operator's range. */
export function meaningOfWork(work: RecognisedWork | undefined): KernelMeaning | ProfiledRow["unrecognised"] {
  if (work === undefined) return undefined;
  const { workload, operator, named = false } = work;
  return workload === undefined ? { operator, reason: work.reason ?? "no workload", named } : { workload, recognised: work };
}

/** Launch orders that a library's raster may be: its name does not say how many rows of tiles it sweeps together. */
const RASTERS = ["row", "group:2", "group:4", "group:8", "group:12", "group:16", "col"];

/** Steps of an implicit product that a replay may walk beside a profile; each touches lines one by one. */
const MOST_CONV_STEPS = 16_384;

/**
 * The meaning of a recognised launch with the schedule that its kernel's name and grid tell: of the orders that they leave open the one
 * whose replay reads about as much from DRAM as was counted, or the least where nothing was. The meaning itself where no rule knows the
 * name, or the kernel does not fit.
 */
export function withNamedSchedule(
  meaning: KernelMeaning,
  kernel: ProfiledKernel,
  counters: KernelCounters,
  gpu: Gpu,
  cache: L2Model,
): KernelMeaning {
  const { workload } = meaning;
  const named = namedSchedule(kernel, workload);
  if (named === undefined) return meaning;
  const told = toldBy(named);
  const long = workload.kind === "conv" && convSteps(workload, named.tile ?? "") > MOST_CONV_STEPS;
  const why = named.notReplayed ?? (long ? `more than ${MOST_CONV_STEPS} steps` : undefined);
  if (why !== undefined) return { ...meaning, scheduleNote: `${told}. It is not replayed here: ${why}.` };
  const variants = variantsOf(named);
  const orders = replayedVariants(named, variants, workload, kernel, gpu, cache);
  const counted = counters.traffic.get("dram-l2")?.reads?.most ?? 0n;
  const distance = ({ reads }: ReplayedVariant): number =>
    counted === 0n ? Number(reads) : Math.abs(Math.log(quotientAsNumber(reads, counted)));
  const [nearest] = [...orders].sort((a, b) => distance(a) - distance(b));
  if (nearest === undefined) return meaning;
  const known = { ...meaning, schedule: nearest.planned, smBytes: named };
  if (orders.length === 1) return { ...known, scheduleNote: `${told}.` };
  const most = orders.reduce((bytes, { reads }) => (reads > bytes ? reads : bytes), 0n);
  const found =
    counted === 0n
      ? `${nearest.label} reads least from DRAM, the others up to ${quotientAsNumber(most, nearest.reads).toFixed(2)}× that.`
      : `${nearest.label} reads ${quotientAsNumber(nearest.reads, counted).toFixed(2)}× of what was counted, the nearest.`;
  return { ...known, scheduleNote: `${told}, not the order: of ${orders.map(({ label }) => label).join(", ")}, ${found}` };
}

/** What name and grid say, without a full stop. */
function toldBy({ id, tile, cluster, order, splits, presumed }: NamedSchedule): string {
  const grid = [
    order === undefined ? undefined : `the order ${order}`,
    splits === undefined ? undefined : `${splits} parts`,
  ].filter((one) => one !== undefined);
  return (
    `The name tells the ${tile === undefined ? `schedule ${id}` : `tile ${tile}`}${cluster === undefined ? "" : ` in clusters of ${cluster}`}` +
    `${grid.length === 0 ? "" : `, the launch ${grid.join(" and ")}`}` +
    `${presumed === undefined ? "" : ` (presumed: ${presumed})`}`
  );
}

interface Variant {
  readonly label: string;
  readonly options: PlanOptions;
}

/** What name and grid leave open. */
function variantsOf({ id, order, keyOrder }: NamedSchedule): readonly Variant[] {
  const inOrders = (orders: readonly string[]): readonly Variant[] =>
    orders.map((label) => ({ label, options: { orders: [parseLaunchOrder(label)] } }));
  switch (id) {
    case "persistent-gemm":
    case "tiled-gemm":
    case "split-k":
      return inOrders(order === undefined ? RASTERS : [order]);
    case "implicit-gemm":
      return inOrders(order === undefined ? ["row", "col"] : [order]);
    case "persistent-attention":
      return (["forward", "backward", "sawtooth"] as const).map((label) => ({ label, options: { keyOrder: label } }));
    case "flash-attention-3":
      return (["ascending", "longest-first", "head-sections"] as const).map((label) => ({
        label,
        options: { queryOrder: label },
      }));
    default:
      return [{ label: "", options: keyOrder === undefined ? {} : { keyOrder } }];
  }
}

/** Tiles times steps over channels and taps. */
function convSteps(workload: ConvWorkload, tile: string): number {
  const [bm = 1, bn = 1, bk = 1] = tile.split("x").map(Number);
  const [rows, columns] = convOutputs(workload);
  const taps = workload.kernel[0] * workload.kernel[1];
  const tiles = Math.ceil((workload.batch * rows * columns) / bm) * Math.ceil(workload.outChannels / bn);
  return tiles * Math.ceil((workload.inChannels * taps) / bk);
}

interface ReplayedVariant extends Variant {
  readonly planned: PlannedReplay;
  /** From DRAM. */
  readonly reads: bigint;
}

/** The replays of a named schedule; none where its tile fits no kernel here, or it is larger than the limits allow. */
function replayedVariants(
  { id, tile, stages, cluster, loads, splits, reduction }: NamedSchedule,
  variants: readonly Variant[],
  workload: Workload,
  kernel: ProfiledKernel,
  gpu: Gpu,
  cache: L2Model,
): readonly ReplayedVariant[] {
  const threads = [...kernel.block.matchAll(/\d+/g)].reduce((product, [side]) => product * Number(side), 1);
  try {
    return variants.flatMap((variant) => {
      const planned = planOne(id, workload, gpu, {
        ...{ tile, stages, threads: tile === undefined ? undefined : threads, splits, reduction, ...variant.options },
        ...(cluster === undefined ? {} : { cluster: parseClusterShape(cluster) }),
        ...(loads === undefined || loads === "masked" ? {} : { loads }),
        ...(workload.kind === "gemm" ? { kernelRate: "library" } : {}),
      });
      const reads = replayPlanned(planned, cache).total.get("dram-l2")?.reads;
      return reads === undefined ? [] : [{ ...variant, planned, reads }];
    });
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}
