import { convOutputs } from "../../computation/conv.js";
import { type FilterStationaryConv, seamOf } from "../../schedules/two-level/conv/filter-stationary.js";
import { range, runs } from "../lifted.js";
import type { ConvMoves, Meeting, PartOfChannels, Pixel, Run } from "./conv-moves.js";
import { filtersOf, grouped, meetingsOf, pixelsOf } from "./conv-moves.js";

/** A block of filters stays while strips of images pass; output channels are those from `first` on. */
export function listFilterStationary(schedule: FilterStationaryConv, first: number, conv: ConvMoves): void {
  const { workload, block, inFlight, acrossSeams } = schedule;
  const part: PartOfChannels = { workload, first };
  const [rows, columns] = convOutputs(workload);
  for (const slice of runs(workload.outChannels, block.channels)) {
    const filters = range(0, workload.inChannels).flatMap((channel) => filtersOf(part, slice, channel));
    for (const filter of filters) conv.load(filter);
    for (const image of range(0, workload.batch)) {
      if (acrossSeams === "sums") {
        for (const strip of runs(workload.width, block.columns)) passStripOfInputs(schedule, part, slice, [image, strip], conv);
        continue;
      }
      for (const across of runs(columns, block.columns)) {
        const pixels = pixelsOf([image, image + 1], [0, rows], across);
        if (inFlight === "inputs") passHeldInputs(part, slice, pixels, conv);
        else passSingleInputs(part, slice, pixels, conv);
      }
    }
    for (const filter of filters) conv.drop(filter);
  }
}

/** An input is loaded for the first pixel that meets it and dropped after the last. */
function passHeldInputs(part: PartOfChannels, slice: Run, strip: readonly Pixel[], conv: ConvMoves): void {
  const channels = range(0, part.workload.inChannels);
  const pixels = strip.map((pixel) =>
    range(...slice).map((o) => channels.flatMap((channel) => meetingsOf(part, [o, o + 1], [pixel], channel))),
  );
  const last = new Map(pixels.flatMap((sums, at) => sums.flat().map(({ input }) => [input, at] as const)));
  const held = new Set<string>();
  for (const [at, sums] of pixels.entries()) {
    const inputs = new Set(sums.flat().map(({ input }) => input));
    for (const input of inputs) if (!held.has(input)) conv.load(input);
    for (const input of inputs) held.add(input);
    for (const sum of sums) {
      for (const meeting of sum) conv.multiplyAdd(meeting);
      conv.storeAndDrop(sum[0]?.output ?? "");
    }
    for (const input of inputs) if (last.get(input) === at) conv.drop(input);
  }
}

/** Inputs come one by one, all channels of a place, to the sums that meet them; a sum leaves with the last place that it meets. */
function passSingleInputs(part: PartOfChannels, slice: Run, strip: readonly Pixel[], conv: ConvMoves): void {
  const channels = range(0, part.workload.inChannels).map((channel) => meetingsOf(part, slice, strip, channel));
  passPlaces(channels, conv, new Set(), new Set());
}

/** The inputs of a strip of columns, each once: sums of windows over its seams come from the strip before and go on to the next. */
function passStripOfInputs(
  schedule: FilterStationaryConv,
  part: PartOfChannels,
  slice: Run,
  [image, strip]: readonly [number, Run],
  conv: ConvMoves,
): void {
  const { workload } = part;
  const [rows, columns] = convOutputs(workload);
  const before = workload.padding[1];
  const met: Run = [Math.max(0, strip[0] + before - workload.kernel[1] + 1), Math.min(columns, strip[1] + before)];
  const pixels = pixelsOf([image, image + 1], [0, rows], met);
  const inside = ({ columns: [x] }: Meeting): boolean => x >= strip[0] && x < strip[1];
  const channels = range(0, workload.inChannels).map((channel) => meetingsOf(part, slice, pixels, channel).filter(inside));
  const [begun, goesOn] = [new Set<string>(), new Set<string>()];
  for (const {
    output,
    columns: [, q],
  } of channels[0] ?? []) {
    // A window over the left seam begins left of it.
    if (seamOf(schedule, q) !== undefined) (Math.max(0, q - before) < strip[0] ? begun : goesOn).add(output);
  }
  passPlaces(channels, conv, begun, goesOn);
}

/** Meetings of each input channel place by place; some sums are there already, unfinished, and some are stored so. */
function passPlaces(
  channels: readonly (readonly Meeting[])[],
  conv: ConvMoves,
  begun: ReadonlySet<string>,
  goesOn: ReadonlySet<string>,
): void {
  const places = channels.map((meetings) => grouped(meetings, ({ position }) => `${position}`));
  const last = new Map<string, number>();
  for (const { output, position } of channels[0] ?? []) last.set(output, Math.max(position, last.get(output) ?? 0));
  const finished = grouped([...last], ([, position]) => `${position}`);
  const positions = [...(places[0]?.keys() ?? [])].sort((x, y) => Number(x) - Number(y));
  const waiting = new Set(begun);
  for (const position of positions) {
    for (const { output } of places[0]?.get(position) ?? []) if (waiting.delete(output)) conv.loadUnfinished(output);
    for (const place of places) {
      const meetings = place.get(position) ?? [];
      const input = meetings[0]?.input ?? "";
      conv.load(input);
      for (const meeting of meetings) conv.multiplyAdd(meeting);
      conv.drop(input);
    }
    for (const [output] of finished.get(position) ?? []) {
      if (goesOn.has(output)) conv.storeUnfinished(output);
      else conv.storeAndDrop(output);
    }
  }
}
