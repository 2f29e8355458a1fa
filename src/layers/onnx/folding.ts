import type { OnnxNode } from "./model-file.js";
import type { OnnxValue } from "./values.js";
import { integer, wholeNumbers } from "./values.js";

type Numbers = readonly number[];

/** Arithmetic of exporters on shapes: the whole numbers a node yields before the run, or undefined where it yields data. */
export function foldedNumbers(node: OnnxNode, inputs: readonly (OnnxValue | undefined)[]): OnnxValue | undefined {
  const [first, second] = inputs;
  const known = inputs.map((input) => input?.constant);
  const numbers = (values: Numbers, shape: Numbers = [values.length]): OnnxValue => ({ shape, type: "int32", constant: values });
  if (node.opType === "Shape" && first !== undefined) {
    const end = integer(node, "end", first.shape.length);
    return numbers(first.shape.slice(integer(node, "start", 0), end));
  }
  if (node.opType === "Constant") {
    const tensor = node.attribute.find(({ name }) => name === "value")?.t;
    const values = tensor === undefined || tensor === null ? undefined : wholeNumbers(tensor);
    return tensor !== undefined && tensor !== null && values !== undefined ? numbers(values, tensor.dims) : undefined;
  }
  const [a, b] = known;
  if (a === undefined || first === undefined) return undefined;
  switch (node.opType) {
    case "Identity":
    case "Cast":
      return numbers(a, first.shape);
    case "Unsqueeze":
      return numbers(a, [1, ...first.shape]);
    case "Squeeze":
      return numbers(a, a.length === 1 ? [] : first.shape);
    case "Gather":
      return b === undefined
        ? undefined
        : numbers(
            b.map((at) => a.at(at) ?? 0),
            second?.shape,
          );
    case "Concat":
      return known.every((values) => values !== undefined) ? numbers(known.flatMap((values) => values ?? [])) : undefined;
    case "Slice": {
      const [from, to] = [b?.[0], known[2]?.[0]];
      const isPlain = (known[4]?.[0] ?? 1) === 1 && from !== undefined && to !== undefined;
      return isPlain ? numbers(a.slice(from, Math.min(to, a.length))) : undefined;
    }
    case "Add":
    case "Sub":
    case "Mul":
    case "Div":
      return b === undefined ? undefined : arithmetic(node.opType, a, b, first, second);
    default:
      return undefined;
  }
}

function arithmetic(
  kind: "Add" | "Sub" | "Mul" | "Div",
  a: Numbers,
  b: Numbers,
  first: OnnxValue,
  second?: OnnxValue,
): OnnxValue {
  const length = Math.max(a.length, b.length);
  const at = (values: Numbers, i: number): number => values[values.length === 1 ? 0 : i] ?? 0;
  const operations = {
    Add: (x: number, y: number) => x + y,
    Sub: (x: number, y: number) => x - y,
    Mul: (x: number, y: number) => x * y,
    Div: (x: number, y: number) => Math.trunc(x / y),
  };
  const constant = Array.from({ length }, (_, i) => operations[kind](at(a, i), at(b, i)));
  return { shape: a.length >= b.length ? first.shape : (second?.shape ?? []), type: "int32", constant };
}
