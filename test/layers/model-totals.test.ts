import { expect, test } from "vitest";
import type { DecoderCard } from "../../src/layers/models/model-card.js";
import { MODEL_CARDS } from "../../src/layers/models/model-cards.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import { TRANSFORMER_CARDS } from "../../src/layers/models/transformer-cards.js";

const KINDS = ["global", "local"].flatMap((attention) => ["experts", "dense"].map((feedForward) => ({ attention, feedForward })));

/** Parameters of all layers, kind by kind, that so many tokens meet, in the layers' own graphs; scales are none. */
function weightsOf(card: DecoderCard, tokens: number): number {
  const isBanded = card.window !== undefined || card.chunk !== undefined;
  let [sum, layers] = [0, 0];
  for (const { attention, feedForward } of KINDS) {
    if (!isBanded && attention === "local") continue;
    if (card.experts === undefined && feedForward === "experts") continue;
    try {
      const { workload, graph } = modelLayer(card.id, { attention, feedForward, tokens });
      const words = graph.tensors.flatMap((one) => (one.kind === "weight" && !one.name.endsWith(".scales") ? [one.words] : []));
      sum += (workload.layers ?? 0) * words.reduce((all, own) => all + own, 0);
      layers += workload.layers ?? 0;
    } catch (error) {
      expect(String(error), card.id).toMatch(/^InputError: (attention|feed-forward): expected /);
    }
  }
  expect(layers, card.id).toBe(card.layers);
  return sum;
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
  "mixtral-8x7b": [46.7, 2],
  "mixtral-8x22b": [140.6, 2],
  "qwen3-30b-a3b": [30.53, 2],
  "qwen3-235b-a22b": [235.09, 2],
  "deepseek-v3": [671, 2],
  "gpt-oss-20b": [20.91, 2],
  "gpt-oss-120b": [116.83, 2],
  "llama4-scout": [107.77, 2],
  "llama4-maverick": [400.7, 2],
  "gpt3-6.7b": [6.66, 1],
  "gpt3-175b": [174.6, 1],
};

/** Parameters that one token meets, as they are published: digits say how exactly. */
const ACTIVE: Readonly<Record<string, readonly [billions: string, tables: 1 | 2]>> = {
  "mixtral-8x7b": ["12.9", 2],
  "mixtral-8x22b": ["39", 2],
  "qwen3-30b-a3b": ["3.3", 2],
  "qwen3-235b-a22b": ["22", 2],
  "deepseek-v3": ["37", 1],
  "gpt-oss-20b": ["3.61", 1],
  "gpt-oss-120b": ["5.13", 1],
  "llama4-scout": ["17", 2],
  "llama4-maverick": ["17", 2],
};

test("sizes on the cards come to the published numbers of parameters within half a per cent", () => {
  const decoders = MODEL_CARDS.filter((card) => card.kind === "decoder").filter(
    (card) => !TRANSFORMER_CARDS.some(({ id }) => id === card.id),
  );
  expect(decoders.map(({ id }) => id)).toEqual(Object.keys(PUBLISHED));
  for (const card of decoders) {
    const [billions, tables] = PUBLISHED[card.id] as readonly [number, number];
    const all = weightsOf(card, 512) + tables * card.vocabulary * card.model;
    expect(all / 1e9 / billions, card.id).toBeGreaterThan(0.995);
    expect(all / 1e9 / billions, card.id).toBeLessThan(1.005);
  }
});

test("a token meets as many parameters as are published", () => {
  const mixtures = MODEL_CARDS.filter((card) => card.kind === "decoder").filter(({ experts }) => experts !== undefined);
  expect(mixtures.map(({ id }) => id)).toEqual(Object.keys(ACTIVE));
  for (const card of mixtures) {
    const [billions, tables] = ACTIVE[card.id] as readonly [string, number];
    const met = (weightsOf(card, 1) + tables * card.vocabulary * card.model) / 1e9;
    const digits = billions.split(".")[1]?.length ?? 0;
    // Some round, some cut off.
    expect(Math.abs(met - Number(billions)), card.id).toBeLessThan(10 ** -digits);
  }
});
