import type { NodeCall, NodeMeaning } from "../../src/layers/onnx/node-call.js";
import { rowOf } from "../../src/layers/onnx/operator-table.js";
import type { OnnxValue } from "../../src/layers/onnx/values.js";

type Operands = readonly (readonly number[] | Partial<OnnxValue> | undefined)[];
type Attributes = Readonly<Record<string, number | readonly number[] | string>>;

/** What the rule of a standard operator makes of operands with the given shapes; all results are used. */
export function meaningOf(opType: string, inputs: Operands, attributes: Attributes = {}, outputs = 1): NodeMeaning | undefined {
  const call = callOf(opType, inputs, attributes, outputs);
  return rowOf(call.node)?.rule(call);
}

/** Shape and element type of each result. */
export function resultsOf(
  opType: string,
  inputs: Operands,
  attributes: Attributes,
  outputs: number,
): readonly { readonly shape: readonly number[] | undefined; readonly type: number | undefined }[] {
  const call = callOf(opType, inputs, attributes, outputs);
  const row = rowOf(call.node);
  const meaning = row?.rule(call);
  const shapes = meaning?.kind === "alias" ? [meaning.shape] : (meaning?.shapes ?? []);
  return Array.from({ length: outputs }, (_, i) => ({ shape: shapes[i], type: (row?.types[i] ?? row?.types.at(-1))?.(call) }));
}

function callOf(opType: string, inputs: Operands, attributes: Attributes, outputs: number): NodeCall {
  const attribute = Object.entries(attributes).map(([name, given]) => ({
    name,
    f: typeof given === "number" ? given : 0,
    i: typeof given === "number" ? given : 0,
    ints: Array.isArray(given) ? given : [],
    s: new TextEncoder().encode(typeof given === "string" ? given : ""),
    g: new Uint8Array(),
    floats: [],
    t: null,
  }));
  const values = inputs.map((given, i): OnnxValue | undefined => {
    if (given === undefined) return undefined;
    const value = Array.isArray(given) ? { shape: given as readonly number[], tensor: `x${i}` } : (given as Partial<OnnxValue>);
    return { type: 1, shape: [], ...value };
  });
  return {
    node: {
      name: "node",
      opType,
      domain: "",
      input: inputs.map((given, i) => (given === undefined ? "" : `x${i}`)),
      output: Array.from({ length: outputs }, (_, i) => `y${i}`),
      attribute,
    },
    opset: 20,
    inputs: values,
    declared: () => undefined,
    maker: () => undefined,
    isUsed: (result) => result < outputs,
  };
}
