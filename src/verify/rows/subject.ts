import { count, type Fields, Refused } from "../shared/fields.js";

interface RowsSubject {
  /** Words of each input, then of each output. */
  readonly inputs: readonly bigint[];
  readonly outputs: readonly bigint[];
  /** Rows, columns and shared vectors, where rows have statistics. */
  readonly rows?: Readonly<Record<"rows" | "columns" | "shared", bigint>>;
}

/** What a kernel of rows comes to. @throws Refused */
export function readRowsSubject(kind: string, workload: Fields): RowsSubject {
  const extent = (name: string): bigint => count(workload, name, "workload", 1n);
  if (kind === "rotary") {
    const [rows, heads, dim] = [extent("rows"), extent("heads"), extent("dim")];
    if (dim % 2n !== 0n) throw new Refused("workload.dim", "odd");
    return { inputs: [rows * heads * dim, (rows * dim) / 2n, (rows * dim) / 2n], outputs: [rows * heads * dim] };
  }
  const shared = SHARED_VECTORS.get(kind);
  const [rows, columns] = [extent("rows"), extent("columns")];
  const outputs = [rows * columns];
  // Elementwise: `workloadKind` knows no other kind.
  if (shared === undefined) {
    const inputs = count(workload, "inputs", "workload", 0n);
    if (inputs > 64n) throw new Refused("workload.inputs", "above 64");
    return { inputs: Array.from({ length: Number(inputs) }, () => rows * columns), outputs };
  }
  const vectors = Array.from({ length: Number(shared) }, () => columns);
  return { inputs: [rows * columns, ...vectors], outputs, rows: { rows, columns, shared } };
}

/** Vectors that all rows are multiplied with or shifted by, where rows have statistics. */
const SHARED_VECTORS: ReadonlyMap<string, bigint> = new Map([
  ["softmax", 0n],
  ["rmsnorm", 1n],
  ["layernorm", 2n],
]);
