import { expect, test } from "vitest";
import { MODEL_CARDS, modelNamed } from "../../src/layers/models/model-cards.js";

test.each([
  ["meta-llama/Meta-Llama-3-8B", "llama3-8b"],
  ["meta-llama/Meta-Llama-3-8B-Instruct", "llama3-8b"],
  ["meta-llama/Llama-3.1-8B", "llama3-8b"],
  ["meta-llama/Llama-3.3-70B-Instruct", "llama3-70b"],
  ["meta-llama/Meta-Llama-3.1-405B", "llama3-405b"],
  ["meta-llama/Llama-2-7b-hf", "llama2-7b"],
  ["meta-llama/Llama-2-70b-chat-hf", "llama2-70b"],
  ["mistralai/Mistral-7B-v0.1", "mistral-7b"],
  ["mistralai/Mistral-7B-Instruct-v0.2", "mistral-7b-v0.2"],
  ["Qwen/Qwen2.5-7B-Instruct", "qwen2.5-7b"],
  ["Qwen/Qwen3-8B", "qwen3-8b"],
  ["google/gemma-2b", "gemma-2b"],
  ["google/gemma-2-9b-it", "gemma2-9b"],
  ["deepseek-ai/DeepSeek-V3", "deepseek-v3"],
  ["deepseek-ai/DeepSeek-R1-0528", "deepseek-v3"],
  ["Qwen/Qwen3-30B-A3B", "qwen3-30b-a3b"],
  ["Qwen/Qwen3-235B-A22B-Instruct-2507", "qwen3-235b-a22b"],
  ["mistralai/Mixtral-8x7B-Instruct-v0.1", "mixtral-8x7b"],
  ["mistralai/Mixtral-8x22B-v0.1", "mixtral-8x22b"],
  ["openai/gpt-oss-120b", "gpt-oss-120b"],
  ["meta-llama/Llama-4-Scout-17B-16E-Instruct", "llama4-scout"],
  ["meta-llama/Llama-4-Maverick-17B-128E", "llama4-maverick"],
  ["openai/whisper-large-v3", "whisper-large-v3-decoder"],
  ["google/flan-t5-xxl", "flan-t5-xxl-decoder"],
  ["google/vit-large-patch16-224", "vit-l16"],
  ["facebook/DiT-XL-2-256", "dit-xl2"],
  ["stabilityai/stable-diffusion-xl-base-1.0", "sdxl-unet-1280"],
  ["state-spaces/mamba2-2.7b", "mamba2-2.7b"],
  ["Llama 3 8B", "llama3-8b"],
  ["LLAMA3_8B", "llama3-8b"],
])("%s is %s", (name, id) => {
  expect(modelNamed(name).id).toBe(id);
});

test.each(["mistralai/Mistral-7B-v0.3", "Qwen/Qwen3-8B-FP8", "meta-llama/Llama-3.2-3B", "google/gemma-2-2b", ""])(
  "%s, whose sizes differ or are not known here, is refused",
  (name) => {
    expect(() => modelNamed(name)).toThrow(/^model: expected one of /);
  },
);

test("every card is found by its id and its title", () => {
  for (const card of MODEL_CARDS) {
    expect(modelNamed(card.id)).toBe(card);
    expect(modelNamed(card.name)).toBe(card);
  }
});
