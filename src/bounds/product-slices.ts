import { ceilDivide, maximum, minimum } from "../exact/integer.js";
import type { ProductInstance, ProductSlicesCertificate } from "./certificates/products.js";
import { ceilOfCase, exactly, type Mixture, mixturesOf, sharesOf } from "./slice-mixtures.js";

/**
 * The matrix product, slice by slice (proofs/product-slices.md): every inner index is a slice that has to meet every residency interval
 * of a sum while it lasts. With the price Λ of potentials at rent θ ≤ 2, X = S + 1 words,
 *
 *     Q ≥ mn·( k·Λ/√X − θ + 1 ).
 *
 * Says most for k between about 1.6√S and 2.3√S, and where sides are short: no term is lost at the ends. Every word counts as the
 * narrowest, a relaxation. Survives recomputation, any reduction order, sliding. Returns undefined where nothing is proven.
 */
export function proveProductSlices(instance: ProductInstance): ProductSlicesCertificate | undefined {
  const { extents, weights } = instance;
  const wordSize = [weights.b, weights.partial, weights.output].reduce(minimum, weights.a);
  const capacityWords = instance.capacity / wordSize;
  let best: { readonly value: number; readonly mixture: Mixture } | undefined;
  for (const mixture of MIXTURES) {
    const value = perGroup(Number(extents.k), Number(capacityWords) + 1, mixture);
    if (value > (best?.value ?? 0)) best = { value, mixture };
  }
  if (best === undefined) return undefined;
  const { room, words } = provenWords(instance, capacityWords + 1n, best.mixture);
  if (words <= 0n) return undefined;
  return {
    theorem: "product-slices",
    instance,
    wordSize,
    capacityWords: room - 1n,
    potentials: sharesOf(best.mixture),
    words,
    value: wordSize * words,
  };
}

/** What a group pays at least, in doubles, in the least memory of `room` words or more where the waiting is not too much. */
function perGroup(k: number, room: number, { price, rent, waiting }: Mixture): number {
  const root = Math.max(Math.sqrt(room), (k * waiting) / rent);
  return (k / root) * price - rent + 1;
}

/** ⌈mn·(kΛ/√X − θ + 1)⌉ in X = `least` words, or the least larger memory where the waiting is not too much. */
function provenWords(
  instance: ProductInstance,
  least: bigint,
  mixture: Mixture,
): { readonly room: bigint; readonly words: bigint } {
  const { batch, m, n, k } = instance.extents;
  const { rent, waiting, price } = exactly(mixture);
  const room = maximum(least, ceilDivide((k * waiting.top * rent.below) ** 2n, (waiting.below * rent.top) ** 2n));
  return { room, words: ceilOfCase(batch * m * n, k * price, rent.top - rent.below, rent.below, room) };
}

const MIXTURES = mixturesOf(1).filter(({ rent }) => rent <= 2);
