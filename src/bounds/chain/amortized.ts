import { ceilDivide, ceilRoot, greatestCommonDivisor, maximum, minimum } from "../../exact/integer.js";
import type {
  ChainBirthsSteadyCertificate,
  ChainBirthsWeightedSteadyCertificate,
  ChainInstance,
  ChainTransientsSteadyCertificate,
} from "../certificates/chain.js";
import { searchSteadyCut, searchSteadySegments } from "../shared/amortized-cut.js";
import { approximateBirths } from "./recomputation.js";
import { approximateWeightedBirths } from "./recomputation-weighted.js";
import { approximateChain, approximateChainProducts, chainSegment } from "./segment.js";

/**
 * The theorems of chain-transients.ts, chain-births.ts and chain-births-weighted.ts with every segment counted by the words it has
 * (proofs/amortized.md): T times what all segments are worth over what one can hold, for any number of memories, with no segment given
 * away in any of them. Hypotheses and freedoms are theirs.
 */
export function proveChainTransientsSteady(instance: ChainInstance, beat = 0n): ChainTransientsSteadyCertificate | undefined {
  const { extents, weights, capacity } = instance;
  const { batch, m, l, n, pairs } = extents;
  const { a, b, h, d, partial, output } = weights;
  const rough = approximateChain(extents, weights, partial);
  const found = searchSteadySegments({
    sizes: [a, b, h, d, partial],
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
  return found === undefined ? undefined : { theorem: "chain-transients-steady", instance, ...found };
}

/** Every word counts as the narrowest. Undefined where no T fulfils the condition of chain-births.ts, or nothing is proven. */
export function proveChainBirthsSteady(instance: ChainInstance): ChainBirthsSteadyCertificate | undefined {
  const { extents, weights } = instance;
  const { pairs, factors, k, n } = extents;
  const wordSize = [weights.b, weights.h, weights.d, weights.partial, weights.output].reduce(minimum, weights.a);
  const capacityWords = instance.capacity / wordSize;
  const longest = (256n * k * k) / 27n - capacityWords;
  if (longest < 1n) return undefined;
  const segments = approximateBirths(instance, Number(capacityWords));
  const found = searchSteadyCut({
    evaluate: (cut) => {
      if (cut > longest) return { cut, clockWords: 0n };
      const x = capacityWords + cut;
      // T·pairs·((fk + n)·16·√(27X) − 27fX) / (16X²)
      const root = ceilRoot((16n * cut * pairs * (factors * k + n)) ** 2n * 27n * x, 2);
      return { cut, clockWords: atLeastZero(root - 27n * cut * factors * x * pairs, 16n * x * x) };
    },
    clockOf: ({ clockWords }) => clockWords,
    roughly: (cut) => (cut <= Number(longest) ? cut * segments(cut) : Number.NEGATIVE_INFINITY),
    grain: 1n,
    capacity: capacityWords,
  });
  if (found.clockWords === 0n) return undefined;
  return { theorem: "chain-births-steady", instance, wordSize, capacityWords, ...found, value: wordSize * found.clockWords };
}

/** Every word at its own size. Undefined where no T fulfils the condition of chain-births-weighted.ts, or nothing is proven. */
export function proveChainBirthsWeightedSteady(
  instance: ChainInstance,
  beat = 0n,
): ChainBirthsWeightedSteadyCertificate | undefined {
  const { extents, weights } = instance;
  const { pairs, factors, k, n } = extents;
  const { a, b, h, d, partial } = weights;
  const grain = [b, h, d, partial].reduce(greatestCommonDivisor, a);
  const capacity = instance.capacity - (instance.capacity % grain);
  const excess = [b, h, d, partial].reduce(maximum, a) - grain;
  const longest = (256n * k * k * a * b) / (27n * partial) - capacity - excess;
  if (longest < grain) return undefined;
  const lost = maximum(0n, partial - weights.output) * extents.batch * extents.m * extents.n;
  const segments = approximateWeightedBirths(instance, Number(capacity + excess));
  const found = searchSteadyCut({
    evaluate: (cut) => {
      if (cut > longest) return { cut, clock: 0n };
      const x = capacity + cut + excess;
      // T·(√β1 + √β2 − 27·f·s·X·pairs) / (16X·(S + T))
      const first = 27n * x * a * b * partial * (16n * cut * pairs * factors * k) ** 2n;
      const second = 27n * x * d * partial * minimum(h, partial) * (16n * cut * pairs * n) ** 2n;
      const roots = ceilRoot(first + second + ceilRoot(4n * first * second, 2), 2);
      return { cut, clock: atLeastZero(roots - 27n * cut * factors * partial * x * pairs, 16n * x * (capacity + cut)) };
    },
    clockOf: ({ clock }) => clock,
    roughly: (cut) => (cut <= Number(longest) ? cut * segments(cut) : Number.NEGATIVE_INFINITY),
    grain,
    capacity,
    atLeast: beat + lost,
  });
  const value = maximum(0n, found.clock - lost);
  return value === 0n ? undefined : { theorem: "chain-births-weighted-steady", instance, ...found, value };
}

/** The quotient rounded up, 0 where it is negative: a whole clock that is at least the quotient is at least this. */
function atLeastZero(numerator: bigint, denominator: bigint): bigint {
  return numerator > 0n ? ceilDivide(numerator, denominator) : 0n;
}
