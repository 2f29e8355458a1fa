import { scanWorkload } from "../computation/recurrence/scan.js";
import type { Gpu } from "../machines/machine.js";
import { type Scan, type ScanId, scanKernel } from "../schedules/gpu/recurrence/scan.js";
import type { MeasuredLaunch } from "./measured-rows.js";

const IDS: Readonly<Record<string, ScanId>> = {
  "triton-scan-recurrent": "scan-recurrent",
  "triton-scan-fused": "scan-chunks-fused",
};

/** Kinds of launches that run a scan in one kernel. */
export const SCAN_KINDS: readonly string[] = Object.keys(IDS);

/** The schedule of a scan: chunks or steps of `T` tokens, blocks of `P` columns. `value` reads a parameter that is a whole number. */
export function scanOfLaunch({ kind, parameters }: MeasuredLaunch, gpu: Gpu, value: (name: string) => number): Scan {
  const workload = scanWorkload({
    ...{ batch: value("B"), heads: value("heads"), groups: value("groups") },
    ...{ tokens: value("tokens"), state: value("state"), dim: value("dim"), decay: parameters.get("decay") },
  });
  return scanKernel(IDS[kind] ?? "scan-recurrent", workload, gpu, {
    tile: { tokens: value("T"), columns: value("P") },
    stages: value("stages"),
    threads: 32 * value("warps"),
  });
}
