import type { ConvWorkload } from "../../computation/conv.js";
import { convOutputs, convProducts } from "../../computation/conv.js";
import type { Cdag } from "../../pebble/cdag.js";
import type { Summand } from "../../pebble/conv-kernels.js";
import { orderedConvolution } from "../../pebble/conv-kernels.js";
import type { Move } from "../../pebble/rules.js";
import { slideMove } from "../../pebble/rules.js";
import type { PixelRuns } from "../../schedules/two-level/conv/runs.js";
import { checkListed, MAXIMUM_LIFTED_PRODUCTS, range, runs, storeAndDrop, vertexNamed } from "../lifted.js";

/** One product: an output, the input it meets at a tap, and the weight. */
export interface Meeting {
  readonly input: string;
  readonly filter: string;
  readonly output: string;
  /** The sum once the product is added, of an unfinished one. */
  readonly partial: string;
  /** Position of the input, image by image and row by row. */
  readonly position: number;
  /** Columns of the input and of the output. */
  readonly columns: readonly [number, number];
}

/** Image, row and column of an output. */
export type Pixel = readonly [number, number, number];

export type Run = readonly [number, number];

/**
 * In which order a sum takes its products: all taps of an input channel, from the last channel, or all channels of a tap; a number
 * is the column of the window whose taps, and those right of it, come after all others, with all channels of each.
 */
export type SummandOrder = "channels-first" | "channels-back" | "taps-first" | number;

/** Moves on the graph of a convolution, listed one after the other. */
export class ConvMoves {
  readonly graph: Cdag;
  readonly moves: Move[] = [];
  readonly #vertex: (name: string) => number;
  readonly #names: ReadonlySet<string>;
  readonly #sums = new Map<string, number>();

  /** @throws InputError when the convolution has too many products to list. */
  constructor(workload: ConvWorkload, orderOf: (outChannel: number, pixel: Pixel) => SummandOrder) {
    checkListed(convProducts(workload), "products to list moves");
    const orders = summandOrders(workload);
    const summandsOf = (order: SummandOrder): readonly Summand[] =>
      (typeof order === "number" ? orders.afterSeam[order] : orders[order]) ?? [];
    this.graph = orderedConvolution(
      workload,
      (o, ...pixel) => summandsOf(orderOf(o, pixel)),
      4 * MAXIMUM_LIFTED_PRODUCTS,
      "unit",
    );
    this.#vertex = vertexNamed(this.graph);
    this.#names = new Set(this.graph.names);
  }

  load(word: string): void {
    this.moves.push(["load", this.#vertex(word)]);
  }

  drop(word: string): void {
    this.moves.push(["delete", this.#vertex(word)]);
  }

  storeAndDrop(output: string): void {
    storeAndDrop(this.#vertex(output), this.moves);
  }

  /** The sum as far as it is. */
  storeUnfinished(output: string): void {
    storeAndDrop(this.#unfinished(output), this.moves);
  }

  loadUnfinished(output: string): void {
    this.moves.push(["load", this.#unfinished(output)]);
  }

  multiplyAdd({ output, partial }: Meeting): void {
    const before = this.#sums.get(output);
    const next = this.#vertex(this.#names.has(partial) ? partial : output);
    this.#sums.set(output, next);
    this.moves.push(before === undefined ? ["compute", next] : slideMove(next, before, undefined));
  }

  #unfinished(output: string): number {
    const sum = this.#sums.get(output);
    if (sum === undefined) throw new RangeError(`no sum of ${output} yet`);
    return sum;
  }
}

function summandOrders({ inChannels, kernel }: ConvWorkload) {
  const [channels, taps] = [range(0, inChannels), range(0, kernel[0] * kernel[1])];
  const back = [...channels].reverse();
  const tapsFirst = (some: readonly number[]): Summand[] => some.flatMap((tap) => channels.map((channel) => ({ channel, tap })));
  const rightOf = (seam: number, tap: number): boolean => tap % kernel[1] >= seam;
  return {
    afterSeam: range(0, kernel[1]).map((seam) => [
      ...tapsFirst(taps.filter((tap) => !rightOf(seam, tap))),
      ...tapsFirst(taps.filter((tap) => rightOf(seam, tap))),
    ]),
    "channels-back": back.flatMap((channel) => taps.map((tap) => ({ channel, tap }))),
    "channels-first": channels.flatMap((channel) => taps.map((tap) => ({ channel, tap }))),
    "taps-first": tapsFirst(taps),
  };
}

/** Output channels of a part of a convolution: channel `o` of the part is `first + o` of the whole. */
export interface PartOfChannels {
  readonly workload: ConvWorkload;
  readonly first: number;
}

/** The products of one input channel and some pixels, tap by tap and output channel by output channel. */
export function meetingsOf(
  { workload, first }: PartOfChannels,
  slice: Run,
  pixels: readonly Pixel[],
  c: number,
): readonly Meeting[] {
  const { stride, padding, height, width, kernel } = workload;
  const found: Meeting[] = [];
  for (const r of range(0, kernel[0])) {
    for (const s of range(0, kernel[1])) {
      for (const o of range(first + slice[0], first + slice[1])) {
        for (const [b, p, q] of pixels) {
          const [y, x] = [p * stride[0] + r - padding[0], q * stride[1] + s - padding[1]];
          if (y < 0 || x < 0 || y >= height || x >= width) continue;
          const output = `Out[${b},${o},${p},${q}]`;
          found.push({
            input: `In[${b},${c},${y},${x}]`,
            filter: `W[${o},${c},${r},${s}]`,
            output,
            partial: `${output}#${c}/${r * kernel[1] + s}`,
            position: (b * height + y) * width + x,
            columns: [x, q],
          });
        }
      }
    }
  }
  return found;
}

/** The weights of one input channel that some output needs, tap by tap and output channel by output channel. */
export function filtersOf({ workload, first }: PartOfChannels, slice: Run, c: number): readonly string[] {
  const outputs = convOutputs(workload);
  const used = ([0, 1] as const).map((axis) =>
    range(0, workload.kernel[axis]).filter((tap) => {
      const inputs = range(0, outputs[axis]).map((output) => output * workload.stride[axis] + tap - workload.padding[axis]);
      return inputs.some((input) => input >= 0 && input < (axis === 0 ? workload.height : workload.width));
    }),
  ) as [number[], number[]];
  return used[0].flatMap((r) =>
    used[1].flatMap((s) => range(first + slice[0], first + slice[1]).map((o) => `W[${o},${c},${r},${s}]`)),
  );
}

/** Pixels of images, rows and columns, in this order. */
export function pixelsOf(images: Run, rows: Run, columns: Run): readonly Pixel[] {
  return range(...images).flatMap((b) => range(...rows).flatMap((p) => range(...columns).map((q): Pixel => [b, p, q])));
}

/** By a key, in order of appearance. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/**
 * One input channel of sums that stay: its inputs are held while its weights pass, or the other way round. Either passes tap by tap, so
 * that every sum meets its taps in the order of the graph.
 *
 * @param filters the weights that come, with some that no sum here may need; of some all may be there already, or stay
 */
export function passChannel(
  meetings: readonly Meeting[],
  filters: readonly string[],
  held: "inputs" | "weights",
  conv: ConvMoves,
  { comes, goes }: { comes: (filter: string) => boolean; goes: (filter: string) => boolean } = { comes: always, goes: always },
): void {
  const inputs = [...new Set(meetings.map(({ input }) => input))];
  const byFilter = grouped(meetings, ({ filter }) => filter);
  const byInput = grouped(
    [...meetings].sort((x, y) => x.position - y.position),
    ({ input }) => input,
  );
  const passing = held === "inputs" ? [...byFilter.keys(), ...filters.filter((one) => !byFilter.has(one))] : [...byInput.keys()];
  const staying = held === "inputs" ? inputs : filters;
  const weights = new Set(filters);
  const enter = (word: string): void => (weights.has(word) && !comes(word) ? undefined : conv.load(word));
  const leave = (word: string): void => (weights.has(word) && !goes(word) ? undefined : conv.drop(word));
  staying.forEach(enter);
  for (const word of passing) {
    enter(word);
    for (const meeting of (held === "inputs" ? byFilter : byInput).get(word) ?? []) conv.multiplyAdd(meeting);
    leave(word);
  }
  staying.forEach(leave);
}

function always(): boolean {
  return true;
}

/** Runs of pixels of some images, each with its pixels. */
export function pixelsOfRuns(workload: ConvWorkload, shape: PixelRuns, images: Run): readonly (readonly Pixel[])[] {
  const [rows, columns] = convOutputs(workload);
  return runs(columns, shape.columns).flatMap((across) => {
    const pixels = pixelsOf(images, [0, rows], across);
    return runs(pixels.length, shape.pixels).map(([from, past]) => pixels.slice(from, past));
  });
}
