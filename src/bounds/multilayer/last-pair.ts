import { ceilDivide, greatestCommonDivisor, maximum } from "../../exact/integer.js";
import type { MultilayerInstance, MultilayerLastPairCertificate, MultilayerSegment } from "../certificates/multilayer.js";
import { approximateChain, approximateChainProducts, chainSegment } from "../chain/segment.js";
import type { ChainExtents, ChainWeights } from "../chain/shape.js";
import { searchCut } from "../shared/cut-search.js";
import { productWords } from "./shape.js";

/**
 * The last two products of a chain of r (proofs/multilayer.md, Theorem 1): for every T, with N = m·w(r−1)·wr products of the last stage,
 *
 *     all loads + wE · starts of residency intervals of Xr ≥ T · ceil((N − P·V0) / V),
 *
 * V the most that a segment of S + T can hold when the elements of X(r−1) it reads are stored, or are made in it from whole rows of some
 * earlier Xq, of all weights between, and of whole columns of W(r−1).
 *
 * Survives recomputation of every intermediate, any reduction order, sliding.
 */
export function proveLastPair(instance: MultilayerInstance, beat = 0n): MultilayerLastPairCertificate {
  const { weights, extents, memories } = instance;
  const { operand, between, partial, output } = weights;
  const grain = [between, partial].reduce(greatestCommonDivisor, operand);
  const capacity = instance.capacity - (instance.capacity % grain);
  const excess = partial - grain;
  const levels = entryLevels(instance);
  const [last, chainWeights] = [lastStage(instance), pairWeights(instance)];
  const products = last.pairs * last.n;
  const evaluate = (cut: bigint): Cut => {
    const first = segmentOf(levels, chainWeights, cut + excess);
    const later = segmentOf(levels, chainWeights, capacity + cut + excess);
    const left = products - memories * most(first);
    const inSegment = most(later);
    const laterSegments = left > 0n && inSegment > 0n ? ceilDivide(left, inSegment) : 0n;
    return { cut, first, later, laterSegments, clock: cut * laterSegments };
  };
  const rough = levels.map((level) => ({
    chain: approximateChain(level.extents, chainWeights, partial),
    held: Number(level.held),
  }));
  const productsOf = (budget: number): number =>
    rough.reduce((best, { chain, held }, q) => {
      const own = q === 0 ? budget : budget - held;
      return Math.max(best, own > 0 ? approximateChainProducts(chain, own) : 0);
    }, 0);
  const [all, p, s, over] = [Number(products), Number(memories), Number(capacity), Number(excess)];
  const outputs = extents.m * last.n;
  const writes = output * outputs;
  const found = searchCut({
    evaluate,
    clockOf: (cut) => cut.clock,
    countOf: (cut) => cut.laterSegments,
    grain,
    capacity,
    leftRoughly: (cut, count) => all - p * productsOf(cut + over) - (count - 1) * productsOf(s + cut + over),
    atLeast: beat - writes + partial * outputs,
  });
  const reads = maximum(0n, found.clock - partial * outputs);
  return { theorem: "multilayer-last-pair", instance, ...found, reads, writes, value: reads + writes };
}

type Cut = Pick<MultilayerLastPairCertificate, "cut" | "first" | "later" | "laterSegments" | "clock">;

/** Rows of Xq are whole and old, everything between them and X(r−1) is made in the segment from weights that are `held` whole. */
interface EntryLevel {
  readonly extents: ChainExtents;
  readonly held: bigint;
}

/** For q = r−2, …, 0. */
function entryLevels({ extents: { m, widths }, weights }: MultilayerInstance): readonly EntryLevel[] {
  const r = widths.length - 1;
  const [inner, l, n] = [widths[r - 2], widths[r - 1], widths[r]] as [bigint, bigint, bigint];
  const words = productWords(widths);
  const levels: EntryLevel[] = [];
  let held = 0n;
  for (let q = r - 2; q >= 0; q--) {
    // k² stands for wq·w(r−2): a row of Xq for a row of A.
    levels.push({ extents: { batch: 1n, m, k: 1n, l, n, pairs: m * l, factors: (widths[q] as bigint) * inner }, held });
    held += weights.operand * (words[q - 1] ?? 0n);
  }
  return levels;
}

function lastStage({ extents: { m, widths } }: MultilayerInstance): { readonly pairs: bigint; readonly n: bigint } {
  return { pairs: m * (widths.at(-2) as bigint), n: widths.at(-1) as bigint };
}

function pairWeights({ weights: { operand, between, partial, output } }: MultilayerInstance): ChainWeights {
  return { a: between, b: operand, h: between, d: operand, partial, output };
}

function segmentOf(levels: readonly EntryLevel[], weights: ChainWeights, budget: bigint): MultilayerSegment {
  const made = levels.map(({ extents, held }) => chainSegment(extents, weights, weights.partial, budget - held));
  return { stored: made[0]?.stored ?? 0n, transient: made.map(({ transient }) => transient) };
}

function most({ stored, transient }: MultilayerSegment): bigint {
  return transient.reduce(maximum, stored);
}
