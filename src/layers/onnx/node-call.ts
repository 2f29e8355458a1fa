import { InputError, shown } from "../../errors.js";
import type { Work } from "../operator-graph.js";
import type { OnnxNode } from "./model-file.js";
import type { OnnxValue, Shape } from "./values.js";

/** A node with what is known about its operands when its turn comes. */
export interface NodeCall {
  readonly node: OnnxNode;
  readonly opset: number;
  /** Undefined for an optional operand that is skipped. */
  readonly inputs: readonly (OnnxValue | undefined)[];
  /** The shape that the file declares for a result, if it has values for every extent. */
  readonly declared: (result: number) => Shape | undefined;
  /** The node that makes an operand. */
  readonly maker: (input: number) => OnnxNode | undefined;
  /** Does anything read the result, or is it one of the graph's? */
  readonly isUsed: (result: number) => boolean;
}

/** What a node becomes: another name of its first operand, or an operator with the shapes of its results. */
export type NodeMeaning =
  | { readonly kind: "alias"; readonly shape: Shape }
  | {
      readonly kind: "operator";
      readonly work: Work;
      /** Of each result; undefined where only the file can tell. */
      readonly shapes: readonly (Shape | undefined)[];
      /** Positions of operands that the first result is a form of, word by word. */
      readonly carries?: readonly number[];
      /** Positions of operands of which words may stay unread. */
      readonly partial?: readonly number[];
      /** Positions of operands that no result depends on. */
      readonly unread?: readonly number[];
    };

type Rule = (call: NodeCall) => NodeMeaning | undefined;
export type ShapeRule = Rule;

/** Names a node in errors; names from a file may have control characters. */
export function subjectOf(node: OnnxNode): string {
  const name = node.name === "" ? (node.output[0] ?? "") : node.name;
  return `node ${name.replace(/\p{Cc}+/gu, " ")} (${node.opType.replace(/\p{Cc}+/gu, " ")})`;
}

export function refused({ node }: NodeCall, expected: string, found: unknown): InputError {
  return new InputError(subjectOf(node), expected, typeof found === "string" ? found : shown(found));
}

/** A whole-number attribute. */
export function integer({ node }: NodeCall, name: string, otherwise: number): number {
  return node.attribute.find((attribute) => attribute.name === name)?.i ?? otherwise;
}

export function real({ node }: NodeCall, name: string, otherwise: number): number {
  return node.attribute.find((attribute) => attribute.name === name)?.f ?? otherwise;
}

export function text({ node }: NodeCall, name: string, otherwise: string): string {
  const found = node.attribute.find((attribute) => attribute.name === name)?.s;
  return found === undefined ? otherwise : new TextDecoder().decode(found);
}

/** A list of whole numbers; an empty one counts as none. */
export function integers({ node }: NodeCall, name: string): readonly number[] | undefined {
  const found = node.attribute.find((attribute) => attribute.name === name)?.ints;
  return found === undefined || found.length === 0 ? undefined : found;
}

/**
 * What older versions of an operator have as an attribute and newer ones as an operand: `unknown` where it is computed in
 * the run, undefined where it is skipped.
 */
export function listed(call: NodeCall, input: number, attribute: string): readonly number[] | "unknown" | undefined {
  const operand = call.inputs[input];
  return operand === undefined ? integers(call, attribute) : (operand.constant ?? "unknown");
}

export function shapeAt(call: NodeCall, input: number): Shape {
  const found = call.inputs[input];
  if (found === undefined) throw refused(call, `an operand at position ${input + 1}`, "none");
  return found.shape;
}

/** An axis of a tensor of so many axes, counted from the front. @throws InputError when there is none. */
export function axisOf(call: NodeCall, axis: number, rank: number): number {
  if (!Number.isInteger(axis) || axis < -rank || axis >= rank) {
    throw refused(call, rank === 0 ? "no axis of a single number" : `an axis from ${-rank} to ${rank - 1}`, axis);
  }
  return axis < 0 ? axis + rank : axis;
}

/** Axes, each at most once. */
export function axesOf(call: NodeCall, axes: readonly number[], rank: number): readonly number[] {
  const found = axes.map((axis) => axisOf(call, axis, rank));
  if (new Set(found).size !== found.length) throw refused(call, "each axis once", axes);
  return found;
}
