import type { ScanWorkload } from "../computation/recurrence/scan.js";
import { liftableScan } from "../lift/gpu/scan.js";
import type { Gpu } from "../machines/machine.js";
import { describeScan, parseScanTile, type ScanId, scanKernel } from "../schedules/gpu/recurrence/scan.js";
import { laneOperations, layOutScan } from "../schedules/gpu/recurrence/scan-layout.js";
import { chooseKernels, planOf } from "./kernel-choice.js";
import type { PlannedReplay } from "./planned-replay.js";
import type { RowPlanOptions } from "./rows.js";

const IDS: readonly ScanId[] = ["scan-recurrent", "scan-chunks-fused", "scan-chunks", "scan-ssd"];

/** @throws InputError when no kernel fits the GPU, or the one named is not known or does not fit. */
export function planScan(
  w: ScanWorkload,
  gpu: Gpu,
  options: RowPlanOptions & { readonly stages?: number | undefined },
): readonly PlannedReplay[] {
  const { schedule, stages, threads, ctasPerSm } = options;
  const tile = options.tile === undefined ? undefined : parseScanTile(options.tile);
  const kernel = { describe: describeScan, layOut: layOutScan, lift: liftableScan };
  const kernels = IDS.map((id) => [
    id,
    () => [
      {
        ...planOf(scanKernel(id, w, gpu, { tile, stages, threads, ctasPerSm }), gpu, id, kernel),
        ...(id === "scan-recurrent" ? { laneOperations: laneOperations(w) } : {}),
      },
    ],
  ]);
  return chooseKernels(Object.fromEntries(kernels), schedule);
}
