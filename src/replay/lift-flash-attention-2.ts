import { BYTES_OF } from "../computation/data-types.js";
import { InputError } from "../errors.js";
import { expandAttention } from "../pebble/expand-attention.js";
import type { FlashAttention2 } from "../schedules/flash-attention-2.js";
import { layOutFlashAttention2 } from "../schedules/flash-attention-2.js";
import type { LiftableKernel } from "./liftable-kernel.js";
import { MAXIMUM_LIFTED_VERTICES } from "./lifted.js";

/** A row's maximum before and after a tile of keys (the factor takes the place of the former), and its sum. */
const STATISTICS = 3;

/**
 * FlashAttention-2 over the graph whose softmax goes by the kernel's own tiles of keys in the kernel's order.
 *
 * @throws InputError for a causal mask that hides all keys from some queries, whose tiles move without any work behind it, or
 * when the attention is too large to list.
 */
export function liftableFlashAttention2(schedule: FlashAttention2): LiftableKernel {
  const { workload: w, tile, keyOrder } = schedule;
  if (w.causal && w.queries > w.keys) {
    throw new InputError("causal", "no more queries than keys to lift a replay, so that every query sees a key", `${w.queries}`);
  }
  const leads = (heads: number): readonly string[] =>
    Array.from({ length: w.batch * heads }, (_, at) => `${Math.floor(at / heads)},${at % heads},`);
  const rows = { rows: [w.queries, tile.bm], columns: [w.dim, w.dim], leads: leads(w.heads) } as const;
  const keys = { rows: [w.keys, tile.bn], columns: [w.dim, w.dim], leads: leads(w.kvHeads) } as const;
  const operand = BYTES_OF[w.dataType];
  const sum = Math.max(BYTES_OF[w.accumulator], BYTES_OF[w.outputType], operand);
  return {
    graph: expandAttention(w, { weights: "bytes", keyBlock: tile.bn, keyOrder, maximumVertices: MAXIMUM_LIFTED_VERTICES }),
    layout: layOutFlashAttention2(schedule),
    cuts: [rows, keys, keys, rows],
    // Q, K and V; the sums of O; one tile of scores, whose places their exponentials take; the statistics.
    roomBytes: operand * w.dim * (tile.bm + 2 * tile.bn) + sum * tile.bm * (w.dim + tile.bn + STATISTICS),
  };
}
