/** What every card has. */
interface Named {
  readonly id: string;
  readonly name: string;
  /** Other names, as model hubs have them, without the owner and endings such as `-Instruct`: models of equal sizes. */
  readonly also?: readonly string[];
}

/** The sizes of a decoder-only transformer. */
export interface DecoderCard extends Named {
  readonly kind: "decoder";
  readonly layers: number;
  /** Width of the residual stream. */
  readonly model: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly headDim: number;
  readonly hidden: number;
  readonly gated: boolean;
  readonly vocabulary: number;
  readonly normalisation: "rms" | "layer";
  readonly rotary: boolean;
  /** Queries and keys are normalised per head (Qwen3). */
  readonly normalisedHeads?: true;
  /** Each block's result is normalised again before it is added (Gemma 2). */
  readonly normalisedResults?: true;
  /** Keys that a query sees, its own and those before it, in layers with a sliding window. */
  readonly window?: number;
  /** Of models with a window, the layers without one; default none. */
  readonly globalLayers?: number;
  /** Bias vectors: on Q, K and V only, or on every product. */
  readonly biases?: "attention-inputs" | "all";
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
export type ModelCard = DecoderCard | DiffusionCard | ResidualCard;
