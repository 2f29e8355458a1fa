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
 * the product back. Many tokens pass the state space in chunks (Dao and Gu 2024, section 6): products within a chunk, as in attention
 * under a causal mask, and a state of each chunk that is passed on. One token updates the state itself.
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
  const decays = writer.operator("decay-sums", { kind: "elementwise" }, [steps, writer.weight("a.weight", heads)], {
    name: "decays",
    words: rows * heads,
    dataType: "fp32",
  });
  const y = (tokens === 1 ? writeUpdate : writeChunks)(writer, card, pass, { inputs, b, c, steps, decays });
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

interface Arrays {
  readonly inputs: string;
  readonly b: string;
  readonly c: string;
  readonly steps: string;
  readonly decays: string;
}

function writeChunks(writer: GraphWriter, card: MambaCard, pass: MambaPass, arrays: Arrays): string {
  const { inner, headDim, state, groups, chunk } = card;
  const { inputs, b, c, steps, decays } = arrays;
  const [rows, heads, queries] = [pass.batch * pass.tokens, inner / headDim, Math.min(chunk, pass.tokens)];
  const batch = rows / queries;
  const shape = { batch, queries, keys: queries, dim: state, causal: true };
  const pairs = batch * ((queries * (queries + 1)) / 2);
  const scores = writer.operator("scores", { kind: "scores", ...shape, heads: groups, kvHeads: groups }, [c, b], {
    name: "scores",
    words: groups * pairs,
  });
  const mixed = writer.operator("decay-mask", { kind: "elementwise" }, [scores, decays, steps], {
    name: "mixed",
    words: heads * pairs,
  });
  const within = writer.operator(
    "values",
    { kind: "values", ...shape, heads, kvHeads: heads, valueDim: headDim },
    [mixed, inputs],
    { name: "y-within", words: rows * inner },
  );
  const ofHeads = (name: string, from: string): string =>
    writer.operator(`${name}-decay`, { kind: "elementwise" }, [from, decays, steps], {
      name: `${name}-decayed`,
      words: rows * heads * state,
    });
  const product = { kind: "product", batch: batch * heads, columns: headDim } as const;
  const words = batch * heads * state * headDim;
  const made = writer.operator("state-product", { ...product, rows: state, inner: queries }, [ofHeads("b", b), inputs], {
    name: "states",
    words,
    dataType: "fp32",
  });
  const before = pass.hasState ? [writer.tensor("state-cache", pass.batch * heads * state * headDim, "cache")] : [];
  writer.operators.push({
    name: "state-passing",
    inputs: [made, decays, ...before],
    outputs: ["entered", "state"],
    carries: [],
    work: { kind: "elementwise" },
  });
  const [entered, last] = [writer.tensor("entered", words), writer.tensor("state", pass.batch * heads * state * headDim)];
  writer.markOutput(last);
  const across = writer.operator("across-product", { ...product, rows: queries, inner: state }, [ofHeads("c", c), entered], {
    name: "y-across",
    words: rows * inner,
  });
  return writer.map("chunk-add", "elementwise", [within, across], "y-scan", [within, across]);
}

/** The state of each head decays and takes a product of x and B; its rows meet C. */
function writeUpdate(writer: GraphWriter, { inner, state }: MambaCard, { batch }: MambaPass, arrays: Arrays): string {
  const { inputs, b, c, steps, decays } = arrays;
  const before = writer.tensor("state-cache", batch * inner * state, "cache");
  const after = writer.map("state-update", "elementwise", [before, inputs, b, steps, decays], "state", [before]);
  writer.markOutput(after);
  return writer.operator("state-read", { kind: "row-statistics" }, [after, c], { name: "y-scan", words: batch * inner });
}
