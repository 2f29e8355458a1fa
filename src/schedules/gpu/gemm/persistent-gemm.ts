import { checkLimit } from "../../../budget.js";
import type { GemmWorkload } from "../../../computation/gemm.js";
import { InputError, shown } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import { didYouMean } from "../../../text/nearest-name.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { type ClusterShape, clustersOfGpu } from "../../tiles/cluster-shape.js";
import { paddedGrid, paddedLaunchOrder } from "../../tiles/launch-order.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import { clusterGrid, layOutClusteredGemm } from "./clustered-gemm.js";
import { BYTES_A_SEGMENT } from "./layout.js";
import { describeTiledGemm, layOutTiledGemm, type ProductKernel, type TiledGemmOptions, tiledGemm } from "./tiled-gemm.js";
import { layOutSegments, type WorkSegment } from "./work-segments.js";

export const PERSISTENT_GEMM_ENTRY: ScheduleEntry = {
  id: "persistent-gemm",
  workload: "gemm: as many CTAs as fit, each walks many tiles",
  machine: "GPU",
  parameters: "--scheduler static|dynamic, --k-order forward|sawtooth, and those of tiled-gemm, --cluster among them",
  source: "CUTLASS 3 (sm90 persistent tile scheduler), Triton tutorial 09, DeepGEMM",
};

/** How tiles come to CTAs: dealt out in turn, or taken from a counter by whichever CTA is free. */
export type TileScheduler = "static" | "dynamic";

/**
 * How a CTA walks k: `forward` in every tile; or `sawtooth`, in every other of its tiles from the last step down to the first. Steps
 * that end a tile are then the first of the next, and find in the L2 what neighbours in the launch order share.
 */
export type KOrder = "forward" | "sawtooth";

const K_ORDERS: readonly KOrder[] = ["forward", "sawtooth"];

export interface PersistentGemmOptions extends TiledGemmOptions {
  /** Default `static`. */
  readonly scheduler?: TileScheduler | undefined;
  /** Default `forward`. */
  readonly kOrder?: KOrder | undefined;
}

/**
 * The tiled product with one CTA a resident slot, each walking many tiles. `static`: CTA g takes tiles g, g + CTAs, … of the
 * launch order, as CUTLASS 3, DeepGEMM and Triton's persistent kernels do; the loads of its next tile run ahead of the stores of
 * this one. `dynamic`: the next tile goes to the CTA that is free first (an atomic counter, or cluster launch control).
 */
export interface PersistentGemm extends ProductKernel {
  readonly id: "persistent-gemm";
  readonly scheduler: TileScheduler;
  readonly kOrder: KOrder;
  /** CTAs launched, or clusters. */
  readonly ctas: number;
  /** Clusters of CTAs that read together. */
  readonly cluster?: ClusterShape;
}

/** Reads `static` or `dynamic`. @throws InputError naming `scheduler`. */
export function parseTileScheduler(text: string): TileScheduler {
  if (text !== "static" && text !== "dynamic")
    throw new InputError("scheduler", `static or dynamic${didYouMean(text, ["static", "dynamic"])}`, shown(text));
  return text;
}

/** Reads `forward` or `sawtooth`. @throws InputError naming `k-order`. */
export function parseKOrder(text: string): KOrder {
  const found = K_ORDERS.find((one) => one === text);
  if (found === undefined) throw new InputError("k-order", `forward or sawtooth${didYouMean(text, K_ORDERS)}`, shown(text));
  return found;
}

/**
 * @throws InputError naming `tile`, `stages`, `threads`, `ctas-per-sm` or `cluster` when the kernel does not fit the GPU, `k-order` for
 * a sawtooth of tiles dealt out as CTAs come free, of clusters, or with block scales.
 */
export function persistentGemm(workload: GemmWorkload, gpu: Gpu, options: PersistentGemmOptions = {}): PersistentGemm {
  const kernel = tiledGemm(workload, gpu, options);
  const kOrder = options.kOrder ?? "forward";
  if (kOrder === "sawtooth") refuseSawtooth(workload, options);
  const { tile, residency, cluster } = kernel;
  const [down, across] =
    cluster === undefined ? [Math.ceil(workload.m / tile.bm), Math.ceil(workload.n / tile.bn)] : clusterGrid(kernel, cluster);
  const places = cluster === undefined ? gpu.sms : clustersOfGpu(gpu, cluster);
  const scheduler = options.scheduler ?? "static";
  // Those that are dealt a place outside the grid alone are launched too.
  const [launchedDown, launchedAcross] =
    scheduler === "static" ? paddedGrid(kernel.order, down, across, cluster) : [down, across];
  const ctas = Math.min(places * residency.ctasPerSm, workload.batch * launchedDown * launchedAcross);
  return { ...kernel, id: "persistent-gemm", scheduler, kOrder, ctas };
}

/** Kernels of which nobody knows the last tile, or whose steps share what a step reads. */
function refuseSawtooth({ scales }: GemmWorkload, { scheduler, cluster }: PersistentGemmOptions): void {
  const stray = [
    scheduler === "dynamic" ? "--scheduler dynamic" : undefined,
    cluster === undefined ? undefined : "--cluster",
    scales === undefined ? undefined : "--scales",
  ].find((one) => one !== undefined);
  if (stray !== undefined) throw new InputError("k-order", `forward with ${stray}`, "sawtooth");
}

/** @throws InputError when the product has more tiles or touches than a replay can walk. */
export function layOutPersistentGemm(schedule: PersistentGemm): TileSchedule {
  if (schedule.scheduler === "dynamic") return layOutTiledGemm(schedule);
  const { cluster } = schedule;
  return cluster === undefined
    ? layOutSegments(schedule, dealtTiles(schedule))
    : layOutClusteredGemm(schedule, cluster, dealt(schedule, ...clusterGrid(schedule, cluster)));
}

/** The tiles of each CTA that has any. CUTLASS's padding counts where tiles are dealt out. */
export function dealtTiles(schedule: PersistentGemm): readonly (readonly WorkSegment[])[] {
  const { workload: w, tile } = schedule;
  const [rows, columns, end] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn), Math.ceil(w.k / tile.bk)];
  const walked = (place: number): Omit<WorkSegment, "tile"> =>
    schedule.kOrder === "sawtooth" && place % 2 === 1 ? { first: 0, end, backwards: true } : { first: 0, end };
  return dealt(schedule, rows, columns).map((list) => list.map((tile, place) => ({ tile, ...walked(place) })));
}

/** Places of a grid, numbered over all batches, dealt out in turn. */
function dealt(
  { workload: w, order: kind, ctas, cluster }: PersistentGemm,
  rows: number,
  columns: number,
): readonly (readonly number[])[] {
  checkLimit("memory", BYTES_A_SEGMENT * w.batch * rows * columns, "the tiles of a kernel");
  const order = paddedLaunchOrder(kind, rows, columns, cluster);
  const lists = Array.from({ length: ctas }, (): number[] => []);
  for (let id = 0; id < w.batch * order.length; id++) {
    const inBatch = order[id % order.length] as number;
    if (inBatch < 0) continue;
    lists[id % ctas]?.push(Math.floor(id / order.length) * rows * columns + inBatch);
  }
  return lists.filter((list) => list.length > 0);
}

/** The parameters as a traffic document prints them. */
export function describePersistentGemm(schedule: PersistentGemm): Readonly<Record<string, string | number>> {
  const { scheduler, kOrder, ctas } = schedule;
  return { ...describeTiledGemm(schedule), scheduler, ...(kOrder === "forward" ? {} : { kOrder }), ctas };
}
