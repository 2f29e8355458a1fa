import { scaledStatement } from "../bounds/block-scales.js";
import { chainShape } from "../bounds/chain-shape.js";
import { longChainShape, productWords } from "../bounds/long-chain-shape.js";
import { productCount, productExtents } from "../bounds/product-shape.js";
import { convProducts } from "../computation/conv.js";
import { einsumComputation } from "../computation/einsum.js";
import { gemmComputation } from "../computation/gemm.js";
import type { Workload } from "../computation/workload.js";

/** What a workload must compute, by the unit that does it. */
export interface OperationCounts {
  /** Additions and multiplications of matrix products. */
  readonly matrix: bigint;
  /** Exponentials and divisions in 32 bits, and other functions of the special-function units. */
  readonly special: bigint;
  /** 32-bit additions, multiplications and comparisons outside the products. */
  readonly plain: bigint;
  /** What `special` and `plain` are, for people; empty where both are 0. */
  readonly functions: string;
}

/**
 * The operations of a workload as its formula has them, each counted in its cheapest usual form:
 *
 * - a product: one multiplication and one addition; a convolution has those of its taps and inputs, none with the padding;
 * - softmax: an exponential an element and a division a row; an element is compared with the maximum, scaled and shifted by one
 *   fused operation, and added to the sum;
 * - SwiGLU: one special function an element, since x·sigmoid(x) = x/2·(1 + tanh(x/2)), and two multiplications (the gate's, and by x).
 *
 * Undefined for a statement that is no matrix product: it may be factored into fewer products. An elementwise function that the
 * workload does not name counts nothing.
 */
export function operationCounts(workload: Workload): OperationCounts | undefined {
  switch (workload.kind) {
    case "gemm":
    case "einsum": {
      // Tensor cores apply the scales of MX formats themselves, so scaling counts nothing.
      const computation = workload.kind === "gemm" ? gemmComputation(workload) : einsumComputation(workload);
      const shape = productExtents(scaledStatement(computation)?.unscaled ?? computation);
      return shape === undefined ? undefined : { matrix: 2n * productCount(shape), special: 0n, plain: 0n, functions: "" };
    }
    case "chain":
    case "ffn":
    case "attention": {
      const { batch, m, k, n, pairs, factors } = chainShape(workload, "words").extents;
      const matrix = 2n * pairs * (factors * k + n);
      if (workload.kind === "attention") {
        return { matrix, special: pairs + batch * m, plain: 3n * pairs, functions: "softmax" };
      }
      return workload.kind === "ffn" && workload.gated
        ? { matrix, special: pairs, plain: 2n * pairs, functions: "SwiGLU" }
        : { matrix, special: 0n, plain: 0n, functions: "" };
    }
    case "conv":
      return { matrix: 2n * convProducts(workload), special: 0n, plain: 0n, functions: "" };
    case "long-chain": {
      const { m, widths } = longChainShape(workload, "words").extents;
      const matrix = 2n * m * productWords(widths).reduce((x, y) => x + y, 0n);
      return { matrix, special: 0n, plain: 0n, functions: "" };
    }
    default:
      return undefined;
  }
}
