import type { DataType } from "../../computation/data-types.js";
import type { ExpertLoads } from "./expert-loads.js";

/**
 * Do queries meet the latents of keys, or the keys that are made from them, with a copy of the part with positions for each head or all
 * heads reading it from one array?
 */
export type LatentForm = "absorbed" | "expanded" | "expanded-shared";

/** What one pass through a decoder layer works on; rows of the residual stream are `batch × tokens`. */
export interface LayerPass {
  /** Sequences. */
  readonly batch: number;
  /** New tokens of each sequence: 1 in decoding. */
  readonly tokens: number;
  /** Tokens of each sequence that are in the KV cache already. */
  readonly context: number;
  /** Keys that a query sees, its own and those before it; all before it unless given. */
  readonly window?: number;
  /** Queries and keys get no positions. */
  readonly unturned?: true;
  /** Of latent attention. */
  readonly form?: LatentForm;
  /** In place of the dense block: the rows of each expert. */
  readonly experts?: ExpertLoads;
  readonly dataType: DataType;
}
