import { BYTES_OF } from "../../../computation/data-types.js";
import type { GemmWorkload } from "../../../computation/gemm.js";
import { productTypeOf, rightTypeOf } from "../../../computation/operand-types.js";
import { checkInteger } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import { launchOrder, settledOrder } from "../../tiles/launch-order.js";
import { residency } from "../../tiles/residency.js";
import { ScheduleWriter } from "../../tiles/schedule-writer.js";
import type { BlockResources, TileSchedule } from "../../tiles/tile-schedule.js";
import { firstTileThatFits, productBlock } from "./block.js";
import { formatTile, type GemmTile } from "./gemm-tile.js";
import { layOutProduct } from "./layout.js";
import type { SplitReduction } from "./split-k.js";
import { SplitSums, splitSize } from "./split-sums.js";
import { describeTiledGemm, type ProductKernel, type TiledGemmOptions } from "./tiled-gemm.js";

/** Which operand's tile stays in shared memory: B, the weights, or A, the inputs. */
export type HeldOperand = "weights" | "inputs";

/** Tile, launch order, and what passes a held tile. */
export interface StationaryOptions extends Omit<TiledGemmOptions, "cluster"> {
  /** Tiles of C that a held tile makes before its CTA ends; default: as many as still fill the GPU once. */
  readonly band?: number | undefined;
  /** Slices of k that the held operand is cut into; default: as few as fit the shared memory. */
  readonly splits?: number | undefined;
  readonly reduction?: SplitReduction | undefined;
}

/** A product whose CTAs keep one operand's tile in shared memory and stream the other past it. */
export interface StationaryGemm extends ProductKernel {
  readonly id: "weight-stationary" | "input-stationary";
  readonly held: HeldOperand;
  /** Tiles of C, down (weights) or across (inputs), that one held tile makes. */
  readonly band: number;
  /** Slices of k that have any steps. */
  readonly splits: number;
  readonly reduction: SplitReduction;
  /** Shared memory for the held tile; the rest are `stages` buffers of the streamed operand. */
  readonly heldBytes: number;
}

/**
 * The first of `tiles` (or the one given) that fits with the fewest slices, at most `mostSplits`.
 *
 * @throws InputError naming `tile`, `splits`, `band`, `stages`, `threads` or `ctas-per-sm`.
 */
export function stationaryGemm(
  id: StationaryGemm["id"],
  w: GemmWorkload,
  gpu: Gpu,
  options: StationaryOptions,
  tiles: readonly GemmTile[],
): StationaryGemm {
  const make = (tile: GemmTile): StationaryGemm => ofTile(id, w, gpu, options, tile);
  return firstTileThatFits(options.tile === undefined ? tiles : [options.tile], make);
}

function ofTile(id: StationaryGemm["id"], w: GemmWorkload, gpu: Gpu, options: StationaryOptions, tile: GemmTile): StationaryGemm {
  const held = id === "weight-stationary" ? "weights" : "inputs";
  const { block: streaming, stages } = productBlock(tile, 1, w, gpu, options);
  const [ofA, ofB] = [tile.bm * tile.bk * BYTES_OF[w.dataType], tile.bk * tile.bn * BYTES_OF[rightTypeOf(w)]];
  const [heldStep, streamedStep] = held === "weights" ? [ofB, ofA] : [ofA, ofB];
  const steps = Math.ceil(w.k / tile.bk);
  const perSliceMost = Math.floor((gpu.sharedMemoryPerBlockBytes - stages * streamedStep) / heldStep);
  const least = held === "inputs" || perSliceMost < 1 ? 1 : Math.ceil(steps / perSliceMost);
  const asked = checkInteger("splits", options.splits ?? least, 1, steps);
  const perSlice = Math.ceil(steps / asked);
  const splits = Math.ceil(steps / perSlice);
  const heldBytes = perSlice * heldStep;
  const block: BlockResources = { ...streaming, sharedMemoryBytes: heldBytes + stages * streamedStep };
  const resident = residency(block, gpu, `${formatTile(tile)} with ${perSlice} step(s) of k held`, options.ctasPerSm);
  const [rows, columns] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn)];
  const [along, others] = held === "weights" ? [rows, columns] : [columns, rows];
  const filling = Math.floor((gpu.sms * resident.ctasPerSm) / (w.batch * others * splits));
  const band = checkInteger("band", options.band ?? Math.ceil(along / Math.min(Math.max(1, filling), along)), 1, along);
  const reduction = options.reduction ?? "serial";
  const order = settledOrder(options.order ?? { kind: "row" }, tile, gpu.sms);
  return { id, held, workload: w, tile, order, stages, band, splits, reduction, heldBytes, block, residency: resident };
}

/**
 * A block first loads its held tile, all steps of its slice of k, then walks the tiles of C of its band, a step of the streamed
 * operand at a time. Slice by slice; the launch order goes over bands by held tiles.
 *
 * @throws InputError when the product has more tiles or touches than a replay can walk.
 */
export function layOutStationaryGemm(schedule: StationaryGemm): TileSchedule {
  const { workload: w, tile, held, band, splits, reduction, stages } = schedule;
  const [rows, columns, steps] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn), Math.ceil(w.k / tile.bk)];
  const tiles = w.batch * rows * columns;
  const [along, others] = held === "weights" ? [rows, columns] : [columns, rows];
  const bands = Math.ceil(along / band);
  const blocks = w.batch * bands * others * splits;
  const size = splitSize(tiles, splits, reduction, w);
  const touches = tiles * (steps + 2 * splits + 2) + w.batch * bands * others * steps;
  const product = layOutProduct(w, tile, touches, size.workspace);
  const writer = new ScheduleWriter({
    blocks: blocks + size.helperBlocks,
    phases: blocks + 2 * tiles * splits + size.helperBlocks,
    streams: blocks + tiles * splits + size.sumStreams + size.helperStreams,
  });
  const sums = new SplitSums(writer, { reduction, tiles, splits }, product);
  // Rows and columns of the grid of blocks are those of C with one side in bands.
  const [gridRows, gridColumns] = held === "weights" ? [bands, columns] : [rows, bands];
  const grid = launchOrder(schedule.order, gridRows, gridColumns);
  const tilesOf = (batch: number, place: number): readonly number[] => {
    const [row, column] = [Math.floor(place / gridColumns), place % gridColumns];
    const first = (held === "weights" ? row : column) * band;
    return Array.from({ length: Math.min(band, along - first) }, (_, i) =>
      held === "weights" ? (batch * rows + first + i) * columns + column : (batch * rows + row) * columns + first + i,
    );
  };
  const eachBlock = (visit: (tiles: readonly number[]) => void): void => {
    for (let batch = 0; batch < w.batch; batch++) for (const place of grid) visit(tilesOf(batch, place));
  };
  const inOrder: number[] = [];
  if (reduction !== "serial") eachBlock((own) => inOrder.push(...own));
  sums.before(inOrder);
  const perSlice = Math.ceil(steps / splits);
  for (let slice = 0; slice < splits; slice++) {
    const first = slice * perSlice;
    const length = Math.min(perSlice, steps - first);
    eachBlock((own) => {
      own.forEach((c, i) => {
        const [a, b] = product.operands(Math.floor(c / (rows * columns)), c % (rows * columns));
        const ofA = [a + first, 1] as const;
        const ofB = [b + first * columns, columns] as const;
        const stays = held === "weights" ? ofB : ofA;
        const passes = held === "weights" ? ofA : ofB;
        if (i === 0) writer.phase(length, 0).read(stays[0], stays[1]);
        writer.phase(length, 2 * tile.bm * tile.bn * tile.bk).read(passes[0], passes[1]);
        sums.handOver(c, slice);
      });
      writer.endBlock();
    });
  }
  sums.after(inOrder);
  const work = { kind: "product", operandType: productTypeOf(w), stages } as const;
  return writer.finish(product.arrays, product.tileBytes, work, sums.waits(blocks));
}

/** The parameters as a traffic document prints them. */
export function describeStationaryGemm(schedule: StationaryGemm): Readonly<Record<string, string | number>> {
  const { held, band, splits, reduction, heldBytes } = schedule;
  const sliced = held === "weights" ? { splits, reduction } : {};
  return { ...describeTiledGemm(schedule), held, band, ...sliced, heldBytes };
}
