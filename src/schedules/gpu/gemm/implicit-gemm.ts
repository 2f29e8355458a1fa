import type { ConvWorkload } from "../../../computation/conv.js";
import { convFacts, convOutputs } from "../../../computation/conv.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { launchOrder } from "../../tiles/launch-order.js";
import { ScheduleWriter } from "../../tiles/schedule-writer.js";
import type { TiledArray, TileSchedule } from "../../tiles/tile-schedule.js";
import { checkReplayable, fillTileBytes } from "../../tiles/tiled-array.js";
import type { TiledKernel, TiledKernelOptions } from "./tiled-kernel.js";
import { tiledKernel } from "./tiled-kernel.js";

export { describeTiledKernel as describeImplicitGemm } from "./tiled-kernel.js";

export const IMPLICIT_GEMM_ENTRY: ScheduleEntry = {
  id: "implicit-gemm",
  workload: "conv: one CTA a tile of pixels by channels, taps and input channels in steps; pixels read where they are",
  machine: "GPU",
  parameters: "--tile BMxBNxBK, --order, --stages, --threads, --ctas-per-sm",
  source: "CUTLASS, implicit GEMM convolution (forward, channels innermost)",
};

/** Tile, launch order, and the block's resources. */
export type ImplicitGemmOptions = TiledKernelOptions;

/**
 * Convolution as a product without its matrix: a CTA computes BM pixels (images, rows, columns in order) by BN channels, and
 * walks the taps and, in each, the input channels in steps of BK. A step reads the pixels its tap meets where they are, channels
 * innermost in memory; padding is not read. Source: CUTLASS's implicit GEMM with the tap loop outside.
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

/** The schedule as tiles for the replay. @throws InputError when the convolution has more tiles or touches than a replay can walk. */
export function layOutImplicitGemm({ workload: w, tile, order, stages }: ImplicitGemm): TileSchedule {
  const [height, width] = convOutputs(w);
  const pixels = w.batch * height * width;
  const taps = w.kernel[0] * w.kernel[1];
  const [rows, columns, steps] = [pixels / tile.bm, w.outChannels / tile.bn, w.inChannels / tile.bk].map(Math.ceil) as [
    number,
    number,
    number,
  ];
  const [ofRows, ofColumns] = convFacts(w);
  const meetings = columns * w.batch * Number(ofRows.pairs * ofColumns.pairs);
  const blocks = rows * columns;
  const firstW = w.batch * w.height * w.width * steps;
  const firstOut = firstW + taps * steps * columns;
  checkReplayable(firstOut + blocks, (meetings + blocks * taps) * steps + blocks);
  const tileBytes = new Int32Array(firstOut + blocks);
  const word = BYTES_OF[w.dataType];
  fillTileBytes(tileBytes, 0, 1, [w.batch * w.height * w.width, 1], [w.inChannels, tile.bk], word);
  fillTileBytes(tileBytes, firstW, taps, [w.inChannels, tile.bk], [w.outChannels, tile.bn], word);
  fillTileBytes(tileBytes, firstOut, 1, [pixels, tile.bm], [w.outChannels, tile.bn], BYTES_OF[w.outputType]);

  const writer = new ScheduleWriter({
    blocks,
    phases: blocks * (taps + 1),
    streams: meetings + blocks * (taps + 1),
  });
  for (const t of launchOrder(order, rows, columns)) {
    const [row, column] = [Math.floor(t / columns), t % columns];
    const last = Math.min(pixels, (row + 1) * tile.bm);
    for (let tap = 0; tap < taps; tap++) {
      writer.phase(steps, 2 * tile.bm * tile.bn * tile.bk);
      for (let pixel = row * tile.bm; pixel < last; pixel++) {
        const input = inputMet(w, height, width, pixel, tap);
        if (input !== undefined) writer.read(input * steps, 1);
      }
      writer.read(firstW + tap * steps * columns + column, columns);
    }
    writer.phase(1, 0).write(firstOut + t, 0);
    writer.endBlock();
  }
  const arrays: readonly TiledArray[] = [
    { name: "In", firstTile: 0, tileCount: firstW },
    { name: "W", firstTile: firstW, tileCount: firstOut - firstW },
    { name: "Out", firstTile: firstOut, tileCount: blocks },
  ];
  return writer.finish(arrays, tileBytes, { kind: "product", operandType: w.dataType, stages });
}

/** The input pixel, counted over images, that an output pixel meets at a tap; undefined on the padding. */
function inputMet(w: ConvWorkload, height: number, width: number, pixel: number, tap: number): number | undefined {
  const [q, line] = [pixel % width, Math.floor(pixel / width)];
  const [p, image] = [line % height, Math.floor(line / height)];
  const y = p * w.stride[0] + Math.floor(tap / w.kernel[1]) - w.padding[0];
  const x = q * w.stride[1] + (tap % w.kernel[1]) - w.padding[1];
  return y < 0 || x < 0 || y >= w.height || x >= w.width ? undefined : (image * w.height + y) * w.width + x;
}
