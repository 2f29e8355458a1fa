import { readArrays } from "../rows/arrays.js";
import { checkCompulsory } from "../rows/compulsory.js";
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

/** What a workload with a sparse operand comes to: its product, and words of A, B and the metadata, needed by any pattern and in all. */
export interface SparseSubject {
  readonly product: Readonly<Record<"batch" | "m" | "n" | "k", bigint>>;
  readonly needed: readonly [a: bigint, b: bigint];
  readonly whole: readonly [a: bigint, b: bigint];
  readonly metadata: bigint;
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
    product: { batch: 1n, m, n, k: kept },
    // At worst all rows, or columns, keep the same words.
    needed: [m * kept, kept * n],
    whole,
    metadata: (outer * k) / 8n,
  };
}
