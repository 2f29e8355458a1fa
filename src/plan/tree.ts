import type { Bound } from "../bounds/bound.js";
import { countingCertificate } from "../bounds/finer-units.js";
import { BITS_OF } from "../computation/data-types.js";
import { wordTypesOf } from "../computation/word-types.js";
import type { Workload } from "../computation/workload.js";
import { InputError } from "../errors.js";
import { interfacesOf } from "../machines/levels.js";
import type { Interface, TreeMachine } from "../machines/machine.js";
import type { Traffic } from "../replay/traffic.js";
import { planCachedProducts } from "./cached-product.js";
import type { ScheduleFields } from "./planned-replay.js";
import { type PlannedWords, planWords } from "./two-level.js";

/** A two-level schedule at one interface of a tree, which one of the memories there runs alone; its traffic in bytes. */
export interface PlannedInTree {
  readonly label: string;
  readonly fields: ScheduleFields;
  readonly interface: Interface;
  readonly traffic: Traffic;
}

/** Schedules at each interface of a tree, and the interfaces without any. */
export interface TreePlans {
  readonly plans: readonly PlannedInTree[];
  readonly leftOut: readonly { readonly label: string; readonly reason: string }[];
}

/** The product in tiles through the caches of a tree, at every interface; nothing of other workloads, and the reason on other trees. */
export function planThroughCaches(workload: Workload, machine: TreeMachine): TreePlans {
  const plans: PlannedInTree[] = [];
  const leftOut: { label: string; reason: string }[] = [];
  const tried = (label: string, call: () => void): void => {
    try {
      call();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      if (error.subject !== "workload") leftOut.push({ label, reason: error.message });
    }
  };
  tried("tiled-gemm", () => {
    for (const { label, fields, replay } of planCachedProducts(workload, machine))
      tried(label, () => {
        for (const [id, traffic] of replay().total)
          plans.push({ label, fields: { ...fields, interface: id }, interface: id, traffic });
      });
  });
  return { plans, leftOut };
}

/**
 * Two-level schedules at every interface of a tree, each with the fast memory that stands behind the interface, counted in the widest
 * type of the workload. Words that are inputs cross in their own type, outputs too where they are stored once; all else at the widest.
 *
 * @param bounds of the workload on the machine, whose compulsory ones know the sizes of words
 * @throws InputError where no schedule is known for the workload
 */
export function planTree(workload: Workload, machine: TreeMachine, bounds: readonly Bound[]): TreePlans {
  const widest = Math.max(...wordTypesOf(workload).map((type) => Math.ceil(BITS_OF[type] / 8)));
  const plans: PlannedInTree[] = [];
  const leftOut: { label: string; reason: string }[] = [];
  for (const { id, capacity, isSpread } of interfacesOf(machine)) {
    if (isSpread) {
      leftOut.push({ label: id, reason: "no schedule is known here for arrays that lie spread over memories" });
      continue;
    }
    try {
      const sizes = wordSizesOf(bounds, id);
      for (const plan of planWords(workload, Math.floor(capacity / widest))) {
        const fields = { ...plan.fields, interface: id };
        plans.push({ label: plan.id, fields, interface: id, traffic: bytesOf(plan, sizes, BigInt(widest)) });
      }
    } catch (error) {
      if (!(error instanceof InputError) || error.subject === "workload") throw error;
      leftOut.push({ label: id, reason: error.message });
    }
  }
  return { plans, leftOut };
}

/** Bytes of a word of each array, where they are whole, as the compulsory bound of the interface counts them. */
function wordSizesOf(bounds: readonly Bound[], interfaceId: Interface): ReadonlyMap<string, bigint> {
  for (const { interface: id, certificate } of bounds) {
    const counting = countingCertificate(certificate);
    if (id !== interfaceId || counting !== certificate || counting.theorem !== "compulsory") continue;
    return new Map([...counting.inputs, ...counting.outputs].map(({ array, wordSize }) => [array, wordSize]));
  }
  return new Map();
}

function bytesOf({ traffic }: PlannedWords, sizes: ReadonlyMap<string, bigint>, widest: bigint): Traffic {
  let [reads, writes] = [0n, 0n];
  for (const [array, crossing] of traffic.byArray) {
    for (const moved of crossing.values()) {
      const size = moved.reads > 0n && moved.writes > 0n ? widest : (sizes.get(array) ?? widest);
      reads += moved.reads * size;
      writes += moved.writes * size;
    }
  }
  return { reads, writes };
}
