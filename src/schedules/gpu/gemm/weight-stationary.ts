import type { GemmWorkload } from "../../../computation/gemm.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { GemmTile } from "./gemm-tile.js";
import { type StationaryGemm, type StationaryOptions, stationaryGemm } from "./stationary-gemm.js";

export const WEIGHT_STATIONARY_ENTRY: ScheduleEntry = {
  id: "weight-stationary",
  workload:
    "gemm: a tile of B, the weights, stays while rows of A pass: a CTA with a slice of k in shared memory, TPU " +
    "v1's 256×256 array with its accumulators, or a block of words with sums that come and go",
  machine: "GPU, tpu-v1, two-level",
  parameters:
    "GPU: --band TILES that pass a held tile, --splits, --reduction, --tile, --order, --stages, --threads, --ctas-per-sm; " +
    "tpu-v1: --band ROWS that pass a weight tile; words: rows and columns, searched",
  source: "Jouppi et al., ISCA'17, for the array; split-k's reductions for slices of k; every move is refereed",
};

const TILES: readonly GemmTile[] = [
  { bm: 128, bn: 128, bk: 64 },
  { bm: 64, bn: 128, bk: 64 },
  { bm: 64, bn: 128, bk: 32 },
  { bm: 64, bn: 64, bk: 32 },
  { bm: 64, bn: 64, bk: 16 },
];

/**
 * BN columns of B, the weights, stay in the shared memory of a CTA, in a slice of k, while `band` tiles of rows of A pass; their
 * sums of a slice stay in registers and meet those of the other slices as in split-k. One slice where all of k fits. The GPU's
 * counterpart of a weight-stationary systolic array; CUDA kernels of narrow products keep weights so.
 *
 * @throws InputError naming `tile`, `splits`, `band`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU.
 */
export function weightStationaryGemm(workload: GemmWorkload, gpu: Gpu, options: StationaryOptions = {}): StationaryGemm {
  return stationaryGemm("weight-stationary", workload, gpu, options, TILES);
}
