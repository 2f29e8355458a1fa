import type { MoeWorkload } from "../../../computation/experts/moe.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { stagesFit } from "../chain/stages-fused.js";
import type { TwoStages } from "../chain/two-stages.js";
import type { GemmTile } from "../gemm/gemm-tile.js";
import { describeTiledKernel, type TiledKernel, type TiledKernelOptions, tiledKernel } from "../gemm/tiled-kernel.js";

import { moeScaleBytesOfStep, scaleBytesOfH } from "./moe-scales.js";

/** Kernels of a mixture of experts. */
export type MoeId = "moe-permuted" | "moe-gathered" | "moe-scattered" | "moe-fused";

const entry = (id: MoeId, workload: string, source: string): ScheduleEntry => ({
  id,
  workload: `moe: ${workload}`,
  machine: "GPU",
  parameters: `--tile BMxBNxBK, ${id === "moe-fused" ? "" : "--order, "}--stages, --threads, --ctas-per-sm`,
  source,
});

export const MOE_ENTRIES: readonly ScheduleEntry[] = [
  entry(
    "moe-permuted",
    "four kernels: rows of X are copied expert after expert, products with gate and up make H, those with down a result for each " +
      "token and expert, which a last kernel adds up",
    "Transformer Engine's permutation around DeepGEMM's grouped products",
  ),
  entry(
    "moe-gathered",
    "the same without the copy: the first products read rows of X by their indices",
    "vLLM and SGLang, fused_moe",
  ),
  entry(
    "moe-scattered",
    "rows of X are read by their indices, and results added to Y in the L2: no copy, no results apart",
    "TensorRT-LLM, grouped products with the finalize step fused",
  ),
  entry(
    "moe-fused",
    "one kernel after Y is zeroed: a CTA keeps BM whole rows of an expert's H in shared memory and adds their results to Y in the L2",
    "CUTLASS example 13 for each expert; FlashMoE",
  ),
];

/** A mixture's kernels with every parameter resolved; all blocks have the room of the first products'. */
export type Moe = TiledKernel<MoeId, MoeWorkload>;

/** @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm` when a kernel does not fit the GPU */
export function moe(id: MoeId, workload: MoeWorkload, gpu: Gpu, options: TiledKernelOptions = {}): Moe {
  const besideOfStep = (tile: GemmTile): number => moeScaleBytesOfStep(workload, tile);
  if (id !== "moe-fused") return tiledKernel(id, workload, gpu, options, { sumTiles: workload.gated ? 2 : 1, besideOfStep });
  const beside = (tile: GemmTile, stages: number): number =>
    stages * besideOfStep(tile) + scaleBytesOfH(workload, tile, workload.hidden);
  return { id, workload, order: { kind: "row" }, ...stagesFit("shared memory", stagesOfExperts(workload), gpu, options, beside) };
}

/** All rows of all experts as one chain. */
export function stagesOfExperts(w: MoeWorkload): TwoStages {
  const { model: k, hidden: l, rows, gated, scales: _, ...types } = w;
  const m = rows.reduce((sum, row) => sum + row, 0);
  return { ...types, m, k, l, n: k, names: { a: "X", b: gated ? ["Wg", "Wu"] : ["Wu"], h: "H", d: "Wd", e: "Y" } };
}

/** How the results of a token's experts come together. */
export function combineOf({ id, workload }: Pick<Moe, "id" | "workload">): "kernel" | "l2-adds" | "stores" {
  if (id === "moe-permuted" || id === "moe-gathered") return "kernel";
  return workload.topK > 1 ? "l2-adds" : "stores";
}

/** The parameters as a traffic document prints them. */
export function describeMoe(schedule: Moe): Readonly<Record<string, string | number>> {
  const { order, ...fields } = describeTiledKernel(schedule);
  const { id } = schedule;
  return {
    ...fields,
    ...(id === "moe-fused" || order === undefined ? {} : { order }),
    gather: id === "moe-permuted" ? "kernel" : "loads",
    combine: combineOf(schedule),
  };
}
