import type { DecoderCard, DiffusionCard, EncoderCard, MambaCard } from "./model-card.js";

const VIT = "Dosovitskiy et al. 2021, An Image is Worth 16x16 Words, Table 1; images of 224 × 224";
const WHISPER = "Radford et al. 2022, Whisper, Table 1; config.json of openai/whisper-large-v3";
const T5 =
  "Chung et al. 2022, Scaling Instruction-Finetuned Language Models; config.json of google/flan-t5-*; without relative biases";
const DIT = "Peebles and Xie 2023, Scalable Diffusion Models with Transformers, Table 1; images of 256 × 256";
const SDXL = "Podell et al. 2023, SDXL, Table 1; config.json of the U-Net of stable-diffusion-xl-base-1.0; images of 1024 × 1024";
const MAMBA_2 = "Dao and Gu 2024, Transformers are SSMs; config.json of state-spaces/mamba2-*";

const seen = { kind: "encoder", gated: false, normalisation: "layer", rotary: false, vocabulary: 0 } as const;

type Sizes = readonly [layers: number, model: number, heads: number, headDim: number, hidden: number];

function sizes([layers, model, heads, headDim, hidden]: Sizes): Pick<
  DecoderCard,
  "layers" | "model" | "heads" | "kvHeads" | "headDim" | "hidden"
> {
  return { layers, model, heads, kvHeads: heads, headDim, hidden };
}

function t5(size: string, also: string, own: Sizes): readonly (DecoderCard | EncoderCard)[] {
  const common = { kind: "decoder", gated: true, normalisation: "rms", rotary: false, ...sizes(own), source: T5 } as const;
  const [id, name] = [`flan-t5-${size}`, `Flan-T5 ${size.toUpperCase()}`];
  return [
    { ...common, kind: "encoder", id: `${id}-encoder`, name: `${name} encoder`, vocabulary: 0, positions: 512 },
    {
      ...common,
      id: `${id}-decoder`,
      name: `${name} decoder`,
      also: [id, also],
      vocabulary: 32128,
      cross: { tokens: 512, width: own[1] },
    },
  ];
}

function sdxl(channels: number, layers: number, positions: number): DiffusionCard {
  return {
    kind: "diffusion",
    id: `sdxl-unet-${channels}`,
    name: `SDXL, U-Net block of ${channels} channels`,
    ...(channels === 1280 ? { also: ["stable-diffusion-xl-base-1.0"] } : {}),
    layers,
    channels,
    heads: channels / 64,
    hidden: 4 * channels,
    positions,
    textTokens: 77,
    textWidth: 2048,
    inner: true,
    source: SDXL,
  };
}

function mamba2(size: string, layers: number, model: number): MambaCard {
  const state = { inner: 2 * model, headDim: 64, state: 128, groups: 1, convolution: 4, vocabulary: 50288 };
  return { kind: "mamba", id: `mamba2-${size}`, name: `Mamba-2 ${size.toUpperCase()}`, layers, model, ...state, source: MAMBA_2 };
}

/** Encoders, models of two stacks, blocks of diffusion models and state space models. */
export const TRANSFORMER_CARDS: readonly (DecoderCard | DiffusionCard | EncoderCard | MambaCard)[] = [
  {
    ...{ ...seen, id: "vit-l16", name: "ViT-L/16", also: ["vit-large-patch16-224", "vit-large-patch16-224-in21k"] },
    ...{ ...sizes([24, 1024, 16, 64, 4096]), biases: "all", positions: 197, source: VIT },
  },
  {
    ...{ ...seen, id: "vit-h14", name: "ViT-H/14", also: ["vit-huge-patch14-224-in21k"] },
    ...{ ...sizes([32, 1280, 16, 80, 5120]), biases: "all", positions: 257, source: VIT },
  },
  {
    ...{ ...seen, id: "whisper-large-v3-encoder", name: "Whisper large-v3 encoder" },
    ...{ ...sizes([32, 1280, 20, 64, 5120]), biases: "all-but-keys", positions: 1500, source: WHISPER },
  },
  {
    ...{ ...seen, kind: "decoder", id: "whisper-large-v3-decoder", name: "Whisper large-v3 decoder", also: ["whisper-large-v3"] },
    ...{ ...sizes([32, 1280, 20, 64, 5120]), biases: "all-but-keys", vocabulary: 51866, source: WHISPER },
    cross: { tokens: 1500, width: 1280 },
  },
  ...t5("xl", "t5-v1_1-xl", [24, 2048, 32, 64, 5120]),
  ...t5("xxl", "t5-v1_1-xxl", [24, 4096, 64, 64, 10240]),
  {
    ...{ ...seen, id: "dit-xl2", name: "DiT-XL/2", also: ["dit-xl-2-256"] },
    ...{ ...sizes([28, 1152, 16, 72, 4608]), biases: "all", modulated: true, positions: 256, source: DIT },
  },
  sdxl(640, 10, 4096),
  sdxl(1280, 60, 1024),
  mamba2("1.3b", 48, 2048),
  mamba2("2.7b", 64, 2560),
];
