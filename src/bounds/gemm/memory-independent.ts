import { ceilDivide, minimum } from "../../exact/integer.js";
import type { MemoryIndependentCertificate, ProductInstance } from "../certificates/gemm.js";
import { realFits } from "../shared/segment-capacity.js";
import { productCount } from "./shape.js";

/**
 * Whatever the capacity: some memory forms at least mnk/P products; it starts empty, so it loads the words of A and B they
 * read and stores something of every group they belong to. The least weight of three projections of that size, with the
 * short-side cases of Al Daas et al. 2022, rounded up (proofs/gemm-segments.md, The busiest memory).
 */
export function proveProductMemoryIndependent(instance: ProductInstance): MemoryIndependentCertificate {
  const { a, b, partial, output } = instance.weights;
  const weights = { a, b, c: minimum(partial, output) };
  const share = ceilDivide(productCount(instance.extents), instance.memories);
  const fits = (weight: bigint): boolean => realFits(instance.extents, weights, share, weight);
  let high = 1n;
  while (!fits(high)) high *= 2n;
  let low = high / 2n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (fits(middle)) high = middle;
    else low = middle;
  }
  return { theorem: "product-memory-independent", instance, share, value: high };
}
