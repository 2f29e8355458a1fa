import { convOutputs } from "../../computation/conv.js";
import type { PixelRunsConv } from "../../schedules/two-level/conv/pixel-runs.js";
import type { ConvMoves, Meeting, PartOfChannels, Pixel } from "../gpu/conv-moves.js";
import { filtersOf, grouped, meetingsOf, pixelsOf } from "../gpu/conv-moves.js";
import { range, runs } from "../lifted.js";

/** Slice by slice, run by run and input channel by input channel; output channels are those from `first` on. */
export function listPixelRuns(schedule: PixelRunsConv, first: number, conv: ConvMoves): void {
  const { workload, channels, held, kept } = schedule;
  const part: PartOfChannels = { workload, first };
  const tiles = tilesOf(schedule);
  for (const slice of runs(workload.outChannels, channels)) {
    const filters = range(0, workload.inChannels).map((channel) => filtersOf(part, slice, channel));
    const staying = new Set(filters.flat().slice(0, kept));
    for (const [at, pixels] of tiles.entries()) {
      const enter = (filter: string): void => {
        if (at === 0 || !staying.has(filter)) conv.load(filter);
      };
      const leave = (filter: string): void => {
        if (at === tiles.length - 1 || !staying.has(filter)) conv.drop(filter);
      };
      for (const [channel, own] of filters.entries()) {
        const meetings = meetingsOf(part, slice, pixels, channel);
        if (held === "inputs") {
          const inputs = new Set(meetings.map(({ input }) => input));
          const byFilter = grouped(meetings, ({ filter }) => filter);
          for (const input of inputs) conv.load(input);
          for (const filter of own) {
            enter(filter);
            for (const meeting of byFilter.get(filter) ?? []) conv.multiplyAdd(meeting);
            leave(filter);
          }
          for (const input of inputs) conv.drop(input);
        } else {
          for (const filter of own) enter(filter);
          passInputs(meetings, conv);
          for (const filter of own) leave(filter);
        }
      }
      for (const output of new Set(meetingsOf(part, slice, pixels, 0).map((one) => one.output))) conv.storeAndDrop(output);
    }
  }
}

/** One by one, in the order of their places, so that every sum meets its taps in the order of the graph. */
export function passInputs(meetings: readonly Meeting[], conv: ConvMoves): void {
  const ordered = [...meetings].sort((x, y) => x.position - y.position);
  for (const [input, own] of grouped(ordered, (meeting) => meeting.input)) {
    conv.load(input);
    for (const meeting of own) conv.multiplyAdd(meeting);
    conv.drop(input);
  }
}

/** The runs, each with its pixels. */
export function tilesOf({ workload, runs: shape }: Pick<PixelRunsConv, "workload" | "runs">): readonly (readonly Pixel[])[] {
  const [rows, columns] = convOutputs(workload);
  return runs(workload.batch, shape.images).flatMap((images) =>
    runs(columns, shape.columns).flatMap((across) => {
      const pixels = pixelsOf(images, [0, rows], across);
      return runs(pixels.length, shape.pixels).map(([from, past]) => pixels.slice(from, past));
    }),
  );
}
