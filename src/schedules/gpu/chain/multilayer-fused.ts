import { BYTES_OF } from "../../../computation/data-types.js";
import type { MultilayerChainWorkload } from "../../../computation/multilayer-chain.js";
import { checkInteger } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { residency } from "../../tiles/residency.js";
import type { TiledArrays, TileGrid } from "../../tiles/tile-arrays.js";
import { layOutBlocks, tileAt, tileGrids } from "../../tiles/tile-arrays.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import type { FittedKernel, KernelOptions } from "../gemm/block.js";
import { blockOfSums, firstTileThatFits, sumRegisters, usualThreads } from "../gemm/block.js";
import type { GemmTile } from "../gemm/gemm-tile.js";
import { formatTile } from "../gemm/gemm-tile.js";

export const MULTILAYER_FUSED_ENTRY: ScheduleEntry = {
  id: "multilayer-fused-smem",
  workload: "chain --widths: a CTA takes BM rows through all products, BN columns at a time; intermediates stay in shared memory",
  machine: "GPU",
  parameters: "--tile BMxBNxBK, --stages, --threads, --ctas-per-sm",
  source: "chain-fused-smem for more products; fully fused multilayer perceptrons (tiny-cuda-nn)",
};

/** Tile and resources of the block. */
export type MultilayerChainFusedOptions = KernelOptions;

/** A CTA takes BM rows through all products, BN columns at a time; what is between stays in shared memory. */
export interface MultilayerChainFused extends FittedKernel {
  readonly id: "multilayer-fused-smem";
  readonly workload: MultilayerChainWorkload;
}

const USUAL: readonly GemmTile[] = [128, 64, 32, 16].flatMap((bm) =>
  [128, 64].flatMap((bn) => [64, 32, 16].map((bk) => ({ bm, bn, bk }))),
);

/**
 * Plans all products of a chain in one kernel on a GPU.
 *
 * @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm` when two neighbouring intermediates do not fit with the rest.
 */
export function multilayerChainFused(
  workload: MultilayerChainWorkload,
  gpu: Gpu,
  options: MultilayerChainFusedOptions = {},
): MultilayerChainFused {
  return firstTileThatFits(options.tile === undefined ? USUAL : [options.tile], (tile) => {
    for (const side of ["bm", "bn", "bk"] as const) checkInteger(`tile ${side.toUpperCase()}`, tile[side], 1, 65536);
    const { bm, bn, bk } = tile;
    const stages = checkInteger("stages", options.stages ?? 3, 1, 64);
    const sums = sumRegisters(bm * bn, workload);
    const bytes = BYTES_OF[workload.dataType] * (bm * keptWidth(workload) + stages * bk * (bm + bn));
    const block = blockOfSums(sums, options.threads ?? usualThreads(sums), gpu, bytes);
    const what = `${formatTile(tile)} with ${bm}x${keptWidth(workload)} of intermediates kept`;
    const resident = residency(block, gpu, what, options.ctasPerSm);
    return { id: "multilayer-fused-smem", workload, tile, stages, block, residency: resident };
  });
}

/** Columns of the two neighbouring intermediates that are widest together. */
function keptWidth({ widths }: MultilayerChainWorkload): number {
  const between = widths.slice(1, -1);
  return between.slice(1).reduce((most, width, q) => Math.max(most, width + (between[q] as number)), 0);
}

/** Its arrays; intermediates are none of them. */
export function multilayerChainFusedArrays({ workload, tile: { bm, bn, bk } }: MultilayerChainFused): TiledArrays {
  const { m, widths, dataType, outputType } = workload;
  const [last, word] = [widths.length - 1, BYTES_OF[dataType]];
  const width = (q: number): number => widths[q] as number;
  const weights = Array.from({ length: last }, (_, index) => {
    const name = `W${index + 1}`;
    return [name, { name, rows: [width(index), bk], columns: [width(index + 1), bn], wordBytes: word }] as const;
  });
  return {
    X0: { name: "X0", rows: [m, bm], columns: [width(0), bk], wordBytes: word },
    ...Object.fromEntries(weights),
    [`X${last}`]: { name: `X${last}`, rows: [m, bm], columns: [width(last), bn], wordBytes: BYTES_OF[outputType] },
  };
}

/** The schedule as tiles for the replay. @throws InputError when there are more tiles or touches than a replay can walk. */
export function layOutMultilayerChainFused(schedule: MultilayerChainFused): TileSchedule {
  const { workload, tile, stages } = schedule;
  const arrays = multilayerChainFusedArrays(schedule);
  const { grids } = tileGrids<TiledArrays>(arrays);
  const grid = (name: string): TileGrid => grids[name] as TileGrid;
  const last = workload.widths.length - 1;
  const [input, output] = [grid("X0"), grid(`X${last}`)];
  const operations = 2 * tile.bm * tile.bn * tile.bk;
  return layOutBlocks(arrays, { kind: "product", operandType: workload.dataType, stages }, (writer) => {
    for (let row = 0; row < output.rows; row++) {
      for (let q = 1; q <= last; q++) {
        const weights = grid(`W${q}`);
        for (let column = 0; column < weights.columns; column++) {
          writer.phase(weights.rows, operations);
          if (q === 1) writer.read(tileAt(input, 0, row, 0), 1);
          writer.read(tileAt(weights, 0, 0, column), weights.columns);
          if (q === last) writer.phase(1, 0).write(tileAt(output, 0, row, column), 0);
        }
      }
      writer.endBlock();
    }
  });
}

/** The parameters as a traffic document prints them. */
export function describeMultilayerChainFused(schedule: MultilayerChainFused): Readonly<Record<string, string | number>> {
  const { id, tile, stages, block, residency: resident } = schedule;
  return { id, tile: formatTile(tile), stages, ...block, ...resident };
}
