import { axesOf, axisOf, integer, listed, type NodeCall, refused, type ShapeRule, shapeAt } from "./node-call.js";
import { broadcast, type Shape } from "./values.js";

/** Rows are normalised where the last axis alone is. */
const normalisationFrom = (axis: number, rank: number) =>
  ({ kind: axis === rank - 1 ? "normalisation" : "group-normalisation" }) as const;

/** Before version 13 the default axis is 1, and all axes from there on are one. */
export const softmax: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  const axis = axisOf(call, integer(call, "axis", call.opset < 13 ? 1 : -1), shape.length);
  return { kind: "operator", work: normalisationFrom(axis, shape.length), shapes: [shape], carries: [0] };
};

/** Statistics beside the result have extents of 1 from the axis on. */
export const layerNormalisation: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  const axis = axisOf(call, integer(call, "axis", -1), shape.length);
  call.inputs.slice(1).forEach((operand) => {
    if (operand !== undefined && broadcast(shape, operand.shape)?.join() !== shape.join()) {
      throw refused(call, `scales that broadcast to ${JSON.stringify(shape)}`, operand.shape);
    }
  });
  const statistics = shape.map((extent, i) => (i < axis ? extent : 1));
  const work = normalisationFrom(axis, shape.length);
  return { kind: "operator", work, shapes: [shape, statistics, statistics], carries: [0] };
};

export const groupNormalisation: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  return { kind: "operator", work: { kind: "group-normalisation" }, shapes: [shape], carries: [0] };
};

/**
 * Over the axes named, over all of them where none is. With `noop_with_empty_axes` none named means none reduced:
 * `unchanged` says that the words are then the operand's, not functions of them.
 */
export const reduction =
  (unchanged: boolean): ShapeRule =>
  (call) => {
    const shape = shapeAt(call, 0);
    const given = listed(call, 1, "axes");
    if (given === "unknown") return reduced(call, undefined, shape);
    const isEmpty = given === undefined || given.length === 0;
    if (isEmpty && integer(call, "noop_with_empty_axes", 0) === 1) {
      if (unchanged) return { kind: "alias", shape };
      return { kind: "operator", work: { kind: "elementwise" }, shapes: [shape], carries: [0] };
    }
    return reduced(call, isEmpty ? shape.map((_, i) => i) : axesOf(call, given, shape.length), shape);
  };

/** The position of the largest or smallest word along one axis. */
export const argument: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  return reduced(call, [axisOf(call, integer(call, "axis", 0), shape.length)], shape);
};

function reduced(call: NodeCall, axes: readonly number[] | undefined, shape: Shape): ReturnType<ShapeRule> {
  const keep = integer(call, "keepdims", 1) === 1;
  const isRow = axes?.length === 1 && axes[0] === shape.length - 1;
  const result = axes && shape.flatMap((extent, i) => (axes.includes(i) ? (keep ? [1] : []) : [extent]));
  return { kind: "operator", work: { kind: isRow ? "row-statistics" : "group-normalisation" }, shapes: [result] };
}

export const topK: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  const axis = axisOf(call, integer(call, "axis", -1), shape.length);
  const count = call.inputs[1]?.constant?.[0];
  if (count !== undefined && (count < 1 || count > (shape[axis] ?? 1))) throw refused(call, `K from 1 to ${shape[axis]}`, count);
  const result = count === undefined ? undefined : shape.map((extent, i) => (i === axis ? count : extent));
  const work = { kind: axis === shape.length - 1 ? "row-statistics" : "group-normalisation" } as const;
  return { kind: "operator", work, shapes: [result, result] };
};
