import { ceilRoot, floorSquareRoot, greatestCommonDivisor, maximum, minimum } from "../../exact/integer.js";
import type { ChainBirthsColdCertificate, ChainInstance, ChainTransientsColdCertificate } from "../certificates/chain.js";
import { searchColdCut } from "../shared/empty-start-cut.js";
import { approximateChain, approximateChainProducts, approximateTransient, chainSegment, transientBudget } from "./segment.js";

/**
 * The theorems of chain-transients.ts and chain-births.ts for one memory, with a first segment of its own length U
 * (proofs/empty-start.md): it starts with nothing, so it may cost about as much as a later one has words, S + T. Where the work is
 * more than the first and J later segments can hold, the clock is at least U + J·T. Hypotheses and freedoms are theirs.
 */
export function proveChainTransientsCold(instance: ChainInstance, beat = 0n): ChainTransientsColdCertificate | undefined {
  const { extents, weights, memories } = instance;
  if (memories !== 1n) return undefined;
  const { a, b, h, d, partial, output } = weights;
  const grain = [b, h, d, partial].reduce(greatestCommonDivisor, a);
  const capacity = instance.capacity - (instance.capacity % grain);
  const excess = partial - grain;
  const work = extents.pairs * extents.n;
  const outputs = extents.batch * extents.m * extents.n;
  const rough = approximateChain(extents, weights, partial);
  const later = (budget: bigint) => {
    const held = chainSegment(extents, weights, partial, budget);
    return { held, most: maximum(held.stored, held.transient) };
  };
  const writes = output * outputs;
  const found = searchColdCut({
    capacity: capacity + excess,
    grain,
    first: (segments, budget) => {
      const left = work - segments * later(budget).most;
      if (left <= 0n) return 0n;
      const guess = inverse((x) => approximateTransient(rough, x), Number(left), Number(budget));
      const least = transientBudget(extents, weights, partial, left, BigInt(Math.max(1, Math.floor(guess))));
      // The longest U with U + wE − g below what that much needs.
      return maximum(0n, roundDown(least - 1n - excess, grain));
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
  return { theorem: "chain-transients-cold", instance, ...found, later: held, reads, writes, value: reads + writes };
}

/** Every word counts as the narrowest. Undefined where no T fulfils the condition of chain-births.ts, or nothing is proven. */
export function proveChainBirthsCold(instance: ChainInstance): ChainBirthsColdCertificate | undefined {
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
  return { theorem: "chain-births-cold", instance, wordSize, capacityWords, ...cuts, clockWords, value: wordSize * clockWords };
}

/** About U/X where the clock is largest: what births alone bring in grows as U², what a later segment does as X^{3/2}. */
const SHORTER = 0.75;

function roundDown(value: bigint, grain: bigint): bigint {
  return value < 0n ? 0n : value - (value % grain);
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
