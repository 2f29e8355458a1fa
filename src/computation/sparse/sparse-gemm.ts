import { InputError, shown } from "../../errors.js";
import { checkExtent } from "../computation.js";
import type { DataType } from "../data-types.js";
import { describeTypes, type WordTypeOptions, type WordTypes, wordTypes } from "../word-types.js";
import type { WorkloadKind } from "../workload-kind.js";

/** The operand of which two of every four words along k are kept. */
export type SparseOperand = "a" | "b";

/**
 * C (m×n) = A (m×k) · B (k×n), one operand in 2:4 sparsity: of every four words along k, from a multiple of four on, two are kept. Kept words
 * are stored without gaps, with two bits of metadata each that say which of the four they are.
 */
export interface SparseGemmWorkload extends WordTypes {
  readonly kind: "sparse-gemm";
  readonly m: number;
  readonly n: number;
  /** Of both operands, dropped words among them: a multiple of 8, so that metadata is whole bytes. */
  readonly k: number;
  readonly sparse: `${SparseOperand}:2:4`;
}

/** Extents and the sparse operand of a product in 2:4 sparsity. */
export interface SparseGemmOptions extends WordTypeOptions {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** `b:2:4`, `a:2:4`, or `2:4`, which is B. */
  readonly sparse: string;
}

/** Types whose matrix units take two of four words. */
const SPARSE_TYPES: readonly DataType[] = ["bf16", "fp16", "fp8", "int8"];

/** Words along k that a byte of metadata is about. */
const WORDS_A_BYTE = 8;

/** A checked product in 2:4 sparsity. @throws InputError naming the option. */
export function sparseGemmWorkload(options: SparseGemmOptions): SparseGemmWorkload {
  const { sparse, ...rest } = options;
  const workload: SparseGemmWorkload = {
    kind: "sparse-gemm",
    m: checkExtent("m", rest.m),
    n: checkExtent("n", rest.n),
    k: checkExtent("k", rest.k),
    sparse: sparseNamed(sparse),
    ...wordTypes(rest),
  };
  checkSparse(workload);
  return workload;
}

function sparseNamed(sparse: unknown): SparseGemmWorkload["sparse"] {
  const [, operand = "b"] = /^(?:([ab]):)?2:4$/.exec(String(sparse).trim().toLowerCase()) ?? [undefined, ""];
  if (typeof sparse !== "string" || operand === "")
    throw new InputError("sparse", "b:2:4 or a:2:4 (two of every four words of an operand along k)", shown(sparse));
  return `${operand as SparseOperand}:2:4`;
}

/** @throws InputError naming `sparse`, `k` or `dtype` */
function checkSparse({ sparse, k, dataType }: SparseGemmWorkload): void {
  if (sparseNamed(sparse) !== sparse) throw new InputError("sparse", "b:2:4 or a:2:4", shown(sparse));
  if (k % WORDS_A_BYTE !== 0) throw new InputError("k", "a multiple of 8 beside --sparse (whole bytes of metadata)", String(k));
  if (!SPARSE_TYPES.includes(dataType))
    throw new InputError("dtype", `one of ${SPARSE_TYPES.join(", ")} beside --sparse`, dataType);
}

/** Which operand is sparse. */
export function sparseOperand({ sparse }: Pick<SparseGemmWorkload, "sparse">): SparseOperand {
  return sparse === "a:2:4" ? "a" : "b";
}

/** An operand as slow memory holds it: rows and columns of A, of B or of the metadata. */
export interface SparseArray {
  readonly name: "A" | "B" | "metadata";
  readonly rows: number;
  readonly columns: number;
  /** The type of a word; a word of metadata is one byte. */
  readonly dataType: DataType;
}

/** A, B and the metadata of the sparse one; for a tile these extents are its sides. */
export function sparseArrays(
  { sparse, dataType }: Pick<SparseGemmWorkload, "sparse" | "dataType">,
  { m, n, k }: { readonly m: number; readonly n: number; readonly k: number },
): readonly SparseArray[] {
  const [ofA, ofB] = sparseOperand({ sparse }) === "a" ? [k / 2, k] : [k, k / 2];
  const bytes = k / WORDS_A_BYTE;
  const [rows, columns] = ofA < ofB ? [m, bytes] : [bytes, n];
  return [
    { name: "A", rows: m, columns: ofA, dataType },
    { name: "B", rows: ofB, columns: n, dataType },
    { name: "metadata", rows, columns, dataType: "int8" },
  ];
}

/** How the workload is checked and described. */
export const sparseGemmKind: WorkloadKind<SparseGemmWorkload> = {
  kind: "sparse-gemm",
  extents: ["m", "n", "k"],
  check: checkSparse,
  describe: (w) =>
    `C = A · B with 2:4 sparsity of ${sparseOperand(w).toUpperCase()}, ${w.m}×${w.n}×${w.k} (m×n×k), ${describeTypes(w)}`,
};
