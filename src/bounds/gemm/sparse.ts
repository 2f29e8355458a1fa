import { sizeOf } from "../../computation/data-types.js";
import { type SparseGemmWorkload, sparseArrays, sparseOperand } from "../../computation/sparse/sparse-gemm.js";
import { bigints } from "../../exact/integer.js";
import type { Certificate, Setting } from "../bound.js";
import type {
  AmortizedSegmentsCertificate,
  SegmentsCertificate,
  SparseSegmentsCertificate,
  WholeOperandCertificate,
} from "../certificates/gemm.js";
import type { CompulsoryCertificate } from "../certificates/others.js";
import { compulsoryCertificate } from "../rows/compulsory.js";
import { overSumSizes } from "../shared/partial-sum-sizes.js";
import { proveGemmSegments } from "./segments.js";
import { UNIT_WEIGHTS } from "./shape.js";

type Arrays = CompulsoryCertificate["inputs"];

/**
 * Segments of a product with a sparse operand (proofs/gemm-sparse.md): those of the product with as many products a word of C, since no step of
 * their proof asks which words of the dense operand a product takes; and the metadata on top.
 */
export function proveGemmSparseSegments(
  product: SegmentsCertificate | AmortizedSegmentsCertificate,
  metadata: Arrays,
): SparseSegmentsCertificate {
  const moved = metadata.reduce((sum, { words, wordSize }) => sum + words * wordSize, 0n);
  const { reads, writes, value } = product;
  return { theorem: "gemm-sparse-segments", product, metadata, reads: reads + moved, writes, value: value + moved };
}

/** Every bound of a product with a sparse operand. */
export function sparseGemmCertificates(w: SparseGemmWorkload, setting: Setting): readonly Certificate[] {
  const { unit, units, capacity, memories } = setting;
  const size = (type: SparseGemmWorkload["dataType"]): bigint => (unit === "words" ? 1n : sizeOf(type, units));
  const [m, n, kept] = bigints(w.m, w.n, w.k / 2);
  const whole = sparseArrays(w, w).map(({ name, rows, columns, dataType }) => ({
    array: name as string,
    words: BigInt(rows) * BigInt(columns),
    wordSize: size(dataType),
  }));
  const dense = sparseOperand(w) === "a" ? "B" : "A";
  // Where all rows, or columns, keep the same words, no product takes the other half of the dense operand.
  const needed = whole.map((one) => (one.array === dense ? { ...one, words: one.words / 2n } : one));
  const outputs = [{ array: "C", words: m * n, wordSize: size(w.outputType) }];
  const operand = size(w.dataType);
  const weights =
    unit === "words" ? UNIT_WEIGHTS : { a: operand, b: operand, partial: size(w.accumulator), output: size(w.outputType) };
  const instance = { extents: { batch: 1n, m, n, k: kept }, weights, capacity, memories };
  const metadata = whole.filter(({ array }) => array === "metadata");
  const compulsory = compulsoryCertificate(needed, outputs);
  return [
    compulsory,
    wholeOperand(compulsoryCertificate(whole, outputs)),
    ...overSumSizes(instance, proveGemmSegments).map((one) => proveGemmSparseSegments(one, metadata)),
  ];
}

/** The compulsory traffic of kernels that load the dense operand whole. */
function wholeOperand(certificate: CompulsoryCertificate): WholeOperandCertificate {
  return { ...certificate, theorem: "gemm-sparse-whole-operand" };
}
