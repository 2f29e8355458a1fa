import { type AttentionWorkload, valueDimOf } from "../../../computation/attention.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import { productTypeOf, rightTypeOf } from "../../../computation/operand-types.js";
import { InputError } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { type ClusterShape, clustersOfGpu, formatClusterShape } from "../../tiles/cluster-shape.js";
import type { FlashForward } from "./flash-forward.js";
import type { FlashTile } from "./flash-tile.js";
import { type SpecialisedForwardOptions, specialisedForward } from "./specialised-forward.js";

export const FLASH_ATTENTION_3_ENTRY: ScheduleEntry = {
  id: "flash-attention-3",
  workload:
    "attention: the same on Hopper with wider tiles; without a mask one CTA a resident slot, which takes query tiles in turn; causal masks " +
    "longest first over sections of heads; in clusters K and V by multicast",
  machine: "GPU",
  parameters: "--tile BMxBN, --cluster Rx1, --no-lse, --query-order, --stages, --threads, --ctas-per-sm",
  source: "Dao-AILab flash-attention, hopper: tile table and tile scheduler of version 3",
};

/** Tile and resources of the block, and what else the schedule leaves open. */
export interface FlashAttention3Options extends SpecialisedForwardOptions {
  /** Query tiles of a head whose CTAs receive K and V by multicast, as `2x1`; default none. */
  readonly cluster?: ClusterShape | undefined;
}

/**
 * FlashAttention-3, forward, on Hopper: version 2's loop with wider tiles of keys, two buffers of K and V and warp groups that
 * load for the others. Query tiles first, then head, then batch; under a causal mask longest first over sections of heads. Its CTAs are
 * persistent: without a mask CTA g takes the tiles at places g, g + CTAs, … of the order. Under a mask, and for sequences of unequal
 * lengths, tiles are dealt out as CTAs become free: here each is a block of its own, and so it is in clusters. In these the CTAs of
 * neighbouring query tiles receive K and V by multicast; the kernel itself takes pairs from dim 128 on, without a mask and with an even
 * number of tiles.
 */
export interface FlashAttention3 extends FlashForward {
  readonly id: "flash-attention-3";
}

/**
 * Plans FlashAttention-3 on a GPU.
 *
 * @throws InputError naming `schedule` on other than Hopper GPUs; `dim` beyond 256, `dtype` of more than 16 bits; `tile`,
 * `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU; `cluster` for one that the query tiles do not fill or
 * that the GPU has not.
 */
export function flashAttention3(workload: AttentionWorkload, gpu: Gpu, options: FlashAttention3Options = {}): FlashAttention3 {
  if (!gpu.computeCapability.startsWith("9.")) {
    throw new InputError(
      "schedule",
      "a Hopper GPU for flash-attention-3",
      `${gpu.name}, compute capability ${gpu.computeCapability}`,
    );
  }
  const [word, right] = [BYTES_OF[workload.dataType], BYTES_OF[rightTypeOf(workload)]];
  if (word > 2 || right > 2) throw new InputError("dtype", "8 or 16 bits for flash-attention-3", productTypeOf(workload));
  const made = specialisedForward(
    "flash-attention-3",
    workload,
    gpu,
    {
      tile: options.tile ?? usualFlash3Tile(Math.max(workload.dim, valueDimOf(workload)), workload.causal, word),
      stages: 2,
      // A producer and a consumer warp group for every 64 query rows.
      threadsOf: ({ bm }) => 128 * (1 + Math.ceil(bm / 64)),
      otherBytesOf: (tile) => (probabilitiesInSharedMemory(workload, tile) ? tile.bm * tile.bn * word : 0),
    },
    options,
  );
  const { cluster } = options;
  if (cluster === undefined) return made;
  checkCluster(workload, gpu, made.tile, cluster);
  const { ctas: _, ...eachItsOwn } = made;
  return { ...eachItsOwn, cluster };
}

/** Clusters share K and V, so they are of query tiles of one head that all meet the same keys. */
function checkCluster({ causal, queries, lengths }: AttentionWorkload, gpu: Gpu, { bm }: FlashTile, cluster: ClusterShape): void {
  const tiles = Math.ceil(queries / bm);
  const found = formatClusterShape(cluster);
  if (cluster.columns !== 1)
    throw new InputError("cluster", "query tiles of one head, such as 2x1, for flash-attention-3", found);
  if (causal) throw new InputError("cluster", "attention without a mask for flash-attention-3 in clusters", "causal");
  if (lengths !== undefined)
    throw new InputError("cluster", "sequences of one length for flash-attention-3 in clusters", `${lengths.length} lengths`);
  clustersOfGpu(gpu, cluster);
  if (tiles % cluster.rows !== 0)
    throw new InputError("cluster", `rows that divide the ${tiles} query tile(s) of a head for flash-attention-3`, found);
}

/** The usual wide tiles at up to 96 words a head pass the probabilities through shared memory, all others in registers. */
function probabilitiesInSharedMemory({ dim, dataType }: AttentionWorkload, { bm, bn }: FlashTile): boolean {
  return BYTES_OF[dataType] === 2 && dim <= 96 && bm === 192 && bn > 128;
}

/**
 * The tiles of the forward kernels by head dimension rounded up to the next kernel, for operands of 1 or 2 bytes. Source: the
 * tile table of the FlashAttention repository's hopper folder (one width for keys and values, no window, no pages).
 *
 * @throws InputError naming `dim` beyond 256, where there is no kernel.
 */
export function usualFlash3Tile(dim: number, causal: boolean, wordBytes: number): FlashTile {
  if (dim > 256) throw new InputError("dim", "at most 256, or a --tile", String(dim));
  const kernel = [64, 96, 128, 192, 256].findIndex((width) => dim <= width);
  const heights = [192, 192, 128, 128, 128];
  const widths = wordBytes === 1 ? [160, 128, 224, 160, 128] : [causal ? 128 : 192, 144, causal ? 128 : 176, 112, 80];
  return { bm: heights[kernel] as number, bn: widths[kernel] as number };
}
