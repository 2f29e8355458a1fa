import { InputError } from "../../errors.js";
import type { DecoderCard } from "./model-card.js";

/** A layer split over GPUs by heads and hidden units, with the sums of partial results as one more interface. */
export interface TensorParallel {
  readonly gpus: number;
  /** All-reduces in a layer: after attention and after the feed-forward block. */
  readonly allReduces: number;
  /** Bytes of one summed tensor. */
  readonly tensorBytes: bigint;
  /** Least bytes sent between GPUs, all GPUs and all-reduces together: 2(P − 1) words for each summed word. */
  readonly sentBytes: bigint;
  /** The same for the GPU that sends most. */
  readonly sentByBusiestBytes: bigint;
}

/**
 * One GPU's share of the layer: heads and hidden units divided, key-value heads too while there are enough, else each on several GPUs.
 *
 * @throws InputError naming `gpus` where the sizes do not divide.
 */
export function shareOfGpu(card: DecoderCard, gpus: number): DecoderCard {
  const divides = card.heads % gpus === 0 && card.hidden % gpus === 0 && (card.kvHeads % gpus === 0 || gpus % card.kvHeads === 0);
  if (!divides) {
    const sizes = `${card.heads} heads, ${card.kvHeads} key-value heads and ${card.hidden} hidden units`;
    throw new InputError("gpus", `a divisor of ${sizes}`, String(gpus));
  }
  return { ...card, heads: card.heads / gpus, kvHeads: Math.max(1, card.kvHeads / gpus), hidden: card.hidden / gpus };
}

/** Bound on the traffic between GPUs (proofs/all-reduce.md): words are `wordBytes` wide wherever they are sent. */
export function tensorParallel(gpus: number, words: bigint, wordBytes: bigint): TensorParallel {
  const allReduces = 2;
  const sentBytes = BigInt(allReduces) * 2n * BigInt(gpus - 1) * words * wordBytes;
  const busiest = (sentBytes + BigInt(gpus) - 1n) / BigInt(gpus);
  return { gpus, allReduces, tensorBytes: words * wordBytes, sentBytes, sentByBusiestBytes: busiest };
}
