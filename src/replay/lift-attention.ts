import type { AttentionWorkload } from "../computation/attention.js";
import { BYTES_OF } from "../computation/data-types.js";
import { InputError } from "../errors.js";
import { expandAttention } from "../pebble/expand-attention.js";
import type { FlashForward } from "../schedules/flash-forward.js";
import { flashForwardArrays, layOutFlashForward } from "../schedules/flash-forward.js";
import type { LiftableKernel } from "./liftable-kernel.js";
import { cutsOf } from "./liftable-kernel.js";
import { MAXIMUM_LIFTED_VERTICES } from "./lifted.js";

/** A row's maximum before and after a tile of keys (the factor takes the place of the former), its sum and log-sum-exp. */
const STATISTICS = 4;

/**
 * FlashAttention-2 or -3 over the graph whose softmax goes by the kernel's own tiles of keys in the kernel's order.
 *
 * @throws InputError for a causal mask that hides all keys from some queries, whose tiles move without any work behind it, or
 * when the attention is too large to list.
 */
export function liftableFlashAttention(schedule: FlashForward): LiftableKernel {
  const { workload: w, tile, keyOrder, lse } = schedule;
  checkEveryQuerySees(w);
  const operand = BYTES_OF[w.dataType];
  const options = { weights: "bytes", maximumVertices: MAXIMUM_LIFTED_VERTICES } as const;
  return {
    graph: expandAttention(w, { ...options, keyBlock: tile.bn, keyOrder, logSumExp: lse }),
    layout: layOutFlashForward(schedule),
    cuts: cutsOf(flashForwardArrays(schedule)),
    // Q, K and V; the sums of O; one tile of scores, whose places their exponentials take; the statistics.
    roomBytes: operand * w.dim * (tile.bm + 2 * tile.bn) + sumBytes(w) * tile.bm * (w.dim + tile.bn + STATISTICS),
  };
}

/** The widest of a sum and what may take its place. */
function sumBytes(w: AttentionWorkload): number {
  return Math.max(BYTES_OF[w.accumulator], BYTES_OF[w.outputType], BYTES_OF[w.dataType]);
}

/** @throws InputError naming `causal` where some queries see no key. */
function checkEveryQuerySees(w: AttentionWorkload): void {
  if (w.causal && w.queries > w.keys) {
    throw new InputError("causal", "no more queries than keys to lift a replay, so that every query sees a key", `${w.queries}`);
  }
}
