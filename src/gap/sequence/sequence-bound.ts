import type { Bound } from "../../bounds/bound.js";
import { boundWorkload } from "../../bounds/bounds-document.js";
import type { Condition } from "../../bounds/requirements.js";
import { areMet } from "../../bounds/requirements.js";
import { maximum, minimum } from "../../exact/integer.js";
import { add, compare, divide, type Rational, rational } from "../../exact/rational.js";
import type { Gpu } from "../../machines/machine.js";
import type { L2Model } from "../../replay/l2/l2-model.js";
import type { PrefetchingSchedule } from "../../replay/sequence/prefetched-cells.js";
import { prefetchedCells } from "../../replay/sequence/prefetched-cells.js";
import type { SharedCells } from "../../replay/sequence/shared-cells.js";
import { timeBound } from "../../time/time-bound.js";
import { conditionsMet } from "../conditions.js";
import type { KernelOfPlan } from "./kernel-of-plan.js";

/** What a sequence of kernels moves over DRAM, and takes, at least. */
export interface SequenceBound {
  readonly value: bigint;
  readonly kernels: readonly SequencedBound[];
  /** The kernels' least times, one after another, or the time of all bytes where it is longer. */
  readonly seconds: Rational;
}

/** A kernel's part: its bound from a cold L2, less what the L2 may hold for it when it starts. */
export interface SequencedBound {
  readonly bound: Bound;
  /** Words that earlier kernels touched, or that were prefetched while the one before ran, at most the L2. */
  readonly heldBytes: bigint;
  readonly value: bigint;
}

/** Of each kernel the bytes of its arrays that earlier ones have in theirs. */
export function bytesTouchedBefore({ kernels, cellBytes }: SharedCells): readonly bigint[] {
  const seen = new Uint8Array(cellBytes.length);
  return kernels.map(({ cells }) => {
    const bytes = cells.reduce((sum, cell) => (seen[cell] === 1 ? sum + (cellBytes[cell] as number) : sum), 0);
    for (const cell of cells) seen[cell] = 1;
    return BigInt(bytes);
  });
}

/** Of each kernel the bytes that come into the L2 while the one before runs. */
export function bytesPrefetched(kernels: readonly PrefetchingSchedule[], shared: SharedCells): readonly bigint[] {
  const bytes = prefetchedCells(kernels, shared).map(({ cells }) =>
    BigInt(cells.reduce((sum, cell) => sum + (shared.cellBytes[cell] as number), 0)),
  );
  return [0n, ...bytes.slice(0, -1)];
}

/**
 * The sum over the kernels of what each moves at least from any start (proofs/warm-start.md): at a boundary the L2 holds no more than its
 * capacity, of words that were touched before. Each kernel's results are stored once, in whichever kernel they are evicted, or are still
 * dirty at the end. What was prefetched for a kernel it need not read, nor wait for; but another load has read it, beside those of the
 * kernel that ran meanwhile, and stands in the sum.
 */
export function sequenceBound(
  kernels: readonly KernelOfPlan[],
  given: Gpu,
  cache: L2Model,
  touched: readonly bigint[],
  prefetched: readonly bigint[],
): SequenceBound {
  const gpu = cache.bytes > given.l2Bytes ? { ...given, l2Bytes: cache.bytes } : given;
  const capacity = BigInt(gpu.l2Bytes);
  const each = kernels.map(({ workload, planned }, at) => {
    const [kept, ahead] = [touched[at] ?? 0n, prefetched[at] ?? 0n];
    const heldBytes = minimum(capacity, kept + ahead);
    const { bounds } = boundWorkload(workload, gpu);
    const met = conditionsMet(workload, planned.fields);
    const part = { ...warmest(bounds, heldBytes, met), heldBytes };
    const withPrefetched = ahead === 0n ? part.value : warmest(bounds, minimum(capacity, kept), met).value;
    const seconds = timeBound(workload, gpu, bounds).terms.map((term) => {
      if (term.id !== "dram-l2") return term.seconds;
      return divide(rational(maximum(0n, term.amount - heldBytes)), term.perSecond);
    });
    const [dram] = timeBound(workload, gpu, bounds).terms;
    return { part, withPrefetched, seconds: seconds.reduce(longer), perSecond: dram?.perSecond };
  });
  const value = each.reduce((sum, { withPrefetched }) => sum + withPrefetched, 0n);
  const inTurn = each.reduce((sum, { seconds }) => add(sum, seconds), rational(0));
  const rate = each[0]?.perSecond;
  const moving = rate === undefined ? rational(0) : divide(rational(maximum(0n, value - capacity)), rate);
  return { value, kernels: each.map(({ part }) => part), seconds: longer(inTurn, moving) };
}

/** The largest that a bound comes to with so many bytes at the start. */
function warmest(bounds: readonly Bound[], held: bigint, met: ReadonlySet<Condition>): Pick<SequencedBound, "bound" | "value"> {
  const ofDram = bounds.filter(
    (bound) => bound.interface === "dram-l2" && bound.scope === "total" && areMet(bound.requires, met),
  );
  return ofDram
    .map((bound) => {
      const { value, reads, writes, readsRequire = [] } = bound;
      const less = maximum(0n, value - held);
      if (reads === undefined || writes === undefined || !areMet(readsRequire, met)) return { bound, value: less };
      return { bound, value: maximum(less, maximum(0n, reads - held) + writes) };
    })
    .reduce((most, one) => (one.value > most.value ? one : most));
}

function longer(one: Rational, other: Rational): Rational {
  return compare(one, other) < 0 ? other : one;
}
