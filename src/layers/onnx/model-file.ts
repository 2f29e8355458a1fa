import protobuf from "protobufjs/light.js";
import { InputError } from "../../errors.js";

/** The parts of an ONNX file that are read; field numbers from onnx.proto (Apache-2.0). */
export interface OnnxTensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly dataType: number;
  readonly int32Data: readonly number[];
  readonly int64Data: readonly number[];
  readonly rawData: Uint8Array;
}

export interface OnnxAttribute {
  readonly name: string;
  readonly f: number;
  readonly i: number;
  readonly s: Uint8Array;
  readonly t: OnnxTensor | null;
  /** A graph that runs inside the node, unread. */
  readonly g: Uint8Array;
  readonly floats: readonly number[];
  readonly ints: readonly number[];
}

export interface OnnxNode {
  readonly name: string;
  readonly opType: string;
  readonly domain: string;
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly attribute: readonly OnnxAttribute[];
}

export interface OnnxValueInfo {
  readonly name: string;
  readonly type: {
    readonly tensorType: {
      readonly elemType: number;
      readonly shape: { readonly dim: readonly { readonly dimValue: number; readonly dimParam: string }[] } | null;
    } | null;
  } | null;
}

export interface OnnxGraph {
  readonly name: string;
  readonly node: readonly OnnxNode[];
  readonly initializer: readonly OnnxTensor[];
  readonly input: readonly OnnxValueInfo[];
  readonly output: readonly OnnxValueInfo[];
  readonly valueInfo: readonly OnnxValueInfo[];
  /** Version of the standard operators that the file was written for. */
  readonly opset: number;
}

/** More nodes than this are refused: the bounds of plans take time quadratic in the number of kernels. */
export const MOST_NODES = 20_000;

const many = (type: string, id: number) => ({ rule: "repeated", type, id });
const one = (type: string, id: number) => ({ type, id });

const ROOT = protobuf.Root.fromJSON({
  nested: {
    Model: { fields: { irVersion: one("int64", 1), graph: one("Graph", 7), opsetImport: many("Opset", 8) } },
    Opset: { fields: { domain: one("string", 1), version: one("int64", 2) } },
    Graph: {
      fields: {
        node: many("Node", 1),
        name: one("string", 2),
        initializer: many("Tensor", 5),
        input: many("ValueInfo", 11),
        output: many("ValueInfo", 12),
        valueInfo: many("ValueInfo", 13),
      },
    },
    Node: {
      fields: {
        input: many("string", 1),
        output: many("string", 2),
        name: one("string", 3),
        opType: one("string", 4),
        attribute: many("Attribute", 5),
        domain: one("string", 7),
      },
    },
    Attribute: {
      fields: {
        name: one("string", 1),
        f: one("float", 2),
        i: one("int64", 3),
        s: one("bytes", 4),
        t: one("Tensor", 5),
        g: one("bytes", 6),
        floats: many("float", 7),
        ints: many("int64", 8),
      },
    },
    Tensor: {
      fields: {
        dims: many("int64", 1),
        dataType: one("int32", 2),
        int32Data: many("int32", 5),
        int64Data: many("int64", 7),
        name: one("string", 8),
        rawData: one("bytes", 9),
      },
    },
    ValueInfo: { fields: { name: one("string", 1), type: one("Type", 2) } },
    Type: { fields: { tensorType: one("TensorType", 1) } },
    TensorType: { fields: { elemType: one("int32", 1), shape: one("Shape", 2) } },
    Shape: { fields: { dim: many("Dimension", 1) } },
    Dimension: { fields: { dimValue: one("int64", 1), dimParam: one("string", 2) } },
  },
});

/** Taken where a file does not say. */
const NEWEST_OPSET = 28;

/** Reads an ONNX file's graph. @throws InputError when the bytes are no model, or one that is cut short. */
export function readOnnxGraph(bytes: Uint8Array, origin: string): OnnxGraph {
  const type = ROOT.lookupType("Model");
  let model: {
    readonly graph: Omit<OnnxGraph, "opset"> | null;
    readonly opsetImport: readonly { readonly domain: string; readonly version: number }[];
  };
  try {
    model = type.toObject(type.decode(bytes), { longs: Number, defaults: true, arrays: true }) as typeof model;
  } catch (error) {
    throw new InputError(origin, "an ONNX model", `a broken or truncated file (${(error as Error).message})`);
  }
  const { graph } = model;
  if (graph === null || graph.node.length === 0 || graph.output.length === 0) {
    throw new InputError(origin, "an ONNX model with a graph", "none");
  }
  if (graph.node.length > MOST_NODES) {
    throw new InputError(origin, `a graph of at most ${MOST_NODES} nodes (export a layer or two)`, `${graph.node.length}`);
  }
  const opset = model.opsetImport.find(({ domain }) => domain === "" || domain === "ai.onnx")?.version;
  return { ...graph, opset: opset ?? NEWEST_OPSET };
}

/** Names of the symbolic extents that a graph's inputs, outputs and values declare. */
export function extentNames({ input, output, valueInfo }: OnnxGraph): ReadonlySet<string> {
  const dims = [...input, ...output, ...valueInfo].flatMap((info) => info.type?.tensorType?.shape?.dim ?? []);
  return new Set(dims.flatMap(({ dimParam }) => (dimParam === "" ? [] : [dimParam])));
}
