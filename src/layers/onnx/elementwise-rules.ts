import { integer, type NodeCall, type NodeMeaning, refused, type ShapeRule, shapeAt } from "./node-call.js";
import { broadcast, type Shape, wordsOf } from "./values.js";

type OperatorMeaning = Extract<NodeMeaning, { readonly kind: "operator" }>;

/** Operands broadcast together; those of the result's extents are its forms. */
export function elementwise(call: NodeCall): OperatorMeaning {
  const shape = broadcastAll(call);
  return { kind: "operator", work: { kind: "elementwise" }, shapes: [shape], carries: likeResult(call, shape) };
}

/** The first operand word by word; the others (scales by channel or block, slopes) lie along some of its axes. */
export const alongFirst: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  return { kind: "operator", work: { kind: "elementwise" }, shapes: [shape], carries: [0] };
};

/** In training a normalisation of groups that also makes running statistics. */
export const batchNormalisation: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  const channels = shapeAt(call, 1);
  for (let input = 1; input < 5; input++) {
    const found = shapeAt(call, input);
    if (wordsOf(found) !== (shape[1] ?? 1)) throw refused(call, `${shape[1] ?? 1} words for as many channels`, found);
  }
  const isTraining = integer(call, "training_mode", 0) === 1;
  const work = { kind: isTraining ? "group-normalisation" : "elementwise" } as const;
  return { kind: "operator", work, shapes: [shape, channels, channels], carries: [0] };
};

/** Outside training another name of its operand; in training it may leave words unread. */
export const dropout: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  const training = call.inputs[2];
  const isOff = training === undefined || training.constant?.[0] === 0;
  if (isOff && !call.isUsed(1)) return { kind: "alias", shape };
  return { kind: "operator", work: { kind: "selection" }, shapes: [shape, shape], partial: [0, 1, 2] };
};

/**
 * Of two words it reads the one that its condition names, and its result is a form of neither. Where the condition is
 * whether a word of one operand is NaN, that word is always read and the result a form of it.
 */
export const where: ShapeRule = (call) => {
  const shape = broadcastAll(call);
  const condition = call.maker(0);
  if (condition?.opType === "IsNaN" && condition.domain === "") {
    const tested = [1, 2].find((at) => call.node.input[at] === condition.input[0]);
    if (tested !== undefined && likeResult(call, shape).includes(tested)) {
      const meaning = { kind: "operator", work: { kind: "elementwise" }, shapes: [shape], carries: [tested] } as const;
      return { ...meaning, unread: [0], partial: [3 - tested] };
    }
  }
  return { kind: "operator", work: { kind: "selection" }, shapes: [shape], partial: [1, 2] };
};

/** Rotary embedding: rows of the tables may be picked by position. */
export const rotary: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  const partial = call.inputs[3] === undefined ? [] : [1, 2];
  return { kind: "operator", work: { kind: "rotary" }, shapes: [shape], carries: [0], partial };
};

function broadcastAll(call: NodeCall): Shape {
  const shapes = call.inputs.flatMap((operand) => (operand === undefined ? [] : [operand.shape]));
  return shapes.reduce((shape, next) => {
    const joined = broadcast(shape, next);
    if (joined === undefined) throw refused(call, "operands whose shapes go together", JSON.stringify(shapes));
    return joined;
  }, []);
}

/** Positions of operands with a word for each word of the result. */
function likeResult(call: NodeCall, shape: Shape): readonly number[] {
  return call.inputs.flatMap((operand, i) => (operand !== undefined && wordsOf(operand.shape) === wordsOf(shape) ? [i] : []));
}
