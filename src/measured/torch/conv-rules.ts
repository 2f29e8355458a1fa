import { convWorkload } from "../../computation/conv.js";
import { BYTES_OF } from "../../computation/data-types.js";
import { elementwiseWorkload } from "../../computation/row-workloads.js";
import type { Workload } from "../../computation/workload.js";
import { InputError } from "../../errors.js";
import { dimensions } from "../names/launch-grid.js";
import { countedBytes } from "../names/named-launch.js";
import { typesOr } from "./arguments.js";
import { gradientWorkload } from "./conv-gradients.js";
import { windowsOf } from "./conv-window.js";
import { wordsOf } from "./operator-range.js";
import type { Found, Rule } from "./recognised-work.js";
import { helper, noRule } from "./recognised-work.js";
import { elementTypes, productTypes } from "./type-names.js";

/** The forward pass. */
export const convolution: Rule = (call, launch, facts, calls) => {
  const beside = layout(call, launch, facts, calls) ?? helper(launch, call);
  if (beside !== undefined) return beside;
  if (!/fprop|convolve|nvjet|gemm|cutlass|conv/i.test(launch.name)) return noRule(call);
  const [x = [], weight = []] = call.sizes;
  if (x.length !== 4 || weight.length !== 4) return { reason: "a convolution of other than two dimensions" };
  const [batch = 1, inChannels = 1, height = 1, width = 1] = x;
  const [outChannels = 1, perGroup = 1, ...kernelSides] = weight;
  const groups = inChannels / perGroup;
  if (!Number.isInteger(groups)) return { reason: "weights of other channels than the input's" };
  const windows = windowsOf("cudnn_convolution", call, calls, [height, width], kernelSides, outChannels, facts);
  if ("reason" in windows) return windows;
  const { from, ...steps } = windows;
  const { types, assumed } = typesOr(productTypes(launch.name), facts, call);
  const sides = { batch, inChannels, outChannels, height, width, kernel: kernelSides, groups, ...steps };
  return known(() => convWorkload({ ...sides, ...types }), [...assumed, ...from]);
};

/** A convolution whose windows no theorem is about is known all the same. */
function known(make: () => Workload, assumed: readonly string[]): Found {
  try {
    return { workload: make(), assumed };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { reason: `a convolution without a theorem here: ${error.message}` };
  }
}

/** Gradients of the input and of the weights, each by a kernel of its own. */
export const convolutionGradients: Rule = (call, launch, facts, calls) => {
  const beside = layout(call, launch, facts, calls) ?? helper(launch, call);
  if (beside !== undefined) return beside;
  const [result = [], x = [], weight = []] = call.sizes;
  if (result.length !== 4 || x.length !== 4 || weight.length !== 4)
    return { reason: "a gradient of a convolution of other than two dimensions" };
  if ((x[1] ?? 0) % (weight[1] ?? 1) !== 0 || weight[0] !== result[1])
    return { reason: "a gradient of a convolution by weights of other channels" };
  const of = /dgrad|bwd_?data/i.test(launch.name) ? "data" : /wgrad|bwd_?filter/i.test(launch.name) ? "weight" : undefined;
  if (of === undefined) return { reason: "a gradient of a convolution; the name does not say of data or weights" };
  const sides = windowsOf("convolution_backward", call, calls, x.slice(2), weight.slice(2), result[1] ?? 0, facts, result);
  if ("reason" in sides) return sides;
  const { types, assumed } = typesOr(productTypes(launch.name), facts, call);
  return known(() => gradientWorkload(of, { result, x, weight }, sides, types), [...assumed, ...sides.from]);
};

/** Rows and channels that a block of cuDNN's transposes takes. */
const TRANSPOSED = 32;

/** Kernels that move or fill up one of the operator's tensors, or add up parts of a result. */
const MOVES = /n(?:chwToNhwc|hwcToNchw)Kernel|AddPadding|tensorTransform|ReduceSplitK/;

/**
 * cuDNN's changes between channels first and last: (⌈pixels/32⌉, ⌈channels/32⌉, images) blocks tell which of the operator's tensors is
 * meant, or how large it is at least. Source: the grids of test/measured/profiles, whose counters are the bytes of that tensor. Of other
 * kernels the bytes into the SMs may tell it; else it is the smallest.
 */
const layout: Rule = (call, launch, facts, calls): Found | undefined => {
  if (!MOVES.test(launch.name)) return undefined;
  const results = calls.flatMap(({ id }) => (id === undefined ? [] : [facts.sizeOf(id) ?? []]));
  const tensors = [...call.sizes, ...results].filter(({ length }) => length > 2);
  const named = elementTypes(launch.name);
  const byBlocks = /n(?:chwToNhwc|hwcToNchw)Kernel/.test(launch.name);
  const grid = dimensions(launch.grid);
  if (tensors.length === 0 || named === undefined || (byBlocks && grid === undefined))
    return { reason: `moves a tensor for ${call.name}` };
  const { words, from } = byBlocks ? byGrid(grid ?? [1, 1, 1]) : byBytes();
  // Parts of a sum are wider than the sum, whose type the name does not tell.
  const outputType = /ReduceSplitK/.test(launch.name) ? facts.dataType : named.outputType;
  return { workload: elementwiseWorkload({ rows: 1, columns: words, inputs: 1, ...named, outputType }), assumed: from };

  function byGrid(grid: readonly [number, number, number]): Moved {
    const fitting = tensors.filter(([images = 0, channels = 0, ...pixels]) => {
      const blocks = [Math.ceil(wordsOf(pixels) / TRANSPOSED), Math.ceil(channels / TRANSPOSED), images];
      return grid.every((side, axis) => side === blocks[axis]);
    });
    if (fitting.length > 0) return { words: Math.min(...fitting.map(wordsOf)), from: [] };
    const [pixels, channels] = [grid[0], grid[1]].map((blocks) => TRANSPOSED * (blocks - 1) + 1) as [number, number];
    return { words: pixels * channels * grid[2], from: ["no more words than its blocks need"] };
  }

  function byBytes(): Moved {
    const counted = countedBytes(launch, "l1tex__m_xbar2l1tex_read_bytes.sum") ?? 0;
    const told = tensors.find((size) => wordsOf(size) * BYTES_OF[(named ?? facts).dataType] === counted);
    if (told !== undefined) return { words: wordsOf(told), from: ["the tensor that the bytes into the SMs tell"] };
    const [batch = 1, outChannels = 1] = [call.sizes[0]?.[0], call.sizes[1]?.[0]];
    const least = call.name.endsWith("backward") ? [] : [batch * outChannels];
    return { words: Math.min(...least, ...tensors.map(wordsOf)), from: ["the smallest of its tensors"] };
  }
};

/** How many words are moved, and what was presumed of them. */
interface Moved {
  readonly words: number;
  readonly from: readonly string[];
}
