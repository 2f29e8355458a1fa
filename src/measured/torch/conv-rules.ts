import { convWorkload } from "../../computation/conv.js";
import { elementwiseWorkload } from "../../computation/row-workloads.js";
import { dimensions } from "../names/launch-grid.js";
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
  const { stride, padding, from } = windows;
  const { types, assumed } = typesOr(productTypes(launch.name), facts, call);
  const sides = { batch, inChannels, outChannels, height, width, kernel: kernelSides, stride, padding, groups };
  return { workload: convWorkload({ ...sides, ...types }), assumed: [...assumed, ...from] };
};

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
  const workload = gradientWorkload(of, { result, x, weight }, sides, types);
  return { workload, assumed: [...assumed, ...sides.from] };
};

/** Rows and channels that a block of cuDNN's transposes takes. */
const TRANSPOSED = 32;

/**
 * cuDNN's changes between channels first and last: (⌈pixels/32⌉, ⌈channels/32⌉, images) blocks tell which of the operator's tensors is
 * meant. Source: the grids of test/measured/profiles, whose counters are the bytes of that tensor.
 */
const layout: Rule = (call, launch, facts, calls): Found | undefined => {
  if (!/n(?:chwToNhwc|hwcToNchw)Kernel/.test(launch.name)) return undefined;
  const grid = dimensions(launch.grid);
  const results = calls.flatMap(({ id }) => (id === undefined ? [] : [facts.sizeOf(id) ?? []]));
  const fitting = [...call.sizes, ...results].filter(([images = 0, channels = 0, ...pixels]) => {
    const blocks = [Math.ceil(wordsOf(pixels) / TRANSPOSED), Math.ceil(channels / TRANSPOSED), images];
    return pixels.length > 0 && grid?.every((side, axis) => side === blocks[axis]);
  });
  const named = elementTypes(launch.name);
  if (fitting.length === 0 || named === undefined) return { reason: `changes a layout for ${call.name}` };
  return { workload: elementwiseWorkload({ rows: 1, columns: Math.min(...fitting.map(wordsOf)), inputs: 1, ...named }) };
};
