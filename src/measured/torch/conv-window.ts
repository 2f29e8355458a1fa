import { argumentOf } from "./arguments.js";
import type { OperatorCall } from "./operator-range.js";

/** Stride, padding and dilation of a convolution, down and across, and what was presumed of them. */
interface Windows {
  readonly stride: readonly number[];
  readonly padding: readonly number[];
  readonly dilation: readonly number[];
  readonly from: readonly string[];
}

/** Places of padding, stride and dilation among the arguments. */
const PLACES = { cudnn_convolution: [2, 3, 4], convolution_backward: [5, 4, 6] } as const;

/**
 * The windows of a convolution as its arguments have them, else from the size of its output: the one given, or that which a later kernel
 * names.
 */
export function windowsOf(
  operator: keyof typeof PLACES,
  call: OperatorCall,
  calls: readonly OperatorCall[],
  [height = 1, width = 1]: readonly number[],
  [rows = 1, columns = 1]: readonly number[],
  outChannels: number,
  { sizeOf }: { readonly sizeOf: (id: number) => readonly number[] | undefined },
  given?: readonly number[],
): Windows | { readonly reason: string } {
  const [padding, stride, dilation] = PLACES[operator].map((at) => twoNumbers(argumentOf([call], operator, at)));
  if (padding !== undefined && stride !== undefined && dilation !== undefined) return { stride, padding, dilation, from: [] };
  const output =
    given ?? calls.flatMap(({ id }) => [id === undefined ? undefined : sizeOf(id)]).find((size) => size?.length === 4);
  if (output === undefined || output[1] !== outChannels) return { reason: "nothing says how large the output is" };
  const down = strideAndPadding(height, rows, output[2] ?? 1);
  const across = strideAndPadding(width, columns, output[3] ?? 1);
  if (down === undefined || across === undefined) return { reason: "an output that no plain convolution has" };
  return {
    stride: [down.stride, across.stride],
    padding: [down.padding, across.padding],
    dilation: [1, 1],
    from: [`stride ${down.stride}, padding ${down.padding}, from the output's size`],
  };
}

function twoNumbers(text: string | undefined): readonly number[] | undefined {
  const [, first, second] = /^\[(\d+), (\d+)\]$/.exec(text ?? "") ?? [];
  return first === undefined || second === undefined ? undefined : [Number(first), Number(second)];
}

/** How far windows are apart, and rows of zeros on either side. */
interface Window {
  readonly stride: number;
  readonly padding: number;
}

/**
 * Stride and padding that make so many outputs of so many inputs: those whose stride divides the inputs into the outputs, as networks
 * have them, with the least padding; else the only ones there are. Undefined where there are several or none.
 */
export function strideAndPadding(inputs: number, kernel: number, outputs: number): Window | undefined {
  const windows: Window[] = [];
  for (let padding = 0; padding < kernel; padding++) {
    const room = inputs + 2 * padding - kernel;
    if (room < 0) continue;
    const [least, most] =
      outputs === 1 ? [room + 1, room + 1] : [Math.floor(room / outputs) + 1, Math.floor(room / (outputs - 1))];
    for (let stride = least; stride <= most; stride++) windows.push({ stride, padding });
  }
  return windows.find(({ stride }) => stride * outputs === inputs) ?? (windows.length === 1 ? windows[0] : undefined);
}
