import { expect, test } from "vitest";
import type { DecoderCard } from "../../src/layers/models/model-card.js";
import { MODEL_CARDS } from "../../src/layers/models/model-cards.js";

/** Weights of all layers and the table of words, without biases, norms and positions: below a thousandth of the whole. */
function weightsOf({ layers, model, heads, kvHeads, headDim, hidden, gated, vocabulary }: DecoderCard) {
  const attention = 2 * model * heads * headDim + 2 * model * kvHeads * headDim;
  const block = (gated ? 3 : 2) * model * hidden;
  return { layers: layers * (attention + block), table: vocabulary * model };
}

/** Parameters in billions as the model's own paper or card has them, and tables of words among them: one where input and output share it. */
const PUBLISHED: Readonly<Record<string, readonly [billions: number, tables: 0 | 1 | 2]>> = {
  "llama2-7b": [6.74, 2],
  "llama2-13b": [13.02, 2],
  "llama2-70b": [68.98, 2],
  "llama3-8b": [8.03, 2],
  "llama3-70b": [70.55, 2],
  "llama3-405b": [405.85, 2],
  "mistral-7b": [7.24, 2],
  "mistral-7b-v0.2": [7.24, 2],
  "qwen2.5-7b": [7.61, 2],
  "qwen2.5-72b": [72.7, 2],
  "qwen3-8b": [8.19, 2],
  "qwen3-14b": [14.77, 2],
  "qwen3-32b": [32.76, 2],
  "gemma-2b": [2.51, 1],
  "gemma-7b": [8.54, 1],
  "gemma2-9b": [9.24, 1],
  "gemma2-27b": [27.23, 1],
  "gemma3-4b": [3.209, 0],
  "gemma3-12b": [10.759, 0],
  "gemma3-27b": [25.6, 0],
  phi4: [14.66, 2],
  "gpt3-6.7b": [6.66, 1],
  "gpt3-175b": [174.6, 1],
};

test("sizes on the cards come to the published numbers of parameters within half a per cent", () => {
  const decoders = MODEL_CARDS.filter((card) => card.kind === "decoder");
  expect(decoders.map(({ id }) => id)).toEqual(Object.keys(PUBLISHED));
  for (const card of decoders) {
    const [billions, tables] = PUBLISHED[card.id] as readonly [number, number];
    const { layers, table } = weightsOf(card);
    expect((layers + tables * table) / 1e9 / billions, card.id).toBeGreaterThan(0.995);
    expect((layers + tables * table) / 1e9 / billions, card.id).toBeLessThan(1.005);
  }
});
