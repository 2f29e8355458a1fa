import type { GraphWriter } from "../graph-writer.js";
import type { TransformerCard } from "./model-card.js";

/** A normalisation of rows of `width` words with a gain, and a shift where the card's have one. */
export function normalise(
  writer: GraphWriter,
  card: TransformerCard,
  name: string,
  input: string,
  output: string,
  width: number = card.model,
): string {
  if (card.modulated === true) {
    const bare = writer.map(name, "normalisation", [input], `${output}-bare`);
    return writer.map(`${name}-modulation`, "elementwise", [bare, modulation(writer, card)], output);
  }
  const parameters = [writer.weight(`${name}.gain`, width)];
  if (card.normalisation === "layer") parameters.push(writer.weight(`${name}.shift`, width));
  return writer.map(name, "normalisation", [input, ...parameters], output);
}

/** Has the product of this letter a bias? */
export function hasBias({ biases }: TransformerCard, letter: "q" | "k" | "v" | "o"): boolean {
  if (biases === "all-but-keys") return letter !== "k";
  return biases === "all" || (biases === "attention-inputs" && letter !== "o");
}

/** Six vectors of a row's width for each of `batch` conditioning vectors: a shift, a scale and a factor of the result, for both blocks. */
export function writeModulation(writer: GraphWriter, card: TransformerCard, batch: number): void {
  const active = writer.map(
    "condition-activation",
    "elementwise",
    [writer.tensor("condition", batch * card.model)],
    "condition-active",
  );
  writer.product("modulation-product", active, batch, card.model, 6 * card.model, "modulation", true);
}

/** The tensor of these vectors. @throws RangeError before they are written: the caller's mistake. */
export function modulation(writer: GraphWriter, card: TransformerCard): string {
  if (writer.words("modulation") === 0) throw new RangeError(`no modulation of ${card.id}`);
  return "modulation";
}
