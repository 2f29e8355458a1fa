import type { DataType } from "../../computation/data-types.js";
import { GraphWriter } from "../graph-writer.js";
import type { OperatorGraph } from "../operator-graph.js";
import type { DiffusionCard } from "./model-card.js";
import { writeSoftmaxAttention } from "./softmax-attention.js";

/** A transformer block of a U-Net on `batch` images of `positions` positions: no mask and no cache. */
export function diffusionBlock(card: DiffusionCard, batch: number, positions: number, dataType: DataType): OperatorGraph {
  const writer = new GraphWriter(dataType);
  const { channels, heads, hidden, textTokens, textWidth } = card;
  const rows = batch * positions;
  const normalise = (name: string, kind: "normalisation" | "group-normalisation", input: string): string => {
    const parameters = [writer.weight(`${name}.gain`, channels), writer.weight(`${name}.shift`, channels)];
    return writer.map(name, kind, [input, ...parameters], `${name}-result`);
  };
  const attention = (prefix: string, input: string, source: string, sourceRows: number, sourceWidth: number): string => {
    const product = (letter: string, from: string, fromRows: number, inner: number): string =>
      writer.product(`${prefix}${letter}-product`, from, fromRows, inner, channels, `${prefix}${letter}`);
    const q = product("q", input, rows, channels);
    const k = product("k", source, sourceRows, sourceWidth);
    const v = product("v", source, sourceRows, sourceWidth);
    const shape = {
      batch,
      heads,
      kvHeads: heads,
      queries: positions,
      keys: sourceRows / batch,
      dim: channels / heads,
      causal: false,
    };
    const o = writeSoftmaxAttention(writer, prefix, shape, q, [k], [v]);
    return writer.product(`${prefix}o-product`, o, rows, channels, channels, `${prefix}attended`, true);
  };
  const add = (name: string, result: string, stream: string): string =>
    writer.map(name, "elementwise", [result, stream], `${name}-sum`, [result, stream]);

  const x = writer.tensor("x", rows * channels);
  const text = writer.tensor("text", batch * textTokens * textWidth);
  const enter = (): string =>
    writer.product("entry-product", normalise("group-norm", "group-normalisation", x), rows, channels, channels, "entered", true);
  const entered = card.inner === true ? x : enter();
  const first = normalise("self-norm", "normalisation", entered);
  const x1 = add("self-residual", attention("self-", first, first, rows, channels), entered);
  const second = normalise("cross-norm", "normalisation", x1);
  const x2 = add("cross-residual", attention("cross-", second, text, batch * textTokens, textWidth), x1);
  const third = normalise("ffn-norm", "normalisation", x2);
  const up = writer.product("up-product", third, rows, channels, hidden, "up", true);
  const gate = writer.product("gate-product", third, rows, channels, hidden, "gate", true);
  const active = writer.map("activation", "elementwise", [gate], "gate-active");
  const product = writer.map("gate-multiply", "elementwise", [active, up], "hidden", [active, up]);
  const x3 = add("ffn-residual", writer.product("down-product", product, rows, hidden, channels, "fed", true), x2);
  if (card.inner === true) {
    writer.markOutput(x3);
    return writer.finish(card.id);
  }
  const left = writer.product("exit-product", x3, rows, channels, channels, "left", true);
  writer.markOutput(add("block-residual", left, x));
  return writer.finish(card.id);
}
