import type { ChainWorkload } from "../../../computation/chain.js";
import { checkInteger } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import type { FittedKernel, KernelOptions } from "../gemm/block.js";
import type { GemmTile } from "../gemm/gemm-tile.js";
import { formatTile } from "../gemm/gemm-tile.js";
import { fittedProduct } from "../gemm/tiled-kernel.js";
import type { ChainTask } from "./tiles.js";
import { chainGrid, layOutChain } from "./tiles.js";
import type { TwoStages } from "./two-stages.js";
import { stagesOf } from "./two-stages.js";

export const CHAIN_BANDS_ENTRY: ScheduleEntry = {
  id: "chain-bands",
  workload:
    "chain: bands of tile rows of H, then the same rows of E; a tile of E waits for its row of H; with --serpentine every second band backwards",
  machine: "GPU",
  parameters: "--band ROWS, --serpentine, --tile, --stages, --threads, --ctas-per-sm",
  source: "the measured kernel of data/h200.csv",
};

/** Tile, height of a band, and the block's resources. */
export interface ChainBandsOptions extends KernelOptions {
  /** Tile rows of a band; default 1. */
  readonly band?: number | undefined;
  /** Whether every second band walks its columns backwards, so that the bands make a Z; default false. */
  readonly serpentine?: boolean | undefined;
}

/**
 * `band` tile rows of H, then the same rows of E, then the next band, in one launch; inside a band column by column. A band of
 * H that stays in the L2 until its rows of E have read it never comes back from DRAM.
 */
export interface ChainBands extends FittedKernel {
  readonly id: "chain-bands";
  readonly workload: ChainWorkload;
  readonly band: number;
  readonly serpentine: boolean;
}

/**
 * Plans bands of tile rows of H, each followed by the same rows of E, on a GPU.
 *
 * @throws InputError naming `tile`, `band`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU.
 */
export function chainBands(workload: ChainWorkload, gpu: Gpu, options: ChainBandsOptions = {}): ChainBands {
  const fitted = fittedProduct(workload, gpu, options);
  const band = checkInteger("band", options.band ?? 1, 1, chainGrid(workload, fitted.tile).rows);
  return { id: "chain-bands", workload, ...fitted, band, serpentine: options.serpentine ?? false };
}

/** The schedule as tiles for the replay. @throws InputError when the chain has more tiles or touches than a replay can walk. */
export function layOutChainBands(schedule: ChainBands): TileSchedule {
  return layOutChain(stagesOf(schedule.workload), schedule.tile, schedule.stages, () => bandTasks(schedule.workload, schedule));
}

/** Band by band, tiles of H and then of E, column by column. */
export function* bandTasks(
  workload: Pick<TwoStages, "m" | "l" | "n">,
  { tile, band, serpentine }: { readonly tile: GemmTile; readonly band: number; readonly serpentine: boolean },
): Generator<ChainTask> {
  const { rows, columnsH, columnsE } = chainGrid(workload, tile);
  for (let first = 0; first < rows; first += band) {
    const backwards = serpentine && (first / band) % 2 === 1;
    const last = Math.min(first + band, rows);
    for (const [ofE, columns] of [
      [false, columnsH],
      [true, columnsE],
    ] as const) {
      for (let at = 0; at < columns; at++) {
        const column = backwards ? columns - 1 - at : at;
        for (let row = first; row < last; row++) yield [ofE, row, column];
      }
    }
  }
}

/** The parameters as a traffic document prints them. */
export function describeChainBands(schedule: ChainBands): Readonly<Record<string, string | number | boolean>> {
  const { id, tile, band, serpentine, stages, block, residency } = schedule;
  return { id, tile: formatTile(tile), band, serpentine, stages, ...block, ...residency };
}
