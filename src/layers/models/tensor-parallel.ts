import { InputError } from "../../errors.js";
import type { ExpertsCard, TransformerCard } from "./model-card.js";

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
export function shareOfGpu(card: TransformerCard, gpus: number): TransformerCard {
  const { heads, kvHeads, hidden, experts } = card;
  const blocks = [hidden, experts?.hidden ?? hidden, experts?.shared ?? hidden];
  const divides = [heads, ...blocks].every((size) => size % gpus === 0) && (kvHeads % gpus === 0 || gpus % kvHeads === 0);
  if (!divides) {
    const sizes = `${heads} heads, ${kvHeads} key-value heads and ${[...new Set(blocks)].join(", ")} hidden units`;
    throw new InputError("gpus", `a divisor of ${sizes}`, String(gpus));
  }
  const part = ({ shared, ...card }: ExpertsCard): ExpertsCard => ({
    ...card,
    hidden: card.hidden / gpus,
    ...(shared === undefined ? {} : { shared: shared / gpus }),
  });
  return {
    ...card,
    heads: heads / gpus,
    kvHeads: Math.max(1, kvHeads / gpus),
    hidden: hidden / gpus,
    ...(experts === undefined ? {} : { experts: part(experts) }),
  };
}

/** Bound on the traffic between GPUs (proofs/all-reduce.md): words are `wordBytes` wide wherever they are sent. */
export function tensorParallel(gpus: number, words: bigint, wordBytes: bigint): TensorParallel {
  const allReduces = 2;
  const sentBytes = BigInt(allReduces) * 2n * BigInt(gpus - 1) * words * wordBytes;
  const busiest = (sentBytes + BigInt(gpus) - 1n) / BigInt(gpus);
  return { gpus, allReduces, tensorBytes: words * wordBytes, sentBytes, sentByBusiestBytes: busiest };
}
