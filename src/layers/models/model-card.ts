/** What every card has. */
interface Named {
  readonly id: string;
  readonly name: string;
  /** Other names, as model hubs have them, without the owner and endings such as `-Instruct`: models of equal sizes. */
  readonly also?: readonly string[];
}

/** Experts in place of a feed-forward block, of which each token passes through some. */
export interface ExpertsCard {
  readonly count: number;
  /** Experts of a token. */
  readonly topK: number;
  /** Hidden units of each. */
  readonly hidden: number;
  /** Hidden units of the block that every token passes beside its experts. */
  readonly shared?: number;
  /** Layers with a dense block instead; default none. Of models with windows all of them have one. */
  readonly denseLayers?: number;
  /** Type in which the experts' weights are published, where it is not that of all. */
  readonly weights?: string;
}

/** Keys and values as products of one latent a token (DeepSeek-V2, section 2.1). */
export interface LatentCard {
  /** Widths of the latents of queries, and of keys and values. */
  readonly queries: number;
  readonly keys: number;
  /** Columns of Q and K with positions, beside those of a head; of K all heads share them. */
  readonly rotary: number;
}

/** Keys and values of a decoder from another model's results, made once a sequence. */
export interface CrossCard {
  /** Rows of these results, and their width. */
  readonly tokens: number;
  readonly width: number;
}

/** What the layers of a transformer are made of. */
interface TransformerSizes extends Named {
  readonly layers: number;
  /** Width of the residual stream. */
  readonly model: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly headDim: number;
  /** Hidden units of a dense block. */
  readonly hidden: number;
  readonly gated: boolean;
  readonly experts?: ExpertsCard;
  readonly latent?: LatentCard;
  /** 0 where there are no words. */
  readonly vocabulary: number;
  /** A second attention, to another model's results. */
  readonly cross?: CrossCard;
  /** Norms without gains, whose rows a conditioning vector scales and shifts, and whose blocks' results it scales (adaLN-Zero). */
  readonly modulated?: true;
  readonly normalisation: "rms" | "layer";
  readonly rotary: boolean;
  /** Queries and keys are normalised per head (Qwen3), or without a gain and only where they have positions (Llama 4). */
  readonly normalisedHeads?: true | "turned";
  /** Each block's result is normalised again before it is added (Gemma 2). */
  readonly normalisedResults?: true;
  /** Keys that a query sees, its own and those before it, in layers with a sliding window. */
  readonly window?: number;
  /** In place of a window: keys are in chunks of so many, and a query sees those of its own chunk. */
  readonly chunk?: number;
  /** Of models with a window or chunks, the layers without; default none. */
  readonly globalLayers?: number;
  /** Layers without a window have no positions either. */
  readonly unturnedGlobals?: true;
  /** A word a head that takes part in the sums of every softmax (GPT-OSS). */
  readonly sinks?: true;
  /** Bias vectors: on Q, K and V only, on every product, or on all but those of keys. */
  readonly biases?: "attention-inputs" | "all" | "all-but-keys";
  readonly source: string;
}

/** The sizes of a transformer whose tokens see those before them: decoder-only, or with a second attention. */
export interface DecoderCard extends TransformerSizes {
  readonly kind: "decoder";
}

/** The sizes of a transformer whose rows all see each other, without a mask or a cache. */
export interface EncoderCard extends TransformerSizes {
  readonly kind: "encoder";
  /** Rows of a sequence. */
  readonly positions: number;
}

/** A transformer of either kind. */
export type TransformerCard = DecoderCard | EncoderCard;

/** The sizes of a stack of state space layers (Dao and Gu 2024, section 7). */
export interface MambaCard extends Named {
  readonly kind: "mamba";
  readonly layers: number;
  readonly model: number;
  /** Width of the state space's inputs and outputs: heads of `headDim` columns. */
  readonly inner: number;
  readonly headDim: number;
  /** Rows of the state of a head. */
  readonly state: number;
  /** B and C, each shared by the heads of a group. */
  readonly groups: number;
  /** Tokens that the convolution in front sees. */
  readonly convolution: number;
  readonly vocabulary: number;
  readonly source: string;
}

/** One transformer block of a diffusion U-Net: self-attention over image positions, attention to a text, a gated feed-forward block. */
export interface DiffusionCard extends Named {
  readonly kind: "diffusion";
  /** Transformer blocks of this size in the network. */
  readonly layers: number;
  readonly channels: number;
  readonly heads: number;
  readonly hidden: number;
  /** Image positions of the block, and tokens of the text with their width. */
  readonly positions: number;
  readonly textTokens: number;
  readonly textWidth: number;
  /** One of several in a row: without the norm and products in front of the first and behind the last. */
  readonly inner?: true;
  readonly source: string;
}

/** One residual block of a diffusion U-Net: two convolutions with group normalisations in front, as wide at its end as before. */
export interface ResidualCard extends Named {
  readonly kind: "residual";
  /** Residual blocks of this size in the network. */
  readonly layers: number;
  readonly channels: number;
  /** Odd side of the filters. */
  readonly kernel: number;
  /** Image positions of the block: a square. */
  readonly positions: number;
  readonly timeWidth: number;
  readonly source: string;
}

/** A model's sizes with their source. */
export type ModelCard = TransformerCard | DiffusionCard | MambaCard | ResidualCard;
