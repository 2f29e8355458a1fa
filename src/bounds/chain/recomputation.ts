import { ceilDivide, ceilRoot, floorSquareRoot, greatestCommonDivisor, maximum, minimum } from "../../exact/integer.js";
import type {
  ChainInstance,
  ChainRecomputationAmortized,
  ChainRecomputationCertificate,
  ChainRecomputationEmptyStart,
} from "../certificates/chain.js";
import { searchSteadyCut } from "../shared/amortized-cut.js";
import { searchColdCut } from "../shared/empty-start-cut.js";
import { overSumSizes, widthOfResults, withSums } from "../shared/partial-sum-sizes.js";
import { orBetter } from "./forms.js";

/** For every set of conditions the amortized form, and beside it what one memory that starts empty proves more, on paper. */
export function proveChainRecomputation(instance: ChainInstance): readonly ChainRecomputationCertificate[] {
  const { weights } = instance;
  const narrow = widthOfResults(weights, true);
  const emptyStart = proveRecomputationEmptyStart(withSums(instance, minimum(weights.partial, narrow)));
  return orBetter(
    overSumSizes(instance, proveRecomputationAmortized, narrow),
    emptyStart === undefined ? [] : [emptyStart],
    narrow,
  );
}

/**
 * The fused chain with the recomputation of H charged, every word at its own size (proofs/chain-recomputation.md, proofs/amortized.md):
 * accumulators of both stages weigh s = `partial`, complete elements of H and factors of them h, and h' = min(h, s). For every T, a
 * multiple of the unit g of all sizes, with 256k²·wA·wB ≥ 27·s·X, X = S + T + (the widest size) − g,
 *
 *     Q + (s − wOut)·mn ≥ T · pairs·(f·k·√(wA·wB·s) + n·√(wD·s·h') − f·s·(3√3/16)·√X) / ((X/3)^{3/2} · (S + T)/X),
 *
 * f = 1, or 2 for a gated front, for any number of memories. At T = 2S and with words of one size about 2ml(fk + n)/√S − (9/8)·f·ml:
 * the bound of wide chains and FFNs, where H is stored. With bf16 operands and fp32 accumulators √2 times as much at leading order.
 *
 * Survives recomputation (the condition on T pays for it), any reduction order, sliding. Undefined where no T fulfils the condition,
 * or nothing is proven.
 */
export function proveRecomputationAmortized(instance: ChainInstance, beat = 0n): ChainRecomputationAmortized | undefined {
  const { extents, weights } = instance;
  const { pairs, factors, k, n } = extents;
  const { a, b, h, d, partial } = weights;
  const grain = [b, h, d, partial].reduce(greatestCommonDivisor, a);
  const capacity = instance.capacity - (instance.capacity % grain);
  const excess = [b, h, d, partial].reduce(maximum, a) - grain;
  const longest = (256n * k * k * a * b) / (27n * partial) - capacity - excess;
  if (longest < grain) return undefined;
  // The last store of an output is of its stored size, where an accumulator was counted.
  const lost = maximum(0n, partial - weights.output) * extents.batch * extents.m * n;
  const segments = approximateSegments(instance, Number(capacity + excess));
  const found = searchSteadyCut({
    evaluate: (cut) => {
      if (cut > longest) return { cut, clock: 0n };
      const x = capacity + cut + excess;
      // T·(√β1 + √β2 − 27·f·s·X·pairs) / (16X·(S + T))
      const first = 27n * x * a * b * partial * (16n * cut * pairs * factors * k) ** 2n;
      const second = 27n * x * d * partial * minimum(h, partial) * (16n * cut * pairs * n) ** 2n;
      const roots = ceilRoot(first + second + ceilRoot(4n * first * second, 2), 2);
      const paid = roots - 27n * cut * factors * partial * x * pairs;
      return { cut, clock: paid > 0n ? ceilDivide(paid, 16n * x * (capacity + cut)) : 0n };
    },
    clockOf: ({ clock }) => clock,
    roughly: (cut) => (cut <= Number(longest) ? cut * segments(cut) : Number.NEGATIVE_INFINITY),
    grain,
    capacity,
    atLeast: beat + lost,
  });
  const value = maximum(0n, found.clock - lost);
  return value === 0n ? undefined : { theorem: "chain-recomputation", form: "amortized", instance, ...found, value };
}

/** Segments in floating point, to steer the search. */
function approximateSegments({ extents, weights }: ChainInstance, capacity: number): (cut: number) => number {
  const [pairs, f, k, n] = [extents.pairs, extents.factors, extents.k, extents.n].map(Number) as [number, number, number, number];
  const { a, b, d, partial } = weights;
  const [s, h] = [Number(partial), Number(minimum(weights.h, partial))];
  const perElement = f * k * Math.sqrt(Number(a * b) * s) + n * Math.sqrt(Number(d) * s * h);
  return (cut) => {
    const x = capacity + cut;
    return (pairs * (16 * Math.sqrt(27 * x) * perElement - 27 * f * s * x)) / (16 * x * x);
  };
}

/**
 * One memory with a first segment of its own length U, every word as the narrowest (proofs/empty-start.md): where U² + J·X² is below
 * pairs·((fk + n)·√(27X) − 27fX/16), X = S + T, the clock is at least U + J·T. Undefined for several memories, or where no T has
 * 16k ≥ 3√3·√X, or nothing is proven.
 */
export function proveRecomputationEmptyStart(instance: ChainInstance): ChainRecomputationEmptyStart | undefined {
  const { extents, weights, memories } = instance;
  const { pairs, factors, k, n } = extents;
  if (memories !== 1n) return undefined;
  const wordSize = [weights.b, weights.h, weights.d, weights.partial, weights.output].reduce(minimum, weights.a);
  const capacityWords = instance.capacity / wordSize;
  const longest = (256n * k * k) / 27n;
  if (longest <= capacityWords) return undefined;
  const steps = 16n * pairs * (factors * k + n);
  const [last, p, f, all] = [Number(longest), Number(pairs), Number(factors), Number(steps)];
  const square = (segments: number, x: number): number => (all * Math.sqrt(27 * x) - 27 * f * x * p) / 16 - segments * x * x;
  const found = searchColdCut({
    capacity: capacityWords,
    grain: 1n,
    first: (segments, x) => {
      if (x > longest) return 0n;
      // 16U² + 16JX² + 27fX·pairs below 16·pairs·(fk + n)·√(27X)
      const room = ceilRoot(steps * steps * 27n * x, 2) - 1n - 27n * factors * x * pairs - 16n * segments * x * x;
      return room < 0n ? 0n : floorSquareRoot(room / 16n);
    },
    firstRoughly: (segments, x) => (x > last ? Number.NaN : Math.sqrt(square(segments, x))),
    segmentsRoughly: (x) => (x > last ? Number.NaN : square(SHORTER * SHORTER, x) / (x * x)),
  });
  if (found === undefined) return undefined;
  const { clock: clockWords, ...cuts } = found;
  const value = wordSize * clockWords;
  return {
    ...{ theorem: "chain-recomputation", form: "empty-start", instance, wordSize, capacityWords },
    ...{ ...cuts, clockWords, value },
  };
}

/** About U/X where the clock is largest: what starts of accumulators alone bring in grows as U², what a later segment does as X^{3/2}. */
const SHORTER = 0.75;
