import type { GemmWorkload } from "../../../computation/gemm.js";
import { productTypeOf } from "../../../computation/operand-types.js";
import { checkInteger } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { launchOrder } from "../../tiles/launch-order.js";
import { ScheduleWriter } from "../../tiles/schedule-writer.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import { layOutProduct } from "./layout.js";
import { type SplitReduction, SplitSums, splitSize } from "./split-sums.js";
import { type StepsRange, writeSteps } from "./steps.js";
import { describeTiledGemm, type ProductKernel, type TiledGemmOptions, tiledGemm } from "./tiled-gemm.js";

export { parseSplitReduction, type SplitReduction } from "./split-sums.js";

export const SPLIT_K_ENTRY: ScheduleEntry = {
  id: "split-k",
  workload: "gemm: k cut into slices, a CTA a tile of C and slice; sums meet through C, a workspace or adds in the L2",
  machine: "GPU",
  parameters: "--splits COUNT, --reduction serial|parallel|atomic, and those of tiled-gemm",
  source: "CUTLASS 2, serial and parallel split-K",
};

export interface SplitKOptions extends Omit<TiledGemmOptions, "cluster"> {
  /** Slices of k; default: as many as fill the GPU once. */
  readonly splits?: number | undefined;
  /** Default `serial`. */
  readonly reduction?: SplitReduction | undefined;
}

/**
 * The tiled product with k cut into slices of equally many steps, the last perhaps shorter; one CTA a tile and slice, slice by
 * slice. Source: CUTLASS 2's split-K, serial and parallel.
 */
export interface SplitK extends ProductKernel {
  readonly id: "split-k";
  /** Slices that have any steps. */
  readonly splits: number;
  readonly reduction: SplitReduction;
}

/** @throws InputError naming `splits`, or `tile`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU. */
export function splitK(workload: GemmWorkload, gpu: Gpu, options: SplitKOptions = {}): SplitK {
  const kernel = tiledGemm(workload, gpu, options);
  const { tile, residency } = kernel;
  const steps = Math.ceil(workload.k / tile.bk);
  const tiles = workload.batch * Math.ceil(workload.m / tile.bm) * Math.ceil(workload.n / tile.bn);
  const filling = Math.floor((gpu.sms * residency.ctasPerSm) / tiles);
  const asked = checkInteger("splits", options.splits ?? Math.min(Math.max(1, filling), steps), 1, steps);
  const splits = Math.ceil(steps / Math.ceil(steps / asked));
  return { ...kernel, id: "split-k", splits, reduction: options.reduction ?? "serial" };
}

/** @throws InputError when the product has more tiles or touches than a replay can walk. */
export function layOutSplitK({ workload: w, tile, order, stages, splits, reduction }: SplitK): TileSchedule {
  const [rows, columns, steps] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn), Math.ceil(w.k / tile.bk)];
  const tiles = w.batch * rows * columns;
  const size = splitSize(tiles, splits, reduction, w);
  const layout = layOutProduct(w, tile, tiles * (2 * steps + 2 * splits + 2), size.workspace);
  const perSlice = Math.ceil(steps / splits);
  const stepsOf = (slice: number): StepsRange => ({ first: slice * perSlice, end: Math.min(steps, (slice + 1) * perSlice) });
  const writer = new ScheduleWriter();
  const sums = new SplitSums(writer, { reduction, tiles, splits }, layout);
  const sequence = launchOrder(order, rows, columns);
  const all = Int32Array.from(
    { length: tiles },
    (_, at) => at - (at % sequence.length) + (sequence[at % sequence.length] as number),
  );
  sums.before(all);
  for (let slice = 0; slice < splits; slice++) {
    const range = stepsOf(slice);
    for (const c of all) {
      const inBatch = c % sequence.length;
      writeSteps(writer, layout, (c - inBatch) / sequence.length, inBatch, range, 2 * tile.bm * tile.bn * tile.bk);
      sums.handOver(c, slice);
      writer.endBlock();
    }
  }
  sums.after(all);
  const work = { kind: "product", operandType: productTypeOf(w), stages } as const;
  return writer.finish(layout.arrays, layout.tileBytes, work, sums.waits(tiles * splits));
}

/** The parameters as a traffic document prints them. */
export function describeSplitK(schedule: SplitK): Readonly<Record<string, string | number>> {
  return { ...describeTiledGemm(schedule), splits: schedule.splits, reduction: schedule.reduction };
}
