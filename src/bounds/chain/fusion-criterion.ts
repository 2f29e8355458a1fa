import { BYTES_OF } from "../../computation/data-types.js";
import type { Workload } from "../../computation/workload.js";
import type { Interface, Machine } from "../../machines/machine.js";
import { settingsOf } from "../shared/setting.js";
import { chainShape } from "./shape.js";

/** Whether keeping H in fast memory can pay, for long m and l: fused strips move ml(k+n)²/S words, two products 2ml(k+n)/√S. */
export interface FusionCriterion {
  /** k + n, words of a row of A and a row of E; k alone where D is in B, and a strip that moves mlk(k+n)/S reads it once. */
  readonly sides: bigint;
  /** S, in words of the operands' type. */
  readonly capacityWords: bigint;
  /** sides < 2√S, decided as sides² < 4S. */
  readonly pays: boolean;
}

/**
 * The criterion of each interface for chains, feed-forward blocks (gated or not) and attention; none where m or l is at most √S, so that
 * other terms lead, and none for other workloads.
 */
export function fusionCriteria(workload: Workload, machine: Machine): ReadonlyMap<Interface, FusionCriterion> {
  const criteria = new Map<Interface, FusionCriterion>();
  if (workload.kind !== "chain" && workload.kind !== "ffn" && workload.kind !== "attention") return criteria;
  for (const setting of settingsOf(machine)) {
    if (setting.isSpread === true) continue;
    const { k, n, m, l } = chainShape(workload, "words").extents;
    const word = setting.unit === "words" ? 1n : BigInt(BYTES_OF[workload.dataType]);
    const capacityWords = setting.capacity / word;
    if (m * m <= capacityWords || l * l <= capacityWords) continue;
    const sides = workload.kind === "attention" && workload.valuesInKeys ? k : k + n;
    criteria.set(setting.interface, { sides, capacityWords, pays: sides * sides < 4n * capacityWords });
  }
  return criteria;
}
