import { ceilDivide, ceilRoot, greatestCommonDivisor, maximum, minimum } from "../../exact/integer.js";
import type { ChainBirthsWeightedCertificate, ChainInstance } from "../certificates/chain.js";
import { searchCut } from "../shared/cut-search.js";

/**
 * The fused chain with its births charged, every word at its own size (proofs/chain-recomputation.md): unfinished sums of both
 * stages weigh s = `partial`, complete elements of H and factors of them h, and h' = min(h, s). For every T, a multiple of the
 * unit g of all sizes, with 256k²·wA·wB ≥ 27·s·X,
 *
 *     Q + (s − wOut)·mn ≥ T · ( ceil( pairs·(f·k·√(wA·wB·s) + n·√(wD·s·h') − f·s·(3√3/16)·√X) / (X/3)^{3/2} ) − P ),
 *
 * X = S + T + (the widest size) − g, f = 1, or 2 for a gated front. With bf16 operands and fp32 sums √2 times what counting
 * every word as the narrowest proves, at leading order.
 *
 * Survives recomputation (the condition on T pays for it), any reduction order, sliding. Returns undefined when no T fulfils
 * the condition.
 */
export function proveChainBirthsWeighted(instance: ChainInstance, beat = 0n): ChainBirthsWeightedCertificate | undefined {
  const { extents, weights, memories } = instance;
  const { a, b, h, d, partial } = weights;
  const grain = [b, h, d, partial].reduce(greatestCommonDivisor, a);
  const capacity = instance.capacity - (instance.capacity % grain);
  const excess = [b, h, d, partial].reduce(maximum, a) - grain;
  const longest = (256n * extents.k * extents.k * a * b) / (27n * partial) - capacity - excess;
  if (longest < grain) return undefined;
  const evaluate = (cut: bigint): Cut => {
    const segments = cut > longest ? 0n : segmentsNeeded(instance, capacity + cut + excess);
    const laterSegments = maximum(0n, segments - memories);
    return { cut, laterSegments, clock: cut * laterSegments };
  };
  // The last store of an output is of its stored size, where a sum was counted.
  const lost = maximum(0n, partial - weights.output) * extents.batch * extents.m * extents.n;
  const needed = approximateWeightedBirths(instance, Number(capacity + excess));
  const last = Number(longest);
  const found = searchCut({
    evaluate,
    clockOf: (cut) => cut.clock,
    countOf: (cut) => cut.laterSegments,
    grain,
    capacity,
    leftRoughly: (cut, count) => (cut <= last ? needed(cut) - Number(memories) - (count - 1) : Number.NEGATIVE_INFINITY),
    atLeast: beat + lost,
  });
  const value = maximum(0n, found.clock - lost);
  return { theorem: "chain-births-weighted", instance, ...found, value };
}

type Cut = Pick<ChainBirthsWeightedCertificate, "cut" | "laterSegments" | "clock">;

/** ceil( (√β1 + √β2 − 27·f·s·X·pairs) / (16X²) ), β1 and β2 under the roots of the two stages; 0 where it is not positive. */
function segmentsNeeded({ extents, weights }: ChainInstance, x: bigint): bigint {
  const { pairs, factors, k, n } = extents;
  const { a, b, h, d, partial } = weights;
  const first = 27n * x * a * b * partial * (16n * pairs * factors * k) ** 2n;
  const second = 27n * x * d * partial * minimum(h, partial) * (16n * pairs * n) ** 2n;
  const left = ceilOfRoots(first, second) - 27n * factors * partial * x * pairs;
  return left > 0n ? ceilDivide(left, 16n * x * x) : 0n;
}

/** ⌈√x + √y⌉. */
function ceilOfRoots(x: bigint, y: bigint): bigint {
  return ceilRoot(x + y + ceilRoot(4n * x * y, 2), 2);
}

/** Segments in floating point, to steer searches. */
export function approximateWeightedBirths({ extents, weights }: ChainInstance, capacity: number): (cut: number) => number {
  const [pairs, f, k, n] = [extents.pairs, extents.factors, extents.k, extents.n].map(Number) as [number, number, number, number];
  const { a, b, d, partial } = weights;
  const [s, h] = [Number(partial), Number(minimum(weights.h, partial))];
  const perElement = f * k * Math.sqrt(Number(a * b) * s) + n * Math.sqrt(Number(d) * s * h);
  return (cut) => {
    const x = capacity + cut;
    return (pairs * (16 * Math.sqrt(27 * x) * perElement - 27 * f * s * x)) / (16 * x * x);
  };
}
