import { BITS_OF, BYTES_OF } from "../../../computation/data-types.js";
import { type OperandTypes, rightTypeOf } from "../../../computation/operand-types.js";
import type { WordTypes } from "../../../computation/word-types.js";
import { checkInteger, InputError } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { Residency } from "../../tiles/residency.js";
import type { BlockResources } from "../../tiles/tile-schedule.js";
import type { GemmTile } from "./gemm-tile.js";

/**
 * Addresses, pipeline state and fragments beside the sums. The tiled product of data/h200.csv compiles to 116 registers at 64
 * sums a thread, the others to 32 to 68 beside their sums; the dual product to the limit of 255, one block an SM either way.
 */
const REGISTERS_BESIDE_SUMS = 52;

const USUAL_STAGES = 3;

/** Buffers and threads of a block, where they are given. */
export interface ProductBlockOptions {
  readonly stages?: number | undefined;
  readonly threads?: number | undefined;
}

/** Tile and resources of the block, and how many blocks an SM runs, where they are given. */
export interface KernelOptions<Tile = GemmTile> extends ProductBlockOptions {
  readonly tile?: Tile | undefined;
  readonly ctasPerSm?: number | undefined;
}

/** What is settled of a kernel on a GPU. */
export interface FittedKernel<Tile = GemmTile> {
  readonly tile: Tile;
  /** Operand tiles in flight; costs shared memory, moves no further bytes. */
  readonly stages: number;
  readonly block: BlockResources;
  readonly residency: Residency;
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
  types: OperandTypes & Pick<WordTypes, "accumulator">,
  gpu: Gpu,
  options: ProductBlockOptions,
): { readonly block: BlockResources; readonly stages: number } {
  for (const side of ["bm", "bn", "bk"] as const) checkInteger(`tile ${side.toUpperCase()}`, tile[side], 1, 65536);
  checkPacking(tile, types);
  const stages = checkInteger("stages", options.stages ?? USUAL_STAGES, 1, 64);
  const sums = sumTiles * tile.bm * tile.bn;
  const registers = sumRegisters(sums, types);
  const inTensorMemory = sums * BYTES_OF[types.accumulator] <= gpu.tensorMemoryPerSmBytes;
  const bytes = stages * stepBytes(tile, sumTiles, types);
  // On Blackwell the sums live in tensor memory; the kernel keeps only its own registers.
  const block = blockOfSums(inTensorMemory ? 0 : registers, options.threads ?? usualThreads(registers), gpu, bytes);
  return { block, stages };
}

/** Packed words lie along k: a step has whole bytes of them. @throws InputError naming `tile BK` */
function checkPacking({ bk }: GemmTile, types: OperandTypes): void {
  for (const type of [types.dataType, rightTypeOf(types)]) {
    if ((bk * BITS_OF[type]) % 8 !== 0) throw new InputError("tile BK", `whole bytes of ${type}`, String(bk));
  }
}

/** Bytes of one tile of A and `sumTiles` of B. */
export function stepBytes({ bm, bn, bk }: GemmTile, sumTiles: number, types: OperandTypes): number {
  return bk * (bm * BYTES_OF[types.dataType] + sumTiles * bn * BYTES_OF[rightTypeOf(types)]);
}

/** Registers that sums take. */
export function sumRegisters(sums: number, { accumulator }: Pick<WordTypes, "accumulator">): number {
  return sums * Math.max(1, BYTES_OF[accumulator] / 4);
}

/** Threads that share so many registers of sums, beside their own. @throws InputError naming `threads`. */
export function blockOfSums(registers: number, threads: number, gpu: Gpu, sharedMemoryBytes: number): BlockResources {
  const registersPerThread = REGISTERS_BESIDE_SUMS + Math.ceil(registers / wholeWarps(threads, gpu));
  return { threads, registersPerThread, sharedMemoryBytes };
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
