import { BOOL, INT32, INT64 } from "./element-types.js";
import { listed, type NodeCall } from "./node-call.js";
import { extentsOf } from "./shape-rules.js";
import { MOST_CONSTANTS, type Shape, wordsOf } from "./values.js";

type Numbers = readonly number[];

const VIEWS: ReadonlySet<string> = new Set(["Identity", "Reshape", "Squeeze", "Unsqueeze", "Flatten"]);
const WHOLE: readonly number[] = [INT32, INT64, BOOL];

/**
 * Arithmetic of exporters on shapes: the whole numbers that a node yields before the run; undefined where it yields data,
 * or too many. Of operands with several axes only views are known.
 */
export function foldedNumbers(call: NodeCall, shape: Shape, type: number): Numbers | undefined {
  const { node, inputs } = call;
  if ((node.domain !== "" && node.domain !== "ai.onnx") || wordsOf(shape) > MOST_CONSTANTS || !WHOLE.includes(type))
    return undefined;
  const found = valuesOf(call, shape, type);
  const isWhole = found?.length === wordsOf(shape) && found.every((value) => Number.isSafeInteger(value) || inputs.length > 0);
  return isWhole ? found : undefined;
}

function valuesOf(call: NodeCall, shape: Shape, type: number): Numbers | undefined {
  const { node, inputs } = call;
  const [first] = inputs;
  if (first === undefined) return undefined;
  if (node.opType === "Shape") return extentsOf(call);
  if (node.opType === "Size") return [wordsOf(first.shape)];
  const known = inputs.map((input) => input?.constant);
  const [a, b, c] = known;
  if (a === undefined) return undefined;
  if (VIEWS.has(node.opType)) return a;
  if (node.opType === "Cast") return type === BOOL ? a.map((value) => (value === 0 ? 0 : 1)) : a;
  if (node.opType === "ConstantOfShape") return Array.from({ length: wordsOf(shape) }, () => filledWith(call));
  if (inputs.some((input) => input !== undefined && input.shape.length > 1)) return undefined;
  switch (node.opType) {
    case "Gather":
      return b?.map((at) => a.at(at) ?? Number.NaN);
    case "Concat":
      return known.every((values) => values !== undefined) ? known.flatMap((values) => values ?? []) : undefined;
    case "Slice":
      return sliced(call, a);
    case "Range":
      return b?.[0] === undefined || c?.[0] === undefined
        ? undefined
        : Array.from({ length: wordsOf(shape) }, (_, i) => (a[0] ?? 0) + i * (c[0] ?? 1));
    case "Where":
      return b === undefined || c === undefined ? undefined : combined(shape, (x, y, z) => (x ? y : z), a, b, c);
    default: {
      const operation = OPERATIONS[node.opType];
      return b === undefined || operation === undefined || inputs.length > 2 ? undefined : combined(shape, operation, a, b);
    }
  }
}

type Operation = (x: number, y: number, z: number) => number;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  Add: (x, y) => x + y,
  Sub: (x, y) => x - y,
  Mul: (x, y) => x * y,
  Div: (x, y) => Math.trunc(x / y),
  Min: (x, y) => Math.min(x, y),
  Max: (x, y) => Math.max(x, y),
  Equal: (x, y) => Number(x === y),
  Less: (x, y) => Number(x < y),
  Greater: (x, y) => Number(x > y),
};

/** Rows of numbers joined one by one, single ones with every other. */
function combined(shape: Shape, operation: Operation, ...operands: readonly Numbers[]): Numbers {
  const at = (values: Numbers | undefined, i: number): number => values?.[values.length === 1 ? 0 : i] ?? 0;
  return Array.from({ length: wordsOf(shape) }, (_, i) => operation(at(operands[0], i), at(operands[1], i), at(operands[2], i)));
}

function filledWith({ node }: NodeCall): number {
  const value = node.attribute.find(({ name }) => name === "value")?.t;
  if (value === undefined || value === null) return 0;
  return value.int64Data[0] ?? value.int32Data[0] ?? (value.rawData.some((byte) => byte !== 0) ? Number.NaN : 0);
}

/** Of one row, forwards from a start to before an end. */
function sliced(call: NodeCall, values: Numbers): Numbers | undefined {
  const [starts, ends, steps] = [listed(call, 1, "starts"), listed(call, 2, "ends"), listed(call, 4, "steps")];
  if (!Array.isArray(starts) || !Array.isArray(ends) || starts.length !== 1) return undefined;
  if (steps !== undefined && (steps === "unknown" || steps[0] !== 1)) return undefined;
  return values.slice(starts[0], Math.min(ends[0] ?? 0, values.length));
}
