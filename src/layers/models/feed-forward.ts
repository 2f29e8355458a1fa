import type { GraphWriter } from "../graph-writer.js";
import { normalise } from "./card-parts.js";
import type { LayerPass } from "./layer-pass.js";
import type { TransformerCard } from "./model-card.js";

/** The feed-forward block of a layer: one of all tokens, or a mixture of experts where the pass says which rows each expert gets. */
export function writeFeedForward(writer: GraphWriter, card: TransformerCard, pass: LayerPass, x: string): string {
  const rows = pass.batch * pass.tokens;
  const biased = (card.biases ?? "attention-inputs") !== "attention-inputs";
  const normal = normalise(writer, card, "ffn-norm", x, "ffn-input");
  const { experts } = card;
  const product: Product = (name, input, inner, columns, output) =>
    writer.product(name, input, rows, inner, columns, output, biased);
  if (pass.experts === undefined || experts === undefined) return writeBlock(writer, card, "", normal, card.hidden, product);
  const { rows: loads, format } = pass.experts;
  const scores = product("router-product", normal, card.model, experts.count, "router-scores");
  // A gather reads which experts a token has, and no weights.
  const routes = writer.tensor("routes", rows * experts.topK, "activation", "int32");
  const shares = writer.tensor("route-weights", rows * experts.topK, "activation", "fp32");
  writer.operators.push({
    ...{ name: "routing", inputs: [scores], outputs: [shares, routes] },
    ...{ carries: [], work: { kind: "row-statistics" } },
  });
  const gathered = writer.operator("gather", { kind: "gather" }, [normal, routes], {
    name: "gathered",
    words: rows * experts.topK * card.model,
  });
  const fed = writeBlock(writer, card, "", gathered, experts.hidden, (name, input, inner, columns, output) =>
    writer.groupedProduct(name, input, loads, inner, columns, output, biased, format),
  );
  const { shared } = experts;
  const ofAll = shared === undefined ? [] : [writeBlock(writer, card, "shared-", normal, shared, product)];
  const summed = writer.operator("combine", { kind: "combine" }, [fed, routes, shares], {
    name: "combined",
    words: rows * card.model,
  });
  const [of] = ofAll;
  return of === undefined ? summed : writer.map("shared-add", "elementwise", [summed, of], "fed-all", [summed, of]);
}

/** `input` (rows × inner) by weights of its own. */
type Product = (name: string, input: string, inner: number, columns: number, output: string) => string;

function writeBlock(
  writer: GraphWriter,
  { model, gated }: TransformerCard,
  prefix: string,
  input: string,
  width: number,
  product: Product,
): string {
  const up = product(`${prefix}up-product`, input, model, width, `${prefix}up`);
  let hidden: string;
  if (gated) {
    const gate = product(`${prefix}gate-product`, input, model, width, `${prefix}gate`);
    const active = writer.map(`${prefix}activation`, "elementwise", [gate], `${prefix}gate-active`);
    hidden = writer.map(`${prefix}gate-multiply`, "elementwise", [active, up], `${prefix}hidden`, [active, up]);
  } else hidden = writer.map(`${prefix}activation`, "elementwise", [up], `${prefix}hidden`);
  return product(`${prefix}down-product`, hidden, width, model, `${prefix}fed`);
}
