import { type ConvWorkload, convOutputs } from "../../../computation/conv.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import { checkInteger, InputError, shown } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { formatLaunchOrder, type LaunchOrder, launchOrder, settledOrder } from "../../tiles/launch-order.js";
import { residency } from "../../tiles/residency.js";
import { ScheduleWriter } from "../../tiles/schedule-writer.js";
import type { BlockResources, TileSchedule } from "../../tiles/tile-schedule.js";
import { checkReplayable, fillTileBytes, withGrid } from "../../tiles/tiled-array.js";
import { type FittedKernel, firstTileThatFits, type KernelOptions, productBlock } from "../gemm/block.js";

export const DIRECT_CONV_ENTRY: ScheduleEntry = {
  id: "direct-conv",
  workload:
    "conv: a block of outputs stays; per input channel its inputs, or its weights, stay while the others pass; " +
    "on a GPU a CTA loads the inputs of its rectangle, halo included, BK channels at a time, and streams the filters tap by tap",
  machine: "GPU, two-level",
  parameters:
    "GPU: --tile ROWSxCOLUMNSxBNxBK, --order, --stages, --threads, --ctas-per-sm; words: images, rows, columns and channels of the block, searched",
  source: "the shape that meets proofs/conv-segments.md at leading order; Chen, Han and Wang, HPCA'20",
};

/** A CTA's outputs, rows by columns of one image by channels, and the input channels of a step. */
export interface DirectConvTile {
  readonly rows: number;
  readonly columns: number;
  readonly bn: number;
  readonly bk: number;
}

/** Tile, launch order, and the block's resources. */
export interface DirectConvOptions extends KernelOptions<DirectConvTile> {
  readonly order?: LaunchOrder | undefined;
}

/**
 * Direct convolution: a CTA keeps the sums of a rectangle of one image's outputs by BN channels. Per step of BK input channels it
 * loads the inputs that the rectangle meets, halo included, once into shared memory, and streams the filters of those channels
 * tap by tap. Padding is not read, nor are inputs between windows that leave gaps. Channels are innermost in memory.
 */
export interface DirectConvKernel extends FittedKernel<DirectConvTile> {
  readonly id: "direct-conv";
  readonly workload: ConvWorkload;
  readonly order: LaunchOrder;
  /** Inputs of the largest rectangle with its halo. */
  readonly haloPixels: number;
}

/** Buffers for a step's inputs, which are large, and as many for filters of a tap, unless told otherwise. */
const USUAL_STAGES = 2;
const USUAL_PIXELS = 128;
const USUAL_CHANNELS: readonly (readonly [bn: number, bk: number])[] = [
  [128, 64],
  [128, 32],
  [64, 32],
  [64, 16],
  [64, 8],
  [64, 4],
];

/** Reads `8x16x128x64`. @throws InputError naming `tile`. */
export function parseDirectConvTile(text: string): DirectConvTile {
  const match = /^(\d{1,5})x(\d{1,5})x(\d{1,5})x(\d{1,5})$/.exec(text);
  if (match === null) throw new InputError("tile", "ROWSxCOLUMNSxBNxBK such as 8x16x128x64 for direct-conv", shown(text));
  const [rows, columns, bn, bk] = match.slice(1).map((side) => checkInteger("tile", Number(side), 1, 65536)) as [
    number,
    number,
    number,
    number,
  ];
  return { rows, columns, bn, bk };
}

/** `8x16x128x64`. */
export function formatDirectConvTile({ rows, columns, bn, bk }: DirectConvTile): string {
  return `${rows}x${columns}x${bn}x${bk}`;
}

/**
 * Plans a direct convolution on a GPU.
 *
 * @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU.
 */
export function directConvKernel(w: ConvWorkload, gpu: Gpu, options: DirectConvOptions = {}): DirectConvKernel {
  const [height, width] = convOutputs(w);
  return firstTileThatFits(options.tile === undefined ? usualTiles(w) : [options.tile], (tile) => {
    for (const side of ["rows", "columns"] as const) checkInteger(`tile ${side}`, tile[side], 1, 65536);
    const stages = checkInteger("stages", options.stages ?? USUAL_STAGES, 1, 64);
    const asProduct = { bm: tile.rows * tile.columns, bn: tile.bn, bk: tile.bk };
    const { block: sums } = productBlock(asProduct, 1, w, gpu, { ...options, stages });
    const haloPixels = mostMet(w, 0, height, tile.rows) * mostMet(w, 1, width, tile.columns);
    const sharedMemoryBytes = stages * (haloPixels + tile.bn) * tile.bk * BYTES_OF[w.dataType];
    const block: BlockResources = { ...sums, sharedMemoryBytes };
    const resident = residency(block, gpu, formatDirectConvTile(tile), options.ctasPerSm);
    const order = settledOrder(options.order ?? { kind: "row" }, asProduct, gpu.sms);
    return { id: "direct-conv", workload: w, tile, order, stages, haloPixels, block, residency: resident };
  });
}

/** Rectangles of about 128 outputs, nearly square, with fewer channels a step where the halo is large. */
function usualTiles(w: ConvWorkload): readonly DirectConvTile[] {
  const [height, width] = convOutputs(w);
  return [USUAL_PIXELS, USUAL_PIXELS / 2, USUAL_PIXELS / 4].flatMap((pixels) => {
    const narrow = Math.min(16, width);
    const rows = Math.min(height, Math.max(1, Math.floor(pixels / narrow)));
    const columns = Math.min(width, Math.max(1, Math.floor(pixels / rows)));
    return USUAL_CHANNELS.map(([bn, bk]) => ({ rows, columns, bn, bk: Math.min(bk, w.inChannels) }));
  });
}

/** Padding is below 4096, so beyond so many stripes from the border none meets it. */
const STRIPES_AT_A_BORDER = 4100;

/** Rows or columns of the input that a stripe of `side` outputs meets at most. */
function mostMet(w: ConvWorkload, axis: 0 | 1, outputs: number, side: number): number {
  const count = Math.ceil(outputs / side);
  const looked = count > 2 * STRIPES_AT_A_BORDER ? STRIPES_AT_A_BORDER : count;
  let most = 0;
  for (let s = 0; s < looked; s++) {
    most = Math.max(most, inputsMet(w, axis, s * side, Math.min(outputs, (s + 1) * side)).length);
  }
  return most;
}

/** `0 .. extent − 1` in runs of `side`. */
function stripes(extent: number, side: number): readonly (readonly [first: number, beyond: number])[] {
  return Array.from({ length: Math.ceil(extent / side) }, (_, s) => [s * side, Math.min(extent, (s + 1) * side)] as const);
}

/** Rows (axis 0) or columns of the input that outputs `first .. beyond)` meet, rising. */
function inputsMet(w: ConvWorkload, axis: 0 | 1, first: number, beyond: number): readonly number[] {
  const [stride, kernel, padding] = [w.stride[axis], w.kernel[axis], w.padding[axis]];
  const extent = axis === 0 ? w.height : w.width;
  const met: number[] = [];
  let next = 0;
  for (let output = first; output < beyond; output++) {
    const start = output * stride - padding;
    for (let at = Math.max(start, next); at < Math.min(start + kernel, extent); at++) met.push(at);
    next = Math.max(next, start + kernel);
  }
  return met;
}

/** The grid of a layout: rectangles of outputs, each with the inputs it meets, and the numbers of tiles. */
interface ConvGrid {
  readonly down: readonly (readonly [number, number])[];
  readonly across: readonly (readonly [number, number])[];
  readonly metDown: readonly (readonly number[])[];
  readonly metAcross: readonly (readonly number[])[];
  readonly columns: number;
  readonly steps: number;
}

/** Rectangles and channel blocks of a kernel's outputs, in the order of their tiles. */
export function directConvGrid({ workload: w, tile }: DirectConvKernel): ConvGrid {
  const [height, width] = convOutputs(w);
  const [down, across] = [stripes(height, tile.rows), stripes(width, tile.columns)];
  return {
    down,
    across,
    metDown: down.map(([first, beyond]) => inputsMet(w, 0, first, beyond)),
    metAcross: across.map(([first, beyond]) => inputsMet(w, 1, first, beyond)),
    columns: Math.ceil(w.outChannels / tile.bn),
    steps: Math.ceil(w.inChannels / tile.bk),
  };
}

/** The schedule as tiles for the replay. @throws InputError when the convolution has more tiles or touches than a replay can walk. */
export function layOutDirectConv(schedule: DirectConvKernel): TileSchedule {
  const { workload: w, tile, stages } = schedule;
  const [height, width] = convOutputs(w);
  const places = w.batch * Math.ceil(height / tile.rows) * Math.ceil(width / tile.columns) * Math.ceil(w.outChannels / tile.bn);
  checkReplayable(places, places * w.kernel[0] * w.kernel[1] * Math.ceil(w.inChannels / tile.bk));
  const { down, across, metDown, metAcross, columns, steps } = directConvGrid(schedule);
  const taps = w.kernel[0] * w.kernel[1];
  const rectangles = w.batch * down.length * across.length;
  const blocks = rectangles * columns;
  const count = (met: readonly (readonly number[])[]): number => met.reduce((sum, list) => sum + list.length, 0);
  const inputReads = w.batch * count(metDown) * count(metAcross) * columns * steps;
  const firstW = w.batch * w.height * w.width * steps;
  const firstOut = firstW + taps * steps * columns;
  checkReplayable(firstOut + blocks, inputReads + blocks * (taps * steps + 1));
  const tileBytes = new Int32Array(firstOut + blocks);
  const word = BYTES_OF[w.dataType];
  fillTileBytes(tileBytes, 0, 1, [w.batch * w.height * w.width, 1], [w.inChannels, tile.bk], word);
  fillTileBytes(tileBytes, firstW, taps, [w.inChannels, tile.bk], [w.outChannels, tile.bn], word);
  const writer = new ScheduleWriter({
    blocks,
    phases: blocks * (2 * steps + 1),
    streams: inputReads + blocks * (steps + 1),
  });
  for (const place of launchOrder(schedule.order, rectangles, columns)) {
    const [rectangle, column] = [Math.floor(place / columns), place % columns];
    const [line, q] = [Math.floor(rectangle / across.length), rectangle % across.length];
    const [image, p] = [Math.floor(line / down.length), line % down.length];
    const [rows, cells] = [down[p] as readonly [number, number], across[q] as readonly [number, number]];
    const pixels = (rows[1] - rows[0]) * (cells[1] - cells[0]);
    const channels = Math.min(tile.bn, w.outChannels - column * tile.bn);
    tileBytes[firstOut + place] = pixels * channels * BYTES_OF[w.outputType];
    for (let step = 0; step < steps; step++) {
      writer.phase(1, 0);
      for (const y of metDown[p] ?? []) {
        for (const x of metAcross[q] ?? []) writer.read(((image * w.height + y) * w.width + x) * steps + step, 0);
      }
      writer
        .phase(taps, 2 * tile.rows * tile.columns * tile.bn * tile.bk)
        .read(firstW + step * columns + column, steps * columns);
    }
    writer.phase(1, 0).write(firstOut + place, 0);
    writer.endBlock();
  }
  return writer.finish(
    [
      withGrid(
        { name: "In", firstTile: 0, tileCount: firstW },
        { matrices: 1, rows: [w.batch * w.height * w.width, 1], columns: [w.inChannels * word, tile.bk * word] },
      ),
      { name: "W", firstTile: firstW, tileCount: firstOut - firstW },
      { name: "Out", firstTile: firstOut, tileCount: blocks },
    ],
    tileBytes,
    { kind: "product", operandType: w.dataType, stages },
  );
}

/** The parameters as a traffic document prints them. */
export function describeDirectConv(schedule: DirectConvKernel): Readonly<Record<string, string | number>> {
  const { id, tile, order, stages, haloPixels, block, residency: resident } = schedule;
  return { id, tile: formatDirectConvTile(tile), order: formatLaunchOrder(order), stages, haloPixels, ...block, ...resident };
}
