import { BYTES_OF } from "../../../computation/data-types.js";
import type { FfnWorkload } from "../../../computation/ffn.js";
import { InputError } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { LaunchOrder } from "../../tiles/launch-order.js";
import { formatLaunchOrder, launchOrder, settledOrder } from "../../tiles/launch-order.js";
import type { Residency } from "../../tiles/residency.js";
import { residency } from "../../tiles/residency.js";
import { ScheduleWriter } from "../../tiles/schedule-writer.js";
import type { BlockResources, TiledArray, TileSchedule } from "../../tiles/tile-schedule.js";
import { checkReplayable, fillTileBytes } from "../../tiles/tiled-array.js";
import type { ProductBlockOptions } from "../gemm/block.js";
import { firstTileThatFits, productBlock } from "../gemm/block.js";
import type { GemmTile } from "../gemm/gemm-tile.js";
import { formatTile, USUAL_TILES } from "../gemm/gemm-tile.js";

export const DUAL_GEMM_ENTRY: ScheduleEntry = {
  id: "dual-gemm",
  workload:
    "ffn --gated: H = silu(X·Wg) ⊙ (X·Wu), the first half, both products in one kernel; replay only, as bounds are the whole block's",
  machine: "GPU",
  parameters: "--tile, --order, --stages, --threads, --ctas-per-sm",
  source: "CUTLASS example 45; the measured kernel of data/h200.csv",
};

/** Tile, launch order, and the block's resources. */
export interface DualGemmOptions extends ProductBlockOptions {
  readonly tile?: GemmTile | undefined;
  readonly order?: LaunchOrder | undefined;
  readonly ctasPerSm?: number | undefined;
}

/**
 * The first half of a gated feed-forward block in one kernel: a CTA computes BM×BN of H = silu(X·Wg) ⊙ (X·Wu) with two sets
 * of sums in registers; each step streams one tile of X, Wg and Wu. Source: CUTLASS example 45 with its products' stores off.
 */
export interface DualGemm {
  readonly id: "dual-gemm";
  readonly workload: FfnWorkload;
  readonly tile: GemmTile;
  readonly order: LaunchOrder;
  readonly stages: number;
  readonly block: BlockResources;
  readonly residency: Residency;
}

/**
 * Plans the two products of a gated block, computed together, on a GPU.
 *
 * @throws InputError naming `gated` for a plain feed-forward block; `tile`, `stages`, `threads` or `ctas-per-sm` when the
 * kernel does not fit the GPU.
 */
export function dualGemm(workload: FfnWorkload, gpu: Gpu, options: DualGemmOptions = {}): DualGemm {
  if (!workload.gated) throw new InputError("gated", "a gated block for two products at once", "a plain one");
  return firstTileThatFits(options.tile === undefined ? USUAL_TILES : [options.tile], (tile) => {
    const { block, stages } = productBlock(tile, 2, workload, gpu, options);
    const resident = residency(block, gpu, formatTile(tile), options.ctasPerSm);
    return {
      id: "dual-gemm",
      workload,
      tile,
      order: settledOrder(options.order ?? { kind: "row" }, tile, gpu.sms),
      stages,
      block,
      residency: resident,
    };
  });
}

/** The schedule as tiles for the replay. @throws InputError when the products have more tiles or touches than a replay can walk. */
export function layOutDualGemm({ workload: w, tile, order, stages }: DualGemm): TileSchedule {
  const rows = Math.ceil(w.tokens / tile.bm);
  const columns = Math.ceil(w.hidden / tile.bn);
  const steps = Math.ceil(w.model / tile.bk);
  const firstG = rows * steps;
  const firstU = firstG + steps * columns;
  const firstH = firstU + steps * columns;
  const blocks = rows * columns;
  checkReplayable(firstH + blocks, blocks * (3 * steps + 1));

  const tileBytes = new Int32Array(firstH + blocks);
  const word = BYTES_OF[w.dataType];
  fillTileBytes(tileBytes, 0, 1, [w.tokens, tile.bm], [w.model, tile.bk], word);
  for (const first of [firstG, firstU]) fillTileBytes(tileBytes, first, 1, [w.model, tile.bk], [w.hidden, tile.bn], word);
  fillTileBytes(tileBytes, firstH, 1, [w.tokens, tile.bm], [w.hidden, tile.bn], word);

  const writer = new ScheduleWriter({ blocks, phases: 2 * blocks, streams: 4 * blocks });
  for (const t of launchOrder(order, rows, columns)) {
    const [row, column] = [Math.floor(t / columns), t % columns];
    writer.phase(steps, 4 * tile.bm * tile.bn * tile.bk).read(row * steps, 1);
    writer.read(firstG + column, columns).read(firstU + column, columns);
    writer.phase(1, 0).write(firstH + t, 0);
    writer.endBlock();
  }
  const arrays: readonly TiledArray[] = [
    { name: "X", firstTile: 0, tileCount: firstG },
    { name: "Wg", firstTile: firstG, tileCount: firstU - firstG },
    { name: "Wu", firstTile: firstU, tileCount: firstH - firstU },
    { name: "H", firstTile: firstH, tileCount: blocks },
  ];
  return writer.finish(arrays, tileBytes, { kind: "product", operandType: w.dataType, stages });
}

/** The parameters as a traffic document prints them. */
export function describeDualGemm(schedule: DualGemm): Readonly<Record<string, string | number>> {
  return {
    id: schedule.id,
    tile: formatTile(schedule.tile),
    order: formatLaunchOrder(schedule.order),
    stages: schedule.stages,
    ...schedule.block,
    ...schedule.residency,
  };
}
