import type { ConvWorkload } from "../computation/conv.js";
import { convComputation, convOutputs, convProducts } from "../computation/conv.js";
import { InputError } from "../errors.js";
import { expand } from "../pebble/expand.js";
import type { Move } from "../pebble/rules.js";
import { slideMove, twoLevelGame } from "../pebble/rules.js";
import { wordConvTotal } from "../schedules/conv-words.js";
import type { WordConv } from "../schedules/word-conv.js";
import type { DirectConv } from "../schedules/word-conv-direct.js";
import type { FilterStationaryConv } from "../schedules/word-conv-filter.js";
import type { LiftedReplay } from "./lifted.js";
import { MAXIMUM_LIFTED_PRODUCTS, range, runs } from "./lifted.js";

/** One product: an output, the input it meets at a tap, and the tap. */
interface Meeting {
  readonly input: string;
  readonly filter: string;
  readonly output: string;
  /** Position of the input, image by image and row by row. */
  readonly position: number;
}

/** The vertices of a convolution by name, and its products in the order of the graph. */
interface ConvGraph {
  vertex(name: string): number;
  multiplyAdd(meeting: Meeting): void;
}

/**
 * The moves of a word-level schedule of a convolution on the textbook machine.
 *
 * @throws InputError when the convolution has too many products to list.
 */
export function liftWordConv(schedule: WordConv, fastWords: number): LiftedReplay {
  const { workload } = schedule;
  if (convProducts(workload) > BigInt(MAXIMUM_LIFTED_PRODUCTS)) {
    throw new InputError("workload", `at most ${MAXIMUM_LIFTED_PRODUCTS} products to list moves`, `${convProducts(workload)}`);
  }
  const graph = expand(convComputation(workload), { maximumVertices: 4 * MAXIMUM_LIFTED_PRODUCTS });
  const vertexOf = new Map(graph.names?.map((name, vertex) => [name, vertex]));
  const vertex = (name: string): number => vertexOf.get(name) ?? -1;
  const done = new Map<string, number>();
  const moves: Move[] = [];
  const multiplyAdd = ({ output }: Meeting): void => {
    const products = done.get(output) ?? 0;
    done.set(output, products + 1);
    const next = vertexOf.get(`${output}#${products}`) ?? vertex(output);
    moves.push(products === 0 ? ["compute", next] : slideMove(next, vertex(`${output}#${products - 1}`), undefined));
  };
  if (schedule.id === "direct-conv") listDirect(schedule, { vertex, multiplyAdd }, moves);
  else listFilterStationary(schedule, { vertex, multiplyAdd }, moves);
  return {
    interface: "slow-fast",
    graph,
    game: twoLevelGame(fastWords),
    moves,
    unit: "words",
    replayed: wordConvTotal(schedule),
  };
}

/** Block by block and channel by channel. */
function listDirect({ workload, block, held }: DirectConv, { vertex, multiplyAdd }: ConvGraph, moves: Move[]): void {
  const [rows, columns] = convOutputs(workload);
  const pass = (meetings: readonly Meeting[], stays: "input" | "filter", passes: "input" | "filter"): void => {
    const staying = new Set(meetings.map((meeting) => meeting[stays]));
    for (const word of staying) moves.push(["load", vertex(word)]);
    // Inputs pass in the order of their places, so that every sum meets its taps in the order of the graph.
    const ordered = passes === "filter" ? meetings : [...meetings].sort((x, y) => x.position - y.position);
    const groups = new Map<string, Meeting[]>();
    for (const meeting of ordered) groups.set(meeting[passes], [...(groups.get(meeting[passes]) ?? []), meeting]);
    for (const [word, own] of groups) {
      moves.push(["load", vertex(word)]);
      own.forEach(multiplyAdd);
      moves.push(["delete", vertex(word)]);
    }
    for (const word of staying) moves.push(["delete", vertex(word)]);
  };
  for (const images of runs(workload.batch, block.images)) {
    for (const down of runs(rows, block.rows)) {
      for (const across of runs(columns, block.columns)) {
        for (const slice of runs(workload.outChannels, block.channels)) {
          const box = [images, slice, down, across] as const;
          for (const channel of range(0, workload.inChannels)) {
            const meetings = meetingsOf(workload, box, channel);
            if (held === "inputs") pass(meetings, "input", "filter");
            else pass(meetings, "filter", "input");
          }
          const outputs = new Set(meetingsOf(workload, box, 0).map(({ output }) => output));
          for (const output of outputs) moves.push(["store", vertex(output)], ["delete", vertex(output)]);
        }
      }
    }
  }
}

/** A block of filters stays; in a strip an input is loaded for the first pixel that meets it and dropped after the last. */
function listFilterStationary({ workload, block }: FilterStationaryConv, conv: ConvGraph, moves: Move[]): void {
  const { vertex, multiplyAdd } = conv;
  const [rows, columns] = convOutputs(workload);
  const channels = range(0, workload.inChannels);
  for (const slice of runs(workload.outChannels, block.channels)) {
    const whole: Box = [[0, 1], slice, [0, rows], [0, columns]];
    const meetings = channels.flatMap((channel) => meetingsOf(workload, whole, channel));
    const filters = [...new Set(meetings.map(({ filter }) => filter))];
    for (const filter of filters) moves.push(["load", vertex(filter)]);
    for (const image of range(0, workload.batch)) {
      for (const [q0, q1] of runs(columns, block.columns)) {
        const pixels = range(0, rows).flatMap((p) =>
          range(q0, q1).map((q) =>
            range(...slice).map((o) => {
              const box: Box = [
                [image, image + 1],
                [o, o + 1],
                [p, p + 1],
                [q, q + 1],
              ];
              return channels.flatMap((channel) => meetingsOf(workload, box, channel));
            }),
          ),
        );
        const last = new Map(pixels.flatMap((sums, at) => sums.flat().map(({ input }) => [input, at] as const)));
        const held = new Set<string>();
        for (const [at, sums] of pixels.entries()) {
          const inputs = new Set(sums.flat().map(({ input }) => input));
          for (const input of inputs) if (!held.has(input)) moves.push(["load", vertex(input)]);
          for (const input of inputs) held.add(input);
          for (const sum of sums) {
            sum.forEach(multiplyAdd);
            const output = vertex(sum[0]?.output ?? "");
            moves.push(["store", output], ["delete", output]);
          }
          for (const input of inputs) if (last.get(input) === at) moves.push(["delete", vertex(input)]);
        }
      }
    }
    for (const filter of filters) moves.push(["delete", vertex(filter)]);
  }
}

type Run = readonly [number, number];

/** Images, output channels, rows and columns of the output. */
type Box = readonly [Run, Run, Run, Run];

/** The products of one input channel in a block, taps in order, so that a passing word meets its sums in the order of the graph. */
function meetingsOf(workload: ConvWorkload, [images, slice, down, across]: Box, c: number): readonly Meeting[] {
  const { stride, padding, height, width, kernel } = workload;
  const found: Meeting[] = [];
  for (const r of range(0, kernel[0])) {
    for (const s of range(0, kernel[1])) {
      for (const o of range(...slice)) {
        for (const b of range(...images)) {
          for (const p of range(...down)) {
            for (const q of range(...across)) {
              const [y, x] = [p * stride[0] + r - padding[0], q * stride[1] + s - padding[1]];
              if (y < 0 || x < 0 || y >= height || x >= width) continue;
              found.push({
                input: `In[${b},${c},${y},${x}]`,
                filter: `W[${o},${c},${r},${s}]`,
                output: `Out[${b},${o},${p},${q}]`,
                position: (b * height + y) * width + x,
              });
            }
          }
        }
      }
    }
  }
  return found;
}
