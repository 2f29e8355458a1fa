import { floorSquareRoot, maximum, minimum } from "../../exact/integer.js";
import type { ChainBirthsCertificate, ChainInstance } from "../certificates/chain.js";
import { searchCut } from "../shared/cut-search.js";

/**
 * The fused chain with its births charged (proofs/chain-recomputation.md): for every T with 16k ≥ 3√3·√(S+T), X = S + T,
 *
 *     Q ≥ T · ( ceil( pairs·(f·k + n − f·(3√3/16)·√X) / (X/3)^{3/2} ) − P ),
 *
 * f = 1, or 2 for a gated front. At T = 2S about 2ml(fk + n)/√S − (9/8)·f·ml: the bound of wide chains and FFNs, where H is
 * stored. Every word counts as the narrowest, a relaxation.
 *
 * Survives recomputation (the condition on T pays for it), any reduction order, sliding. Returns undefined when no T fulfils
 * the condition.
 */
export function proveChainBirths(instance: ChainInstance): ChainBirthsCertificate | undefined {
  const { extents, weights, memories } = instance;
  const wordSize = [weights.b, weights.h, weights.d, weights.partial, weights.output].reduce(minimum, weights.a);
  const capacityWords = instance.capacity / wordSize;
  const longest = (256n * extents.k * extents.k) / 27n - capacityWords;
  if (longest < 1n) return undefined;
  const evaluate = (cut: bigint): Cut => {
    const segments = cut > longest ? 0n : segmentsNeeded(instance, capacityWords + cut);
    const laterSegments = maximum(0n, segments - memories);
    return { cut, laterSegments, clockWords: cut * laterSegments };
  };
  const needed = approximateBirths(instance, Number(capacityWords));
  const last = Number(longest);
  const found = searchCut({
    evaluate,
    clockOf: (cut) => cut.clockWords,
    countOf: (cut) => cut.laterSegments,
    grain: 1n,
    capacity: capacityWords,
    leftRoughly: (cut, count) => (cut <= last ? needed(cut) - Number(memories) - (count - 1) : Number.NEGATIVE_INFINITY),
  });
  return { theorem: "chain-births", instance, wordSize, capacityWords, ...found, value: wordSize * found.clockWords };
}

type Cut = Pick<ChainBirthsCertificate, "cut" | "laterSegments" | "clockWords">;

/** ceil( pairs·((f·k + n)·16·√(27X) − 27·f·X) / (16X²) ), exactly; 0 where it is not positive. */
function segmentsNeeded({ extents }: ChainInstance, x: bigint): bigint {
  const { pairs, factors, k, n } = extents;
  const radicand = (16n * pairs * (factors * k + n)) ** 2n * 27n * x;
  const charged = 27n * factors * x * pairs;
  const denominator = 16n * x * x;
  const root = floorSquareRoot(radicand);
  const numerator = root - charged;
  if (numerator < 0n) return 0n;
  return root * root === radicand ? (numerator + denominator - 1n) / denominator : numerator / denominator + 1n;
}

/** Segments in floating point, to steer searches. */
export function approximateBirths({ extents }: ChainInstance, capacity: number): (cut: number) => number {
  const [pairs, f, k, n] = [extents.pairs, extents.factors, extents.k, extents.n].map(Number) as [number, number, number, number];
  return (cut) => {
    const x = capacity + cut;
    return (pairs * ((f * k + n) * 16 * Math.sqrt(27 * x) - 27 * f * x)) / (16 * x * x);
  };
}
