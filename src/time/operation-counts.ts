import { chainShape } from "../bounds/chain/shape.js";
import { productExtents } from "../bounds/gemm/shape.js";
import { multilayerChainShape, productWords } from "../bounds/multilayer/shape.js";
import type { Computation } from "../computation/computation.js";
import { convProducts } from "../computation/conv.js";
import { forwardOf } from "../computation/fused/attention-backward.js";
import { triangularProducts } from "../computation/linear-algebra/triangular.js";
import type { RowWorkload } from "../computation/row-workloads.js";
import { rowWords } from "../computation/row-workloads.js";
import { statedComputation, type Workload } from "../computation/workload.js";
import { bigints } from "../exact/integer.js";
import { leastScalarProducts } from "./scalar-products.js";
import { SCAN_FORMED, scanExponentials, scanProducts } from "./scan-products.js";

/** What a workload must compute, by the unit that does it. */
export interface OperationCounts {
  /** Additions and multiplications of matrix products, and of other statements. */
  readonly matrix: bigint;
  /** What `matrix` presumes, for people, where that is not just the classical algorithm of a product. */
  readonly formed?: string;
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
 * - a product: one multiplication and one addition, of a sparse operand for each kept word alone; a convolution has those of its taps and
 *   inputs, none with the padding; an einsum those of `leastScalarProducts`;
 * - softmax: an exponential an element and a division a row; an element is compared with the maximum, scaled and shifted by one
 *   fused operation, and added to the sum;
 * - its gradient in attention's backward pass: an exponential an element, which is scaled and shifted by one fused operation; then D is
 *   taken off and the difference multiplied by P. Five products, one of them Q·Kᵀ again;
 * - RMSNorm: a square added to the sum (one fused operation), a multiplication by the scale and one by the gain an element, a root a
 *   row (before a product the squares and the root alone: scales and gain may go into other operations); LayerNorm: an element is
 *   added to the sum, its square to theirs, then shifted and scaled by one fused operation, and by another;
 * - a rotary embedding: a multiplication and a fused one an element; other elementwise kernels: as few operations
 *   of three operands (a fused multiply-add, say) as join all operands;
 * - SwiGLU: one special function an element, since x·sigmoid(x) = x/2·(1 + tanh(x/2)), and two multiplications (the gate's, and by x);
 * - a stencil or a transform: nothing, since its sums may run on tensor cores;
 * - a scan: the products of `scanProducts`, and an exponential an element of a state and token where decays come from step sizes.
 *
 * An elementwise function that the workload does not name counts nothing. Of an epilogue GELU and SiLU count as SwiGLU's function does;
 * other steps may be where sums begin, or part of an operation that is there anyway.
 */
export function operationCounts(workload: Workload): OperationCounts {
  switch (workload.kind) {
    case "gemm": {
      // Tensor cores apply the scales of MX formats themselves, so scaling counts nothing.
      const { batch, m, n, k } = workload;
      const matrix = 2n * [batch, m, n, k].reduce((product, extent) => product * BigInt(extent), 1n);
      return { matrix, special: 0n, plain: 0n, functions: "" };
    }
    case "sparse-gemm": {
      const [m, n, kept] = bigints(workload.m, workload.n, workload.k / 2);
      const formed = "every scalar product of a kept word, at the rate of dense ones,";
      return { matrix: 2n * m * n * kept, formed, special: 0n, plain: 0n, functions: "" };
    }
    case "grouped-gemm": {
      const rows = workload.rows.reduce((sum, row) => sum + BigInt(row), 0n);
      return { matrix: 2n * rows * BigInt(workload.n) * BigInt(workload.k), special: 0n, plain: 0n, functions: "" };
    }
    case "moe": {
      // Combine weights may be in H's own factors, and results of experts add up where products do.
      const { rows, model, hidden, gated } = workload;
      const pairs = rows.reduce((sum, row) => sum + BigInt(row), 0n) * BigInt(hidden);
      const matrix = 2n * pairs * (gated ? 3n : 2n) * BigInt(model);
      return gated
        ? { matrix, special: pairs, plain: 2n * pairs, functions: "SwiGLU" }
        : { matrix, special: 0n, plain: 0n, functions: "" };
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
    case "epilogue-gemm": {
      const [words, k] = [BigInt(workload.m) * BigInt(workload.n), BigInt(workload.k)];
      const smooth = workload.epilogue.filter((step) => step === "gelu" || step === "silu");
      const special = words * BigInt(smooth.length);
      return { matrix: 2n * words * k, special, plain: 2n * special, functions: smooth.join(" and ") };
    }
    case "attention-backward": {
      const { k, n, pairs } = chainShape(forwardOf(workload), "words").extents;
      return { matrix: 2n * pairs * (3n * k + 2n * n), special: pairs, plain: 3n * pairs, functions: "softmax and its gradient" };
    }
    case "conv":
      return { matrix: 2n * convProducts(workload), special: 0n, plain: 0n, functions: "" };
    case "norm-gemm": {
      const [m, n, k] = [BigInt(workload.m), BigInt(workload.n), BigInt(workload.k)];
      const rotation = workload.headDim === 0 ? 0n : 2n * m * n;
      return { matrix: 2n * m * n * k, special: m, plain: m * k + rotation, functions: "RMSNorm" };
    }
    case "softmax":
    case "rmsnorm":
    case "layernorm":
    case "elementwise":
    case "rotary":
      return rowCounts(workload);
    case "syrk":
    case "syr2k":
    case "symm":
    case "trmm":
    case "trsm":
    case "cholesky":
    case "lu":
    case "gram-schmidt":
      return { matrix: 2n * triangularProducts(workload), special: 0n, plain: 0n, functions: "" };
    // Sums and minima of paths are no work of matrix units, and one instruction may do both.
    case "floyd-warshall":
    case "stencil":
    case "fft":
      return { matrix: 0n, special: 0n, plain: 0n, functions: "" };
    case "scan": {
      const special = scanExponentials(workload);
      const functions = special === 0n ? "" : "decays";
      return { matrix: 2n * scanProducts(workload), formed: SCAN_FORMED, special, plain: 0n, functions };
    }
    case "multilayer-chain": {
      const { m, widths } = multilayerChainShape(workload, "words").extents;
      const matrix = 2n * m * productWords(widths).reduce((x, y) => x + y, 0n);
      return { matrix, special: 0n, plain: 0n, functions: "" };
    }
    default:
      return statementCounts(statedComputation(workload));
  }
}

const FORMED =
  "a multiplication and an addition at every point of every statement of two operands or more, once where the same words meet again: " +
  "no factoring but sums over an index of one operand alone, statements as written;";

function statementCounts(computation: Computation): OperationCounts {
  const { statements } = computation;
  const counts = { matrix: 2n * leastScalarProducts(computation), special: 0n, plain: 0n, functions: "" };
  const asProduct = statements.length === 1 && productExtents(computation) !== undefined;
  return asProduct ? counts : { ...counts, formed: FORMED };
}

function rowCounts(w: RowWorkload): OperationCounts {
  const [rows, words] = [BigInt(w.rows), BigInt(w.rows) * BigInt(rowWords(w))];
  switch (w.kind) {
    case "softmax":
      return { matrix: 0n, special: words + rows, plain: 3n * words, functions: "softmax" };
    case "rmsnorm":
      return { matrix: 0n, special: rows, plain: 3n * words, functions: "RMSNorm" };
    case "layernorm":
      return { matrix: 0n, special: rows, plain: 4n * words, functions: "LayerNorm" };
    case "rotary":
      return { matrix: 0n, special: 0n, plain: 2n * words, functions: "the rotation" };
    case "elementwise":
      return {
        matrix: 0n,
        special: 0n,
        plain: BigInt(Math.ceil((w.inputs - 1) / 2)) * words,
        functions: "the elementwise function",
      };
  }
}
