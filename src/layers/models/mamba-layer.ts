import type { DataType } from "../../computation/data-types.js";
import { GraphWriter } from "../graph-writer.js";
import type { OperatorGraph } from "../operator-graph.js";
import type { MambaCard } from "./model-card.js";

/** What a layer works on: `tokens` new ones of each of `batch` sequences, after others whose state is kept where `hasState`. */
interface MambaPass {
  readonly batch: number;
  readonly tokens: number;
  readonly hasState: boolean;
  readonly dataType: DataType;
}

/**
 * A Mamba-2 layer: products into gate, inputs, B, C and step sizes, a convolution over the last tokens, the state space, a gated norm,
 * the product back. The state space is one operator, a scan, in whatever order it is evaluated; its states before and after are cached.
 */
export function mambaLayer(card: MambaCard, pass: MambaPass): OperatorGraph {
  const { batch, tokens, dataType } = pass;
  const writer = new GraphWriter(dataType);
  const { model, inner, groups, state, headDim } = card;
  const [rows, heads] = [batch * tokens, inner / headDim];
  const x = writer.tensor("stream", rows * model);
  const normal = writer.map("norm", "normalisation", [x, writer.weight("norm.gain", model)], "normal");
  const product = (name: string, columns: number): string =>
    writer.product(`${name}-product`, normal, rows, model, columns, `${name}-in`);
  const gate = product("z", inner);
  const [inputs, b, c] = (
    [
      ["x", inner],
      ["b", groups * state],
      ["c", groups * state],
    ] as const
  ).map(([name, columns]) => writeConvolution(writer, card, pass, name, product(name, columns), columns)) as [
    string,
    string,
    string,
  ];
  const steps = writer.map("dt-softplus", "elementwise", [product("dt", heads), writer.weight("dt.bias", heads)], "dt");
  const before = pass.hasState ? [writer.tensor("state-cache", batch * inner * state, "cache")] : [];
  const y = writer.tensor("y-scan", rows * inner);
  const after = writer.tensor("state", batch * inner * state);
  writer.markOutput(after);
  writer.operators.push({
    name: "scan",
    inputs: [c, b, inputs, steps, writer.weight("a.weight", heads), ...before],
    outputs: [y, after],
    carries: [],
    work: { kind: "scan", batch, heads, groups, tokens, state, dim: headDim, initialState: pass.hasState },
  });
  const direct = writer.map("direct-add", "elementwise", [y, inputs, writer.weight("d.weight", heads)], "y-direct", [y, inputs]);
  const gated = writer.map("gate-multiply", "elementwise", [direct, gate], "y-gated", [direct, gate]);
  const scaled = writer.map("gated-norm", "normalisation", [gated, writer.weight("gated-norm.gain", inner)], "y-normal");
  const left = writer.product("out-product", scaled, rows, inner, model, "left");
  writer.markOutput(writer.map("block-residual", "elementwise", [left, x], "y", [left, x]));
  return writer.finish(card.id);
}

/** Each column by itself over the last tokens, then a SiLU; the tokens before come from the cache. */
function writeConvolution(
  writer: GraphWriter,
  { convolution }: MambaCard,
  { batch, hasState }: MambaPass,
  name: string,
  input: string,
  columns: number,
): string {
  const weights = [writer.weight(`${name}-convolution.weight`, convolution * columns), writer.weight(`${name}.bias`, columns)];
  const before = hasState ? [writer.tensor(`${name}-cache`, batch * (convolution - 1) * columns, "cache")] : [];
  const words = writer.words(input);
  const convolved = writer.operator(`${name}-convolution`, { kind: "other-convolution" }, [input, ...weights, ...before], {
    name: `${name}-convolved`,
    words,
  });
  return writer.map(`${name}-activation`, "elementwise", [convolved], `${name}-active`);
}
