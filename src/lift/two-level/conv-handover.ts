import { handoverSteps, type RunHandoverConv } from "../../schedules/two-level/conv/run-handover.js";
import { eachRun, usedTaps } from "../../schedules/two-level/conv/runs.js";
import { range, runs } from "../lifted.js";
import type { ConvMoves, PartOfChannels, Pixel, Run, SummandOrder } from "./conv-moves.js";
import { filtersOf, meetingsOf, passChannel, pixelsOfRuns } from "./conv-moves.js";

/** A run of one slice, with its input channels in the order in which its sums take them. */
interface Stage {
  readonly slice: Run;
  readonly pixels: readonly Pixel[];
  readonly metBy: (count: number) => number;
  readonly order: SummandOrder;
  readonly channels: readonly number[];
}

/** Runs forth through one slice and back through the next, every second one from the last input channel on. */
function stagesOf(schedule: RunHandoverConv): readonly Stage[] {
  const { workload, channels } = schedule;
  const pixelsOf = pixelsOfRuns(workload, schedule.runs, [0, workload.batch]);
  const tiles: Pick<Stage, "pixels" | "metBy">[] = [];
  eachRun(workload, schedule.runs, (_, metBy) => {
    tiles.push({ pixels: pixelsOf[tiles.length] ?? [], metBy });
  });
  const forth = range(0, workload.inChannels);
  return runs(workload.outChannels, channels)
    .flatMap((slice, index) => (index % 2 === 0 ? tiles : [...tiles].reverse()).map((tile) => ({ slice, ...tile })))
    .map((stage, index) =>
      index % 2 === 0
        ? { ...stage, order: "channels-first", channels: forth }
        : { ...stage, order: "channels-back", channels: [...forth].reverse() },
    );
}

export function handoverOrder(schedule: RunHandoverConv): (outChannel: number, pixel: Pixel) => SummandOrder {
  const orders = new Map<string, SummandOrder>();
  for (const { slice, pixels, order } of stagesOf(schedule)) {
    for (const pixel of pixels) orders.set(`${Math.floor(slice[0] / schedule.channels)}/${pixel.join()}`, order);
  }
  return (outChannel, pixel) => orders.get(`${Math.floor(outChannel / schedule.channels)}/${pixel.join()}`) ?? "channels-first";
}

export function listRunHandover(schedule: RunHandoverConv, conv: ConvMoves): void {
  const { workload, held, handed } = schedule;
  const stages = stagesOf(schedule);
  for (const [at, stage] of stages.entries()) {
    const words = new StageWords({ workload, first: 0 }, stage, usedTaps(workload));
    const [before, after] = [stages[at - 1], stages[at + 1]];
    const first = before === undefined ? [] : stage.channels.slice(0, handed);
    const last = after === undefined ? [] : stage.channels.slice(-handed);
    if (before !== undefined) begin(words, first, before.slice === stage.slice, conv);
    for (const channel of stage.channels) {
      if (!first.includes(channel) && !last.includes(channel)) {
        passChannel(words.meetings(channel), words.filters(range(0, words.width), [channel]), held, conv);
      }
    }
    if (after !== undefined) end(words, last, after.slice === stage.slice, conv);
    else for (const output of words.outputs(range(0, stage.pixels.length), range(0, words.width))) conv.storeAndDrop(output);
  }
}

/** What a stage touches, by the numbers of its pixels and of its output channels. */
class StageWords {
  readonly width: number;
  readonly steps: readonly ("pixel" | "channel")[];
  readonly #part: PartOfChannels;
  readonly #stage: Stage;

  constructor(part: PartOfChannels, stage: Stage, taps: number) {
    this.#part = part;
    this.#stage = stage;
    this.width = stage.slice[1] - stage.slice[0];
    this.steps = handoverSteps({ pixels: stage.pixels.length, metBy: stage.metBy, width: this.width, taps });
  }

  meetings(channel: number): ReturnType<typeof meetingsOf> {
    return meetingsOf(this.#part, this.#stage.slice, this.#stage.pixels, channel);
  }

  /** One sum's products with a channel. */
  meetingsAt(pixel: number, column: number, channel: number): ReturnType<typeof meetingsOf> {
    return meetingsOf(this.#part, this.#channel(column), this.#stage.pixels.slice(pixel, pixel + 1), channel);
  }

  filters(columns: readonly number[], channels: readonly number[]): readonly string[] {
    return channels.flatMap((channel) => columns.flatMap((column) => filtersOf(this.#part, this.#channel(column), channel)));
  }

  /** Inputs of a pixel that none before it meets. */
  newInputs(pixel: number, channels: readonly number[]): readonly string[] {
    const before = this.#stage.pixels.slice(0, pixel);
    return channels.flatMap((channel) => {
      const known = new Set(meetingsOf(this.#part, this.#channel(0), before, channel).map(({ input }) => input));
      return this.meetingsAt(pixel, 0, channel).flatMap(({ input }) => (known.has(input) ? [] : [input]));
    });
  }

  outputs(pixels: readonly number[], columns: readonly number[]): readonly string[] {
    const places = pixels.map((pixel) => this.#stage.pixels[pixel] ?? [0, 0, 0]);
    return places.flatMap(([b, p, q]) => columns.map((column) => `Out[${b},${this.#stage.slice[0] + column},${p},${q}]`));
  }

  allInputs(channels: readonly number[]): readonly string[] {
    return [...new Set(channels.flatMap((channel) => this.meetings(channel).map(({ input }) => input)))];
  }

  #channel(column: number): Run {
    return [this.#stage.slice[0] + column, this.#stage.slice[0] + column + 1];
  }
}

/** All words of the channels are there; sums begin, and words leave, in the steps of an end backwards. */
function begin(words: StageWords, channels: readonly number[], sameSlice: boolean, conv: ConvMoves): void {
  const columns = range(0, words.width);
  for (const word of sameSlice ? words.allInputs(channels) : words.filters(columns, channels)) conv.load(word);
  let [pixel, column] = [words.steps.filter((step) => step === "pixel").length, words.width];
  for (const step of [...words.steps].reverse()) {
    if (step === "pixel") {
      pixel--;
      addAll(words, [pixel], range(0, column), channels, conv);
      for (const input of words.newInputs(pixel, channels)) conv.drop(input);
    } else {
      column--;
      addAll(words, range(0, pixel), [column], channels, conv);
      for (const filter of words.filters([column], channels)) conv.drop(filter);
    }
  }
}

/** Words of the channels come step by step, and sums leave; what the next stage needs of them stays. */
function end(words: StageWords, channels: readonly number[], sameSlice: boolean, conv: ConvMoves): void {
  let [pixels, columns] = [0, 0];
  for (const step of words.steps) {
    const isPixel = step === "pixel";
    const [these, those] = isPixel ? [[pixels], range(0, columns)] : [range(0, pixels), [columns]];
    for (const word of isPixel ? words.newInputs(pixels, channels) : words.filters([columns], channels)) conv.load(word);
    addAll(words, these, those, channels, conv);
    for (const output of words.outputs(these, those)) conv.storeAndDrop(output);
    if (isPixel) pixels++;
    else columns++;
  }
  for (const word of sameSlice ? words.allInputs(channels) : words.filters(range(0, columns), channels)) conv.drop(word);
}

function addAll(
  words: StageWords,
  pixels: readonly number[],
  columns: readonly number[],
  channels: readonly number[],
  conv: ConvMoves,
): void {
  for (const pixel of pixels) {
    for (const column of columns) {
      for (const channel of channels) for (const meeting of words.meetingsAt(pixel, column, channel)) conv.multiplyAdd(meeting);
    }
  }
}
