import type { NodeCall, NodeMeaning } from "../../src/layers/onnx/node-call.js";
import { rowOf } from "../../src/layers/onnx/operator-table.js";
import type { OnnxValue } from "../../src/layers/onnx/values.js";

/** What the rule of a standard operator makes of operands with the given shapes; all results are used. */
export function meaningOf(
  opType: string,
  inputs: readonly (readonly number[] | Partial<OnnxValue> | undefined)[],
  attributes: Readonly<Record<string, number | readonly number[] | string>> = {},
  outputs = 1,
): NodeMeaning | undefined {
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
  const call: NodeCall = {
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
  return rowOf(call.node)?.rule(call);
}

/** A whole-number operand that is known before the run. */
export const numbers = (...constant: readonly number[]): OnnxValue => ({ shape: [constant.length], type: 7, constant });
