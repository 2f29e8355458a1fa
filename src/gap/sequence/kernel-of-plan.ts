import type { Workload } from "../../computation/workload.js";
import type { PlannedReplay } from "../../plan/planned.js";
import type { ArrayPlace } from "../../replay/sequence/array-place.js";
import type { Prefetch } from "../../replay/sequence/prefetched-cells.js";

/** A kernel of a plan: what it computes, how, and which of its arrays are those of other kernels. */
export interface KernelOfPlan {
  readonly workload: Workload;
  readonly planned: PlannedReplay;
  /** Places by the kernel's own array names; an array without one is not shared. */
  readonly places?: Readonly<Record<string, ArrayPlace>> | undefined;
  readonly prefetch?: Prefetch | undefined;
}
