import { GraphWriter } from "../graph-writer.js";
import type { OperatorGraph } from "../operator-graph.js";
import { hasBias, modulation, normalise, writeModulation } from "./card-parts.js";
import { addCross } from "./cross-attention.js";
import { writeFeedForward } from "./feed-forward.js";
import { writeLatentAttention } from "./latent-attention.js";
import type { LayerPass } from "./layer-pass.js";
import type { TransformerCard } from "./model-card.js";
import { writeSoftmaxAttention } from "./softmax-attention.js";

/** One layer of a decoder: normalisation, attention with its KV cache, feed-forward block, residual adds. */
export function decoderLayer(card: TransformerCard, pass: LayerPass): OperatorGraph {
  const writer = new GraphWriter(pass.dataType);
  const rows = pass.batch * pass.tokens;
  const x = writer.tensor("x", rows * card.model);
  if (card.modulated === true) writeModulation(writer, card, pass.batch);
  const attended = writeAttention(writer, card, pass, x);
  const x1 = addResidual(writer, card, "attention", attended, x, "x1");
  const x2 = card.cross === undefined ? x1 : addCross(writer, card, card.cross, pass, x1);
  const fed = writeFeedForward(writer, card, pass, x2);
  writer.markOutput(addResidual(writer, card, "ffn", fed, x2, "y"));
  return writer.finish(card.id);
}

/** Gathers one row of the table a token; which rows, and how many different ones, is not known. */
export function embedding(card: TransformerCard, pass: LayerPass): OperatorGraph {
  const writer = new GraphWriter(pass.dataType);
  const rows = pass.batch * pass.tokens;
  const tokens = writer.tensor("tokens", rows, "activation", "int32");
  const table = writer.weight("embedding.weight", card.vocabulary * card.model);
  writer.markOutput(writer.operator("embedding", { kind: "lookup" }, [tokens, table], { name: "x", words: rows * card.model }));
  return writer.finish(`${card.id} embedding`);
}

/** Last normalisation and the product with the vocabulary, for the last token of each sequence. */
export function head(card: TransformerCard, pass: LayerPass): OperatorGraph {
  const writer = new GraphWriter(pass.dataType);
  const x = writer.tensor("x", pass.batch * card.model);
  const normal = normalise(writer, card, "final-norm", x, "normal");
  writer.markOutput(writer.product("head-product", normal, pass.batch, card.model, card.vocabulary, "logits"));
  return writer.finish(`${card.id} head`);
}

function addResidual(
  writer: GraphWriter,
  card: TransformerCard,
  name: string,
  result: string,
  stream: string,
  output: string,
): string {
  const scaled = (): string => writer.map(`${name}-scale`, "elementwise", [result, modulation(writer, card)], `${result}-scaled`);
  const added =
    card.normalisedResults === true
      ? normalise(writer, card, `${name}-result-norm`, result, `${result}-normal`)
      : card.modulated === true
        ? scaled()
        : result;
  return writer.map(`${name}-residual`, "elementwise", [added, stream], output, [added, stream]);
}

function writeAttention(writer: GraphWriter, card: TransformerCard, pass: LayerPass, x: string): string {
  const { batch, tokens, window } = pass;
  const rows = batch * tokens;
  const normal = normalise(writer, card, "attention-norm", x, "attention-input");
  const out = (o: string): string =>
    writer.product("o-product", o, rows, card.heads * card.headDim, card.model, "attended", hasBias(card, "o"));
  if (card.latent !== undefined) return out(writeLatentAttention(writer, card, card.latent, pass, normal));
  // Older keys are in no query's window.
  const context = window === undefined ? pass.context : Math.min(pass.context, window - 1);
  const [queryWidth, keyWidth] = [card.heads * card.headDim, card.kvHeads * card.headDim];
  const isTurned = card.rotary && pass.unturned !== true;
  const projected = (letter: "q" | "k" | "v", width: number): string =>
    writer.product(`${letter}-product`, normal, rows, card.model, width, letter, hasBias(card, letter));
  const prepared = (letter: "q" | "k", input: string): string => {
    const scaled =
      card.normalisedHeads === true ? normalise(writer, card, `${letter}-norm`, input, `${letter}-normal`, card.headDim) : input;
    if (!isTurned) return scaled;
    const turned = writer.map(`${letter}-rotary`, "rotary", [scaled], `${letter}-turned`);
    if (card.normalisedHeads !== "turned") return turned;
    return writer.map(`${letter}-norm`, "normalisation", [turned], `${letter}-normal`);
  };
  const q = prepared("q", projected("q", queryWidth));
  if (card.kind === "encoder") {
    const shape = { batch, heads: card.heads, kvHeads: card.kvHeads, queries: tokens, keys: tokens, dim: card.headDim };
    const [ofKeys, ofValues] = [prepared("k", projected("k", keyWidth)), projected("v", keyWidth)];
    return out(writeSoftmaxAttention(writer, "", { ...shape, causal: false }, q, [ofKeys], [ofValues]));
  }
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
  const sinks = card.sinks === true ? [writer.weight("sinks", card.heads)] : [];
  return out(writeSoftmaxAttention(writer, "", shape, q, keys, values, sinks));
}
