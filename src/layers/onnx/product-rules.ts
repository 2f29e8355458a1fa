import { isOneWord } from "./element-types.js";
import { integer, type NodeCall, type NodeMeaning, real, refused, type ShapeRule, shapeAt } from "./node-call.js";
import { broadcast, type OnnxValue, type Shape, wordsOf } from "./values.js";

/**
 * Leading axes that both operands have are a batch; those that one alone has are more rows, or more columns, of one product. An
 * operand of one axis is a row on the left, a column on the right, which the result lacks.
 */
export const matrixProduct: ShapeRule = (call) => {
  const [left, right] = [shapeAt(call, 0), shapeAt(call, 1)];
  const [rows, inner] = left.length === 1 ? [1, left[0]] : left.slice(-2);
  const [depth, columns] = right.length === 1 ? [right[0], 1] : right.slice(-2);
  if (rows === undefined || inner === undefined || depth === undefined || columns === undefined) {
    throw refused(call, "operands with axes", [left, right]);
  }
  if (inner !== depth) throw refused(call, "operands whose inner extents agree", `${inner} and ${depth}`);
  const [ours, theirs] = [left.slice(0, -2), right.slice(0, -2)];
  const batches = broadcast(ours, theirs);
  if (batches === undefined) throw refused(call, "operands whose batches go together", [left, right]);
  const [a, b] = [ours, theirs].map((shape) => batches.map((_, i) => shape[i - (batches.length - shape.length)] ?? 1));
  const all = (isIn: (x: number, y: number) => boolean): number =>
    wordsOf(batches.filter((_, i) => isIn(a?.[i] ?? 1, b?.[i] ?? 1)));
  const shape = [...batches, ...(left.length === 1 ? [] : [rows]), ...(right.length === 1 ? [] : [columns])];
  return product(call, shape, {
    batch: all((x, y) => x > 1 && y > 1),
    rows: all((x, y) => x > 1 && y === 1) * rows,
    inner,
    columns: all((x, y) => x === 1 && y > 1) * columns,
  });
};

/** `alpha · A·B + beta · C`; what has the factor 0 is not read. */
export const gemm: ShapeRule = (call) => {
  const turned = (input: number, flag: string): Shape => {
    const shape = shapeAt(call, input);
    if (shape.length !== 2) throw refused(call, "matrices", shape);
    return integer(call, flag, 0) === 1 ? [...shape].reverse() : shape;
  };
  const [rows = 1, inner = 1] = turned(0, "transA");
  const [depth = 1, columns = 1] = turned(1, "transB");
  if (inner !== depth) throw refused(call, "operands whose inner extents agree", `${inner} and ${depth}`);
  const shape = [rows, columns];
  const summand = call.inputs[2];
  if (summand !== undefined && broadcast(shape, summand.shape)?.join() !== shape.join()) {
    throw refused(call, `a summand that broadcasts to ${JSON.stringify(shape)}`, summand.shape);
  }
  const unread = summand !== undefined && real(call, "beta", 1) === 0 ? [2] : [];
  if (real(call, "alpha", 1) === 0) {
    return { kind: "operator", work: { kind: "reshape" }, shapes: [shape], unread: [0, 1, ...unread] };
  }
  return { ...product(call, shape, { batch: 1, rows, inner, columns }), unread };
};

interface Sides {
  readonly batch: number;
  readonly rows: number;
  readonly inner: number;
  readonly columns: number;
}

function product(call: NodeCall, shape: Shape, sides: Sides): Extract<NodeMeaning, { readonly kind: "operator" }> {
  // Single numbers are part of the code: a product with them has no tensor for an operand.
  const isTensor = (operand: OnnxValue | undefined): boolean => operand?.tensor !== undefined && isOneWord(operand.type);
  const work = call.inputs.slice(0, 2).every(isTensor)
    ? ({ kind: "product", ...sides } as const)
    : ({ kind: "group-normalisation" } as const);
  return { kind: "operator", work, shapes: [shape] };
}
