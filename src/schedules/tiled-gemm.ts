import { BYTES_OF } from "../computation/data-types.js";
import type { GemmWorkload } from "../computation/gemm.js";
import type { Gpu } from "../machines/machine.js";
import type { GemmTile } from "./gemm-tile.js";
import { formatTile, USUAL_TILES } from "./gemm-tile.js";
import type { LaunchOrder } from "./launch-order.js";
import { formatLaunchOrder, launchOrder, settledOrder } from "./launch-order.js";
import { firstTileThatFits, productBlock } from "./product-block.js";
import type { Residency } from "./residency.js";
import { residency } from "./residency.js";
import type { BlockResources, TiledArray, TileSchedule } from "./tile-schedule.js";
import { checkReplayable, fillTileBytes } from "./tiled-array.js";

export type { GemmTile } from "./gemm-tile.js";
export { formatTile, parseTile } from "./gemm-tile.js";

export interface TiledGemmOptions {
  readonly tile?: GemmTile | undefined;
  readonly order?: LaunchOrder | undefined;
  readonly stages?: number | undefined;
  readonly threads?: number | undefined;
  readonly ctasPerSm?: number | undefined;
}

/** A tiled product with every parameter resolved. */
export interface TiledGemm {
  readonly id: "tiled-gemm";
  readonly workload: GemmWorkload;
  readonly tile: GemmTile;
  readonly order: LaunchOrder;
  /** Operand tiles in flight; costs shared memory, moves no further bytes. */
  readonly stages: number;
  readonly block: BlockResources;
  readonly residency: Residency;
}

/**
 * The tiled product: one CTA a tile of C, k in steps, sums in registers, operand tiles in shared memory.
 *
 * @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU.
 */
export function tiledGemm(workload: GemmWorkload, gpu: Gpu, options: TiledGemmOptions = {}): TiledGemm {
  return options.tile === undefined
    ? firstTileThatFits(USUAL_TILES, (tile) => tiling(workload, gpu, tile, options))
    : tiling(workload, gpu, options.tile, options);
}

function tiling(workload: GemmWorkload, gpu: Gpu, tile: GemmTile, options: TiledGemmOptions): TiledGemm {
  const { block, stages } = productBlock(tile, 1, workload, gpu, options);
  return {
    id: "tiled-gemm",
    workload,
    tile,
    order: settledOrder(options.order ?? { kind: "row" }, tile, gpu.sms),
    stages,
    block,
    residency: residency(block, gpu, formatTile(tile), options.ctasPerSm),
  };
}

/** The parameters as a traffic document prints them. */
export function describeTiledGemm(schedule: TiledGemm): Readonly<Record<string, string | number>> {
  return {
    id: schedule.id,
    tile: formatTile(schedule.tile),
    order: formatLaunchOrder(schedule.order),
    stages: schedule.stages,
    threads: schedule.block.threads,
    registersPerThread: schedule.block.registersPerThread,
    sharedMemoryBytes: schedule.block.sharedMemoryBytes,
    ctasPerSm: schedule.residency.ctasPerSm,
    limitedBy: schedule.residency.limitedBy,
  };
}

/**
 * The blocks of the tiled product for the replay. Per k step a block reads a tile of A and one of B, after the last it writes
 * its tile of C; batches run one after another.
 *
 * @throws InputError when the product has more tiles or touches than a replay can walk.
 */
export function layOutTiledGemm(schedule: TiledGemm): TileSchedule {
  const { workload: w, tile } = schedule;
  const [rows, columns, steps] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn), Math.ceil(w.k / tile.bk)];
  const perBatch = { a: rows * steps, b: steps * columns, c: rows * columns };
  const tileCount = w.batch * (perBatch.a + perBatch.b + perBatch.c);
  const blockCount = w.batch * perBatch.c;
  const touches = blockCount * (2 * steps + 1);
  checkReplayable(tileCount, touches);
  const firstA = 0;
  const firstB = w.batch * perBatch.a;
  const firstC = firstB + w.batch * perBatch.b;
  const tileBytes = new Int32Array(tileCount);
  const operandBytes = BYTES_OF[w.dataType];
  fillTileBytes(tileBytes, firstA, w.batch, [w.m, tile.bm], [w.k, tile.bk], operandBytes);
  fillTileBytes(tileBytes, firstB, w.batch, [w.k, tile.bk], [w.n, tile.bn], operandBytes);
  fillTileBytes(tileBytes, firstC, w.batch, [w.m, tile.bm], [w.n, tile.bn], BYTES_OF[w.outputType]);
  const order = launchOrder(schedule.order, rows, columns);
  const streamBase = new Int32Array(3 * blockCount);
  let stream = 0;
  for (let batch = 0; batch < w.batch; batch++) {
    for (const outputTile of order) {
      const column = outputTile % columns;
      const row = (outputTile - column) / columns;
      streamBase[stream++] = firstA + batch * perBatch.a + row * steps;
      streamBase[stream++] = firstB + batch * perBatch.b + column;
      streamBase[stream++] = firstC + batch * perBatch.c + outputTile;
    }
  }
  const arrays: readonly TiledArray[] = [
    { name: "A", firstTile: firstA, tileCount: firstB - firstA },
    { name: "B", firstTile: firstB, tileCount: firstC - firstB },
    { name: "C", firstTile: firstC, tileCount: tileCount - firstC },
  ];
  return {
    arrays,
    tileBytes,
    blockCount,
    touches,
    phaseStart: Int32Array.from({ length: blockCount + 1 }, (_, b) => 2 * b),
    phaseSteps: Int32Array.from({ length: 2 * blockCount }, (_, p) => (p % 2 === 0 ? steps : 1)),
    streamStart: Int32Array.from({ length: 2 * blockCount + 1 }, (_, p) => (p % 2 === 0 ? (3 * p) / 2 : (3 * (p - 1)) / 2 + 2)),
    streamBase,
    streamStride: Int32Array.from({ length: 3 * blockCount }, (_, s) => (s % 3 === 0 ? 1 : s % 3 === 1 ? columns : 0)),
    streamWrites: Uint8Array.from({ length: 3 * blockCount }, (_, s) => (s % 3 === 2 ? 1 : 0)),
    work: {
      kind: "product",
      operandType: w.dataType,
      stages: schedule.stages,
      phaseOperations: Float64Array.from({ length: 2 * blockCount }, (_, p) =>
        p % 2 === 0 ? 2 * tile.bm * tile.bn * tile.bk : 0,
      ),
    },
  };
}
