import { ceilDivide, greatestCommonDivisor, maximum, minimum } from "../../exact/integer.js";
import type { ProductInstance, ProductSlicesCertificate } from "../certificates/gemm.js";
import { ceilOfCase, exactly, type Mixture, mixturesOf, sharesOf } from "../potentials/slice-mixtures.js";
import { SLICE_POTENTIALS } from "../potentials/slice-potentials.js";

/**
 * The matrix product, slice by slice (proofs/product-slices.md): every inner index is a slice that has to meet every residency interval
 * of a sum while it lasts. With the price Λ of potentials at rent θ ≤ 2, operands of w bytes, sums of wC, stored as wO, X = S/wC + 1,
 *
 *     Q ≥ mn·( w·k·Λ/√X − θ·wC + wO ).
 *
 * Says most for k between about 1.6√S and 2.3√S; no term is lost at the ends of an execution. Operands count as the narrower of the
 * two. Survives recomputation, any reduction order, sliding. Returns undefined where nothing is proven.
 */
export function proveProductSlices(instance: ProductInstance): ProductSlicesCertificate | undefined {
  const least = leastRoom(instance);
  let best: { readonly value: number; readonly mixture: Mixture } | undefined;
  for (const mixture of MIXTURES) {
    const value = perGroup(instance, Number(least), mixture);
    if (value > (best?.value ?? 0)) best = { value, mixture };
  }
  if (best === undefined) return undefined;
  const { room, value } = provenTraffic(instance, least, best.mixture);
  if (value <= 0n) return undefined;
  return { theorem: "product-slices", instance, room, potentials: sharesOf(best.mixture), value };
}

/** X: sums that a memory holds, and one more. */
function leastRoom({ weights, capacity }: ProductInstance): bigint {
  const grain = greatestCommonDivisor(minimum(weights.a, weights.b), weights.partial);
  return ceilDivide(capacity - (capacity % grain), weights.partial) + 1n;
}

/** What a group pays at least, in doubles, in the least memory of `room` sums or more where the waiting is not too much. */
function perGroup({ extents, weights }: ProductInstance, room: number, { price, rent, waiting }: Mixture): number {
  const operands = Number(extents.k * minimum(weights.a, weights.b));
  const root = Math.max(Math.sqrt(room), (operands * waiting) / (rent * Number(weights.partial)));
  return (operands / root) * price - rent * Number(weights.partial) + Number(weights.output);
}

/** ⌈mn·(wkΛ/√X − θ·wC + wO)⌉ in X = `least`, or the least larger one where the waiting is not too much. */
function provenTraffic(
  instance: ProductInstance,
  least: bigint,
  mixture: Mixture,
): { readonly room: bigint; readonly value: bigint } {
  const { batch, m, n, k } = instance.extents;
  const { a, b, partial, output } = instance.weights;
  const operands = k * minimum(a, b);
  const { rent, waiting, price } = exactly(mixture);
  const waits = ceilDivide((operands * waiting.top * rent.below) ** 2n, (partial * waiting.below * rent.top) ** 2n);
  const room = maximum(least, waits);
  const groups = batch * m * n;
  const charge = { top: groups * (partial * rent.top - output * rent.below), below: rent.below };
  return { room, value: ceilOfCase(groups * operands * price, charge, room) };
}

const MIXTURES = mixturesOf(SLICE_POTENTIALS.filter(({ rowCost }) => rowCost === 1)).filter(({ rent }) => rent <= 2);
