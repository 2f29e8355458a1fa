import type { NodeCall, NodeMeaning, ShapeRule } from "./node-call.js";
import { axesOf, axisOf, integer, integers, listed, refused, shapeAt, subjectOf } from "./node-call.js";
import { broadcast, reshaped, type Shape, wordsOf } from "./values.js";

/** A result that is put together from words of the operands. */
function moved(shape: Shape | undefined, partial: readonly number[] = []): NodeMeaning {
  return { kind: "operator", work: { kind: partial.length > 0 ? "selection" : "reshape" }, shapes: [shape], partial };
}

const alias = (shape: Shape): NodeMeaning => ({ kind: "alias", shape });

export const identity: ShapeRule = (call) => alias(shapeAt(call, 0));

export const reshape: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  const target = listed(call, 1, "shape");
  if (target === "unknown") {
    const declared = call.declared(0);
    return declared === undefined ? undefined : alias(reshaped(shape, declared, subjectOf(call.node)));
  }
  return alias(reshaped(shape, target ?? [], subjectOf(call.node)));
};

export const flatten: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  const axis = integer(call, "axis", 1);
  const at = axis === shape.length ? axis : axisOf(call, axis, shape.length);
  return alias([wordsOf(shape.slice(0, at)), wordsOf(shape.slice(at))]);
};

export const squeeze: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  const given = listed(call, 1, "axes");
  if (given === "unknown") return undefined;
  if (given === undefined) return alias(shape.filter((extent) => extent !== 1));
  const axes = axesOf(call, given, shape.length);
  const long = axes.find((axis) => shape[axis] !== 1);
  if (long !== undefined) throw refused(call, `an extent of 1 on axis ${long}`, shape[long]);
  return alias(shape.filter((_, axis) => !axes.includes(axis)));
};

export const unsqueeze: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  const given = listed(call, 1, "axes");
  if (given === "unknown") return undefined;
  if (given === undefined) throw refused(call, "axes", "none");
  const rank = shape.length + given.length;
  const added = axesOf(call, given, rank);
  const left = [...shape];
  return alias(Array.from({ length: rank }, (_, axis) => (added.includes(axis) ? 1 : (left.shift() ?? 1))));
};

export const transpose: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  const order = integers(call, "perm") ?? shape.map((_, i) => shape.length - 1 - i);
  const isPermutation = order.length === shape.length && new Set(order).size === order.length;
  if (!isPermutation || !order.every((axis) => shape[axis] !== undefined)) {
    throw refused(call, `a permutation of ${shape.length} axes`, order);
  }
  const result = order.map((axis) => shape[axis] ?? 1);
  return { kind: "operator", work: { kind: "transpose" }, shapes: [result], carries: [0] };
};

export const concat: ShapeRule = (call) => {
  const shapes = call.node.input.map((_, input) => shapeAt(call, input));
  const [first = []] = shapes;
  const axis = axisOf(call, integer(call, "axis", 1), first.length);
  const fits = (shape: Shape): boolean =>
    shape.length === first.length && shape.every((extent, i) => i === axis || extent === first[i]);
  if (!shapes.every(fits)) throw refused(call, `shapes that differ on axis ${axis} alone`, shapes);
  const length = shapes.reduce((sum, shape) => sum + (shape[axis] ?? 0), 0);
  return moved(first.map((extent, i) => (i === axis ? length : extent)));
};

export const split: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  const axis = axisOf(call, integer(call, "axis", 0), shape.length);
  const extent = shape[axis] ?? 1;
  const count = call.node.output.length;
  const given = listed(call, 1, "split");
  if (given === "unknown") return undefined;
  const parts = integer(call, "num_outputs", count);
  const size = Math.ceil(extent / parts);
  const sizes = given ?? Array.from({ length: parts }, (_, i) => (i < parts - 1 ? size : extent - size * (parts - 1)));
  if (sizes.length !== count || sizes.reduce((sum, part) => sum + part, 0) !== extent || !sizes.every((part) => part >= 1)) {
    throw refused(call, `${count} parts that make up ${extent} on axis ${axis}`, sizes);
  }
  const isWhole = sizes.every((_, result) => call.isUsed(result));
  const shapes = sizes.map((part) => shape.map((one, i) => (i === axis ? part : one)));
  return { kind: "operator", work: { kind: isWhole ? "reshape" : "selection" }, shapes, partial: isWhole ? [] : [0] };
};

/** Where nothing is skipped, another name of the operand. */
export const slice: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  const [starts, ends] = [listed(call, 1, "starts"), listed(call, 2, "ends")];
  const axes = listed(call, 3, "axes");
  const steps = listed(call, 4, "steps");
  if ([starts, ends, axes, steps].includes("unknown")) return moved(undefined, [0]);
  const bounds = (starts ?? []) as readonly number[];
  const along = axesOf(call, (axes as readonly number[] | undefined) ?? bounds.map((_, i) => i), shape.length);
  if (along.length !== bounds.length || (ends as readonly number[] | undefined)?.length !== bounds.length) {
    throw refused(call, "as many starts as ends and axes", [starts, ends, axes]);
  }
  const result = [...shape];
  let isWhole = true;
  along.forEach((axis, i) => {
    const extent = shape[axis] ?? 1;
    const step = (steps as readonly number[] | undefined)?.[i] ?? 1;
    if (step === 0) throw refused(call, "steps other than 0", steps);
    result[axis] = sliceLength(extent, bounds[i] ?? 0, (ends as readonly number[])[i] ?? extent, step);
    if (result[axis] < 1) throw refused(call, `at least one of ${extent} on axis ${axis}`, "none");
    isWhole &&= step === 1 && result[axis] === extent;
  });
  return isWhole ? alias(shape) : moved(result, [0]);
};

/** Positions from `start` to before `end`, both counted from the end where negative and clamped to what is there. */
function sliceLength(extent: number, start: number, end: number, step: number): number {
  const [low, high] = step > 0 ? [0, extent] : [-1, extent - 1];
  const clamped = (at: number): number => Math.min(high, Math.max(low, at < 0 ? at + extent : at));
  const first = step > 0 ? clamped(start) : Math.max(0, clamped(start));
  return Math.max(0, Math.ceil((clamped(end) - first) / step));
}

export const expand: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  const target = listed(call, 1, "shape");
  if (target === "unknown" || target === undefined) return moved(undefined);
  const joined = target.every((extent) => extent >= 1) ? broadcast(shape, target) : undefined;
  if (joined === undefined) throw refused(call, `a shape that ${JSON.stringify(shape)} expands to`, target);
  return wordsOf(joined) === wordsOf(shape) ? alias(joined) : moved(joined);
};

export const tile: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  const repeats = listed(call, 1, "repeats");
  if (repeats === "unknown" || repeats === undefined) return moved(undefined);
  if (repeats.length !== shape.length || !repeats.every((count) => count >= 1)) {
    throw refused(call, `${shape.length} repeats of at least 1`, repeats);
  }
  return moved(shape.map((extent, i) => extent * (repeats[i] ?? 1)));
};

/** Negative padding cuts off: what it cuts need not be read. */
export const pad: ShapeRule = (call) => {
  const shape = shapeAt(call, 0);
  const pads = listed(call, 1, "pads");
  const given = listed(call, 3, "axes");
  if (pads === "unknown" || pads === undefined || given === "unknown") return moved(undefined, [0]);
  const axes = given === undefined ? shape.map((_, i) => i) : axesOf(call, given, shape.length);
  if (pads.length !== 2 * axes.length) throw refused(call, `${2 * axes.length} pads`, pads);
  const result = [...shape];
  axes.forEach((axis, i) => {
    result[axis] = (result[axis] ?? 1) + (pads[i] ?? 0) + (pads[i + axes.length] ?? 0);
  });
  if (!result.every((extent) => extent >= 1)) throw refused(call, "pads that leave something", pads);
  return moved(result, pads.some((one) => one < 0) ? [0] : []);
};

/** The words of each block of `blocksize` by `blocksize` along the channels, or back. */
export const blocksOf =
  (direction: "to-depth" | "to-space"): ShapeRule =>
  (call) => {
    const shape = shapeAt(call, 0);
    const [batch = 1, channels = 1, height = 1, width = 1] = shape;
    const side = integer(call, "blocksize", 1);
    const factor = direction === "to-depth" ? [side ** 2, 1 / side, 1 / side] : [1 / side ** 2, side, side];
    const result = [batch, ...[channels, height, width].map((extent, i) => extent * (factor[i] ?? 1))];
    if (shape.length !== 4 || !result.every(Number.isSafeInteger)) throw refused(call, `extents that ${side} divides`, shape);
    return { kind: "operator", work: { kind: "transpose" }, shapes: [result], carries: [0] };
  };

/** Rows by number: any number of them, and one again and again. */
export const gather: ShapeRule = (call) => {
  const [data, indices] = [shapeAt(call, 0), shapeAt(call, 1)];
  const axis = axisOf(call, integer(call, "axis", 0), data.length);
  const extent = data[axis] ?? 1;
  const stray = call.inputs[1]?.constant?.find((at) => at < -extent || at >= extent);
  if (stray !== undefined) throw refused(call, `indices from ${-extent} to ${extent - 1}`, stray);
  return lookup([...data.slice(0, axis), ...indices, ...data.slice(axis + 1)]);
};

export const gatherElements: ShapeRule = (call) => {
  const [data, indices] = [shapeAt(call, 0), shapeAt(call, 1)];
  axisOf(call, integer(call, "axis", 0), data.length);
  if (data.length !== indices.length) throw refused(call, `indices of ${data.length} axes`, indices);
  return lookup(indices);
};

export const gatherNd: ShapeRule = (call) => {
  const [data, indices] = [shapeAt(call, 0), shapeAt(call, 1)];
  const skipped = integer(call, "batch_dims", 0) + (indices.at(-1) ?? 1);
  if (skipped > data.length) throw refused(call, `indices into ${data.length} axes`, indices);
  return lookup([...indices.slice(0, -1), ...data.slice(skipped)]);
};

function lookup(shape: Shape): NodeMeaning {
  return { kind: "operator", work: { kind: "lookup" }, shapes: [shape], partial: [0] };
}

/** Words of the first operand that others may replace. */
export const scatter: ShapeRule = (call) => moved(shapeAt(call, 0), [0, 2]);

/** Of the first operand one triangle. */
export const triangle: ShapeRule = (call) => moved(shapeAt(call, 0), [0]);

/** Some words of the first operand, of a shape that the file gives. */
export const sampled: ShapeRule = () => moved(undefined, [0]);

/** The extents of an operand, or those from one axis to before another. */
export function extentsOf(call: NodeCall): Shape {
  const shape = shapeAt(call, 0);
  return shape.slice(integer(call, "start", 0), integer(call, "end", shape.length));
}

export const shapeOfShape: ShapeRule = (call) => moved([extentsOf(call).length]);

export const size: ShapeRule = () => moved([]);

/** A tensor of one number, or of a row of them, from a shape. */
export const filled: ShapeRule = (call) => {
  const shape = call.inputs[0]?.constant;
  return { kind: "operator", work: { kind: "reshape" }, shapes: [shape] };
};

export const range: ShapeRule = (call) => {
  const [start, limit, delta] = [0, 1, 2].map((input) => call.inputs[input]?.constant?.[0]);
  const isKnown = start !== undefined && limit !== undefined && delta !== undefined && delta !== 0;
  const length = isKnown ? Math.max(0, Math.ceil((limit - start) / delta)) : undefined;
  return { kind: "operator", work: { kind: "reshape" }, shapes: [length === undefined ? undefined : [length]] };
};
