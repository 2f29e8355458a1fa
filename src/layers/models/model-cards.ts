import { InputError, shown } from "../../errors.js";
import { didYouMean } from "../../text/nearest-name.js";
import type { DecoderCard, ModelCard } from "./model-card.js";
import { TRANSFORMER_CARDS } from "./transformer-cards.js";

const LLAMA_2 = "Touvron et al. 2023, Llama 2; config.json of meta-llama/Llama-2-*-hf";
const LLAMA_3 = "Grattafiori et al. 2024, The Llama 3 Herd of Models, Table 3";
const QWEN_2_5 = "Qwen2.5 Technical Report 2024, Table 1; config.json of Qwen/Qwen2.5-*";
const QWEN_3 = "Qwen3 Technical Report 2025, Table 1; config.json of Qwen/Qwen3-*";
const GEMMA = "Gemma Team 2024, Gemma, Table 1; config.json of google/gemma-*";
const GEMMA_2 = "Gemma Team 2024, Gemma 2, Table 1 and section 2; config.json of google/gemma-2-*";
const GEMMA_3 = "Gemma Team 2025, Gemma 3, Table 1 and section 2.1; config.json of google/gemma-3-*";
const PHI_4 = "Abdin et al. 2024, Phi-4; config.json of microsoft/phi-4";
const MISTRAL = "Jiang et al. 2023, Mistral 7B, Table 1";
const MISTRAL_2 = "config.json of mistralai/Mistral-7B-Instruct-v0.2: no sliding window";
const DEEPSEEK_3 = "DeepSeek-AI 2024, DeepSeek-V3 Technical Report, section 4.2; config.json of deepseek-ai/DeepSeek-V3 and -R1";
const QWEN_3_MOE = "Qwen3 Technical Report 2025, Table 2; config.json of Qwen/Qwen3-30B-A3B and -235B-A22B";
const MIXTRAL = "Jiang et al. 2024, Mixtral of Experts, Table 1";
const MIXTRAL_2 = "config.json of mistralai/Mixtral-8x22B-v0.1";
const GPT_OSS = "OpenAI 2025, gpt-oss-120b and gpt-oss-20b Model Card, Table 1; config.json of openai/gpt-oss-*";
const LLAMA_4 = "config.json of meta-llama/Llama-4-Scout-17B-16E and -Maverick-17B-128E; the text model without its images";
const UNET = "Rombach et al. 2022, and config.json of the U-Net of stable-diffusion-v1-5";
const GPT_3 =
  "Brown et al. 2020, Language Models are Few-Shot Learners, Table 2.1; " +
  "every second layer is banded, and counted dense, as the width of its band is not published";

const rms = { kind: "decoder", gated: true, normalisation: "rms", rotary: true } as const;
const gpt = { kind: "decoder", gated: false, normalisation: "layer", rotary: false, biases: "all" } as const;

/** Sizes that fill a card: layers, model, heads, kv heads, head dim, hidden, vocabulary. */
type Sizes = readonly [number, number, number, number, number, number, number];

/** A decoder of a family; `own` is what it has beside the family. */
function decoder(
  family: typeof rms | typeof gpt,
  id: string,
  name: string,
  [layers, model, heads, kvHeads, headDim, hidden, vocabulary]: Sizes,
  source: string,
  own: Partial<DecoderCard> = {},
): DecoderCard {
  return { ...family, id, name, layers, model, heads, kvHeads, headDim, hidden, vocabulary, ...own, source };
}

/** Every other layer has a window. */
const GEMMA_2_BLOCK = { normalisedResults: true, window: 4096 } as const;
/** Five of six layers have a window. */
const GEMMA_3_BLOCK = { normalisedResults: true, normalisedHeads: true, window: 1024 } as const;

/** Every other layer has a window. */
const GPT_OSS_BLOCK = { biases: "all", sinks: true, window: 128 } as const;
/** Three of four layers have chunks. */
const LLAMA_4_BLOCK = { chunk: 8192, globalLayers: 12, unturnedGlobals: true } as const;

/** Every model known by name. */
export const MODEL_CARDS: readonly ModelCard[] = [
  decoder(rms, "llama2-7b", "Llama 2 7B", [32, 4096, 32, 32, 128, 11008, 32000], LLAMA_2),
  decoder(rms, "llama2-13b", "Llama 2 13B", [40, 5120, 40, 40, 128, 13824, 32000], LLAMA_2),
  decoder(rms, "llama2-70b", "Llama 2 70B", [80, 8192, 64, 8, 128, 28672, 32000], LLAMA_2),
  decoder(rms, "llama3-8b", "Llama 3 8B", [32, 4096, 32, 8, 128, 14336, 128256], LLAMA_3, { also: ["llama-3.1-8b"] }),
  decoder(rms, "llama3-70b", "Llama 3 70B", [80, 8192, 64, 8, 128, 28672, 128256], LLAMA_3, {
    also: ["llama-3.1-70b", "llama-3.3-70b"],
  }),
  decoder(rms, "llama3-405b", "Llama 3.1 405B", [126, 16384, 128, 8, 128, 53248, 128256], LLAMA_3),
  decoder(rms, "mistral-7b", "Mistral 7B", [32, 4096, 32, 8, 128, 14336, 32000], MISTRAL, {
    also: ["mistral-7b-v0.1", "mistral-7b-instruct-v0.1"],
    window: 4096,
  }),
  decoder(rms, "mistral-7b-v0.2", "Mistral 7B v0.2", [32, 4096, 32, 8, 128, 14336, 32000], MISTRAL_2, {
    also: ["mistral-7b-instruct-v0.2"],
  }),
  decoder(rms, "qwen2.5-7b", "Qwen2.5 7B", [28, 3584, 28, 4, 128, 18944, 152064], QWEN_2_5, { biases: "attention-inputs" }),
  decoder(rms, "qwen2.5-72b", "Qwen2.5 72B", [80, 8192, 64, 8, 128, 29568, 152064], QWEN_2_5, { biases: "attention-inputs" }),
  decoder(rms, "qwen3-8b", "Qwen3 8B", [36, 4096, 32, 8, 128, 12288, 151936], QWEN_3, { normalisedHeads: true }),
  decoder(rms, "qwen3-14b", "Qwen3 14B", [40, 5120, 40, 8, 128, 17408, 151936], QWEN_3, { normalisedHeads: true }),
  decoder(rms, "qwen3-32b", "Qwen3 32B", [64, 5120, 64, 8, 128, 25600, 151936], QWEN_3, { normalisedHeads: true }),
  decoder(rms, "gemma-2b", "Gemma 2B", [18, 2048, 8, 1, 256, 16384, 256000], GEMMA),
  decoder(rms, "gemma-7b", "Gemma 7B", [28, 3072, 16, 16, 256, 24576, 256000], GEMMA),
  decoder(rms, "gemma2-9b", "Gemma 2 9B", [42, 3584, 16, 8, 256, 14336, 256000], GEMMA_2, {
    ...GEMMA_2_BLOCK,
    globalLayers: 21,
  }),
  decoder(rms, "gemma2-27b", "Gemma 2 27B", [46, 4608, 32, 16, 128, 36864, 256000], GEMMA_2, {
    ...GEMMA_2_BLOCK,
    globalLayers: 23,
  }),
  decoder(rms, "gemma3-4b", "Gemma 3 4B", [34, 2560, 8, 4, 256, 10240, 262208], GEMMA_3, { ...GEMMA_3_BLOCK, globalLayers: 5 }),
  decoder(rms, "gemma3-12b", "Gemma 3 12B", [48, 3840, 16, 8, 256, 15360, 262208], GEMMA_3, {
    ...GEMMA_3_BLOCK,
    globalLayers: 8,
  }),
  decoder(rms, "gemma3-27b", "Gemma 3 27B", [62, 5376, 32, 16, 128, 21504, 262208], GEMMA_3, {
    ...GEMMA_3_BLOCK,
    globalLayers: 10,
  }),
  decoder(rms, "phi4", "Phi-4 14B", [40, 5120, 40, 10, 128, 17920, 100352], PHI_4, { also: ["phi-4"] }),
  decoder(rms, "mixtral-8x7b", "Mixtral 8x7B", [32, 4096, 32, 8, 128, 14336, 32000], MIXTRAL, {
    also: ["mixtral-8x7b-v0.1", "mixtral-8x7b-instruct-v0.1"],
    experts: { count: 8, topK: 2, hidden: 14336 },
  }),
  decoder(rms, "mixtral-8x22b", "Mixtral 8x22B", [56, 6144, 48, 8, 128, 16384, 32000], MIXTRAL_2, {
    also: ["mixtral-8x22b-v0.1"],
    experts: { count: 8, topK: 2, hidden: 16384 },
  }),
  decoder(rms, "qwen3-30b-a3b", "Qwen3 30B-A3B", [48, 2048, 32, 4, 128, 6144, 151936], QWEN_3_MOE, {
    also: ["qwen3-30b-a3b-instruct-2507", "qwen3-30b-a3b-thinking-2507"],
    normalisedHeads: true,
    experts: { count: 128, topK: 8, hidden: 768 },
  }),
  decoder(rms, "qwen3-235b-a22b", "Qwen3 235B-A22B", [94, 4096, 64, 4, 128, 12288, 151936], QWEN_3_MOE, {
    also: ["qwen3-235b-a22b-instruct-2507", "qwen3-235b-a22b-thinking-2507"],
    normalisedHeads: true,
    experts: { count: 128, topK: 8, hidden: 1536 },
  }),
  decoder(rms, "deepseek-v3", "DeepSeek-V3", [61, 7168, 128, 128, 128, 18432, 129280], DEEPSEEK_3, {
    also: ["deepseek-r1", "deepseek-v3-0324", "deepseek-r1-0528", "deepseek-v3.1"],
    latent: { queries: 1536, keys: 512, rotary: 64 },
    experts: { count: 256, topK: 8, hidden: 2048, shared: 2048, denseLayers: 3 },
  }),
  decoder(rms, "gpt-oss-20b", "GPT-OSS 20B", [24, 2880, 64, 8, 64, 2880, 201088], GPT_OSS, {
    ...GPT_OSS_BLOCK,
    globalLayers: 12,
    experts: { count: 32, topK: 4, hidden: 2880, weights: "mxfp4" },
  }),
  decoder(rms, "gpt-oss-120b", "GPT-OSS 120B", [36, 2880, 64, 8, 64, 2880, 201088], GPT_OSS, {
    ...GPT_OSS_BLOCK,
    globalLayers: 18,
    experts: { count: 128, topK: 4, hidden: 2880, weights: "mxfp4" },
  }),
  decoder(rms, "llama4-scout", "Llama 4 Scout", [48, 5120, 40, 8, 128, 16384, 202048], LLAMA_4, {
    also: ["llama-4-scout-17b-16e"],
    ...LLAMA_4_BLOCK,
    normalisedHeads: "turned",
    experts: { count: 16, topK: 1, hidden: 8192, shared: 8192 },
  }),
  decoder(rms, "llama4-maverick", "Llama 4 Maverick", [48, 5120, 40, 8, 128, 16384, 202048], LLAMA_4, {
    also: ["llama-4-maverick-17b-128e"],
    ...LLAMA_4_BLOCK,
    experts: { count: 128, topK: 1, hidden: 8192, shared: 8192, denseLayers: 24 },
  }),
  decoder(gpt, "gpt3-6.7b", "GPT-3 6.7B", [32, 4096, 32, 32, 128, 16384, 50257], GPT_3),
  decoder(gpt, "gpt3-175b", "GPT-3 175B", [96, 12288, 96, 96, 128, 49152, 50257], GPT_3),
  ...TRANSFORMER_CARDS,
  {
    kind: "diffusion",
    id: "sd15-unet",
    name: "Stable Diffusion 1.5, U-Net block at 64×64",
    layers: 5,
    channels: 320,
    heads: 8,
    hidden: 1280,
    positions: 4096,
    textTokens: 77,
    textWidth: 768,
    source: UNET,
  },
  {
    kind: "residual",
    id: "sd15-residual",
    name: "Stable Diffusion 1.5, residual block at 64×64",
    layers: 2,
    channels: 320,
    kernel: 3,
    positions: 4096,
    timeWidth: 1280,
    source: UNET,
  },
];

/** `meta-llama/Meta-Llama-3-8B-Instruct` as `llama38b`: a name without owner, case, separators and what leaves the sizes alone. */
function keyOf(name: string): string {
  const own = name.toLowerCase().replace(/^[^/]*\//, "");
  return own
    .replace(/^meta-/, "")
    .replace(/(-(instruct|chat|base|hf|it))+$/, "")
    .replace(/[\s_.-]+/g, "");
}

/** The card of this id, title or name on a model hub, in any case. @throws InputError that lists the ids, and the nearest one. */
export function modelNamed(name: string): ModelCard {
  const key = keyOf(name);
  const found = MODEL_CARDS.find((card) => [card.id, card.name, ...(card.also ?? [])].some((one) => keyOf(one) === key));
  if (found !== undefined) return found;
  const ids = MODEL_CARDS.map(({ id }) => id);
  throw new InputError("model", `one of ${ids.join(", ")}, or a .onnx file${didYouMean(name, ids)}`, shown(name));
}
