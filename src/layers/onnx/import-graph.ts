import { checkInteger, InputError } from "../../errors.js";
import { indexGraph, type Operator, type OperatorGraph, type Tensor } from "../operator-graph.js";
import { withAttention } from "./attention-pairs.js";
import { Declarations } from "./declarations.js";
import { elementName, FLOAT, INT64, storage } from "./element-types.js";
import { foldedNumbers } from "./folding.js";
import { type OnnxGraph, type OnnxNode, readOnnxGraph } from "./model-file.js";
import { type NodeCall, type NodeMeaning, subjectOf } from "./node-call.js";
import { type OperatorRow, rowOf } from "./operator-table.js";
import { type OnnxValue, type Shape, wholeNumbers, wordsOf } from "./values.js";

/**
 * The operator graph of an ONNX file, symbolic extents bound by name. Reshapes are views and no operators. A node that is
 * not known becomes an operator of which only the results count. What no result of the graph depends on is skipped.
 *
 * @throws InputError for a broken file, an unbound extent, shapes that do not fit or contradict what the file declares, or
 * a result whose shape cannot be told.
 */
export function importOnnx(bytes: Uint8Array, origin: string, extents: Readonly<Record<string, number>> = {}): OperatorGraph {
  const graph = readOnnxGraph(bytes, origin);
  const importer = new GraphImporter(graph, extents);
  for (const node of graph.node) importer.add(node);
  return withAttention(indexGraph(importer.finish(origin)).graph);
}

class GraphImporter {
  private readonly graph: OnnxGraph;
  private readonly declarations: Declarations;
  private readonly values = new Map<string, OnnxValue>();
  private readonly tensors = new Map<string, Tensor>();
  private readonly operators: Operator[] = [];
  private readonly names = new Set<string>();
  private readonly makers = new Map<string, OnnxNode>();
  private readonly used: ReadonlySet<string>;

  constructor(graph: OnnxGraph, extents: Readonly<Record<string, number>>) {
    this.graph = graph;
    this.declarations = new Declarations(graph, extents);
    this.used = new Set([...graph.node.flatMap(({ input }) => input), ...graph.output.map(({ name }) => name)]);
    for (const tensor of graph.initializer) {
      const subject = `tensor ${tensor.name}`;
      for (const extent of tensor.dims) checkInteger(`${subject}: extent`, extent, 0);
      this.declarations.check(subject, tensor.name, { shape: tensor.dims, type: tensor.dataType });
      const constant = wholeNumbers(tensor);
      if (constant === undefined) this.addWeight(tensor.name, tensor.dims, tensor.dataType);
      else this.define(tensor.name, { shape: tensor.dims, type: tensor.dataType, constant });
    }
    for (const input of graph.input) {
      if (this.values.has(input.name)) continue;
      const value = this.declarations.input(input);
      this.define(input.name, { ...value, tensor: input.name });
      this.addTensor(input.name, value.shape, value.type, "activation");
    }
  }

  add(node: OnnxNode): void {
    const subject = subjectOf(node);
    const graphInside = node.attribute.find(({ g }) => g.length > 0);
    if (graphInside !== undefined) throw new InputError(subject, "a node without a graph inside", graphInside.name);
    for (const name of node.output) if (name !== "") this.makers.set(name, node);
    if (node.opType === "Constant" && node.domain === "") {
      this.addConstant(node);
      return;
    }
    const call = this.callOf(node, subject);
    const row = rowOf(node);
    if (row !== undefined) checkOperands(call, row, subject);
    const meaning = row?.rule(call);
    if (row !== undefined && this.isFolded(call, row, meaning, subject)) return;
    const [result = ""] = node.output;
    const [first] = call.inputs;
    if (meaning?.kind === "alias" && first !== undefined) {
      this.declarations.check(subject, result, { shape: meaning.shape, type: first.type });
      this.define(result, { ...first, shape: meaning.shape });
      return;
    }
    this.addOperator(call, row, meaning?.kind === "operator" ? meaning : UNKNOWN, subject);
  }

  finish(name: string): OperatorGraph {
    for (const { name: output } of this.graph.output) {
      const tensor = this.tensors.get(this.values.get(output)?.tensor ?? "");
      if (tensor === undefined) throw new InputError(`tensor ${output}`, "a result of the graph that some node makes", "none");
      this.tensors.set(tensor.name, { ...tensor, output: true });
    }
    const needed = new Set([...this.tensors.values()].flatMap(({ name: tensor, output }) => (output ? [tensor] : [])));
    const operators = this.operators.toReversed().filter(({ inputs, outputs }) => {
      const isNeeded = outputs.some((tensor) => needed.has(tensor));
      if (isNeeded) for (const tensor of [...inputs, ...outputs]) needed.add(tensor);
      return isNeeded;
    });
    if (operators.length === 0) throw new InputError(name, "a graph with an operator that makes a result", "none");
    const used = new Set(operators.flatMap(({ inputs, outputs }) => [...inputs, ...outputs]));
    const tensors = [...this.tensors.values()].filter((tensor) => used.has(tensor.name));
    return { name, tensors, operators: operators.reverse() };
  }

  private callOf(node: OnnxNode, subject: string): NodeCall {
    const inputs = node.input.map((name) => {
      const value = this.values.get(name);
      if (value === undefined && name !== "") throw new InputError(subject, "operands that earlier nodes make", `'${name}'`);
      return value;
    });
    return {
      node,
      opset: this.graph.opset,
      inputs,
      declared: (result) => this.declarations.of(node.output[result] ?? "")?.shape,
      maker: (input) => this.makers.get(node.input[input] ?? ""),
      isUsed: (result) => this.used.has(node.output[result] ?? ""),
    };
  }

  /** Shapes and what is computed from them are known before the run. */
  private isFolded(call: NodeCall, row: OperatorRow, meaning: NodeMeaning | undefined, subject: string): boolean {
    const shape = meaning?.kind === "alias" ? meaning.shape : meaning?.shapes[0];
    const type = typeOf(row, call, 0);
    const [result = ""] = call.node.output;
    const constant = shape === undefined || type === undefined ? undefined : foldedNumbers(call, shape, type);
    if (shape === undefined || type === undefined || constant === undefined) return false;
    this.declarations.check(subject, result, { shape, type });
    this.define(result, { shape, type, constant });
    return true;
  }

  private addOperator(call: NodeCall, row: OperatorRow | undefined, meaning: OperatorMeaning, subject: string): void {
    const { node, inputs } = call;
    const outputs = node.output.filter((name) => name !== "");
    node.output.forEach((name, i) => {
      if (name === "") return;
      const inferred = meaning.shapes[i];
      const type = row === undefined ? undefined : typeOf(row, call, i);
      const declared = this.declarations.of(name);
      const shape = inferred ?? declared?.shape;
      if (shape === undefined) {
        const wanted = row === undefined ? "a known operator" : "a shape that is known before the run";
        throw new InputError(subject, `${wanted}, or one whose result's shape the file gives`, `none for '${name}'`);
      }
      const value = { shape, type: type ?? declared?.type ?? inputs[0]?.type ?? FLOAT };
      this.declarations.check(subject, name, value);
      const isTensor = this.addTensor(name, shape, value.type, "activation");
      this.define(name, { ...value, tensor: isTensor });
    });
    const { carries = [], partial = [], unread = [], work } = meaning;
    const operands = inputs.flatMap((value, i) =>
      value?.tensor === undefined || unread.includes(i) ? [] : [{ at: i, tensor: value.tensor }],
    );
    const named = (positions: readonly number[]): readonly string[] =>
      operands.flatMap(({ at, tensor }) => (positions.includes(at) ? [tensor] : []));
    const read = operands.map(({ tensor }) => tensor);
    const whole = new Set(operands.flatMap(({ at, tensor }) => (partial.includes(at) ? [] : [tensor])));
    const skipped = [...new Set(named(partial))].filter((tensor) => !whole.has(tensor));
    const words = this.tensors.get(outputs[0] ?? "")?.words;
    const kept = named(carries).filter((tensor) => this.tensors.get(tensor)?.words === words);
    this.operators.push({
      name: this.uniqueName(node),
      inputs: work.kind === "product" ? read : [...new Set(read)],
      outputs,
      carries: [...new Set(kept)],
      ...(skipped.length > 0 || work.kind === "lookup" || work.kind === "selection" ? { partial: skipped } : {}),
      work,
    });
  }

  /** A name once. */
  private define(name: string, value: OnnxValue): void {
    if (this.values.has(name)) throw new InputError(`tensor ${name}`, "one node or weight that makes it", "several");
    this.values.set(name, value);
  }

  private addConstant(node: OnnxNode): void {
    const [result = ""] = node.output;
    const found = node.attribute.find(({ name }) => name.startsWith("value") || name === "sparse_value");
    const value = constantOf(found);
    if (value === undefined) throw new InputError(subjectOf(node), "a value of numbers", found?.name ?? "none");
    this.declarations.check(subjectOf(node), result, value);
    if (value.constant === undefined) this.addWeight(result, value.shape, value.type);
    else this.define(result, value);
  }

  /** A single number is no tensor: it is part of the code that uses it. */
  private addWeight(name: string, shape: Shape, type: number): void {
    const isTensor = wordsOf(shape) !== 1;
    this.define(name, { shape, type, ...(isTensor ? { tensor: name } : {}) });
    if (isTensor) this.addTensor(name, shape, type, "weight");
  }

  private addTensor(name: string, shape: Shape, type: number, kind: Tensor["kind"]): string {
    const elements = checkInteger(`tensor ${name}`, wordsOf(shape), 1);
    this.tensors.set(name, { name, kind, ...storage(type, elements, `tensor ${name}`), output: false });
    return name;
  }

  private uniqueName(node: OnnxNode): string {
    const wanted = (node.name === "" ? `${node.opType}_${this.operators.length}` : node.name).replace(/[\s\p{Cc}]+/gu, "_");
    const name = this.names.has(wanted) ? `${wanted}_${this.operators.length}` : wanted;
    this.names.add(name);
    return name;
  }
}

type OperatorMeaning = Extract<NodeMeaning, { readonly kind: "operator" }>;

const UNKNOWN: OperatorMeaning = { kind: "operator", work: { kind: "unsupported" }, shapes: [] };

function typeOf({ types }: OperatorRow, call: NodeCall, result: number): number | undefined {
  return (types[result] ?? types.at(-1))?.(call);
}

function checkOperands({ node, inputs }: NodeCall, { operands: [least, most], alike }: OperatorRow, subject: string): void {
  const present = inputs.filter((value) => value !== undefined).length;
  if (present < least || inputs.length > most || inputs.slice(0, least).includes(undefined)) {
    const wanted = least === most ? `${least}` : `${least} to ${most === Number.POSITIVE_INFINITY ? "any number of" : most}`;
    throw new InputError(subject, `${wanted} operand(s)`, `${node.input.length}`);
  }
  const types = new Set(inputs.slice(0, alike).flatMap((value) => value?.type ?? []));
  if (types.size > 1) throw new InputError(subject, "operands of one type", [...types].map(elementName).join(" and "));
}

function constantOf(attribute: OnnxNode["attribute"][number] | undefined): OnnxValue | undefined {
  switch (attribute?.name) {
    case "value": {
      const tensor = attribute.t;
      if (tensor === null) return undefined;
      const constant = wholeNumbers(tensor);
      return { shape: tensor.dims, type: tensor.dataType, ...(constant === undefined ? {} : { constant }) };
    }
    case "value_int":
      return { shape: [], type: INT64, constant: [attribute.i] };
    case "value_ints":
      return { shape: [attribute.ints.length], type: INT64, constant: attribute.ints };
    case "value_float":
      return { shape: [], type: FLOAT };
    case "value_floats":
      return { shape: [attribute.floats.length], type: FLOAT };
    default:
      return undefined;
  }
}
