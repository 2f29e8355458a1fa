import { type ConvWorkload, convFacts, convOutputs } from "../../../computation/conv.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { launchOrder } from "../../tiles/launch-order.js";
import { ScheduleWriter } from "../../tiles/schedule-writer.js";
import type { TiledArray, TileSchedule } from "../../tiles/tile-schedule.js";
import { checkReplayable, fillTileBytes, withGrid } from "../../tiles/tiled-array.js";
import { describeTiledKernel, type TiledKernel, type TiledKernelOptions, tiledKernel } from "./tiled-kernel.js";

export const IMPLICIT_GEMM_ENTRY: ScheduleEntry = {
  id: "implicit-gemm",
  workload: "conv: one CTA a tile of pixels by channels, taps and input channels in steps; pixels read where they are",
  machine: "GPU",
  parameters: "--tile BMxBNxBK, --order, --stages, --threads, --ctas-per-sm",
  source: "CUTLASS, implicit GEMM convolution (forward, channels innermost); groups side by side in one launch",
};

/** Tile, launch order, and the block's resources. */
export type ImplicitGemmOptions = TiledKernelOptions;

/**
 * Convolution as a product without its matrix: a CTA computes BM pixels (images, rows, columns in order) by BN channels, and
 * walks the taps and, in each, the input channels in steps of BK. A step reads the pixels its tap meets where they are, channels
 * innermost in memory; padding is not read. Groups of channels are columns of tiles of their own, with their own inputs. Source:
 * CUTLASS's implicit GEMM with the tap loop outside.
 */
export type ImplicitGemm = TiledKernel<"implicit-gemm", ConvWorkload>;

/**
 * Plans a convolution as a product whose rows are pixels, on a GPU.
 *
 * @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU.
 */
export function implicitGemm(workload: ConvWorkload, gpu: Gpu, options: ImplicitGemmOptions = {}): ImplicitGemm {
  return { ...tiledKernel("implicit-gemm", workload, gpu, options), order: options.order ?? { kind: "row" } };
}

/** Channels of a group in tiles, and the tiles of a row of outputs. */
export function implicitGemmGroups({
  workload: w,
  tile,
}: ImplicitGemm): Readonly<Record<"groups" | "inputs" | "outputs" | "steps" | "ofGroup", number>> {
  const groups = w.groups ?? 1;
  const [inputs, outputs] = [w.inChannels / groups, w.outChannels / groups];
  return { groups, inputs, outputs, steps: Math.ceil(inputs / tile.bk), ofGroup: Math.ceil(outputs / tile.bn) };
}

/** The schedule as tiles for the replay. @throws InputError when the convolution has more tiles or touches than a replay can walk. */
export function layOutImplicitGemm(schedule: ImplicitGemm): TileSchedule {
  const { workload: w, tile, order, stages } = schedule;
  const [height, width] = convOutputs(w);
  const pixels = w.batch * height * width;
  const taps = w.kernel[0] * w.kernel[1];
  const { groups, inputs, outputs, steps, ofGroup } = implicitGemmGroups(schedule);
  const [rows, columns] = [Math.ceil(pixels / tile.bm), groups * ofGroup];
  const [ofRows, ofColumns] = convFacts(w);
  const meetings = columns * w.batch * Number(ofRows.pairs * ofColumns.pairs);
  const blocks = rows * columns;
  const read = w.batch * w.height * w.width;
  const firstW = read * groups * steps;
  const firstOut = firstW + taps * steps * columns;
  checkReplayable(firstOut + blocks, (meetings + blocks * taps) * steps + blocks);
  const tileBytes = new Int32Array(firstOut + blocks);
  const word = BYTES_OF[w.dataType];
  fillTileBytes(tileBytes, 0, read * groups, [1, 1], [inputs, tile.bk], word);
  fillTileBytes(tileBytes, firstW, groups * taps, [inputs, tile.bk], [outputs, tile.bn], word);

  const writer = new ScheduleWriter({
    blocks,
    phases: blocks * (taps + 1),
    streams: meetings + blocks * (taps + 1),
  });
  for (const t of launchOrder(order, rows, columns)) {
    const [row, place] = [Math.floor(t / columns), t % columns];
    const [group, column] = [Math.floor(place / ofGroup), place % ofGroup];
    const last = Math.min(pixels, (row + 1) * tile.bm);
    for (let tap = 0; tap < taps; tap++) {
      writer.phase(steps, 2 * tile.bm * tile.bn * tile.bk);
      for (let pixel = row * tile.bm; pixel < last; pixel++) {
        const input = inputMet(w, height, width, pixel, tap);
        if (input !== undefined) writer.read((input * groups + group) * steps, 1);
      }
      writer.read(firstW + (group * taps + tap) * steps * ofGroup + column, ofGroup);
    }
    const channels = Math.min(tile.bn, outputs - column * tile.bn);
    tileBytes[firstOut + t] = (last - row * tile.bm) * channels * BYTES_OF[w.outputType];
    writer.phase(1, 0).write(firstOut + t, 0);
    writer.endBlock();
  }
  const out: TiledArray = { name: "Out", firstTile: firstOut, tileCount: blocks };
  const stored = BYTES_OF[w.outputType];
  const arrays: readonly TiledArray[] = [
    withGrid(
      { name: "In", firstTile: 0, tileCount: firstW },
      { matrices: 1, rows: [read * groups, 1], columns: [inputs * word, tile.bk * word] },
    ),
    { name: "W", firstTile: firstW, tileCount: firstOut - firstW },
    // Rows of a group's tiles are no rows of a matrix of all channels.
    groups > 1 ? out : withGrid(out, { matrices: 1, rows: [pixels, tile.bm], columns: [outputs * stored, tile.bn * stored] }),
  ];
  return writer.finish(arrays, tileBytes, { kind: "product", operandType: w.dataType, stages });
}

/** The input pixel, counted over images, that an output pixel meets at a tap; undefined on the padding. */
function inputMet(w: ConvWorkload, height: number, width: number, pixel: number, tap: number): number | undefined {
  const [q, line] = [pixel % width, Math.floor(pixel / width)];
  const [p, image] = [line % height, Math.floor(line / height)];
  const [down, across] = w.dilation ?? [1, 1];
  const y = p * w.stride[0] + Math.floor(tap / w.kernel[1]) * down - w.padding[0];
  const x = q * w.stride[1] + (tap % w.kernel[1]) * across - w.padding[1];
  return y < 0 || x < 0 || y >= w.height || x >= w.width ? undefined : (image * w.height + y) * w.width + x;
}

/** The parameters as a traffic document prints them. */
export const describeImplicitGemm: (schedule: ImplicitGemm) => Readonly<Record<string, string | number>> = describeTiledKernel;
