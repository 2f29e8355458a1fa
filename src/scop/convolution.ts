import { isConstant, shiftedIndex } from "./affine.js";
import { onlySum } from "./only-sum.js";
import { extentOf, plainSubscripts } from "./place.js";
import type { Action, Loop, Reference } from "./statement.js";
import type { Fields } from "./templates.js";

/** A dimension of the input: an output and a tap, `stride·output + dilation·tap`. */
interface Window {
  readonly output: Loop;
  readonly tap: Loop;
  readonly stride: number;
  readonly dilation: number;
}

/**
 * The fields of the convolution that a nest is: one or two dimensions of the input that outputs and taps share, with or without images and
 * channels, in any order of loops. Undefined for others. The input has what windows read: zeros around it are words.
 */
export function convolutionFields(nest: readonly Action[]): Fields | undefined {
  const { sum, products = [], copies = [] } = onlySum(nest) ?? {};
  const [factors, another] = products;
  if (sum === undefined || copies.length > 0 || factors?.length !== 2 || another !== undefined) return undefined;
  const { loops } = sum;
  if (loops.some((loop) => extentOf(loop) === undefined)) return undefined;
  const weights = factors.find((word) => plainSubscripts(word, loops) !== undefined);
  const input = factors.find((word) => word !== weights);
  const output = plainSubscripts(sum.target, loops)?.map(({ loop }) => loop);
  if (weights === undefined || input === undefined || output === undefined || weights.array === input.array) return undefined;
  const ofWeights = plainSubscripts(weights, loops)?.map(({ loop }) => loop) ?? [];
  const windows = windowsOf(input, loops, output, ofWeights);
  const plain = input.subscripts
    .map((one) => loops.find(({ index }) => index === shiftedIndex(one)?.index))
    .filter((one) => one !== undefined);
  const isOfWindow = (loop: Loop): boolean => windows?.some(({ output: of, tap }) => loop === of || loop === tap) === true;
  const rest = loops.filter((loop) => !isOfWindow(loop));
  const [images, inChannels, outChannels] = [
    rest.filter((loop) => plain.includes(loop) && output.includes(loop) && !ofWeights.includes(loop)),
    rest.filter((loop) => plain.includes(loop) && ofWeights.includes(loop) && !output.includes(loop)),
    rest.filter((loop) => output.includes(loop) && ofWeights.includes(loop) && !plain.includes(loop)),
  ] as const;
  const kinds = [images, inChannels, outChannels];
  if (windows === undefined || kinds.some(({ length }) => length > 1) || kinds.flat().length !== rest.length) return undefined;
  if (plain.some(isOfWindow) || new Set(plain).size !== plain.length) return undefined;
  const [batch, ofInput, ofOutput] = kinds.map(([loop]) => (loop === undefined ? 1 : (extentOf(loop) ?? 1)));
  const [rows, columns] = windows as readonly [Window, Window?];
  const sides = (side: (window: Window) => number): string => `${side(rows)}x${columns === undefined ? 1 : side(columns)}`;
  return {
    workload: "conv",
    batch,
    "in-channels": ofInput,
    "out-channels": ofOutput,
    height: extentOfInput(rows),
    width: columns === undefined ? 1 : extentOfInput(columns),
    kernel: sides(({ tap }) => extentOf(tap) ?? 1),
    stride: sides(({ stride }) => stride),
    dilation: sides(({ dilation }) => dilation),
  };
}

/** The dimensions of the input that two loops share; undefined where there is none, or a third. */
function windowsOf(
  input: Reference,
  loops: readonly Loop[],
  output: readonly Loop[],
  weights: readonly Loop[],
): readonly Window[] | undefined {
  const windows: Window[] = [];
  for (const subscript of input.subscripts) {
    if (isConstant(subscript)) return undefined;
    if (shiftedIndex(subscript) !== undefined) continue;
    const terms = [...subscript.terms].map(([index, times]) => ({ loop: loops.find((loop) => loop.index === index), times }));
    const of = terms.find(({ loop }) => loop !== undefined && output.includes(loop) && !weights.includes(loop));
    const tap = terms.find(({ loop }) => loop !== undefined && weights.includes(loop) && !output.includes(loop));
    if (of?.loop === undefined || tap?.loop === undefined || terms.length !== 2 || of.times < 1 || tap.times < 1)
      return undefined;
    windows.push({ output: of.loop, tap: tap.loop, stride: of.times, dilation: tap.times });
  }
  const isOnce = new Set(windows.flatMap((one) => [one.output, one.tap])).size === 2 * windows.length;
  return windows.length === 0 || windows.length > 2 || !isOnce ? undefined : windows;
}

function extentOfInput({ output, tap, stride, dilation }: Window): number {
  return ((extentOf(output) ?? 1) - 1) * stride + ((extentOf(tap) ?? 1) - 1) * dilation + 1;
}
