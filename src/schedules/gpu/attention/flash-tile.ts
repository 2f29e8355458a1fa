import { type AttentionWorkload, valueDimOf, wordsOfKey } from "../../../computation/attention.js";
import { BYTES_OF } from "../../../computation/data-types.js";
import { rightTypeOf } from "../../../computation/operand-types.js";
import { checkInteger, InputError, shown } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { BlockResources } from "../../tiles/tile-schedule.js";
import { blockOfSums, sumRegisters } from "../gemm/block.js";

/** A CTA takes BM queries and walks the keys BN at a time. */
export interface FlashTile {
  readonly bm: number;
  readonly bn: number;
}

/** Reads `128x64`. @throws InputError naming `tile`. */
export function parseFlashTile(text: string): FlashTile {
  const match = /^(\d{1,5})x(\d{1,5})$/.exec(text);
  if (match === null) throw new InputError("tile", "BMxBN (queries × keys) such as 128x64", shown(text));
  const [bm, bn] = match.slice(1).map(Number) as [number, number];
  for (const side of [bm, bn]) checkInteger("tile", side, 1, 65536);
  return { bm, bn };
}

/** `128x64`. */
export function formatFlashTile(tile: FlashTile): string {
  return `${tile.bm}x${tile.bn}`;
}

/**
 * A block that holds a tile of Q and `stages` tiles of K and V in shared memory, and sums of O and of one tile of S in registers; the
 * probabilities take the registers of S.
 */
export function flashBlock(
  w: AttentionWorkload,
  { bm, bn }: FlashTile,
  stages: number,
  threads: number,
  gpu: Gpu,
): BlockResources {
  const bytes = BYTES_OF[w.dataType] * bm * w.dim + BYTES_OF[rightTypeOf(w)] * stages * bn * wordsOfKey(w);
  return blockOfSums(sumRegisters(bm * (valueDimOf(w) + bn), w), threads, gpu, bytes);
}

/** One warp group, or the two or four whose registers hold the sums. */
export function threadsThatHold(w: AttentionWorkload, tile: FlashTile, gpu: Gpu): number {
  const fits = (threads: number): boolean =>
    flashBlock(w, tile, 1, threads, gpu).registersPerThread <= gpu.maximumRegistersPerThread;
  return [128, 256].find(fits) ?? 512;
}

/** Consumer chips with 99 KiB of shared memory a block take narrower tiles. */
const NARROW: ReadonlySet<string> = new Set(["8.6", "8.9"]);

/** The widest latent with its rotary part that FlashMLA has a kernel for. */
const WIDEST_LATENT = 576;

/** FlashMLA's tile for latents wider than any head, 64 rows whose sums take two warp groups' registers; else `usualFlashTile`. */
export function flashTileOf(w: AttentionWorkload, gpu: Gpu): FlashTile {
  const dim = Math.max(w.dim, valueDimOf(w));
  if (w.valuesInKeys && dim > 256 && dim <= WIDEST_LATENT) return { bm: 64, bn: 64 };
  return usualFlashTile(dim, w.causal, gpu);
}

/**
 * FlashAttention-2's tiles of its forward kernels for 16-bit operands, without dropout, by head dimension rounded up to the
 * next kernel. Source: the launch table of the FlashAttention repository.
 *
 * @throws InputError naming `dim` beyond 256, where there is no kernel.
 */
export function usualFlashTile(dim: number, causal: boolean, gpu: Gpu): FlashTile {
  const narrow = NARROW.has(gpu.computeCapability);
  if (dim <= 64) return { bm: 128, bn: 128 };
  if (dim <= 96) return narrow && causal ? { bm: 64, bn: 64 } : { bm: 128, bn: 64 };
  if (dim <= 128) return !narrow ? { bm: 128, bn: 64 } : causal ? { bm: 64, bn: 64 } : { bm: 128, bn: 32 };
  if (dim <= 192) return { bm: 128, bn: 64 };
  if (dim <= 256) return wideHeadTile(gpu);
  throw new InputError("dim", "at most 256, or a --tile", String(dim));
}

/** 128 queries at a head dimension of 256 if they fit, unless two blocks of 64 queries fit one SM. */
function wideHeadTile(gpu: Gpu): FlashTile {
  const bytes = (bm: number): number => 2 * 256 * (bm + 2 * 64);
  const fits = gpu.sharedMemoryPerBlockBytes >= bytes(128) && gpu.sharedMemoryPerSmBytes < 2 * bytes(64);
  return { bm: fits ? 128 : 64, bn: 64 };
}
