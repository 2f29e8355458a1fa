import { ceilDivide, greatestCommonDivisor, maximum } from "../../exact/integer.js";
import type {
  ChainFusedAmortized,
  ChainFusedCertificate,
  ChainFusedEmptyStart,
  ChainFusedPerMemory,
  ChainInstance,
} from "../certificates/chain.js";
import { searchSteadySegments } from "../shared/amortized-cut.js";
import { searchCut } from "../shared/cut-search.js";
import { searchColdCut } from "../shared/empty-start-cut.js";
import { overSumSizes } from "../shared/partial-sum-sizes.js";
import { orBetter } from "./forms.js";
import { approximateChain, approximateChainProducts, approximateTransient, chainSegment, transientBudget } from "./segment.js";
import type { ChainWeights } from "./shape.js";

/** For every set of conditions the form that proves most, and beside it what one memory that starts empty proves more, on paper. */
export function proveChainFused(instance: ChainInstance): readonly ChainFusedCertificate[] {
  const checked = overSumSizes<ChainInstance, ChainFusedCertificate>(instance, (sized, beat) => {
    const amortized = proveFusedAmortized(sized, beat);
    const perMemory = proveFusedPerMemory(sized, maximum(beat, amortized?.value ?? 0n));
    return amortized !== undefined && amortized.value >= perMemory.value ? amortized : perMemory;
  });
  return orBetter(checked, overSumSizes(instance, proveFusedEmptyStart), instance.weights.output);
}

/**
 * The fused chain E = φ(A·B)·D, H never stored unless that pays (proofs/chain-fused.md): for every T, with P memories that start
 * empty and N = pairs·n second-stage products,
 *
 *     all loads + wE · starts of residency intervals of E ≥ T · ceil((N − P·V0) / V),
 *
 * V = max(stored, transient) for a budget of S + T + wE − g. Loads are at least that clock minus wE·mn, stores at least the
 * outputs. For k = n = d, attention: 4N²d²/S at leading order, the cost of FlashAttention's schedule.
 *
 * Survives recomputation of H and of everything else, any reduction order in both stages, sliding, online softmax.
 */
export function proveFusedPerMemory(instance: ChainInstance, beat = 0n): ChainFusedPerMemory {
  const { extents, weights, memories } = instance;
  const { capacity, grain, excess, outputs, writes } = sizesOf(instance);
  const products = extents.pairs * extents.n;
  const evaluate = (cut: bigint): Cut => {
    const first = chainSegment(extents, weights, weights.partial, cut + excess);
    const later = chainSegment(extents, weights, weights.partial, capacity + cut + excess);
    const left = products - memories * maximum(first.stored, first.transient);
    const inSegment = maximum(later.stored, later.transient);
    const laterSegments = left > 0n && inSegment > 0n ? ceilDivide(left, inSegment) : 0n;
    return { cut, first, later, laterSegments, clock: cut * laterSegments };
  };
  const rough = approximateChain(extents, weights, weights.partial);
  const [all, p, s, over] = [Number(products), Number(memories), Number(capacity), Number(excess)];
  const found = searchCut({
    evaluate,
    clockOf: (cut) => cut.clock,
    countOf: (cut) => cut.laterSegments,
    grain,
    capacity,
    leftRoughly: (cut, count) =>
      all - p * approximateChainProducts(rough, cut + over) - (count - 1) * approximateChainProducts(rough, s + cut + over),
    atLeast: beat - writes + weights.partial * outputs,
  });
  const reads = maximum(0n, found.clock - weights.partial * outputs);
  return { theorem: "chain-fused", form: "per-memory", instance, ...found, reads, writes, value: reads + writes };
}

type Cut = Pick<ChainFusedPerMemory, "cut" | "first" | "later" | "laterSegments" | "clock">;

/** The same with every segment counted by the words it has: T·N / (V + 1), for any number of memories (proofs/amortized.md). */
export function proveFusedAmortized(instance: ChainInstance, beat = 0n): ChainFusedAmortized | undefined {
  const { extents, weights, capacity } = instance;
  const { batch, m, l, n, pairs } = extents;
  const { partial, output } = weights;
  const rough = approximateChain(extents, weights, partial);
  const found = searchSteadySegments({
    sizes: counted(weights),
    partial,
    output,
    outputs: batch * m * n,
    capacity,
    work: pairs * n,
    all: batch * m * l * n,
    held: (budget) => ({ later: chainSegment(extents, weights, partial, budget) }),
    mostOf: ({ later }) => maximum(later.stored, later.transient),
    roughly: (budget) => approximateChainProducts(rough, budget),
    beat,
  });
  return found === undefined ? undefined : { theorem: "chain-fused", form: "amortized", instance, ...found };
}

/**
 * The same for one memory, whose first segment has a length of its own, U: it starts with nothing, so it may cost about as much as a
 * later one has words, S + T. Where the work is more than the first and J later segments can hold, the clock is at least U + J·T
 * (proofs/empty-start.md). Undefined for several memories, of which all but one may do nothing, or where nothing is proven.
 */
export function proveFusedEmptyStart(instance: ChainInstance, beat = 0n): ChainFusedEmptyStart | undefined {
  const { extents, weights, memories } = instance;
  if (memories !== 1n) return undefined;
  const { partial } = weights;
  const { capacity, grain, excess, outputs, writes } = sizesOf(instance);
  const work = extents.pairs * extents.n;
  const rough = approximateChain(extents, weights, partial);
  const later = (budget: bigint) => {
    const held = chainSegment(extents, weights, partial, budget);
    return { held, most: maximum(held.stored, held.transient) };
  };
  const found = searchColdCut({
    capacity: capacity + excess,
    grain,
    first: (segments, budget) => {
      const left = work - segments * later(budget).most;
      if (left <= 0n) return 0n;
      const guess = inverse((x) => approximateTransient(rough, x), Number(left), Number(budget));
      const least = transientBudget(extents, weights, partial, left, BigInt(Math.max(1, Math.floor(guess))));
      // The longest U with U + wE − g below what that much needs.
      const longest = least - 1n - excess;
      return longest < 0n ? 0n : longest - (longest % grain);
    },
    firstRoughly: (segments, budget) => {
      const left = Number(work) - segments * approximateChainProducts(rough, budget);
      return left > 0 ? inverse((x) => approximateTransient(rough, x), left, budget) - Number(excess) : Number.NaN;
    },
    segmentsRoughly: (budget) => (Number(work) - approximateTransient(rough, budget)) / approximateChainProducts(rough, budget),
    atLeast: beat - writes + partial * outputs,
  });
  if (found === undefined) return undefined;
  const { held } = later(capacity + excess + found.cut);
  const reads = maximum(0n, found.clock - partial * outputs);
  return {
    theorem: "chain-fused",
    form: "empty-start",
    instance,
    ...found,
    later: held,
    reads,
    writes,
    value: reads + writes,
  };
}

const counted = ({ a, b, h, d, partial }: ChainWeights): readonly bigint[] => [a, b, h, d, partial];

/** g, the unit of all sizes; S in whole units; what a segment may begin with beyond its cut; elements of E, and their stores. */
function sizesOf({ extents, weights, capacity }: ChainInstance) {
  const grain = counted(weights).reduce(greatestCommonDivisor);
  const outputs = extents.batch * extents.m * extents.n;
  const [excess, writes] = [weights.partial - grain, weights.output * outputs];
  return { grain, capacity: capacity - (capacity % grain), excess, outputs, writes };
}

/** The real x at which a function that grows about as the square of x reaches a value, from a guess. */
function inverse(growing: (x: number) => number, value: number, guess: number): number {
  let x = guess;
  for (let i = 0; i < 60; i++) {
    const next = x * Math.sqrt(value / growing(x));
    if (!(Math.abs(next - x) > 1e-11 * x)) return next;
    x = next;
  }
  return x;
}
