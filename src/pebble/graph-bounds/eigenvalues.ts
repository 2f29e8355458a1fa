import { EigenvalueDecomposition, Matrix } from "ml-matrix";

/** Eigenvalues of a dense symmetric `size` × `size` matrix, row by row, in floating point, ascending. A search only: nothing that is proven rests on it. */
export function symmetricEigenvalues(size: number, entries: Float64Array): Float64Array {
  if (size === 0) return new Float64Array(0);
  const matrix = Matrix.from1DArray(size, size, entries);
  return Float64Array.from(new EigenvalueDecomposition(matrix, { assumeSymmetric: true }).realEigenvalues).sort();
}
