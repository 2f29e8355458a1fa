import { BYTES_OF } from "../../../computation/data-types.js";
import type { GemmWorkload } from "../../../computation/gemm.js";
import { checkInteger, InputError, shown } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import { didYouMean } from "../../../text/nearest-name.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { launchOrder } from "../../tiles/launch-order.js";
import { ScheduleWriter } from "../../tiles/schedule-writer.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import { layOutProduct } from "./layout.js";
import type { StepsRange } from "./steps.js";
import { stepsSize, writeSteps } from "./steps.js";
import type { ProductKernel, TiledGemmOptions } from "./tiled-gemm.js";
import { describeTiledGemm, tiledGemm } from "./tiled-gemm.js";

export const SPLIT_K_ENTRY: ScheduleEntry = {
  id: "split-k",
  workload: "gemm: k cut into slices, a CTA a tile of C and slice; sums meet through C, a workspace or adds in the L2",
  machine: "GPU",
  parameters: "--splits COUNT, --reduction serial|parallel|atomic, and those of tiled-gemm",
  source: "CUTLASS 2, serial and parallel split-K",
};

/**
 * How the slices of k come together.
 *
 * - `serial`: each slice but the first waits for the one before, reads its sums from C and writes them back (output words)
 * - `parallel`: every slice stores its sums in a workspace (accumulator words), a second kernel adds them up
 * - `atomic`: C is zeroed by a kernel before, every slice adds its sums in the L2 (output words)
 */
export type SplitReduction = "serial" | "parallel" | "atomic";

const REDUCTIONS: readonly SplitReduction[] = ["serial", "parallel", "atomic"];

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

/** Reads `serial`, `parallel` or `atomic`. @throws InputError naming `reduction`. */
export function parseSplitReduction(text: string): SplitReduction {
  const found = REDUCTIONS.find((reduction) => reduction === text);
  if (found === undefined)
    throw new InputError("reduction", `one of ${REDUCTIONS.join(", ")}${didYouMean(text, REDUCTIONS)}`, shown(text));
  return found;
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
  const workspace = reduction === "parallel" ? { copies: splits, wordBytes: BYTES_OF[w.accumulator] } : undefined;
  const slices = tiles * splits;
  const layout = layOutProduct(w, tile, tiles * (2 * steps + 2 * splits + 2), workspace);
  const { arrays, tileBytes, firstC, firstWorkspace } = layout;
  const helpers = reduction === "serial" ? 0 : tiles;
  const helperStreams = reduction === "parallel" ? tiles * (splits + 1) : helpers;
  const perSlice = Math.ceil(steps / splits);
  const stepsOf = (slice: number): StepsRange => ({ first: slice * perSlice, end: Math.min(steps, (slice + 1) * perSlice) });
  const sizes = Array.from({ length: splits }, (_, slice) => stepsSize(layout, stepsOf(slice).first, stepsOf(slice).end));
  const writer = new ScheduleWriter({
    blocks: slices + helpers,
    phases: tiles * sizes.reduce((sum, { phases }) => sum + phases + 1, 0) + helpers,
    streams:
      tiles * sizes.reduce((sum, { streams }) => sum + streams + 1, 0) +
      (reduction === "serial" ? slices - tiles : 0) +
      helperStreams,
  });
  const sequence = launchOrder(order, rows, columns);
  const inOrder = (visit: (batch: number, tile: number, c: number) => void): void => {
    for (let batch = 0; batch < w.batch; batch++) for (const t of sequence) visit(batch, t, batch * rows * columns + t);
  };
  if (reduction === "atomic") {
    inOrder((_batch, _tile, c) =>
      writer
        .phase(1, 0)
        .write(firstC + c, 0)
        .endBlock(),
    );
  }
  for (let slice = 0; slice < splits; slice++) {
    inOrder((batch, t, c) => {
      writeSteps(writer, layout, batch, t, stepsOf(slice), 2 * tile.bm * tile.bn * tile.bk);
      writer.phase(1, 0);
      if (reduction === "atomic") writer.add(firstC + c, 0);
      else if (reduction === "parallel") writer.write(firstWorkspace + slice * tiles + c, 0);
      else {
        if (slice > 0) writer.waitFor(c, slice).read(firstC + c, 0);
        writer.raise(c).write(firstC + c, 0);
      }
      writer.endBlock();
    });
  }
  if (reduction === "parallel") {
    inOrder((_batch, _tile, c) => {
      writer.phase(1, 0);
      for (let slice = 0; slice < splits; slice++) writer.read(firstWorkspace + slice * tiles + c, 0);
      writer.write(firstC + c, 0).endBlock();
    });
  }
  const work = { kind: "product", operandType: w.dataType, stages } as const;
  const kernels: readonly number[] =
    reduction === "serial" ? [slices] : reduction === "atomic" ? [tiles, slices] : [slices, tiles];
  return writer.finish(arrays, tileBytes, work, kernelAfterKernel(kernels));
}

/** Blocks of the second kernel start when all of the first are done. */
function kernelAfterKernel([first = 0, second]: readonly number[]): TileSchedule["waits"] {
  if (second === undefined) return undefined;
  const raises = new Int32Array(first + second).fill(-1).fill(0, 0, first);
  const waitsFor = new Int32Array(first + second).fill(-1).fill(0, first);
  return { counterCount: 1, raises, waitsFor, until: new Int32Array(first + second).fill(first) };
}

/** The parameters as a traffic document prints them. */
export function describeSplitK(schedule: SplitK): Readonly<Record<string, string | number>> {
  return { ...describeTiledGemm(schedule), splits: schedule.splits, reduction: schedule.reduction };
}
