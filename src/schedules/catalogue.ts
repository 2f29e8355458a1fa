/** What can be replayed, for `redblue schedules`. */
export interface ScheduleEntry {
  readonly id: string;
  readonly workload: string;
  readonly machine: string;
  readonly parameters: string;
  readonly source: string;
}

export const SCHEDULES: readonly ScheduleEntry[] = [
  {
    id: "tiled-gemm",
    workload: "gemm: one CTA a tile of C, k in steps",
    machine: "GPU",
    parameters: "--tile BMxBNxBK, --order row|col|group:G|hilbert|morton, --stages, --threads, --ctas-per-sm",
    source: "Triton tutorial 03 for group:G; fast.cu kernel 11 for hilbert; bit interleaving for morton",
  },
  {
    id: "cosma",
    workload: "gemm: a tile of C stays, a column of A and one word of B pass",
    machine: "--fast-words",
    parameters: "rows and columns of the tile, searched",
    source: "Kwasniewski et al., COSMA, SC'19 (its cost, about 2mnk/√S + mn, is no lower bound)",
  },
  {
    id: "input-stationary",
    workload: "gemm: rows of A stay, B is streamed word by word; or the transpose; for k ≤ S − 2",
    machine: "--fast-words",
    parameters: "rows held, floor((S−1)/(k+1))",
    source: "proofs/product-intervals.md, section 7",
  },
];
