import { ceilDivide, greatestCommonDivisor, minimum } from "../../exact/integer.js";
import type { ProductInstance, RepeatedSliceEndsCertificate, SliceEndsCertificate } from "../certificates/gemm.js";
import { type EndsKnot, type EndsParts, endsMixtures, endsShares, exactKnots } from "../potentials/slice-ends-mixtures.js";
import { ceilOfCase } from "../potentials/slice-mixtures.js";

/**
 * The matrix product, slice by slice, words held paying rent where a residency of a sum begins and where it ends, the more the fuller
 * the memory is of sums (proofs/gemm-holding-cost.md). With the price Λ of potentials of credit η, where all the words there may be pay
 * P(v) ≤ 2 at a share v of the memory without sums, operands of wA and wB bytes, sums of wC, stored as wO, X = S/wC + 1,
 *
 *     Q ≥ mn·( √(wA·wB)·k·(Λ + ηP(v))/√X − wC·P(v) + wO )   for the v from 0 to 1 for which that is least.
 *
 * Up to 0.38 of mn above 2mnk/√S, for k between about 1.35√S and 18√S. No term is lost at the ends of an execution. Survives recomputation,
 * any reduction order, sliding. Returns undefined where nothing is proven.
 */
export function proveSliceEnds(instance: ProductInstance): SliceEndsCertificate | undefined {
  const found = bestMixture(instance, 1n);
  return found === undefined ? undefined : { theorem: "product-slice-ends", instance, ...found };
}

/**
 * The same where both operands are one array, `A[i,k]·A[j,k]` or `A[i,k]·A[k,j]`: a word is a row of one slice and a column of one, and
 * counts half in each place, √(wA·wB) = wA/2.
 */
export function proveRepeatedSliceEnds(instance: ProductInstance): RepeatedSliceEndsCertificate | undefined {
  const found = bestMixture(instance, 2n);
  return found === undefined ? undefined : { theorem: "repeated-slice-ends", instance, ...found };
}

/** With every word of an operand in so many places. */
function bestMixture(
  instance: ProductInstance,
  places: bigint,
): Pick<SliceEndsCertificate, "room" | "potentials" | "value"> | undefined {
  const { a, b, partial } = instance.weights;
  const room = roomForSums(instance.capacity, [a, b], partial);
  let best: { readonly value: number; readonly parts: EndsParts } | undefined;
  for (const { parts, knots } of endsMixtures()) {
    const value = Math.min(...knots.map((knot) => perGroup(instance, Number(places) * Math.sqrt(Number(room)), knot)));
    if (value > (best?.value ?? 0)) best = { value, parts };
  }
  if (best === undefined) return undefined;
  const value = provenTraffic(instance, room, places, best.parts);
  return value <= 0n ? undefined : { room, potentials: endsShares(best.parts), value };
}

/** X: sums that a memory holds, and one more. What its words weigh is a multiple of their common divisor. */
export function roomForSums(capacity: bigint, operands: readonly bigint[], partial: bigint): bigint {
  const grain = operands.reduce(greatestCommonDivisor, partial);
  return ceilDivide(capacity - (capacity % grain), partial) + 1n;
}

/** What a group pays at least, in doubles; `root` is √X, times the places of a word. */
function perGroup({ extents, weights }: ProductInstance, root: number, { price, rent }: EndsKnot): number {
  const operands = Number(extents.k) * Math.sqrt(Number(weights.a * weights.b));
  return (operands / root) * price - rent * Number(weights.partial) + Number(weights.output);
}

/** The least ⌈mn·(√(wA·wB)·k(Λ + ηP(v))/√X − wC·P(v) + wO)⌉: lines in v between the knots of P. */
function provenTraffic({ extents, weights }: ProductInstance, room: bigint, places: bigint, parts: EndsParts): bigint {
  const { batch, m, n, k } = extents;
  const { a, b, partial, output } = weights;
  const groups = batch * m * n;
  const values = exactKnots(parts).map(({ price, rent }) => {
    const owed = { top: groups * (partial * rent.top - output * rent.below), below: rent.below };
    // √(ab)/√X = ab/√(abX)
    return ceilOfCase(groups * k * a * b * price.top, owed, room * a * b, places * price.below);
  });
  return values.reduce((least, value) => minimum(least, value));
}
