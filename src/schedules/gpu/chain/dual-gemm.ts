import { BYTES_OF } from "../../../computation/data-types.js";
import type { FfnWorkload } from "../../../computation/ffn.js";
import { productTypeOf, rightTypeOf } from "../../../computation/operand-types.js";
import { InputError } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { launchOrder } from "../../tiles/launch-order.js";
import { layOutBlocks, type TiledMatrices, tileAt, tileGrids } from "../../tiles/tile-arrays.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import { describeTiledKernel, type TiledKernel, type TiledKernelOptions, tiledKernel } from "../gemm/tiled-kernel.js";

export const DUAL_GEMM_ENTRY: ScheduleEntry = {
  id: "dual-gemm",
  workload:
    "ffn --gated: H = silu(X·Wg) ⊙ (X·Wu), the first half, both products in one kernel; replay only, as bounds are the whole block's",
  machine: "GPU",
  parameters: "--tile, --order, --stages, --threads, --ctas-per-sm",
  source: "CUTLASS example 45; the measured kernel of data/h200.csv",
};

/** Tile, launch order, and the block's resources. */
export type DualGemmOptions = TiledKernelOptions;

/**
 * The first half of a gated feed-forward block in one kernel: a CTA computes BM×BN of H = silu(X·Wg) ⊙ (X·Wu) with two sets
 * of sums in registers; each step streams one tile of X, Wg and Wu. Source: CUTLASS example 45 with its products' stores off.
 */
export type DualGemm = TiledKernel<"dual-gemm", FfnWorkload>;

/**
 * Plans the two products of a gated block, computed together, on a GPU.
 *
 * @throws InputError naming `gated` for a plain feed-forward block; `tile`, `stages`, `threads` or `ctas-per-sm` when the
 * kernel does not fit the GPU.
 */
export function dualGemm(workload: FfnWorkload, gpu: Gpu, options: DualGemmOptions = {}): DualGemm {
  if (!workload.gated) throw new InputError("gated", "a gated block for two products at once", "a plain one");
  return tiledKernel("dual-gemm", workload, gpu, options, { sumTiles: 2 });
}

/** Its arrays: both products share X, and meet in H. */
export function dualGemmArrays({
  workload: w,
  tile: { bm, bn, bk },
}: DualGemm): Readonly<Record<"x" | "g" | "u" | "h", TiledMatrices>> {
  const wordBytes = BYTES_OF[w.dataType];
  const weights = { rows: [w.model, bk], columns: [w.hidden, bn], wordBytes: BYTES_OF[rightTypeOf(w)] } as const;
  return {
    x: { name: "X", rows: [w.tokens, bm], columns: [w.model, bk], wordBytes },
    g: { name: "Wg", ...weights },
    u: { name: "Wu", ...weights },
    h: { name: "H", rows: [w.tokens, bm], columns: [w.hidden, bn], wordBytes },
  };
}

/** The schedule as tiles for the replay. @throws InputError when the products have more tiles or touches than a replay can walk. */
export function layOutDualGemm(schedule: DualGemm): TileSchedule {
  const { workload: w, tile, order, stages } = schedule;
  const arrays = dualGemmArrays(schedule);
  const { x, g, u, h } = tileGrids(arrays).grids;
  return layOutBlocks(arrays, { kind: "product", operandType: productTypeOf(w), stages }, (writer) => {
    for (const t of launchOrder(order, h.rows, h.columns)) {
      const [row, column] = [Math.floor(t / h.columns), t % h.columns];
      writer.phase(x.columns, 4 * tile.bm * tile.bn * tile.bk).read(tileAt(x, 0, row, 0), 1);
      for (const weights of [g, u]) writer.read(tileAt(weights, 0, 0, column), h.columns);
      writer.phase(1, 0).write(tileAt(h, 0, row, column), 0);
      writer.endBlock();
    }
  });
}

/** The parameters as a traffic document prints them. */
export const describeDualGemm: (schedule: DualGemm) => Readonly<Record<string, string | number>> = describeTiledKernel;
