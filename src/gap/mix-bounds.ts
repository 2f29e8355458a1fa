import type { Bound } from "../bounds/bound.js";
import { boundWorkload } from "../bounds/bounds-document.js";
import { bestBounds } from "../bounds/prove.js";
import type { CacheModel } from "../caches/index.js";
import type { Workload } from "../computation/workload.js";
import { add, compare } from "../exact/rational.js";
import type { Gpu, Interface } from "../machines/machine.js";
import { timeBound } from "../time/time-bound.js";
import type { TimeTerm } from "../time/time-term.js";
import { conditionsMet } from "./conditions.js";
import type { MixReport } from "./mix.js";

/** Everything that went into a replay of two kernels at once. */
export interface MixQuestion {
  readonly workloads: readonly [Workload, Workload];
  readonly gpu: Gpu;
  readonly cache: CacheModel;
}

/** What two kernels at once move and take at least. */
export interface MixBounds {
  /** By interface the sum, and the bound of each kernel that it adds. */
  readonly bounds: ReadonlyMap<Interface, MixBound>;
  readonly least: Pick<TimeTerm, "id" | "seconds">;
}

/** Bytes that two kernels at once move over one interface at least, and the bound of each. */
export interface MixBound {
  readonly value: bigint;
  readonly parts: readonly [Bound, Bound];
}

/**
 * The sums of both kernels' bounds. Without the loads and stores of the other kernel what one does is a run of its own, in fast memories
 * of the same sizes: its bound holds for its part of the traffic. So the arrays of both are taken to be distinct. Undefined where a
 * schedule computes only a part of its workload.
 */
export function mixBounds({ workloads, gpu }: Omit<MixQuestion, "cache">, { kernels }: MixReport): MixBounds | undefined {
  if (kernels.some(({ planned }) => planned.fields["computes"] !== undefined)) return undefined;
  const each = workloads.map((workload, at) => {
    const { bounds } = boundWorkload(workload, gpu);
    const best = bestBounds(bounds, conditionsMet(workload, kernels[at as 0 | 1].planned.fields));
    return { best, terms: timeBound(workload, gpu, bounds).terms };
  }) as unknown as readonly [Part, Part];
  const [one, other] = each;
  const bounds = new Map<Interface, MixBound>();
  for (const [interfaceId, first] of one.best) {
    const second = other.best.get(interfaceId);
    if (second !== undefined) bounds.set(interfaceId, { value: first.value + second.value, parts: [first, second] });
  }
  return { bounds, least: longest(one.terms, other.terms) };
}

interface Part {
  readonly best: ReadonlyMap<Interface, Bound>;
  readonly terms: readonly TimeTerm[];
}

/** What passes through one resource for both adds up where its rate is the same for both: operands of two types may have units of their own. */
function longest(one: readonly TimeTerm[], other: readonly TimeTerm[]): Pick<TimeTerm, "id" | "seconds"> {
  const together = [...one, ...other].map(({ id, seconds }) => ({ id, seconds }));
  for (const { id, perSecond, seconds } of one) {
    const second = other.find((term) => term.id === id);
    if (second !== undefined && compare(second.perSecond, perSecond) === 0)
      together.push({ id, seconds: add(seconds, second.seconds) });
  }
  return together.reduce((most, term) => (compare(term.seconds, most.seconds) > 0 ? term : most));
}
