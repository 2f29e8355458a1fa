import { count, type Fields, Refused, requireEqual } from "../shared/fields.js";
import type { CheckedTriangular } from "./segments.js";

export type TriangularSubject = Pick<CheckedTriangular, "kind" | "n" | "m">;

interface Words {
  readonly inputs: readonly bigint[];
  readonly outputs: readonly bigint[];
  readonly triangular: TriangularSubject;
}

const KINDS: readonly string[] = ["syrk", "syr2k", "symm", "trmm", "trsm", "cholesky", "lu", "gram-schmidt", "floyd-warshall"];

/** Words of a triangle or a factorization; undefined for another kind. @throws Refused */
export function readTriangular(kind: string, workload: Fields): Words | undefined {
  if (!KINDS.includes(kind)) return undefined;
  const [n, m] = [count(workload, "n", "workload", 1n), count(workload, "m", "workload", 1n)];
  const triangle = (n * n + n) / 2n;
  const triangular = { kind, n, m };
  if (kind === "syrk") return { inputs: [n * m], outputs: [triangle], triangular };
  if (kind === "syr2k") return { inputs: [n * m, n * m], outputs: [triangle], triangular };
  if (kind === "symm" || kind === "trmm" || kind === "trsm") return { inputs: [triangle, n * m], outputs: [n * m], triangular };
  if (kind === "gram-schmidt") return { inputs: [n * m], outputs: [n * m, triangle], triangular };
  requireEqual(m, 1n, "workload.m", "m of a factorization");
  if (kind === "cholesky") return { inputs: [triangle], outputs: [triangle], triangular };
  if (kind === "floyd-warshall") {
    if (n < 3n) throw new Refused("workload.n", "below 3");
    return { inputs: [n * n - n], outputs: [n * n - n], triangular };
  }
  if (n === 1n) throw new Refused("workload.n", "below 2");
  // The first row of U is that of A.
  return { inputs: [n * n], outputs: [n * n - n], triangular };
}

/** Multiplications of the formula: with the squares of words where an array meets itself; none of floyd-warshall. */
export function triangularProducts({ kind, n, m }: TriangularSubject): bigint {
  const [strict, whole] = [(n * n - n) / 2n, (n * n + n) / 2n];
  if (kind === "floyd-warshall") return 0n;
  if (kind === "lu") return (strict * (2n * n - 1n)) / 3n;
  if (kind === "cholesky") return (strict * (n + 1n)) / 3n;
  if (kind === "syr2k" || kind === "symm" || kind === "gram-schmidt") return n * n * m;
  return (kind === "trsm" ? strict : whole) * m;
}
