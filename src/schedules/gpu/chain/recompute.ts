import type { ChainWorkload } from "../../../computation/chain.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import { productTypeOf, rightTypeOf } from "../../../computation/operand-types.js";
import { checkInteger } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { residency } from "../../tiles/residency.js";
import { layOutBlocks, tileAt, tileGrids } from "../../tiles/tile-arrays.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import { blockOfSums, type FittedKernel, firstTileThatFits, sumRegisters, usualThreads } from "../gemm/block.js";
import { formatTile, type GemmTile } from "../gemm/gemm-tile.js";
import type { StagesFusedOptions } from "./stages-fused.js";
import { type StageArrays, stageArrays, stagesOf } from "./two-stages.js";

export const CHAIN_RECOMPUTE_ENTRY: ScheduleEntry = {
  id: "chain-recompute",
  workload: "chain: rows of A and sums of a block of E's columns stay, H is made and used bit by bit, again for each block",
  machine: "GPU, two-level",
  parameters:
    "GPU: --tile BMxBNxBK (BN of E, BK of H), --stages, --threads, --ctas-per-sm; words: rows and block width, searched",
  source: "proofs/chain-fused.md; FlashAttention's loop without the softmax",
};

/**
 * The chain as attention computes it: a CTA keeps BM rows of A in shared memory and the sums of BM×BN of E in registers, makes
 * BK columns of H at a time and uses them at once. H is computed again for each BN columns of E, and never leaves the SM.
 */
export interface ChainRecompute extends FittedKernel {
  readonly id: "chain-recompute";
  readonly workload: ChainWorkload;
}

const USUAL: readonly GemmTile[] = [128, 64, 32, 16].flatMap((bm) =>
  [256, 128, 64].flatMap((bn) => [64, 32].map((bk) => ({ bm, bn, bk }))),
);

/**
 * Plans a chain whose blocks recompute the rows of H they need, on a GPU.
 *
 * @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm` when the rows of A do not fit with the rest.
 */
export function chainRecompute(workload: ChainWorkload, gpu: Gpu, options: StagesFusedOptions = {}): ChainRecompute {
  return firstTileThatFits(options.tile === undefined ? USUAL : [options.tile], (tile) => {
    const { bm, bn, bk } = tile;
    for (const side of ["bm", "bn", "bk"] as const) checkInteger(`tile ${side.toUpperCase()}`, tile[side], 1, 65536);
    const stages = checkInteger("stages", options.stages ?? 2, 1, 64);
    const sums = sumRegisters(bm * (bn + bk), workload);
    const streamed = BYTES_OF[rightTypeOf(workload)] * stages * bk * Math.max(bk, bn);
    const bytes = BYTES_OF[workload.dataType] * bm * workload.k + streamed;
    const block = blockOfSums(sums, options.threads ?? usualThreads(sums), gpu, bytes);
    const resident = residency(block, gpu, `${formatTile(tile)} with ${bm}x${workload.k} of A kept`, options.ctasPerSm);
    return { id: "chain-recompute", workload, tile, stages, block, residency: resident };
  });
}

export function chainRecomputeArrays({ workload, tile: { bm, bn, bk } }: ChainRecompute): StageArrays {
  return stageArrays(stagesOf(workload), { a: [bm, bk], b: [bk, bk], d: [bk, bn], e: [bm, bn] });
}

/** The schedule as tiles for the replay. @throws InputError when the chain has more tiles or touches than a replay can walk. */
export function layOutChainRecompute(schedule: ChainRecompute): TileSchedule {
  const { workload: w, tile, stages } = schedule;
  const arrays = chainRecomputeArrays(schedule);
  const { a, b, d, e } = tileGrids(arrays).grids;
  return layOutBlocks(arrays, { kind: "product", operandType: productTypeOf(w), stages }, (writer) => {
    for (let row = 0; row < e.rows; row++) {
      for (let column = 0; column < e.columns; column++) {
        writer.phase(a.columns, 0).read(tileAt(a, 0, row, 0), 1);
        for (let chunk = 0; chunk < b.columns; chunk++) {
          writer.phase(b.rows, 2 * tile.bm * tile.bk * tile.bk).read(tileAt(b, 0, 0, chunk), b.columns);
          writer.phase(1, 2 * tile.bm * tile.bn * tile.bk).read(tileAt(d, 0, chunk, column), 0);
        }
        writer
          .phase(1, 0)
          .write(tileAt(e, 0, row, column), 0)
          .endBlock();
      }
    }
  });
}

/** The parameters as a traffic document prints them. */
export function describeChainRecompute(schedule: ChainRecompute): Readonly<Record<string, string | number>> {
  const { id, tile, stages, block, residency: resident } = schedule;
  return { id, tile: formatTile(tile), stages, ...block, ...resident };
}
