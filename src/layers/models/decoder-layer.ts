import type { DataType } from "../../computation/data-types.js";
import { GraphWriter } from "../graph-writer.js";
import type { OperatorGraph } from "../operator-graph.js";
import type { DecoderCard } from "./model-card.js";

/** What one pass through a decoder layer works on; rows of the residual stream are `batch × tokens`. */
export interface LayerPass {
  /** Sequences. */
  readonly batch: number;
  /** New tokens of each sequence: 1 in decoding. */
  readonly tokens: number;
  /** Tokens of each sequence that are in the KV cache already. */
  readonly context: number;
  /** Keys that a query sees, its own and those before it; all before it unless given. */
  readonly window?: number;
  readonly dataType: DataType;
}

/** One layer of a decoder: normalisation, attention with its KV cache, feed-forward block, residual adds. */
export function decoderLayer(card: DecoderCard, pass: LayerPass): OperatorGraph {
  const writer = new GraphWriter(pass.dataType);
  const rows = pass.batch * pass.tokens;
  const x = writer.tensor("x", rows * card.model);
  const attended = writeAttention(writer, card, pass, x);
  const x1 = addResidual(writer, card, "attention", attended, x, "x1");
  const fed = writeFeedForward(writer, card, rows, x1);
  writer.markOutput(addResidual(writer, card, "ffn", fed, x1, "y"));
  return writer.finish(card.id);
}

/** Gathers one row of the table a token; which rows, and how many different ones, is not known. */
export function embedding(card: DecoderCard, pass: LayerPass): OperatorGraph {
  const writer = new GraphWriter(pass.dataType);
  const rows = pass.batch * pass.tokens;
  const tokens = writer.tensor("tokens", rows, "activation", "int32");
  const table = writer.weight("embedding.weight", card.vocabulary * card.model);
  writer.markOutput(writer.operator("embedding", { kind: "lookup" }, [tokens, table], { name: "x", words: rows * card.model }));
  return writer.finish(`${card.id} embedding`);
}

/** Last normalisation and the product with the vocabulary, for the last token of each sequence. */
export function head(card: DecoderCard, pass: LayerPass): OperatorGraph {
  const writer = new GraphWriter(pass.dataType);
  const x = writer.tensor("x", pass.batch * card.model);
  const normal = normalise(writer, card, "final-norm", x, "normal");
  writer.markOutput(writer.product("head-product", normal, pass.batch, card.model, card.vocabulary, "logits"));
  return writer.finish(`${card.id} head`);
}

function normalise(
  writer: GraphWriter,
  card: DecoderCard,
  name: string,
  input: string,
  output: string,
  width = card.model,
): string {
  const parameters = [writer.weight(`${name}.gain`, width)];
  if (card.normalisation === "layer") parameters.push(writer.weight(`${name}.shift`, width));
  return writer.map(name, "normalisation", [input, ...parameters], output);
}

function addResidual(
  writer: GraphWriter,
  card: DecoderCard,
  name: string,
  result: string,
  stream: string,
  output: string,
): string {
  const added =
    card.normalisedResults === true ? normalise(writer, card, `${name}-result-norm`, result, `${result}-normal`) : result;
  return writer.map(`${name}-residual`, "elementwise", [added, stream], output, [added, stream]);
}

function writeAttention(writer: GraphWriter, card: DecoderCard, pass: LayerPass, x: string): string {
  const { batch, tokens, window } = pass;
  // Older keys are in no query's window.
  const context = window === undefined ? pass.context : Math.min(pass.context, window - 1);
  const rows = batch * tokens;
  const [queryWidth, keyWidth] = [card.heads * card.headDim, card.kvHeads * card.headDim];
  const normal = normalise(writer, card, "attention-norm", x, "attention-input");
  const projected = (letter: "q" | "k" | "v", width: number): string =>
    writer.product(`${letter}-product`, normal, rows, card.model, width, letter, card.biases !== undefined);
  const prepared = (letter: "q" | "k", input: string): string => {
    const scaled =
      card.normalisedHeads === true ? normalise(writer, card, `${letter}-norm`, input, `${letter}-normal`, card.headDim) : input;
    return card.rotary ? writer.map(`${letter}-rotary`, "rotary", [scaled], `${letter}-turned`) : scaled;
  };
  const q = prepared("q", projected("q", queryWidth));
  const k = writer.map("k-append", "copy", [prepared("k", projected("k", keyWidth))], "k-new");
  const v = writer.map("v-append", "copy", [projected("v", keyWidth)], "v-new");
  for (const appended of [k, v]) writer.markOutput(appended);
  const keys = context === 0 ? [k] : [writer.tensor("k-cache", batch * context * keyWidth, "cache"), k];
  const values = context === 0 ? [v] : [writer.tensor("v-cache", batch * context * keyWidth, "cache"), v];
  const shape = {
    batch,
    heads: card.heads,
    kvHeads: card.kvHeads,
    queries: tokens,
    keys: context + tokens,
    dim: card.headDim,
    causal: tokens > 1,
    ...(window === undefined || context + tokens <= window ? {} : { window }),
  };
  const o = writeSoftmaxAttention(writer, "", shape, q, keys, values);
  return writer.product("o-product", o, rows, queryWidth, card.model, "attended", card.biases === "all");
}

/** Sizes of a softmax attention. */
export interface AttentionShape {
  readonly batch: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly queries: number;
  readonly keys: number;
  readonly dim: number;
  readonly causal: boolean;
  /** Causal only, and fewer than the keys. */
  readonly window?: number;
}

/** Scores, row statistics, normalisation, values: four operators, so that a plan may cut a softmax in two. */
export function writeSoftmaxAttention(
  writer: GraphWriter,
  prefix: string,
  shape: AttentionShape,
  q: string,
  keys: readonly string[],
  values: readonly string[],
): string {
  const rows = shape.batch * shape.heads * shape.queries;
  const pairs = shape.batch * shape.heads * pairsSeen(shape);
  const scores = writer.operator(`${prefix}scores`, { kind: "scores", ...shape }, [q, ...keys], {
    name: `${prefix}scores`,
    words: pairs,
  });
  const statistics = writer.operator(`${prefix}softmax-statistics`, { kind: "row-statistics" }, [scores], {
    name: `${prefix}statistics`,
    words: 2 * rows,
    dataType: "fp32",
  });
  const shares = writer.map(`${prefix}softmax`, "elementwise", [scores, statistics], `${prefix}shares`);
  return writer.operator(`${prefix}values`, { kind: "values", ...shape }, [shares, ...values], {
    name: `${prefix}o`,
    words: rows * shape.dim,
  });
}

/** Pairs of a query and a key that it sees, in one head. */
function pairsSeen({ queries, keys, causal, window = keys }: AttentionShape): number {
  if (!causal) return queries * keys;
  // The first queries see fewer than a window: one lacks a key, the one before it two.
  const fewer = Math.max(0, window - 1 - (keys - queries));
  return queries * window - (fewer * (fewer + 1)) / 2;
}

function writeFeedForward(writer: GraphWriter, card: DecoderCard, rows: number, x: string): string {
  const biased = card.biases === "all";
  const normal = normalise(writer, card, "ffn-norm", x, "ffn-input");
  const up = writer.product("up-product", normal, rows, card.model, card.hidden, "up", biased);
  let hidden: string;
  if (card.gated) {
    const gate = writer.product("gate-product", normal, rows, card.model, card.hidden, "gate", biased);
    const active = writer.map("activation", "elementwise", [gate], "gate-active");
    hidden = writer.map("gate-multiply", "elementwise", [active, up], "hidden", [active, up]);
  } else hidden = writer.map("activation", "elementwise", [up], "hidden");
  return writer.product("down-product", hidden, rows, card.hidden, card.model, "fed", biased);
}
