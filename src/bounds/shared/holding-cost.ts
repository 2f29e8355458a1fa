import { ceilDivide, greatestCommonDivisor, maximum, minimum } from "../../exact/integer.js";
import type { SliceShare } from "../certificates/chain.js";
import { type EndsKnot, type EndsParts, endsMixtures, endsShares, exactKnots } from "../potentials/accumulator-mixtures.js";
import { ceilOfCase, type Quotient } from "../potentials/intermediate-mixtures.js";

/** Outputs and the slices that meet them, one memory or many: a product's inner indices, a convolution's channels at their taps. */
export interface SlicedOutputs {
  /** A slice's words, summed over all products, weigh `words`/(`parts`·√`under`) at X = 1. */
  readonly words: bigint;
  readonly parts: bigint;
  readonly under: bigint;
  /** Φ: outputs that meet every slice, all of them for a product. */
  readonly full: Quotient;
  /** G: all outputs, each an accumulator of `partial` and a stored word of `output`. */
  readonly outputs: bigint;
  readonly partial: bigint;
  readonly output: bigint;
  readonly operands: readonly bigint[];
  readonly capacity: bigint;
}

/** What a certificate chooses, and what that proves. */
export interface HoldingCost {
  readonly room: bigint;
  readonly potentials: readonly SliceShare[];
  readonly value: bigint;
}

/**
 * Words held at a cost where an accumulator's residency starts and where it ends, the more the fuller the memory is of accumulators
 * (proofs/gemm-holding-cost.md, proofs/conv-holding-cost.md). With N the weight of all slices' words over all products, the price Λ of
 * potentials of credit η, where all the words there may be cost P(v) ≤ 2 at a share v of the memory without accumulators, X = S/wC + 1,
 *
 *     Q ≥ N·(Λ + ηP(v))/√X − wC·(Φ·P(v) + (G − Φ)·max P) + wO·G   for the v from 0 to 1 for which that is least.
 *
 * No term is lost at the ends of an execution. Survives recomputation, any reduction order, sliding, any number of memories. Returns
 * undefined where nothing is proven.
 */
export function proveHoldingCost(sliced: SlicedOutputs): HoldingCost | undefined {
  const room = roomOf(sliced);
  let best: { readonly value: number; readonly parts: EndsParts } | undefined;
  for (const { parts, knots } of endsMixtures()) {
    const value = approximately(sliced, Number(room), knots);
    if (value > (best?.value ?? 0)) best = { value, parts };
  }
  if (best === undefined) return undefined;
  const value = exactly(sliced, room, best.parts);
  return value <= 0n ? undefined : { room, potentials: endsShares(best.parts), value };
}

/** X: accumulators that a memory holds, and one more. What its words weigh is a multiple of their common divisor. */
function roomOf({ capacity, operands, partial }: SlicedOutputs): bigint {
  const grain = operands.reduce(greatestCommonDivisor, partial);
  return ceilDivide(capacity - (capacity % grain), partial) + 1n;
}

/** The bound in doubles. */
function approximately(sliced: SlicedOutputs, room: number, knots: readonly EndsKnot[]): number {
  const { words, parts, under, full, outputs, partial, output } = sliced;
  const all = Number(words) / Number(parts) / Math.sqrt(room * Number(under));
  const met = Number(full.top) / Number(full.below);
  const most = Math.max(...knots.map(({ holdingCost }) => holdingCost));
  const least = Math.min(...knots.map(({ price, holdingCost }) => all * price - met * Number(partial) * holdingCost));
  return least - (Number(outputs) - met) * Number(partial) * most + Number(outputs * output);
}

/** The bound exactly, rounded up: lines in v between the knots of P. */
function exactly(sliced: SlicedOutputs, room: bigint, parts: EndsParts): bigint {
  const { words, full, outputs, partial, output } = sliced;
  const knots = exactKnots(parts);
  // The holding costs all over one number.
  const below = knots.map(({ holdingCost }) => holdingCost.below).reduce((product, one) => product * one, 1n);
  const holdingCostOf = (holdingCost: Quotient): bigint => (holdingCost.top * below) / holdingCost.below;
  const most = knots.map(({ holdingCost }) => holdingCostOf(holdingCost)).reduce(maximum);
  const values = knots.map(({ price, holdingCost }) => {
    const holdingCosts = full.top * holdingCostOf(holdingCost) + (outputs * full.below - full.top) * most;
    const owed = { top: partial * holdingCosts - output * outputs * full.below * below, below: full.below * below };
    return ceilOfCase(words * price.top, owed, room * sliced.under, sliced.parts * price.below);
  });
  return values.reduce(minimum);
}
