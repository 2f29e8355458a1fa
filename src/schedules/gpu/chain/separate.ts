import type { ChainWorkload } from "../../../computation/chain.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { LaunchOrder } from "../../tiles/launch-order.js";
import { launchOrder } from "../../tiles/launch-order.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import type { GemmTile } from "../gemm/gemm-tile.js";
import type { TiledKernel, TiledKernelOptions } from "../gemm/tiled-kernel.js";
import { tiledKernel } from "../gemm/tiled-kernel.js";
import type { ChainTask } from "./tiles.js";
import { chainGrid, layOutChain } from "./tiles.js";
import type { TwoStages } from "./two-stages.js";
import { stagesOf } from "./two-stages.js";

export { describeTiledKernel as describeChainSeparate } from "../gemm/tiled-kernel.js";

export const CHAIN_SEPARATE_ENTRY: ScheduleEntry = {
  id: "chain-separate",
  workload:
    "chain: all of H, then all of E, in one launch; or in the two-level memory model two products by their best schedules",
  machine: "GPU, two-level",
  parameters: "--tile, --stages, --threads, --ctas-per-sm",
  source: "the measured kernel of data/h200.csv",
};

/** Tile, launch order, and the block's resources. */
export type ChainSeparateOptions = TiledKernelOptions;

/** All of H, then all of E, each in the same launch order, in one launch: a tile of E waits for its row of H only. */
export type ChainSeparate = TiledKernel<"chain-separate", ChainWorkload>;

/**
 * Plans all of H, then all of E, in one launch on a GPU.
 *
 * @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU.
 */
export function chainSeparate(workload: ChainWorkload, gpu: Gpu, options: ChainSeparateOptions = {}): ChainSeparate {
  return tiledKernel("chain-separate", workload, gpu, options);
}

/** The schedule as tiles for the replay. @throws InputError when the chain has more tiles or touches than a replay can walk. */
export function layOutChainSeparate(schedule: ChainSeparate): TileSchedule {
  return layOutChain(stagesOf(schedule.workload), schedule.tile, schedule.stages, () =>
    separateTasks(schedule.workload, schedule),
  );
}

/** All tiles of H, then all of E, each in the same order. */
export function* separateTasks(
  workload: Pick<TwoStages, "m" | "l" | "n">,
  { tile, order }: { readonly tile: GemmTile; readonly order: LaunchOrder },
): Generator<ChainTask> {
  const { rows, columnsH, columnsE } = chainGrid(workload, tile);
  for (const [ofE, columns] of [
    [false, columnsH],
    [true, columnsE],
  ] as const) {
    for (const t of launchOrder(order, rows, columns)) yield [ofE, Math.floor(t / columns), t % columns];
  }
}
