import type { Gpu } from "../machines/machine.js";
import { lruL2 } from "../replay/l2/l2-model.js";
import { replaySequence } from "../replay/sequence/sequence.js";
import type { ReplayedTraffic, Traffic } from "../replay/traffic.js";
import { launchesOf } from "./kernels/kernel-launches.js";
import type { KernelTraffic } from "./kernels/kernel-traffic.js";
import type { GraphIndex } from "./operator-graph.js";
import type { FusionPlan } from "./plan/fusion-plan.js";

/** DRAM traffic of a plan whose kernels run one after another through one L2 that starts empty. */
export interface WarmPlan {
  /** `dirtyAtEnd` is what the last kernel leaves. */
  readonly total: Required<Traffic>;
  /** While each kernel ran, write-backs of what earlier ones wrote with it; `dirtyAtEnd` when it ended. */
  readonly kernels: readonly Required<Traffic>[];
  /** The same launches of each kernel, every one from a cold L2. */
  readonly cold: readonly Required<Traffic>[];
}

/** Undefined where a kernel has no schedule known here. The L2 is the one of the cold replays: an LRU, blocks in lock step. */
export function warmPlan(
  index: GraphIndex,
  plan: FusionPlan,
  traffic: readonly (KernelTraffic | undefined)[],
  gpu: Gpu,
): WarmPlan | undefined {
  const launches = plan.kernels.map((kernel, at) => {
    const known = traffic[at];
    return known === undefined ? undefined : launchesOf(index, kernel, known, gpu);
  });
  if (launches.includes(undefined)) return undefined;
  const { kernels, total } = replaySequence(
    launches.flatMap((own) => own ?? []),
    lruL2(gpu),
  );
  let next = 0;
  const ofKernels = launches.map((own = []) => {
    next += own.length;
    return summed(kernels.slice(next - own.length, next).map(dramOf));
  });
  const cold = launches.map((own = []) => {
    const alone = own.map((launch) => replaySequence([launch], lruL2(gpu)).total);
    // What each leaves is stored in the end.
    return { ...summed(alone), dirtyAtEnd: alone.reduce((sum, { dirtyAtEnd = 0n }) => sum + dirtyAtEnd, 0n) };
  });
  return { total: { ...total, dirtyAtEnd: total.dirtyAtEnd ?? 0n }, kernels: ofKernels, cold };
}

function dramOf({ total }: ReplayedTraffic): Traffic {
  return total.get("dram-l2") ?? { reads: 0n, writes: 0n };
}

/** Reads and writes added, and what is dirty at the last one's end. */
function summed(moved: readonly Traffic[]): Required<Traffic> {
  const sum = (of: (one: Traffic) => bigint): bigint => moved.reduce((all, one) => all + of(one), 0n);
  return { reads: sum(({ reads }) => reads), writes: sum(({ writes }) => writes), dirtyAtEnd: moved.at(-1)?.dirtyAtEnd ?? 0n };
}
