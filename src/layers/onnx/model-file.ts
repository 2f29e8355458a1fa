import protobuf from "protobufjs/minimal.js";
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

/** What a field holds: a number, a text, bytes, or a message of its own. */
type Content = "int" | "float" | "text" | "bytes" | Message;

interface Field {
  readonly name: string;
  readonly content: Content;
  readonly many: boolean;
}

/** Fields of a message by number. Read by one loop over these tables: nothing is generated, so that a strict page reads files too. */
type Message = Readonly<Record<number, Field>>;

const one = (name: string, content: Content): Field => ({ name, content, many: false });
const many = (name: string, content: Content): Field => ({ name, content, many: true });

const OPSET: Message = { 1: one("domain", "text"), 2: one("version", "int") };
const DIMENSION: Message = { 1: one("dimValue", "int"), 2: one("dimParam", "text") };
const TENSOR_TYPE: Message = { 1: one("elemType", "int"), 2: one("shape", { 1: many("dim", DIMENSION) }) };
const VALUE_INFO: Message = { 1: one("name", "text"), 2: one("type", { 1: one("tensorType", TENSOR_TYPE) }) };
const TENSOR: Message = {
  1: many("dims", "int"),
  2: one("dataType", "int"),
  5: many("int32Data", "int"),
  7: many("int64Data", "int"),
  8: one("name", "text"),
  9: one("rawData", "bytes"),
};
const ATTRIBUTE: Message = {
  1: one("name", "text"),
  2: one("f", "float"),
  3: one("i", "int"),
  4: one("s", "bytes"),
  5: one("t", TENSOR),
  6: one("g", "bytes"),
  7: many("floats", "float"),
  8: many("ints", "int"),
};
const NODE: Message = {
  1: many("input", "text"),
  2: many("output", "text"),
  3: one("name", "text"),
  4: one("opType", "text"),
  5: many("attribute", ATTRIBUTE),
  7: one("domain", "text"),
};
const GRAPH: Message = {
  1: many("node", NODE),
  2: one("name", "text"),
  5: many("initializer", TENSOR),
  11: many("input", VALUE_INFO),
  12: many("output", VALUE_INFO),
  13: many("valueInfo", VALUE_INFO),
};
const MODEL: Message = { 1: one("irVersion", "int"), 7: one("graph", GRAPH), 8: many("opsetImport", OPSET) };

/** How a number, a text or bytes are written. */
const WIRE = { int: 0, float: 5, text: 2, bytes: 2 } as const;
const LENGTH_DELIMITED = 2;

function emptyOf({ content, many }: Field): unknown {
  if (many) return [];
  if (typeof content === "object") return null;
  return content === "text" ? "" : content === "bytes" ? new Uint8Array() : 0;
}

/** The message that the bytes are, fields that are absent by their defaults. @throws where they are none */
function decoded(message: Message, bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.fromEntries(Object.values(message).map((field) => [field.name, emptyOf(field)]));
  const reader = protobuf.Reader.create(bytes);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    const [field, wire] = [message[tag >>> 3], tag & 7];
    if (tag >>> 3 === 0) throw new RangeError("a field of number 0");
    const { name = "", content = "bytes", many = false } = field ?? {};
    const list = values[name] as unknown[];
    const expected = typeof content === "object" ? LENGTH_DELIMITED : WIRE[content];
    if (field !== undefined && wire === expected) {
      const value = valueIn(content, reader);
      if (many) list.push(value);
      else values[name] = value;
    } else if (many && wire === LENGTH_DELIMITED && (content === "int" || content === "float")) {
      const packed = protobuf.Reader.create(reader.bytes());
      while (packed.pos < packed.len) list.push(valueIn(content, packed));
    } else reader.skipType(wire);
  }
  return values;
}

function valueIn(content: Content, reader: protobuf.Reader): unknown {
  switch (content) {
    case "int":
      return Number(reader.int64());
    case "float":
      return reader.float();
    case "text":
      return reader.string();
    case "bytes":
      return reader.bytes();
    default:
      return decoded(content, reader.bytes());
  }
}

/** Taken where a file does not say. */
const NEWEST_OPSET = 28;

/** Reads an ONNX file's graph. @throws InputError when the bytes are no model, or one that is cut short. */
export function readOnnxGraph(bytes: Uint8Array, origin: string): OnnxGraph {
  let model: {
    readonly graph: Omit<OnnxGraph, "opset"> | null;
    readonly opsetImport: readonly { readonly domain: string; readonly version: number }[];
  };
  try {
    model = decoded(MODEL, bytes) as typeof model;
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
