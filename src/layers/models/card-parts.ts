import type { GraphWriter } from "../graph-writer.js";
import type { DecoderCard } from "./model-card.js";

/** A normalisation of rows of `width` words with a gain, and a shift where the card's have one. */
export function normalise(
  writer: GraphWriter,
  card: DecoderCard,
  name: string,
  input: string,
  output: string,
  width: number = card.model,
): string {
  const parameters = [writer.weight(`${name}.gain`, width)];
  if (card.normalisation === "layer") parameters.push(writer.weight(`${name}.shift`, width));
  return writer.map(name, "normalisation", [input, ...parameters], output);
}
