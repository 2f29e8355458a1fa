import type { ChainWorkload } from "../computation/chain.js";
import type { Gpu } from "../machines/machine.js";
import type { ChainTask } from "./chain-tiles.js";
import { chainGrid, layOutChain } from "./chain-tiles.js";
import type { GemmTile } from "./gemm-tile.js";
import { formatTile, USUAL_TILES } from "./gemm-tile.js";
import type { LaunchOrder } from "./launch-order.js";
import { formatLaunchOrder, launchOrder, settledOrder } from "./launch-order.js";
import type { ProductBlockOptions } from "./product-block.js";
import { firstTileThatFits, productBlock } from "./product-block.js";
import type { Residency } from "./residency.js";
import { residency } from "./residency.js";
import type { BlockResources, TileSchedule } from "./tile-schedule.js";
import type { TwoStages } from "./two-stages.js";
import { stagesOf } from "./two-stages.js";

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

/** @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU. */
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

/** @throws InputError when the chain has more tiles or touches than a replay can walk. */
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
