import { checkInteger, InputError } from "../../errors.js";
import type { Operator, OperatorGraph, Tensor } from "../operator-graph.js";
import { indexGraph } from "../operator-graph.js";
import { withAttention } from "./attention-pairs.js";
import { foldedNumbers } from "./folding.js";
import type { OnnxGraph, OnnxNode, OnnxValueInfo } from "./model-file.js";
import { readOnnxGraph } from "./model-file.js";
import { meaningOf } from "./node-operators.js";
import type { OnnxValue } from "./values.js";
import { dataTypeOf, shapeOf, wholeNumbers, wordsOf } from "./values.js";

/**
 * The operator graph of an ONNX file, symbolic extents bound by name. Reshapes are views and no operators; a node that is not
 * known becomes an operator of which only the results count.
 *
 * @throws InputError for a broken file, an unbound extent, shapes that do not fit, or a result whose shape cannot be told.
 */
export function importOnnx(bytes: Uint8Array, origin: string, extents: Readonly<Record<string, number>> = {}): OperatorGraph {
  const graph = readOnnxGraph(bytes, origin);
  const importer = new GraphImporter(graph, extents);
  for (const node of graph.node) importer.add(node);
  return withAttention(indexGraph(importer.finish(origin)).graph);
}

class GraphImporter {
  private readonly graph: OnnxGraph;
  private readonly extents: Readonly<Record<string, number>>;
  private readonly values = new Map<string, OnnxValue>();
  private readonly tensors = new Map<string, Tensor>();
  private readonly operators: Operator[] = [];
  private readonly names = new Set<string>();

  constructor(graph: OnnxGraph, extents: Readonly<Record<string, number>>) {
    this.graph = graph;
    this.extents = extents;
    for (const tensor of graph.initializer) {
      const type = dataTypeOf(tensor.dataType, `tensor ${tensor.name}`);
      const constant = wholeNumbers(tensor);
      if (constant !== undefined) this.values.set(tensor.name, { shape: tensor.dims, type, constant });
      else this.addWeight(tensor.name, tensor.dims, type);
    }
    for (const input of graph.input) {
      if (this.values.has(input.name)) continue;
      const shape = inputShape(input, extents);
      const type = dataTypeOf(input.type?.tensorType?.elemType ?? 0, `tensor ${input.name}`);
      this.values.set(input.name, { shape, type, tensor: input.name });
      this.addTensor(input.name, shape, type, "activation");
    }
  }

  add(node: OnnxNode): void {
    const inputs = node.input.map((name) => (name === "" ? undefined : this.value(name, node)));
    const [result] = node.output;
    if (result === undefined) return;
    const folded = foldedNumbers(node, inputs);
    if (folded !== undefined) {
      this.values.set(result, folded);
      return;
    }
    if (node.opType === "Constant") {
      this.addConstant(node, result);
      return;
    }
    const meaning = meaningOf(node, inputs);
    const [first] = inputs;
    if (meaning?.kind === "alias" && first !== undefined) {
      this.values.set(result, { ...first, shape: meaning.shape });
      return;
    }
    const described = (name: string): OnnxValue | undefined => this.described(name);
    const shape = meaning?.shape ?? described(result)?.shape;
    if (shape === undefined) {
      throw new InputError(nodeName(node), "a known operator, or one whose result's shape the file gives", node.opType);
    }
    const type = described(result)?.type ?? castType(node) ?? first?.type ?? "fp32";
    const outputs = node.output.filter((name) => name !== "");
    outputs.forEach((name, i) => {
      const value = i === 0 ? { shape, type } : (described(name) ?? { shape, type });
      this.values.set(name, { shape: value.shape, type: value.type, tensor: name });
      this.addTensor(name, value.shape, value.type, "activation");
    });
    const carries = meaning?.kind === "operator" ? meaning.carries.flatMap((i) => inputs[i]?.tensor ?? []) : [];
    const read = inputs.flatMap((input) => input?.tensor ?? []);
    this.operators.push({
      name: this.uniqueName(node),
      inputs: meaning?.kind === "operator" && meaning.work.kind === "product" ? read : [...new Set(read)],
      outputs,
      carries: [...new Set(carries)],
      work: meaning?.kind === "operator" ? meaning.work : { kind: "unsupported" },
    });
  }

  finish(name: string): OperatorGraph {
    for (const { name: output } of this.graph.output) {
      const tensor = this.tensors.get(this.values.get(output)?.tensor ?? "");
      if (tensor === undefined) throw new InputError(`tensor ${output}`, "a result of the graph that some node makes", "none");
      this.tensors.set(tensor.name, { ...tensor, output: true });
    }
    const used = new Set(this.operators.flatMap(({ inputs, outputs }) => [...inputs, ...outputs]));
    return { name, tensors: [...this.tensors.values()].filter((tensor) => used.has(tensor.name)), operators: this.operators };
  }

  private value(name: string, node: OnnxNode): OnnxValue {
    const value = this.values.get(name);
    if (value === undefined) throw new InputError(nodeName(node), "operands that earlier nodes make", `'${name}'`);
    return value;
  }

  private addConstant(node: OnnxNode, result: string): void {
    const tensor = node.attribute.find(({ name }) => name === "value")?.t;
    const type = tensor === undefined || tensor === null ? "fp32" : dataTypeOf(tensor.dataType, nodeName(node));
    this.addWeight(result, tensor?.dims ?? [], type);
  }

  /** A single number is no tensor: it is part of the code that uses it. */
  private addWeight(name: string, shape: readonly number[], type: Tensor["dataType"]): void {
    const isTensor = wordsOf(shape) !== 1;
    this.values.set(name, { shape, type, ...(isTensor ? { tensor: name } : {}) });
    if (isTensor) this.addTensor(name, shape, type, "weight");
  }

  /** Shape and type that the file gives for a name. */
  private described(name: string): OnnxValue | undefined {
    const info = [...this.graph.valueInfo, ...this.graph.output].find((one) => one.name === name);
    const shape = info === undefined ? undefined : shapeOf(info, this.extents);
    const elemType = info?.type?.tensorType?.elemType;
    if (shape === undefined || "unbound" in shape || elemType === undefined) return undefined;
    return { shape: shape.shape, type: dataTypeOf(elemType, `tensor ${name}`) };
  }

  private addTensor(name: string, shape: readonly number[], dataType: Tensor["dataType"], kind: Tensor["kind"]): void {
    const words = checkInteger(`tensor ${name}`, wordsOf(shape), 1);
    this.tensors.set(name, { name, kind, words, dataType, output: false });
  }

  private uniqueName(node: OnnxNode): string {
    const wanted = (node.name === "" ? `${node.opType}_${this.operators.length}` : node.name).replace(/\s+/g, "_");
    const name = this.names.has(wanted) ? `${wanted}_${this.operators.length}` : wanted;
    this.names.add(name);
    return name;
  }
}

function inputShape(input: OnnxValueInfo, extents: Readonly<Record<string, number>>): readonly number[] {
  const found = shapeOf(input, extents);
  if (found === undefined) throw new InputError(`tensor ${input.name}`, "an input with a shape", "none");
  if ("shape" in found) return found.shape;
  if (found.unbound === "?")
    throw new InputError(`tensor ${input.name}`, "an input whose extents have values or names", "neither");
  throw new InputError(`dim ${found.unbound}`, `an extent for it (--dim ${found.unbound}=…)`, "nothing");
}

function nodeName(node: OnnxNode): string {
  return `node ${node.name === "" ? (node.output[0] ?? "") : node.name} (${node.opType})`;
}

function castType(node: OnnxNode): Tensor["dataType"] | undefined {
  const to = node.opType === "Cast" ? node.attribute.find(({ name }) => name === "to")?.i : undefined;
  return to === undefined ? undefined : dataTypeOf(to, nodeName(node));
}
