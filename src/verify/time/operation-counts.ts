import { count, type Fields, list } from "../shared/fields.js";
import { readSubject } from "../subject.js";
import { triangularProducts } from "../triangular/subject.js";
import { workloadKind } from "../workload-fields.js";
import { scalarProducts } from "./scalar-products.js";
import { OF_SCANS, scanCounts } from "./scan-products.js";
import { CLASSICAL, type Counts } from "./time-terms.js";

const STATEMENTS =
  "a multiplication and an addition at every point of every statement of two operands or more, once where the same words meet again: " +
  "no factoring but sums over an index of one operand alone, statements as written;";

/** What the formula of a document's workload computes, each operation in its cheapest usual form (docs/time.md). */
export function countsOf(workload: Fields): Counts {
  const kind = workloadKind(workload, "workload");
  const subject = readSubject(workload);
  const extent = (name: string): bigint => count(workload, name, "workload", 1n);
  const counts = (matrix: bigint, special = 0n, plain = 0n, functions = "", formed = CLASSICAL): Counts => ({
    matrix,
    special,
    plain,
    functions,
    formed,
  });
  const [product] = subject.products ?? [];
  const [chain] = subject.chains ?? [];
  const points = ({ batch = 0n, m = 0n, n = 0n, k = 0n }: Readonly<Record<string, bigint>>): bigint => batch * m * n * k;
  if (kind === "einsum" && subject.einsum !== undefined) {
    const { written, extentOf, products } = subject.einsum;
    const isProduct = written.length === 1 && products.length === 1;
    return counts(2n * scalarProducts(written, extentOf), 0n, 0n, "", isProduct ? CLASSICAL : STATEMENTS);
  }
  if (subject.convolution !== undefined) {
    return counts(2n * subject.convolution.products);
  }
  if (kind === "gemm" && product !== undefined) return counts(2n * points(product));
  if (subject.sparse !== undefined) {
    const formed = "every scalar product of a kept word, at the rate of dense ones,";
    return counts(2n * points(subject.sparse.product), 0n, 0n, "", formed);
  }
  if (kind === "epilogue-gemm" && product !== undefined) {
    const smooth = list(workload["epilogue"], "workload.epilogue").filter((step) => step === "gelu" || step === "silu");
    const special = BigInt(smooth.length) * (product["m"] ?? 0n) * (product["n"] ?? 0n);
    return counts(2n * points(product), special, 2n * special, smooth.join(" and "));
  }
  if (subject.groups !== undefined) {
    const { rows, extents } = subject.groups;
    const all = rows.reduce((sum, row) => sum + row, 0n);
    const { n = 0n, k = 0n, l, factors = 0n } = extents;
    if (l === undefined) return counts(2n * all * n * k);
    const matrix = 2n * all * l * (factors * k + n);
    return factors === 2n ? counts(matrix, all * l, 2n * all * l, "SwiGLU") : counts(matrix);
  }
  if (kind === "norm-gemm" && product !== undefined) {
    const { m = 0n, n = 0n, k = 0n } = product;
    const rotation = workload["headDim"] === 0 ? 0n : 2n * m * n;
    return counts(2n * points(product), m, m * k + rotation, "RMSNorm");
  }
  const [backward] = subject.backward ?? [];
  if (backward !== undefined) {
    const { k = 0n, n = 0n, pairs = 0n } = backward;
    // Q·Kᵀ again, dO·Vᵀ, dQ, dK, dV.
    return counts(2n * pairs * (3n * k + 2n * n), pairs, 3n * pairs, "softmax and its gradient");
  }
  if (chain !== undefined) {
    const { batch = 0n, m = 0n, k = 0n, n = 0n, pairs = 0n, factors = 0n } = chain;
    const matrix = 2n * pairs * (factors * k + n);
    if (kind === "attention") return counts(matrix, pairs + batch * m, 3n * pairs, "softmax");
    return kind === "ffn" && factors === 2n ? counts(matrix, pairs, 2n * pairs, "SwiGLU") : counts(matrix);
  }
  const [long] = subject.multilayerChains ?? [];
  if (long !== undefined) {
    const { m, widths } = long;
    return counts(widths.slice(1).reduce((sum, width, q) => sum + 2n * m * width * (widths[q] ?? 0n), 0n));
  }
  if (subject.triangular !== undefined) return counts(2n * triangularProducts(subject.triangular));
  if (subject.layered !== undefined) return counts(0n, 0n, 0n, "");
  if (subject.scan !== undefined) {
    const { products, exponentials } = scanCounts(subject.scan);
    return counts(2n * products, exponentials, 0n, exponentials === 0n ? "" : "decays", OF_SCANS);
  }
  if (kind === "rotary") return counts(0n, 0n, 2n * extent("rows") * extent("heads") * extent("dim"), "the rotation");
  const [rows, words] = [extent("rows"), extent("rows") * extent("columns")];
  switch (kind) {
    case "softmax":
      return counts(0n, words + rows, 3n * words, "softmax");
    case "rmsnorm":
      return counts(0n, rows, 3n * words, "RMSNorm");
    case "layernorm":
      return counts(0n, rows, 4n * words, "LayerNorm");
    // Elementwise: `workloadKind` knows no other kind.
    default:
      // An operation joins the result so far with two operands more.
      return counts(0n, 0n, (count(workload, "inputs", "workload", 0n) / 2n) * words, "the elementwise function");
  }
}
