import type { AttentionWorkload } from "../computation/attention.js";
import { BYTES_OF } from "../computation/data-types.js";
import { checkInteger } from "../errors.js";
import type { Gpu } from "../machines/machine.js";
import type { FlashTile } from "./flash-tile.js";
import { formatFlashTile, usualFlashTile } from "./flash-tile.js";
import { REGISTERS_BESIDE_SUMS, wholeWarps } from "./product-block.js";
import type { Residency } from "./residency.js";
import { residency } from "./residency.js";
import { ScheduleWriter } from "./schedule-writer.js";
import type { BlockResources, TiledArray, TileSchedule } from "./tile-schedule.js";
import { checkReplayable, fillTileBytes } from "./tiled-array.js";

export interface FlashAttention2Options {
  readonly tile?: FlashTile | undefined;
  /** Buffers of K and of V; default 1. */
  readonly stages?: number | undefined;
  readonly threads?: number | undefined;
  /** FlashAttention-2 walks the keys from the last tile to the first, Triton's tutorial the other way; default backward. */
  readonly keyOrder?: "forward" | "backward" | undefined;
  readonly ctasPerSm?: number | undefined;
}

/**
 * FlashAttention-2, forward: a CTA holds a tile of Q and its sums of O, and walks K and V once; O is written once. Launched
 * query tiles first, then batch, then head. The log-sum-exp that training keeps is not stored.
 */
export interface FlashAttention2 {
  readonly id: "flash-attention-2";
  readonly workload: AttentionWorkload;
  readonly tile: FlashTile;
  readonly stages: number;
  readonly keyOrder: "forward" | "backward";
  readonly block: BlockResources;
  readonly residency: Residency;
}

/** @throws InputError naming `tile`, `dim`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU. */
export function flashAttention2(workload: AttentionWorkload, gpu: Gpu, options: FlashAttention2Options = {}): FlashAttention2 {
  const tile = options.tile ?? usualFlashTile(workload.dim, workload.causal, gpu);
  for (const side of ["bm", "bn"] as const) checkInteger(`tile ${side.toUpperCase()}`, tile[side], 1, 65536);
  const stages = checkInteger("stages", options.stages ?? 1, 1, 64);
  // Sums of O and of one tile of S; the probabilities take the registers of S.
  const sums = tile.bm * (workload.dim + tile.bn) * Math.max(1, BYTES_OF[workload.accumulator] / 4);
  const registers = (threads: number): number => REGISTERS_BESIDE_SUMS + Math.ceil(sums / threads);
  const usual = [128, 256].find((count) => registers(count) <= gpu.maximumRegistersPerThread) ?? 512;
  const threads = wholeWarps(options.threads ?? usual, gpu);
  const block: BlockResources = {
    threads,
    registersPerThread: registers(threads),
    sharedMemoryBytes: workload.dim * BYTES_OF[workload.dataType] * (tile.bm + 2 * stages * tile.bn),
  };
  return {
    id: "flash-attention-2",
    workload,
    tile,
    stages,
    keyOrder: options.keyOrder ?? "backward",
    block,
    residency: residency(block, gpu, formatFlashTile(tile), options.ctasPerSm),
  };
}

/**
 * Tiles of keys that query tile `row` walks: all, or under a causal mask ceil(((row+1)·BM + keys − queries) / BN); none for
 * queries that see no key.
 */
function keyTiles(w: AttentionWorkload, tile: FlashTile, row: number): number {
  const seen = w.causal ? Math.min(w.keys, (row + 1) * tile.bm + w.keys - w.queries) : w.keys;
  return Math.max(0, Math.ceil(seen / tile.bn));
}

/** @throws InputError when the attention has more tiles or touches than a replay can walk. */
export function layOutFlashAttention2(schedule: FlashAttention2): TileSchedule {
  const { workload: w, tile, keyOrder } = schedule;
  const [rows, columns] = [Math.ceil(w.queries / tile.bm), Math.ceil(w.keys / tile.bn)];
  const [queryHeads, keyHeads, group] = [w.batch * w.heads, w.batch * w.kvHeads, w.heads / w.kvHeads];
  const steps = Array.from({ length: rows }, (_, row) => keyTiles(w, tile, row));
  const walking = steps.filter((count) => count > 0).length;
  const [firstK, firstV] = [queryHeads * rows, queryHeads * rows + keyHeads * columns];
  const firstO = firstV + keyHeads * columns;
  const tileCount = firstO + queryHeads * rows;
  checkReplayable(tileCount, queryHeads * steps.reduce((sum, count) => sum + 2 * count + 2, 0));

  const tileBytes = new Int32Array(tileCount);
  const word = BYTES_OF[w.dataType];
  fillTileBytes(tileBytes, 0, queryHeads, [w.queries, tile.bm], [w.dim, w.dim], word);
  fillTileBytes(tileBytes, firstK, 2 * keyHeads, [w.keys, tile.bn], [w.dim, w.dim], word);
  fillTileBytes(tileBytes, firstO, queryHeads, [w.queries, tile.bm], [w.dim, w.dim], BYTES_OF[w.outputType]);

  const writer = new ScheduleWriter({
    blocks: queryHeads * rows,
    phases: queryHeads * (2 * rows + walking),
    streams: queryHeads * (2 * rows + 2 * walking),
  });
  for (let head = 0; head < w.heads; head++) {
    for (let batch = 0; batch < w.batch; batch++) {
      const firstRow = (batch * w.heads + head) * rows;
      const firstColumn = (batch * w.kvHeads + Math.floor(head / group)) * columns;
      steps.forEach((count, row) => {
        writer.phase(1, 0).read(firstRow + row, 0);
        if (count > 0) {
          const [start, stride] = keyOrder === "forward" ? [firstColumn, 1] : [firstColumn + count - 1, -1];
          writer.phase(count, 4 * tile.bm * tile.bn * w.dim);
          writer.read(firstK + start, stride).read(firstV + start, stride);
        }
        writer.phase(1, 0).write(firstO + firstRow + row, 0);
        writer.endBlock();
      });
    }
  }
  const arrays: readonly TiledArray[] = [
    { name: "Q", firstTile: 0, tileCount: firstK },
    { name: "K", firstTile: firstK, tileCount: firstV - firstK },
    { name: "V", firstTile: firstV, tileCount: firstO - firstV },
    { name: "O", firstTile: firstO, tileCount: tileCount - firstO },
  ];
  return writer.finish(arrays, tileBytes, { kind: "attention", operandType: w.dataType, stages: schedule.stages });
}

/** The parameters as a traffic document prints them. */
export function describeFlashAttention2(schedule: FlashAttention2): Readonly<Record<string, string | number>> {
  return {
    id: schedule.id,
    tile: formatFlashTile(schedule.tile),
    stages: schedule.stages,
    keyOrder: schedule.keyOrder,
    ...schedule.block,
    ...schedule.residency,
  };
}
