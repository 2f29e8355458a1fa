import type { FfnWorkload } from "../../../computation/ffn.js";
import { checkInteger } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { formatLaunchOrder, type LaunchOrder } from "../../tiles/launch-order.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import type { FittedKernel, KernelOptions } from "../gemm/block.js";
import { formatTile } from "../gemm/gemm-tile.js";
import { fittedProduct } from "../gemm/tiled-kernel.js";
import { bandTasks } from "./bands.js";
import { separateTasks } from "./separate.js";
import { chainGrid, layOutChain } from "./tiles.js";
import { stagesOf } from "./two-stages.js";

export const FFN_WHOLE_ENTRIES: readonly ScheduleEntry[] = [
  {
    id: "ffn-separate",
    workload:
      "ffn: a kernel for H (both products at once where gated), then one for Y; gated, in the two-level memory model, each by its best schedule",
    machine: "GPU, two-level",
    parameters: "--tile, --order, --stages, --threads, --ctas-per-sm; with --fast-words what stays, searched",
    source: "CUTLASS example 45 and a tiled product, with a barrier between; word by word from the product's schedules",
  },
  {
    id: "ffn-bands",
    workload: "ffn: bands of tile rows of H, then the same rows of Y, in one launch",
    machine: "GPU",
    parameters: "--band ROWS, --serpentine, --tile, --stages, --threads, --ctas-per-sm",
    source: "chain-bands, with both products of a gated block at once",
  },
];

/** Which tiles of H and Y follow one another. */
export type FfnSequence =
  | { readonly id: "ffn-separate"; readonly order: LaunchOrder }
  | { readonly id: "ffn-bands"; readonly band: number; readonly serpentine: boolean };

/** Tile and resources of the block, and what else the schedule leaves open. */
export type FfnWholeOptions = KernelOptions;

/**
 * A whole feed-forward block with H in memory. `ffn-separate`: a kernel for H (both products at once where the block is gated),
 * then one for Y, which starts when all of H is there. `ffn-bands`: one launch, `band` tile rows of H, then the same rows of Y,
 * a tile of Y waiting for its row of H alone. All blocks have the room of the first product.
 */
export interface FfnWhole extends FittedKernel {
  readonly sequence: FfnSequence;
  readonly workload: FfnWorkload;
}

/**
 * Plans both halves of a feed-forward block in one sequence of tiles, on a GPU.
 *
 * @throws InputError naming `band`, `tile`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU.
 */
export function ffnWhole(workload: FfnWorkload, gpu: Gpu, sequence: FfnSequence, options: FfnWholeOptions = {}): FfnWhole {
  const fitted = fittedProduct(workload, gpu, options, { sumTiles: workload.gated ? 2 : 1 });
  if (sequence.id === "ffn-bands") checkInteger("band", sequence.band, 1, chainGrid(stagesOf(workload), fitted.tile).rows);
  return { sequence, workload, ...fitted };
}

/** The schedule as tiles for the replay. @throws InputError when the block has more tiles or touches than a replay can walk. */
export function layOutFfnWhole({ sequence, workload, tile, stages }: FfnWhole): TileSchedule {
  const shape = stagesOf(workload);
  return sequence.id === "ffn-separate"
    ? layOutChain(shape, tile, stages, () => separateTasks(shape, { tile, order: sequence.order }), "kernel")
    : layOutChain(shape, tile, stages, () => bandTasks(shape, { tile, ...sequence }));
}

/** The parameters as a traffic document prints them. */
export function describeFfnWhole(schedule: FfnWhole): Readonly<Record<string, string | number | boolean>> {
  const { sequence, tile, stages, block, residency } = schedule;
  const { id, ...own } = sequence.id === "ffn-bands" ? sequence : { ...sequence, order: formatLaunchOrder(sequence.order) };
  return { id, tile: formatTile(tile), ...own, stages, ...block, ...residency };
}
