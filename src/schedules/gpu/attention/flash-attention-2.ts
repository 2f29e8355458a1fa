import type { AttentionWorkload } from "../../../computation/attention.js";
import { checkInteger, InputError } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { residency } from "../../tiles/residency.js";
import type { KernelOptions } from "../gemm/block.js";
import type { FlashForward, KeyOrder, QueryOrder } from "./flash-forward.js";
import { type FlashTile, flashBlock, flashTileOf, formatFlashTile, threadsThatHold } from "./flash-tile.js";

export const FLASH_ATTENTION_2_ENTRY: ScheduleEntry = {
  id: "flash-attention-2",
  workload:
    "attention: one CTA a tile of query rows, K and V tiles per step, O and the log-sum-exp written once; causal and grouped heads",
  machine: "GPU",
  parameters: "--tile BMxBN, --no-lse, --query-order, --key-order forward|backward, --stages, --threads, --ctas-per-sm",
  source: "Dao-AILab flash-attention, tile table of version 2",
};

/** Tile and resources of the block, and what else the schedule leaves open. */
export interface FlashAttention2Options extends KernelOptions<FlashTile> {
  /** FlashAttention-2 walks the keys from the last tile to the first, Triton's tutorial the other way; default backward. */
  readonly keyOrder?: KeyOrder | undefined;
  /** Default ascending. */
  readonly queryOrder?: QueryOrder | undefined;
  /** Default true; kernels for inference alone may leave it out. */
  readonly lse?: boolean | undefined;
}

/**
 * FlashAttention-2, forward: a CTA holds a tile of Q and its sums of O, and walks K and V once; O is written once, and the
 * log-sum-exp of each row. Launched query tiles first, then batch, then head.
 */
export interface FlashAttention2 extends FlashForward {
  readonly id: "flash-attention-2";
}

/**
 * Plans FlashAttention-2 on a GPU: a block a tile of queries.
 *
 * @throws InputError naming `tile`, `dim`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU, `key-order` for a
 * sawtooth, which takes CTAs of many query tiles.
 */
export function flashAttention2(workload: AttentionWorkload, gpu: Gpu, options: FlashAttention2Options = {}): FlashAttention2 {
  const keyOrder = options.keyOrder ?? "backward";
  if (keyOrder === "sawtooth")
    throw new InputError("key-order", "forward or backward for flash-attention-2, persistent-attention for a", "sawtooth");
  const tile = options.tile ?? flashTileOf(workload, gpu);
  for (const side of ["bm", "bn"] as const) checkInteger(`tile ${side.toUpperCase()}`, tile[side], 1, 65536);
  const stages = checkInteger("stages", options.stages ?? 1, 1, 64);
  const block = flashBlock(workload, tile, stages, options.threads ?? threadsThatHold(workload, tile, gpu), gpu);
  return {
    id: "flash-attention-2",
    workload,
    tile,
    stages,
    keyOrder,
    queryOrder: options.queryOrder ?? "ascending",
    lse: options.lse ?? true,
    block,
    residency: residency(block, gpu, formatFlashTile(tile), options.ctasPerSm),
  };
}
