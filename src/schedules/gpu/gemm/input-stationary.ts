import type { GemmWorkload } from "../../../computation/gemm.js";
import type { Gpu } from "../../../machines/machine.js";
import type { GemmTile } from "./gemm-tile.js";
import type { StationaryGemm, StationaryOptions } from "./stationary-gemm.js";
import { stationaryGemm } from "./stationary-gemm.js";

const TILES: readonly GemmTile[] = [
  { bm: 128, bn: 128, bk: 64 },
  { bm: 64, bn: 128, bk: 64 },
  { bm: 64, bn: 64, bk: 64 },
  { bm: 64, bn: 64, bk: 32 },
  { bm: 32, bn: 64, bk: 32 },
  { bm: 16, bn: 64, bk: 32 },
];

/**
 * BM whole rows of A stay in the shared memory of a CTA while `band` tiles of columns of B pass; for k so short that the rows
 * fit. The kernel of the schedule that is best for k below about 2√S (proofs/notes.md).
 *
 * @throws InputError naming `tile`, `band`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU.
 */
export function inputStationaryKernel(
  workload: GemmWorkload,
  gpu: Gpu,
  options: Omit<StationaryOptions, "splits" | "reduction"> = {},
): StationaryGemm {
  return stationaryGemm("input-stationary", workload, gpu, { ...options, splits: 1, reduction: "serial" }, TILES);
}
