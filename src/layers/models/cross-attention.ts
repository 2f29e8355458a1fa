import type { GraphWriter } from "../graph-writer.js";
import { hasBias, normalise } from "./card-parts.js";
import type { LayerPass } from "./layer-pass.js";
import type { CrossCard, TransformerCard } from "./model-card.js";
import { writeSoftmaxAttention } from "./softmax-attention.js";

/**
 * A decoder's attention to another model's results, added to the stream. Its keys and values are made where a sequence begins, and come
 * from the cache later.
 */
export function addCross(writer: GraphWriter, card: TransformerCard, cross: CrossCard, pass: LayerPass, x: string): string {
  const { batch, tokens, context } = pass;
  const { heads, headDim, model } = card;
  const [rows, width] = [batch * tokens, heads * headDim];
  const normal = normalise(writer, card, "cross-norm", x, "cross-input");
  const q = writer.product("cross-q-product", normal, rows, model, width, "cross-q", hasBias(card, "q"));
  const [k, v] = (["k", "v"] as const).map((letter) => {
    const name = `cross-${letter}`;
    if (context > 0) return writer.tensor(`${name}-cache`, batch * cross.tokens * width, "cache");
    const encoded = writer.words("encoded") > 0 ? "encoded" : writer.tensor("encoded", batch * cross.tokens * cross.width);
    const made = writer.product(
      `${name}-product`,
      encoded,
      batch * cross.tokens,
      cross.width,
      width,
      name,
      hasBias(card, letter),
    );
    const appended = writer.map(`${name}-append`, "copy", [made], `${name}-new`);
    writer.markOutput(appended);
    return appended;
  }) as [string, string];
  const shape = { batch, heads, kvHeads: heads, queries: tokens, keys: cross.tokens, dim: headDim, causal: false };
  const o = writeSoftmaxAttention(writer, "cross-", shape, q, [k], [v]);
  const attended = writer.product("cross-o-product", o, rows, width, model, "cross-attended", hasBias(card, "o"));
  return writer.map("cross-residual", "elementwise", [attended, x], "x2", [attended, x]);
}
