import type { Workload } from "../../computation/workload.js";
import { namedAttention } from "./attention-names.js";
import { namedConvolution } from "./conv-names.js";
import type { NamedLaunch, NamedSchedule } from "./named-launch.js";
import { namedProduct } from "./product-names.js";
import { namedRows } from "./row-names.js";

/** Undefined for a name that no rule knows, and for one whose tiles do not make up the grid that was launched. */
export function namedSchedule(launch: NamedLaunch, workload: Workload): NamedSchedule | undefined {
  switch (workload.kind) {
    case "gemm":
      return namedProduct(launch, workload);
    case "conv":
      return namedConvolution(launch, workload);
    case "attention":
      return namedAttention(launch, workload);
    case "einsum":
    case "elementwise":
    case "layernorm":
      return namedRows(launch, workload);
    default:
      return undefined;
  }
}
