import { BYTES_OF } from "../computation/data-types.js";
import type { GemmWorkload } from "../computation/gemm.js";
import { checkInteger, InputError, shown } from "../errors.js";
import type { Gpu } from "../machines/machine.js";
import type { LaunchOrder } from "./launch-order.js";
import { formatLaunchOrder, launchOrder } from "./launch-order.js";
import type { Residency } from "./residency.js";
import { residency } from "./residency.js";
import type { BlockResources, TiledArray, TileSchedule } from "./tile-schedule.js";
import { MAXIMUM_TILES, MAXIMUM_TOUCHES } from "./tile-schedule.js";

/** A CTA computes BM×BN of C and walks k in steps of BK. */
export interface GemmTile {
  readonly bm: number;
  readonly bn: number;
  readonly bk: number;
}

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

/** The tiles of the usual tensor-core kernels, largest first; the first that fits the GPU is the default. */
const USUAL_TILES: readonly GemmTile[] = [
  { bm: 128, bn: 128, bk: 64 },
  { bm: 128, bn: 128, bk: 32 },
  { bm: 64, bn: 64, bk: 64 },
  { bm: 64, bn: 64, bk: 32 },
  { bm: 64, bn: 64, bk: 16 },
];
const USUAL_STAGES = 3;

/** Addresses, pipeline state and fragments beside the accumulators, from compiled kernels of this kind (116 registers at 64 sums a thread). */
const REGISTERS_BESIDE_SUMS = 52;

/**
 * The tiled product: one CTA a tile of C, k in steps, sums in registers, operand tiles in shared memory.
 *
 * @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU.
 */
export function tiledGemm(workload: GemmWorkload, gpu: Gpu, options: TiledGemmOptions = {}): TiledGemm {
  return options.tile === undefined ? usualTiling(workload, gpu, options) : tiling(workload, gpu, options.tile, options);
}

/** The largest usual tile that fits with the other options as given. */
function usualTiling(workload: GemmWorkload, gpu: Gpu, options: TiledGemmOptions): TiledGemm {
  for (const tile of USUAL_TILES.slice(0, -1)) {
    try {
      return tiling(workload, gpu, tile, options);
    } catch (error) {
      if (!(error instanceof InputError && error.subject === "tile")) throw error;
    }
  }
  return tiling(workload, gpu, USUAL_TILES.at(-1) as GemmTile, options);
}

function tiling(workload: GemmWorkload, gpu: Gpu, tile: GemmTile, options: TiledGemmOptions): TiledGemm {
  for (const side of ["bm", "bn", "bk"] as const) checkInteger(`tile ${side.toUpperCase()}`, tile[side], 1, 65536);
  const stages = checkInteger("stages", options.stages ?? USUAL_STAGES, 1, 64);
  const sumRegisters = tile.bm * tile.bn * Math.max(1, BYTES_OF[workload.accumulator] / 4);
  const threads = checkInteger("threads", options.threads ?? usualThreads(sumRegisters), 32, gpu.maximumThreadsPerBlock);
  if (threads % 32 !== 0) throw new InputError("threads", "whole warps of 32", String(threads));
  const inTensorMemory = tile.bm * tile.bn * BYTES_OF[workload.accumulator] <= gpu.tensorMemoryPerSmBytes;
  const block: BlockResources = {
    threads,
    // On Blackwell the sums live in tensor memory; the kernel keeps only its own registers.
    registersPerThread: REGISTERS_BESIDE_SUMS + (inTensorMemory ? 0 : Math.ceil(sumRegisters / threads)),
    sharedMemoryBytes: stages * (tile.bm + tile.bn) * tile.bk * BYTES_OF[workload.dataType],
  };
  return {
    id: "tiled-gemm",
    workload,
    tile,
    order: options.order ?? { kind: "row" },
    stages,
    block,
    residency: residency(block, gpu, formatTile(tile), options.ctasPerSm),
  };
}

/** Four warps for small tiles, eight up to 192 sums a thread, sixteen beyond. */
function usualThreads(sumRegisters: number): number {
  return sumRegisters <= 8192 ? 128 : sumRegisters <= 192 * 256 ? 256 : 512;
}

/** Reads `128x256x64`. @throws InputError naming `tile`. */
export function parseTile(text: string): GemmTile {
  const match = /^(\d{1,5})x(\d{1,5})x(\d{1,5})$/.exec(text);
  if (match === null) throw new InputError("tile", "BMxBNxBK such as 128x128x64", shown(text));
  const [bm, bn, bk] = match.slice(1).map(Number) as [number, number, number];
  for (const side of [bm, bn, bk]) checkInteger("tile", side, 1, 65536);
  return { bm, bn, bk };
}

export function formatTile(tile: GemmTile): string {
  return `${tile.bm}x${tile.bn}x${tile.bk}`;
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
  };
}

function checkReplayable(tileCount: number, touches: number): void {
  if (tileCount > MAXIMUM_TILES || touches > MAXIMUM_TOUCHES) {
    const size = touches > MAXIMUM_TOUCHES ? `${touches.toExponential(1)} tile touches` : `${tileCount.toExponential(1)} tiles`;
    throw new InputError(
      "workload",
      `at most ${MAXIMUM_TOUCHES.toExponential(1)} tile touches on ${MAXIMUM_TILES.toExponential(1)} tiles for a replay (bounds have no such limit)`,
      size,
    );
  }
}

/** Row-major tiles of a `rows` × `columns` array, `batch` of them, ragged at the edges. Sizes are `[extent, tile side]`. */
function fillTileBytes(
  tileBytes: Int32Array,
  first: number,
  batch: number,
  [rows, tileRows]: readonly [number, number],
  [columns, tileColumns]: readonly [number, number],
  wordBytes: number,
): void {
  let tile = first;
  for (let b = 0; b < batch; b++) {
    for (let row = 0; row < rows; row += tileRows) {
      const height = Math.min(tileRows, rows - row);
      for (let column = 0; column < columns; column += tileColumns) {
        tileBytes[tile++] = height * Math.min(tileColumns, columns - column) * wordBytes;
      }
    }
  }
}
