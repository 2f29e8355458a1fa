import { checkLimit } from "../../../budget.js";
import { type AttentionWorkload, valueDimOf } from "../../../computation/attention.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import { checkInteger } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { residency } from "../../tiles/residency.js";
import { checkSize } from "../../tiles/schedule-writer.js";
import { layOutBlocks, type TiledMatrices, tileAt, tileGrids } from "../../tiles/tile-arrays.js";
import type { BlockWaits, TileSchedule } from "../../tiles/tile-schedule.js";
import { type FittedKernel, firstTileThatFits, type KernelOptions } from "../gemm/block.js";
import { BYTES_A_SEGMENT } from "../gemm/layout.js";
import {
  attentionWork,
  keyGrids,
  keyHeadOf,
  keyMatrixOf,
  keyTiles,
  type OperandArrays,
  operandArrays,
  rowStatistics,
  tileOperations,
} from "./arrays.js";
import { type FlashTile, flashBlock, formatFlashTile } from "./flash-tile.js";

export const FLASH_ATTENTION_1_ENTRY: ScheduleEntry = {
  id: "flash-attention-1",
  workload: "attention: one CTA a head, keys outside, queries inside; sums of O and statistics come and go at every tile of keys",
  machine: "GPU",
  parameters: "--tile BMxBN, --threads, --ctas-per-sm",
  source: "Dao et al., FlashAttention, NeurIPS'22",
};

/** Tile and resources of the block, and what else the schedule leaves open. */
export type FlashAttention1Options = Omit<KernelOptions<FlashTile>, "stages">;

/**
 * FlashAttention-1, forward: one CTA a head holds a tile of K and V and walks Q; the sums of O and the log-sum-exp of each row
 * come from memory and go back at every tile of keys, the sums as accumulators until the last tile writes O. The CTA's tiles of
 * keys are blocks that wait for one another, heads that run at once side by side.
 */
export interface FlashAttention1 extends Omit<FittedKernel<FlashTile>, "stages"> {
  readonly id: "flash-attention-1";
  readonly workload: AttentionWorkload;
  /** Heads that run at once on the whole GPU. */
  readonly headsAtOnce: number;
}

/** 16 query rows by 256 keys for narrow heads, by 128 for wide ones, as in the repository's version 1; fewer where they do not fit. */
function usualTiles(dim: number): readonly FlashTile[] {
  return [256, 128, 64, 32].filter((bn) => bn <= 128 || dim <= 64).map((bn) => ({ bm: 16, bn }));
}

/** Plans FlashAttention-1 on a GPU. @throws InputError naming `tile`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU. */
export function flashAttention1(workload: AttentionWorkload, gpu: Gpu, options: FlashAttention1Options = {}): FlashAttention1 {
  return firstTileThatFits(
    options.tile === undefined ? usualTiles(Math.max(workload.dim, valueDimOf(workload))) : [options.tile],
    (tile) => {
      for (const side of ["bm", "bn"] as const) checkInteger(`tile ${side.toUpperCase()}`, tile[side], 1, 65536);
      const block = flashBlock(workload, tile, 1, options.threads ?? 128, gpu);
      const resident = residency(block, gpu, formatFlashTile(tile), options.ctasPerSm);
      const headsAtOnce = gpu.sms * resident.ctasPerSm;
      return { id: "flash-attention-1", workload, tile, headsAtOnce, block, residency: resident };
    },
  );
}

type FlashAttention1Arrays = OperandArrays & Readonly<Record<"sums" | "lse", TiledMatrices>>;

export function flashAttention1Arrays({ workload: w, tile }: FlashAttention1): FlashAttention1Arrays {
  const { o, ...operands } = operandArrays(w, tile);
  return {
    ...operands,
    sums: { ...o, name: "sums of O", wordBytes: BYTES_OF[w.accumulator] },
    lse: rowStatistics(w, "LSE", tile.bm),
    o,
  };
}

/** The schedule as tiles for the replay. @throws InputError when the attention has more tiles or touches than a replay can walk. */
export function layOutFlashAttention1(schedule: FlashAttention1): TileSchedule {
  const { workload: w, tile } = schedule;
  const arrays = flashAttention1Arrays(schedule);
  const { grids } = tileGrids(arrays);
  const { q, k, sums, lse, o } = grids;
  const tasks = headsInWaves(schedule, k.rows);
  const keys = keyGrids(w, grids);
  const last = Array.from({ length: q.rows }, (_, row) => Math.max(1, keyTiles(w, tile, row)) - 1);
  // Before it is laid out, which takes as long as a replay: of each pair of tiles two phases, of 3 touches at least.
  const pairs = w.batch * w.heads * last.reduce((sum, column) => sum + column + 1, 0);
  checkSize(2 * pairs, 3 * pairs);
  return layOutBlocks(
    arrays,
    attentionWork(schedule),
    (writer) => {
      for (const [head, column] of tasks) {
        const keyHead = keyHeadOf(w, head);
        writer.phase(1, 0);
        for (const one of keys) writer.read(tileAt(one.grid, keyMatrixOf(w, one, keyHead), column, 0), 0);
        last.forEach((lastColumn, row) => {
          if (column > lastColumn) return;
          writer.phase(1, tileOperations(w, tile)).read(tileAt(q, head, row, 0), 0);
          if (column > 0) writer.read(tileAt(sums, head, row, 0), 0).read(tileAt(lse, head, row, 0), 0);
          writer.phase(1, 0).write(tileAt(column === lastColumn ? o : sums, head, row, 0), 0);
          writer.write(tileAt(lse, head, row, 0), 0);
        });
        writer.endBlock();
      }
    },
    () => inTurn(w.batch * w.heads, tasks),
  );
}

type Task = readonly [head: number, column: number];

/** Tiles of keys, one after the other for as many heads as run at once, then for the next heads. */
function headsInWaves({ workload: w, headsAtOnce }: FlashAttention1, columns: number): readonly Task[] {
  const heads = w.batch * w.heads;
  checkLimit("memory", BYTES_A_SEGMENT * heads * columns, "the tiles of a kernel");
  const tasks: Task[] = [];
  for (let first = 0; first < heads; first += headsAtOnce) {
    const beyond = Math.min(first + headsAtOnce, heads);
    for (let column = 0; column < columns; column++) for (let head = first; head < beyond; head++) tasks.push([head, column]);
  }
  return tasks;
}

/** A head's tiles of keys wait for one another. */
function inTurn(heads: number, tasks: readonly Task[]): BlockWaits {
  const raises = Int32Array.from(tasks, ([head]) => head);
  return { counterCount: heads, raises, waitsFor: raises, until: Int32Array.from(tasks, ([, column]) => column) };
}

/** The parameters as a traffic document prints them. */
export function describeFlashAttention1(schedule: FlashAttention1): Readonly<Record<string, string | number>> {
  return { id: schedule.id, tile: formatFlashTile(schedule.tile), ...schedule.block, ...schedule.residency };
}
