import { readArrays } from "../rows/arrays.js";
import { checkCompulsory } from "../rows/compulsory.js";
import type { ScalesSubject } from "../scales.js";
import { count, exactly, type Fields, Refused, record, requireEqual, requireOnly, text } from "../shared/fields.js";
import type { Established } from "../theorem.js";
import { checkGemmSegments } from "./segments.js";

/** Segments of a product with as many products a word of C, and every byte of metadata once: other theorems know no sparse operand. @throws Refused */
export function checkGemmSparseSegments(fields: Fields, path: string): Established {
  requireOnly(fields, ["schema", "theorem", "product", "metadata", "reads", "writes", "value"], path);
  const at = `${path}.product`;
  const inner = record(fields["product"], at);
  requireEqual(text(inner, "theorem", at), "gemm-segments", `${at}.theorem`, "the theorem on the product");
  const { instance, reads = 0n, writes = 0n, value } = checkGemmSegments(inner, at);
  const scales = readArrays(fields, "metadata", "input", path);
  const moved = scales.reduce((sum, { words, wordSize }) => sum + words * wordSize, 0n);
  return {
    ...(instance === undefined ? {} : { sparse: instance }),
    scaled: { theorem: "gemm-segments", scales },
    reads: exactly(fields, "reads", reads + moved, path),
    writes: exactly(fields, "writes", writes, path),
    value: exactly(fields, "value", value + moved, path),
  };
}

/** All words of both operands, as the compulsory traffic lists them. @throws Refused */
export function checkGemmSparseWholeOperand(fields: Fields, path: string): Established {
  const { arrays = [], ...traffic } = checkCompulsory(fields, path);
  return { ...traffic, wholeArrays: arrays };
}

/** A product with a sparse operand: its extents, k the words kept, and words of A and of B in all. */
export interface SparseProduct {
  readonly product: Readonly<Record<"batch" | "m" | "n" | "k", bigint>>;
  readonly whole: readonly [a: bigint, b: bigint];
}

/** What a workload with a sparse operand comes to: words of A and B that any pattern needs, metadata, C. */
interface SparseSubject {
  readonly inputs: readonly [a: bigint, b: bigint];
  readonly scales: readonly ScalesSubject[];
  readonly outputs: readonly [c: bigint];
  readonly sparse: SparseProduct;
}

/** Two of every four words along k, with a byte of metadata for four kept words. @throws Refused */
export function readSparse(workload: Fields): SparseSubject {
  const [m, n, k] = ["m", "n", "k"].map((name) => count(workload, name, "workload", 1n)) as [bigint, bigint, bigint];
  const sparse = text(workload, "sparse", "workload");
  if (sparse !== "a:2:4" && sparse !== "b:2:4") throw new Refused("workload.sparse", "no sparse operand that is known");
  if (k % 8n !== 0n) throw new Refused("workload.k", "not a multiple of 8");
  if (!["bf16", "fp16", "fp8", "int8"].includes(text(workload, "dataType", "workload")))
    throw new Refused("workload.dataType", "no type with 2:4 sparsity");
  const kept = k / 2n;
  const [whole, outer] = sparse === "a:2:4" ? [[m * kept, k * n] as const, m] : [[m * k, kept * n] as const, n];
  return {
    // At worst all rows, or columns, keep the same words.
    inputs: [m * kept, kept * n],
    // A byte is one whatever the unit of sizes.
    scales: [{ words: (outer * k) / 8n, sizeIn: (units) => units }],
    outputs: [m * n],
    sparse: { product: { batch: 1n, m, n, k: kept }, whole },
  };
}
