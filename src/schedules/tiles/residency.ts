import { checkInteger, InputError } from "../../errors.js";
import type { Gpu } from "../../machines/machine.js";
import type { BlockResources } from "./tile-schedule.js";

/** How many blocks one SM runs at once, and what stops it from running one more. */
export interface Residency {
  readonly ctasPerSm: number;
  readonly limitedBy: "shared memory" | "registers" | "threads" | "blocks" | "given";
}

/** Registers are given to warps in units of 256, that is 8 a thread. */
const REGISTER_GRAIN = 8;

/**
 * Blocks per SM from shared memory, registers, threads and the block limit (CUDA occupancy rules).
 *
 * @throws InputError naming `sms` of a GPU that has none; `tile` when not even one block fits, with the two figures; or `ctas-per-sm` when more are asked
 * for than fit.
 */
export function residency(block: BlockResources, gpu: Gpu, tile: string, asked?: number): Residency {
  checkInteger("sms", gpu.sms, 1);
  if (block.sharedMemoryBytes > gpu.sharedMemoryPerBlockBytes) {
    throw new InputError(
      "tile",
      `a tile whose stages fit the ${gpu.sharedMemoryPerBlockBytes} bytes of shared memory a block may use on ${gpu.name}`,
      `${tile}, which needs ${block.sharedMemoryBytes}`,
    );
  }
  if (block.registersPerThread > gpu.maximumRegistersPerThread) {
    throw new InputError(
      "tile",
      `accumulators within ${gpu.maximumRegistersPerThread} registers a thread on ${gpu.name}`,
      `${tile}, which needs ${block.registersPerThread} with ${block.threads} threads`,
    );
  }
  const registers = registersOf(block);
  const limits: readonly (readonly [number, Residency["limitedBy"]])[] = [
    [Math.floor(gpu.sharedMemoryPerSmBytes / (block.sharedMemoryBytes + gpu.reservedSharedMemoryPerBlockBytes)), "shared memory"],
    [Math.floor(gpu.registersPerSm / registers), "registers"],
    [Math.floor(gpu.maximumThreadsPerSm / block.threads), "threads"],
    [gpu.maximumBlocksPerSm, "blocks"],
  ];
  const [most, limitedBy] = limits.reduce((least, limit) => (limit[0] < least[0] ? limit : least));
  if (most < 1) {
    throw new InputError("tile", `a block that fits the ${limitedBy} of one SM of ${gpu.name}`, `${tile}, which does not`);
  }
  if (asked === undefined) return { ctasPerSm: most, limitedBy };
  return { ctasPerSm: checkInteger("ctas-per-sm", asked, 1, most), limitedBy: "given" };
}

/**
 * Blocks of several kernels on one SM at once, `counts` of each.
 *
 * @throws InputError naming `mix` with the resource that does not suffice.
 */
export function checkResidentTogether(blocks: readonly BlockResources[], counts: readonly number[], gpu: Gpu): void {
  const sum = (need: (block: BlockResources) => number): number =>
    blocks.reduce((all, block, kernel) => all + need(block) * (counts[kernel] ?? 0), 0);
  const needs: readonly (readonly [string, number, number])[] = [
    [
      "bytes of shared memory",
      sum((block) => block.sharedMemoryBytes + gpu.reservedSharedMemoryPerBlockBytes),
      gpu.sharedMemoryPerSmBytes,
    ],
    ["registers", sum(registersOf), gpu.registersPerSm],
    ["threads", sum((block) => block.threads), gpu.maximumThreadsPerSm],
    ["blocks", sum(() => 1), gpu.maximumBlocksPerSm],
  ];
  for (const [what, needed, there] of needs) {
    if (needed > there) {
      const expected = `blocks that fit together into the ${there} ${what} of an SM of ${gpu.name} (--tile and --stages make them smaller)`;
      throw new InputError("mix", expected, `${needed}`);
    }
  }
}

function registersOf(block: BlockResources): number {
  return Math.ceil(block.registersPerThread / REGISTER_GRAIN) * REGISTER_GRAIN * block.threads;
}
