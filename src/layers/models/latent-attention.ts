import type { GraphWriter } from "../graph-writer.js";
import { normalise } from "./card-parts.js";
import type { LayerPass } from "./layer-pass.js";
import type { LatentCard, TransformerCard } from "./model-card.js";
import { writeSoftmaxAttention } from "./softmax-attention.js";

/** Latents of keys and values, and the part of the keys with positions: what a token leaves in the cache. */
interface Cached {
  readonly latents: readonly string[];
  readonly turned: readonly string[];
}

/**
 * Multi-head latent attention (DeepSeek-V2, section 2.1) up to its last product. Absorbed: queries and results pass through the weights of
 * keys and values, and every head sees the one latent of a token. Expanded: keys and values of every head are made from the latents, and the
 * part of the keys with positions is copied for every head, or read by all heads from one array.
 */
export function writeLatentAttention(
  writer: GraphWriter,
  card: TransformerCard,
  latent: LatentCard,
  pass: LayerPass,
  normal: string,
): string {
  const { batch, tokens, context } = pass;
  const { heads, model, headDim: own } = card;
  const rows = batch * tokens;
  const [keys, dim] = [context + tokens, latent.keys + latent.rotary];
  const narrow = writer.product("q-latent-product", normal, rows, model, latent.queries, "q-latent");
  const queries = normalise(writer, card, "q-latent-norm", narrow, "q-latent-normal", latent.queries);
  const qOwn = writer.product("query-own-product", queries, rows, latent.queries, heads * own, "q-own");
  const qRotary = writer.product("query-rotary-product", queries, rows, latent.queries, heads * latent.rotary, "q-rotary");
  const qTurned = writer.map("query-rotary", "rotary", [qRotary], "q-turned");
  const { latents, turned } = writeCached(writer, card, latent, pass, normal);
  const common = { batch, heads, queries: tokens, keys, causal: tokens > 1 };
  const join = (name: string, parts: readonly string[], output: string): string =>
    writer.operator(name, { kind: "copy" }, parts, {
      name: output,
      words: parts.reduce((sum, part) => sum + writer.words(part), 0),
    });
  if (pass.form === "absorbed") {
    const absorbed = writer.product("query-absorb-product", qOwn, rows, own, latent.keys, "q-absorbed", false, heads);
    const q = join("query-join", [absorbed, qTurned], "q");
    const shape = { ...common, kvHeads: 1, dim, valueDim: latent.keys, valuesInKeys: true } as const;
    const o = writeSoftmaxAttention(writer, "", shape, q, [...latents, ...turned], latents);
    return writer.product("value-up-product", o, rows, latent.keys, own, "o-up", false, heads);
  }
  const all = latents.length === 1 ? (latents[0] ?? "") : join("latent-join", latents, "latents");
  const kOwn = writer.product("key-up-product", all, batch * keys, latent.keys, heads * own, "k-own");
  const v = writer.product("value-up-product", all, batch * keys, latent.keys, heads * own, "v");
  const q = join("query-join", [qOwn, qTurned], "q");
  const shape = { ...common, kvHeads: heads, dim: own + latent.rotary, valueDim: own };
  if (pass.form === "expanded-shared")
    return writeSoftmaxAttention(writer, "", { ...shape, sharedKeyColumns: latent.rotary }, q, [kOwn, ...turned], [v]);
  // Every head gets a copy of the part with positions, as kernels of attention read it.
  const k = writer.operator("key-join", { kind: "copy" }, [kOwn, ...turned], {
    name: "k",
    words: batch * keys * heads * (own + latent.rotary),
  });
  return writeSoftmaxAttention(writer, "", shape, q, [k], [v]);
}

function writeCached(writer: GraphWriter, card: TransformerCard, latent: LatentCard, pass: LayerPass, normal: string): Cached {
  const { batch, tokens, context } = pass;
  const rows = batch * tokens;
  const own = writer.product("k-latent-product", normal, rows, card.model, latent.keys, "k-latent");
  const scaled = normalise(writer, card, "k-latent-norm", own, "k-latent-normal", latent.keys);
  const appended = writer.map("k-latent-append", "copy", [scaled], "latent-new");
  const rotary = writer.product("k-rotary-product", normal, rows, card.model, latent.rotary, "k-rotary");
  const turned = writer.map("k-rotary-append", "copy", [writer.map("k-rotary", "rotary", [rotary], "k-turned")], "k-turned-new");
  for (const name of [appended, turned]) writer.markOutput(name);
  const withCache = (name: string, width: number, added: string): readonly string[] =>
    context === 0 ? [added] : [writer.tensor(name, batch * context * width, "cache"), added];
  return {
    latents: withCache("latent-cache", latent.keys, appended),
    turned: withCache("k-turned-cache", latent.rotary, turned),
  };
}
