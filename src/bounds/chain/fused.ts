import { ceilDivide, greatestCommonDivisor, maximum } from "../../exact/integer.js";
import type { ChainInstance, ChainTransientsCertificate } from "../certificates/chain.js";
import { searchCut } from "../shared/cut-search.js";
import { approximateChain, approximateChainProducts, chainSegment } from "./segment.js";
import type { ChainWeights } from "./shape.js";

/**
 * The fused chain E = φ(A·B)·D, H never stored unless that pays (proofs/chain-fused.md): for every T, with P memories that
 * start empty and N = pairs·n second-stage products,
 *
 *     all loads + wE · starts of residency intervals of E ≥ T · ceil((N − P·V0) / V),
 *
 * V = max(stored, transient) for a budget of S + T + wE − g. Loads are at least that clock minus wE·mn, stores at least the
 * outputs. For k = n = d, attention: 4N²d²/S at leading order, the cost of FlashAttention's schedule.
 *
 * Survives recomputation of H and of everything else, any reduction order in both stages, sliding, online softmax.
 */
export function proveChainTransients(instance: ChainInstance, beat = 0n): ChainTransientsCertificate {
  const { extents, weights, memories } = instance;
  const grain = chainGrain(weights);
  const capacity = instance.capacity - (instance.capacity % grain);
  const excess = weights.partial - grain;
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
  const outputs = extents.batch * extents.m * extents.n;
  const writes = weights.output * outputs;
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
  return { theorem: "chain-transients", instance, ...found, reads, writes, value: reads + writes };
}

type Cut = Pick<ChainTransientsCertificate, "cut" | "first" | "later" | "laterSegments" | "clock">;

/** The unit of all sizes that a fast memory can hold. */
function chainGrain(weights: ChainWeights): bigint {
  return [weights.b, weights.h, weights.d, weights.partial].reduce(greatestCommonDivisor, weights.a);
}
