import type { NormGemmWorkload } from "../computation/norm-gemm.js";
import type { RowWorkload } from "../computation/row-workloads.js";
import type { Gpu, Interface } from "../machines/machine.js";
import { planReplays, replayPlanned } from "../plan/planned.js";
import type { ScheduleFields } from "../plan/planned-replay.js";
import type { NormProductPlanOptions } from "../plan/product-kinds/norm-product.js";
import type { L2Model } from "../replay/l2/l2-model.js";
import { lruL2 } from "../replay/l2/l2-model.js";
import { totalTraffic } from "../replay/traffic.js";

/** What one kernel (or the kernels of one schedule) moves, loads and stores together, its L2 cold. */
export interface RowKernelTraffic {
  readonly schedule: ScheduleFields;
  readonly bytes: ReadonlyMap<Interface, bigint>;
}

/**
 * Bytes over each interface of a GPU that a softmax, a normalisation, a rotary embedding, an elementwise kernel or a normalised product
 * moves by replay: of the schedule named, else of the one that moves least from and to DRAM, and of those into the SMs. Outputs that are
 * dirty in the L2 at the end count.
 *
 * @throws InputError when no schedule fits the GPU, or the one named does not.
 */
export function rowKernelTraffic(
  workload: RowWorkload | NormGemmWorkload,
  gpu: Gpu,
  options: NormProductPlanOptions & { readonly l2?: L2Model | undefined } = {},
): RowKernelTraffic {
  const { l2 = lruL2(gpu), ...plan } = options;
  const all = planReplays(workload, gpu, plan).map((planned): RowKernelTraffic => {
    const { total } = replayPlanned(planned, l2);
    const bytes = new Map([...total].map(([interfaceId, traffic]) => [interfaceId, totalTraffic(traffic)] as const));
    return { schedule: planned.fields, bytes };
  });
  return all.reduce((least, one) => (movesLess(one, least) ? one : least));
}

function movesLess(one: RowKernelTraffic, other: RowKernelTraffic): boolean {
  const interfaceIds = ["dram-l2", "l2-sm"] as const;
  const differing = interfaceIds.find((interfaceId) => one.bytes.get(interfaceId) !== other.bytes.get(interfaceId));
  return differing !== undefined && (one.bytes.get(differing) ?? 0n) < (other.bytes.get(differing) ?? 0n);
}
