import { convOutputs } from "../../computation/conv.js";
import type { DirectConv } from "../../schedules/two-level/conv/direct.js";
import { seamOf } from "../../schedules/two-level/conv/filter-stationary.js";
import type { PixelRunsConv } from "../../schedules/two-level/conv/pixel-runs.js";
import type { RunHandoverConv } from "../../schedules/two-level/conv/run-handover.js";
import type { WordConv } from "../../schedules/two-level/conv/schedules.js";
import { wordConvTotal } from "../../schedules/two-level/conv/words.js";
import { type LiftedReplay, range, runs } from "../lifted.js";
import { listFilterStationary } from "./conv-filter.js";
import { handoverOrder, listRunHandover } from "./conv-handover.js";
import type { PartOfChannels, Pixel, SummandOrder } from "./conv-moves.js";
import { ConvMoves, filtersOf, meetingsOf, passChannel, pixelsOf, pixelsOfRuns } from "./conv-moves.js";
import { twoLevelReplay } from "./listing.js";

/**
 * The moves of a word-level schedule of a convolution in the two-level memory model.
 *
 * @throws InputError when the convolution has too many products to list.
 */
export function liftWordConv(schedule: WordConv, fastWords: number): LiftedReplay {
  const order =
    schedule.id === "run-handover"
      ? handoverOrder(schedule)
      : (outChannel: number, pixel: Pixel) => orderOf(schedule, outChannel, pixel);
  const conv = new ConvMoves(schedule.workload, order);
  if (schedule.id === "run-handover") listRunHandover(schedule, conv);
  else listConv(schedule, 0, conv);
  return twoLevelReplay(conv.graph, fastWords, conv.moves, wordConvTotal(schedule));
}

/** Schedules that go through the input channels of every sum in one direction. */
type InPlace = Exclude<WordConv, RunHandoverConv>;

/** Sums in flight take an input position with all its channels before the next. */
function orderOf(schedule: InPlace, outChannel: number, pixel: Pixel): SummandOrder {
  if (schedule.id === "filter-stationary" && schedule.inFlight === "sums") return seamOf(schedule, pixel[2]) ?? "taps-first";
  if (schedule.id !== "channel-parts") return "channels-first";
  let before = 0;
  for (const part of schedule.parts) {
    before += part.workload.outChannels;
    if (outChannel < before) return part.id === "filter-stationary" ? orderOf(part, outChannel, pixel) : "channels-first";
  }
  return "channels-first";
}

function listConv(schedule: InPlace, first: number, conv: ConvMoves): void {
  if (schedule.id === "channel-parts") {
    let beyond = first;
    for (const part of schedule.parts) {
      if (part.id === "pixel-runs") listPixelRuns(part, beyond, conv);
      else listFilterStationary(part, beyond, conv);
      beyond += part.workload.outChannels;
    }
  } else if (schedule.id === "filter-stationary") listFilterStationary(schedule, first, conv);
  else listDirect(schedule, conv);
}

/** Block by block and channel by channel. */
function listDirect({ workload, block, held }: DirectConv, conv: ConvMoves): void {
  const [rows, columns] = convOutputs(workload);
  const part: PartOfChannels = { workload, first: 0 };
  for (const images of runs(workload.batch, block.images)) {
    for (const down of runs(rows, block.rows)) {
      for (const across of runs(columns, block.columns)) {
        const pixels: readonly Pixel[] = pixelsOf(images, down, across);
        for (const slice of runs(workload.outChannels, block.channels)) {
          for (const channel of range(0, workload.inChannels)) {
            const meetings = meetingsOf(part, slice, pixels, channel);
            const filters = [...new Set(meetings.map(({ filter }) => filter))];
            passChannel(meetings, filters, held, conv);
          }
          const outputs = new Set(meetingsOf(part, slice, pixels, 0).map(({ output }) => output));
          for (const output of outputs) conv.storeAndDrop(output);
        }
      }
    }
  }
}

/** Slice by slice, run by run and input channel by input channel; output channels are those from `first` on. */
function listPixelRuns(
  { workload, runs: shape, images, channels, held, kept }: PixelRunsConv,
  first: number,
  conv: ConvMoves,
): void {
  const part: PartOfChannels = { workload, first };
  const tiles = runs(workload.batch, images).flatMap((group) => pixelsOfRuns(workload, shape, group));
  for (const slice of runs(workload.outChannels, channels)) {
    const filters = range(0, workload.inChannels).map((channel) => filtersOf(part, slice, channel));
    const staying = new Set(filters.flat().slice(0, kept));
    for (const [at, pixels] of tiles.entries()) {
      const comes = (filter: string): boolean => at === 0 || !staying.has(filter);
      const goes = (filter: string): boolean => at === tiles.length - 1 || !staying.has(filter);
      for (const [channel, own] of filters.entries()) {
        passChannel(meetingsOf(part, slice, pixels, channel), own, held, conv, { comes, goes });
      }
      for (const output of new Set(meetingsOf(part, slice, pixels, 0).map((one) => one.output))) conv.storeAndDrop(output);
    }
  }
}
