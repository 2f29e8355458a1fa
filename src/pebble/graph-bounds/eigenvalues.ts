import { at } from "./arrays.js";

/**
 * Eigenvalues of a dense symmetric matrix in floating point, ascending: Householder's tridiagonal form, then bisection on
 * Sturm sequences (Golub and Van Loan, chapter 8). A search only: nothing that is proven rests on its accuracy.
 */
export function symmetricEigenvalues(size: number, entries: Float64Array): Float64Array {
  const { diagonal, squares } = tridiagonal(size, entries.slice());
  let radius = 0;
  for (let i = 0; i < size; i++) {
    const off = Math.sqrt(at(squares, i)) + (i + 1 < size ? Math.sqrt(at(squares, i + 1)) : 0);
    radius = Math.max(radius, Math.abs(at(diagonal, i)) + off);
  }
  const values = new Float64Array(size);
  for (let k = 0; k < size; k++) {
    let low = k === 0 ? -radius : at(values, k - 1);
    let high = radius;
    for (let step = 0; step < 60 && high - low > 1e-13 * radius; step++) {
      const middle = (low + high) / 2;
      if (countBelow(diagonal, squares, middle) > k) high = middle;
      else low = middle;
    }
    values[k] = low;
  }
  return values;
}

/** Reduces `a` in place; returns the diagonal and the squared subdiagonal (`squares[i]` couples `i - 1` and `i`). */
function tridiagonal(size: number, a: Float64Array): { diagonal: Float64Array; squares: Float64Array } {
  const diagonal = new Float64Array(size);
  const squares = new Float64Array(size);
  const p = new Float64Array(size);
  for (let k = 0; k + 1 < size; k++) {
    let tail = 0;
    for (let i = k + 1; i < size; i++) tail += at(a, i * size + k) ** 2;
    squares[k + 1] = tail;
    const head = at(a, (k + 1) * size + k);
    const rest = tail - head * head;
    if (rest <= 0) continue;
    const alpha = head > 0 ? -Math.sqrt(tail) : Math.sqrt(tail);
    const v = new Float64Array(size);
    for (let i = k + 1; i < size; i++) v[i] = at(a, i * size + k);
    v[k + 1] = head - alpha;
    const half = (rest + (head - alpha) ** 2) / 2;
    let product = 0;
    for (let i = k + 1; i < size; i++) {
      let sum = 0;
      for (let j = k + 1; j < size; j++) sum += at(a, i * size + j) * at(v, j);
      p[i] = sum / half;
      product += at(p, i) * at(v, i);
    }
    const shift = product / (2 * half);
    for (let i = k + 1; i < size; i++) p[i] = at(p, i) - shift * at(v, i);
    for (let i = k + 1; i < size; i++) {
      for (let j = k + 1; j < size; j++) {
        a[i * size + j] = at(a, i * size + j) - at(v, i) * at(p, j) - at(p, i) * at(v, j);
      }
    }
  }
  for (let i = 0; i < size; i++) diagonal[i] = at(a, i * size + i);
  return { diagonal, squares };
}

/** Sturm count: eigenvalues of the tridiagonal matrix below `x`. */
function countBelow(diagonal: Float64Array, squares: Float64Array, x: number): number {
  let count = 0;
  let pivot = 1;
  for (let i = 0; i < diagonal.length; i++) {
    pivot = at(diagonal, i) - x - at(squares, i) / pivot;
    if (pivot === 0) pivot = -1e-300;
    if (pivot < 0) count++;
  }
  return count;
}
