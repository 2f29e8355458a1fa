import { einsumComputation } from "../computation/einsum.js";
import { gemmComputation } from "../computation/gemm.js";
import type { Workload } from "../computation/workload.js";
import type { Machine } from "../machines/machine.js";
import type { Bound } from "./bound.js";
import type { Json } from "./certificate-json.js";
import { boundToJson, toJson } from "./certificate-json.js";
import { fusionCriteria } from "./fusion.js";
import { bestBounds, proveBounds, proveFusedBounds } from "./prove.js";

/** Bounds of a workload on a machine, in memory. */
export interface BoundsReport {
  readonly workload: Workload;
  readonly machine: Machine;
  readonly bounds: readonly Bound[];
}

/** Proves every bound that applies to the workload on the machine. */
export function boundWorkload(workload: Workload, machine: Machine): BoundsReport {
  return { workload, machine, bounds: boundsOf(workload, machine) };
}

function boundsOf(workload: Workload, machine: Machine): readonly Bound[] {
  switch (workload.kind) {
    case "gemm":
      return proveBounds(gemmComputation(workload), machine);
    case "einsum":
      return proveBounds(einsumComputation(workload), machine);
    default:
      return proveFusedBounds(workload, machine);
  }
}

/** The `redblue.bounds/1` document. */
export function boundsDocument(report: BoundsReport): Json {
  const best = [...bestBounds(report.bounds)].map(([face, { id, value }]) => [face, toJson({ id, value })] as const);
  const fusion = [...fusionCriteria(report.workload, report.machine)].map(([face, one]) => [face, toJson(one)] as const);
  return {
    schema: "redblue.bounds/1",
    workload: toJson(report.workload),
    machine: toJson(report.machine),
    bounds: report.bounds.map(boundToJson),
    best: Object.fromEntries(best),
    ...(fusion.length === 0 ? {} : { fusion: Object.fromEntries(fusion) }),
  };
}
