import type { OperatorCall } from "../torch/operator-range.js";
import { argumentType } from "../torch/type-names.js";

/** What the PyTorch profiler writes of an operator with `record_shapes=True`. */
export interface OperatorArguments {
  readonly "Input Dims"?: unknown;
  readonly "Input Strides"?: unknown;
  readonly "Input type"?: unknown;
  readonly "Concrete Inputs"?: unknown;
}

/** An operator's call by its name and arguments; tensors of a list stand one by one. Undefined for what is no operator. */
export function callOfTrace(path: string, written: OperatorArguments): OperatorCall | undefined {
  // `autograd::engine::evaluate_function: MmBackward0` stands around `MmBackward0`.
  if (!/^[\w:]+(?:\.\w+)?$/.test(path)) return undefined;
  const list = (name: keyof OperatorArguments): readonly unknown[] => {
    const value = written[name];
    return Array.isArray(value) ? value : [];
  };
  const [dims, strides, types, values] = [list("Input Dims"), list("Input Strides"), list("Input type"), list("Concrete Inputs")];
  const one = { sizes: [] as Extents[], strides: [] as Extents[], types: [] as OperatorTypes, values: [] as string[] };
  dims.forEach((given, at) => {
    const parts = isList(given) ? given : [given];
    parts.forEach((part, place) => {
      const stride = isList(given) ? (strides[at] as readonly unknown[] | undefined)?.[place] : strides[at];
      one.sizes.push(extents(part));
      one.strides.push(extents(stride));
      one.types.push(isList(given) ? undefined : argumentType(String(types[at])));
      one.values.push(isList(given) ? "" : String(values[at] ?? ""));
    });
  });
  return { name: path.slice(path.lastIndexOf(":") + 1), producers: [], ...one };
}

type Extents = readonly number[];
type OperatorTypes = NonNullable<OperatorCall["types"]>[number][];

function isList(given: unknown): given is readonly unknown[] {
  return Array.isArray(given) && given.length > 0 && given.every((one) => Array.isArray(one));
}

function extents(given: unknown): Extents {
  return Array.isArray(given) && given.every((one) => Number.isSafeInteger(one) && one >= 0) ? (given as number[]) : [];
}
