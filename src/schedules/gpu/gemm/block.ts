import { BYTES_OF } from "../../../computation/data-types.js";
import type { WordTypes } from "../../../computation/word-types.js";
import { checkInteger, InputError } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { BlockResources } from "../../tiles/tile-schedule.js";
import type { GemmTile } from "./gemm-tile.js";

/**
 * Addresses, pipeline state and fragments beside the sums. The tiled product of data/h200.csv compiles to 116 registers at 64
 * sums a thread, the others to 32 to 68 beside their sums; the dual product to the limit of 255, one block an SM either way.
 */
export const REGISTERS_BESIDE_SUMS = 52;

const USUAL_STAGES = 3;

export interface ProductBlockOptions {
  readonly stages?: number | undefined;
  readonly threads?: number | undefined;
}

/**
 * What a block holds that keeps `sumTiles` tiles of sums in registers and streams one tile of A and `sumTiles` of B a step
 * through `stages` buffers in shared memory.
 *
 * @throws InputError naming `tile`, `stages` or `threads`.
 */
export function productBlock(
  tile: GemmTile,
  sumTiles: number,
  types: Pick<WordTypes, "dataType" | "accumulator">,
  gpu: Gpu,
  options: ProductBlockOptions,
): { readonly block: BlockResources; readonly stages: number } {
  for (const side of ["bm", "bn", "bk"] as const) checkInteger(`tile ${side.toUpperCase()}`, tile[side], 1, 65536);
  const stages = checkInteger("stages", options.stages ?? USUAL_STAGES, 1, 64);
  const sums = sumTiles * tile.bm * tile.bn;
  const sumRegisters = sums * Math.max(1, BYTES_OF[types.accumulator] / 4);
  const threads = wholeWarps(options.threads ?? usualThreads(sumRegisters), gpu);
  const inTensorMemory = sums * BYTES_OF[types.accumulator] <= gpu.tensorMemoryPerSmBytes;
  const block: BlockResources = {
    threads,
    // On Blackwell the sums live in tensor memory; the kernel keeps only its own registers.
    registersPerThread: REGISTERS_BESIDE_SUMS + (inTensorMemory ? 0 : Math.ceil(sumRegisters / threads)),
    sharedMemoryBytes: stages * (tile.bm + sumTiles * tile.bn) * tile.bk * BYTES_OF[types.dataType],
  };
  return { block, stages };
}

/** @throws InputError naming `threads`. */
export function wholeWarps(threads: number, gpu: Gpu): number {
  checkInteger("threads", threads, 32, gpu.maximumThreadsPerBlock);
  if (threads % 32 !== 0) throw new InputError("threads", "whole warps of 32", String(threads));
  return threads;
}

/** Four warps for small tiles, eight up to 192 sums a thread, sixteen beyond. */
export function usualThreads(sumRegisters: number): number {
  return sumRegisters <= 8192 ? 128 : sumRegisters <= 192 * 256 ? 256 : 512;
}

/** The first kernel that fits the GPU; when none does, the error of the last. */
export function firstTileThatFits<Tile, Kernel>(tiles: readonly Tile[], make: (tile: Tile) => Kernel): Kernel {
  let refusal: unknown = new RangeError("firstTileThatFits: no tiles");
  for (const tile of tiles) {
    try {
      return make(tile);
    } catch (error) {
      if (!(error instanceof InputError && error.subject === "tile")) throw error;
      refusal = error;
    }
  }
  throw refusal;
}
