import type { GemmWorkload } from "../computation/gemm.js";
import { checkInteger } from "../errors.js";
import type { Gpu } from "../machines/machine.js";
import { launchOrder } from "./launch-order.js";
import { layOutProduct } from "./product-layout.js";
import { ScheduleWriter } from "./schedule-writer.js";
import type { SplitReduction } from "./split-sums.js";
import { SplitSums, splitSize } from "./split-sums.js";
import type { TileSchedule } from "./tile-schedule.js";
import type { ProductKernel, TiledGemmOptions } from "./tiled-gemm.js";
import { describeTiledGemm, tiledGemm } from "./tiled-gemm.js";

export type { SplitReduction } from "./split-sums.js";
export { parseSplitReduction } from "./split-sums.js";

export interface SplitKOptions extends TiledGemmOptions {
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
  const slices = tiles * splits;
  const size = splitSize(tiles, splits, reduction, w);
  const product = layOutProduct(w, tile, tiles * (2 * steps + 2 * splits + 2), size.workspace);
  const writer = new ScheduleWriter({
    blocks: slices + size.helperBlocks,
    phases: 2 * slices + size.helperBlocks,
    streams: 2 * slices + size.sumStreams + size.helperStreams,
  });
  const sums = new SplitSums(writer, { reduction, tiles, splits }, product);
  const sequence = launchOrder(order, rows, columns);
  const inOrder = Array.from({ length: w.batch }, (_, batch) => [...sequence].map((t) => batch * rows * columns + t)).flat();
  sums.before(inOrder);
  const perSlice = Math.ceil(steps / splits);
  for (let slice = 0; slice < splits; slice++) {
    const first = slice * perSlice;
    for (const c of inOrder) {
      const [a, b] = product.operands(Math.floor(c / (rows * columns)), c % (rows * columns));
      writer
        .phase(Math.min(perSlice, steps - first), 2 * tile.bm * tile.bn * tile.bk)
        .read(a + first, 1)
        .read(b + first * columns, columns);
      sums.handOver(c, slice);
      writer.endBlock();
    }
  }
  sums.after(inOrder);
  const work = { kind: "product", operandType: w.dataType, stages } as const;
  return writer.finish(product.arrays, product.tileBytes, work, sums.waits(slices));
}

/** The parameters as a traffic document prints them. */
export function describeSplitK(schedule: SplitK): Readonly<Record<string, string | number>> {
  return { ...describeTiledGemm(schedule), splits: schedule.splits, reduction: schedule.reduction };
}
