import type { ChainWorkload } from "../../../computation/chain.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { LaunchOrder } from "../../tiles/launch-order.js";
import { formatLaunchOrder, launchOrder, settledOrder } from "../../tiles/launch-order.js";
import type { Residency } from "../../tiles/residency.js";
import { residency } from "../../tiles/residency.js";
import type { BlockResources, TileSchedule } from "../../tiles/tile-schedule.js";
import type { ProductBlockOptions } from "../gemm/block.js";
import { firstTileThatFits, productBlock } from "../gemm/block.js";
import type { GemmTile } from "../gemm/gemm-tile.js";
import { formatTile, USUAL_TILES } from "../gemm/gemm-tile.js";
import type { ChainTask } from "./tiles.js";
import { chainGrid, layOutChain } from "./tiles.js";
import type { TwoStages } from "./two-stages.js";
import { stagesOf } from "./two-stages.js";

export const CHAIN_SEPARATE_ENTRY: ScheduleEntry = {
  id: "chain-separate",
  workload:
    "chain: all of H, then all of E, in one launch; or in the two-level memory model two products by their best schedules",
  machine: "GPU, two-level",
  parameters: "--tile, --stages, --threads, --ctas-per-sm",
  source: "the measured kernel of data/h200.csv",
};

/** Tile, launch order, and the block's resources. */
export interface ChainSeparateOptions extends ProductBlockOptions {
  readonly tile?: GemmTile | undefined;
  readonly order?: LaunchOrder | undefined;
  readonly ctasPerSm?: number | undefined;
}

/** All of H, then all of E, each in the same launch order, in one launch: a tile of E waits for its row of H only. */
export interface ChainSeparate {
  readonly id: "chain-separate";
  readonly workload: ChainWorkload;
  readonly tile: GemmTile;
  readonly order: LaunchOrder;
  readonly stages: number;
  readonly block: BlockResources;
  readonly residency: Residency;
}

/**
 * Plans all of H, then all of E, in one launch on a GPU.
 *
 * @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU.
 */
export function chainSeparate(workload: ChainWorkload, gpu: Gpu, options: ChainSeparateOptions = {}): ChainSeparate {
  return firstTileThatFits(options.tile === undefined ? USUAL_TILES : [options.tile], (tile) => {
    const { block, stages } = productBlock(tile, 1, workload, gpu, options);
    const resident = residency(block, gpu, formatTile(tile), options.ctasPerSm);
    return {
      id: "chain-separate",
      workload,
      tile,
      order: settledOrder(options.order ?? { kind: "row" }, tile, gpu.sms),
      stages,
      block,
      residency: resident,
    };
  });
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

/** The parameters as a traffic document prints them. */
export function describeChainSeparate(schedule: ChainSeparate): Readonly<Record<string, string | number>> {
  return {
    id: schedule.id,
    tile: formatTile(schedule.tile),
    order: formatLaunchOrder(schedule.order),
    stages: schedule.stages,
    ...schedule.block,
    ...schedule.residency,
  };
}
