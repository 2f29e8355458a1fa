import { expect, test } from "vitest";
import { modelNamed } from "../../src/layers/models/model-cards.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import { TRANSFORMER_CARDS } from "../../src/layers/models/transformer-cards.js";

/** Parameters of all layers of a card. */
function stack(id: string): number {
  const { graph } = modelLayer(id, { tokens: 256 });
  const words = graph.tensors.reduce((sum, one) => (one.kind === "weight" ? sum + one.words : sum), 0);
  return modelNamed(id).layers * words;
}

/** A convolution or product with its bias. */
const linear = (inner: number, columns: number, filter = 1): number => inner * columns * filter + columns;

/** Beside its transformer blocks all of SDXL's U-Net: residual blocks, projections around attention, resampling, embeddings. */
function restOfSdxl(): number {
  const norm = (width: number): number => 2 * width;
  const residual = (from: number, to: number): number =>
    norm(from) + linear(from, to, 9) + linear(1280, to) + norm(to) + linear(to, to, 9) + (from === to ? 0 : linear(from, to));
  const around = (channels: number): number => norm(channels) + 2 * linear(channels, channels);
  const down = [
    [320, 320],
    [320, 320],
    [320, 640],
    [640, 640],
    [640, 1280],
    [1280, 1280],
    [1280, 1280],
    [1280, 1280],
  ] as const;
  const up = [
    [2560, 1280],
    [2560, 1280],
    [1920, 1280],
    [1920, 640],
    [1280, 640],
    [960, 640],
    [960, 320],
    [640, 320],
    [640, 320],
  ] as const;
  const residuals = [...down, ...up].reduce((sum, [from, to]) => sum + residual(from, to), 0);
  const resampling = linear(320, 320, 9) + 2 * linear(640, 640, 9) + linear(1280, 1280, 9);
  const embeddings = linear(320, 1280) + 2 * linear(1280, 1280) + linear(2816, 1280);
  const ends = linear(4, 320, 9) + norm(320) + linear(320, 4, 9);
  return residuals + 5 * around(640) + 6 * around(1280) + resampling + embeddings + ends;
}

/** What a model has beside its layers, and its parameters as its weights have them, or as its paper rounds them. */
const TOTALS: readonly (readonly [name: string, cards: readonly string[], others: number, published: number, digits?: number])[] =
  [
    ["ViT-L/16 with 1000 classes", ["vit-l16"], linear(3, 1024, 256) + 198 * 1024 + 2048 + linear(1024, 1000), 304_326_632],
    ["ViT-H/14", ["vit-h14"], linear(3, 1280, 196) + 258 * 1280 + 2560, 632e6, 2e6],
    [
      "Whisper large-v3",
      ["whisper-large-v3-encoder", "whisper-large-v3-decoder"],
      51866 * 1280 + (448 + 1500) * 1280 + linear(128, 1280, 3) + linear(1280, 1280, 3) + 4 * 1280,
      1_543_490_560,
    ],
    ["Flan-T5 XL", ["flan-t5-xl-encoder", "flan-t5-xl-decoder"], 2 * 32128 * 2048 + 2 * 2048 + 2 * 32 * 32, 2_849_757_184],
    ["Flan-T5 XXL", ["flan-t5-xxl-encoder", "flan-t5-xxl-decoder"], 2 * 32128 * 4096 + 2 * 4096 + 2 * 32 * 64, 11_135_332_352],
    [
      "DiT-XL/2",
      ["dit-xl2"],
      linear(4, 1152, 4) + linear(256, 1152) + linear(1152, 1152) + (1001 + 256) * 1152 + linear(1152, 32) + linear(1152, 2304),
      675_129_632,
    ],
    ["SDXL's U-Net", ["sdxl-unet-640", "sdxl-unet-1280"], restOfSdxl(), 2_567_463_684],
    ["Mamba-2 1.3B", ["mamba2-1.3b"], 50288 * 2048 + 2048, 1.34e9, 5e6],
    ["Mamba-2 2.7B", ["mamba2-2.7b"], 50288 * 2560 + 2560, 2.7e9, 5e6],
  ];

test.each(TOTALS.map((total) => [total[0], total] as const))("%s has as many parameters as are published", (_, total) => {
  const [, cards, others, published, digits = 0] = total;
  const all = cards.reduce((sum, id) => sum + stack(id), others);
  expect(Math.abs(all - published)).toBeLessThanOrEqual(digits);
});

test("every card of them is in a model whose parameters are counted", () => {
  expect(TOTALS.flatMap(([, cards]) => cards).sort()).toEqual(TRANSFORMER_CARDS.map(({ id }) => id).sort());
});
