import type { GemmWorkload } from "../../../computation/gemm.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { GemmTile } from "./gemm-tile.js";
import { type StationaryGemm, type StationaryOptions, stationaryGemm } from "./stationary-gemm.js";

export const INPUT_STATIONARY_ENTRY: ScheduleEntry = {
  id: "input-stationary",
  workload:
    "gemm: rows of A stay, B is streamed word by word, or the transpose, for k ≤ S − 2; on a GPU a CTA keeps BM " +
    "rows of A with all of k in shared memory and streams tiles of B",
  machine: "GPU, two-level",
  parameters:
    "GPU: --band TILES across that held rows make, --tile, --order, --stages, --threads, --ctas-per-sm; words: rows held, floor((S−1)/(k+1))",
  source: "the counterpart of output-stationary tiles; every move is refereed",
};

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
