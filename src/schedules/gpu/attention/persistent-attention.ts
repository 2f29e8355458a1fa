import type { AttentionWorkload } from "../../../computation/attention.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { type FlashAttention2Options, flashAttention2 } from "./flash-attention-2.js";
import { type FlashForward, type KeyOrder, persistentCtas } from "./flash-forward.js";

export const PERSISTENT_ATTENTION_ENTRY: ScheduleEntry = {
  id: "persistent-attention",
  workload:
    "attention: flash-attention-2 with one CTA a resident slot; each takes query tiles in turn and meets the keys forward and backward by turns",
  machine: "GPU",
  parameters: "--key-order forward|backward|sawtooth, and those of flash-attention-2",
  source: "Zhu, Pan and Ding, Sawtooth Wavefront Reordering, arXiv:2601.16032",
};

/** Those of FlashAttention-2, whose block it is. */
export interface PersistentAttentionOptions extends FlashAttention2Options {
  /** Default sawtooth. */
  readonly keyOrder?: KeyOrder | undefined;
}

/**
 * FlashAttention-2 with one CTA a resident slot: CTA g takes the query tiles at places g, g + CTAs, … of the launch order and walks K and
 * V once for each, by default forward and backward by turns (Zhu, Pan and Ding, Sawtooth Wavefront Reordering, arXiv:2601.16032). Where
 * K and V of a head are larger than the L2, a round of query tiles then begins with the keys that the last one left there.
 */
export interface PersistentAttention extends FlashForward {
  readonly id: "persistent-attention";
  readonly ctas: number;
}

/**
 * Plans it on a GPU.
 *
 * @throws InputError naming `tile`, `dim`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU.
 */
export function persistentAttention(
  workload: AttentionWorkload,
  gpu: Gpu,
  options: PersistentAttentionOptions = {},
): PersistentAttention {
  const { keyOrder = "sawtooth", ...block } = options;
  const kernel = flashAttention2(workload, gpu, block);
  return {
    ...kernel,
    id: "persistent-attention",
    keyOrder,
    ctas: persistentCtas(workload, kernel.tile, gpu, kernel.residency.ctasPerSm),
  };
}
