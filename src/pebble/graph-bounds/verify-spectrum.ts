import type { Cdag } from "../cdag.js";
import type { SpectralCertificate } from "./graph-bound.js";
import { Facts } from "./verify-common.js";

/** One unit of the integer matrices: 2^-20. All arithmetic that decides is on integers below 2^53, exact in doubles. */
const UNIT = 2 ** 20;
const EXACT = 2 ** 52;

/**
 * Whether at most `below` eigenvalues of the boundary Laplacian lie below `shift / 2^20`, for every claim. For
 * `sigma = shift + 4n` (in units) a floating-point factorisation proposes `L - sigma I = F D F' + E` with `F` on a grid and
 * `D = diag(+-1)`; `E` is then computed exactly. By Sylvester and Weyl, at most as many eigenvalues as `D` has minus signs lie
 * below `sigma - |E|`, and the largest row sum of `E` must not exceed `sigma - shift`.
 */
export function verifySpectrum(graph: Cdag, claims: SpectralCertificate["spectrum"]): boolean {
  const matrix = boundaryForm(new Facts(graph));
  return claims.length <= 64 && claims.every((claim) => holds(matrix, claim.shift, claim.below));
}

/** The integer matrix of `proofs/graph-spectral.md`, entry by entry from the definition. */
function boundaryForm(facts: Facts): Float64Array[] {
  const computed = [...facts.useful].filter((v) => !facts.isInput(v));
  const row = new Map(computed.map((v, i) => [v, i]));
  const matrix = computed.map(() => new Float64Array(computed.length));
  const add = (u: number, v: number, value: number): void => {
    const entries = matrix[row.get(u) as number] as Float64Array;
    const column = row.get(v) as number;
    entries[column] = (entries[column] as number) + value;
  };
  const join = (u: number, v: number, reciprocal: number): void => {
    const weight = Math.floor(UNIT / reciprocal);
    add(u, u, weight);
    add(v, v, weight);
    add(u, v, -weight);
    add(v, u, -weight);
  };
  for (const u of facts.useful) {
    const uses = facts.usefulUses(u);
    const d = uses.length;
    const pairs = (members: number[]): [number, number][] =>
      members.flatMap((a, i) => members.slice(i + 1).map((b): [number, number] => [a, b]));
    if (facts.isInput(u)) {
      for (const [a, b] of pairs(uses)) join(a, b, 2 * Math.floor(d ** 2 / 4));
    } else if (facts.isOutput(u)) {
      for (const [a, b] of pairs([u, ...uses])) join(a, b, 2 * Math.floor((d + 1) ** 2 / 4));
    } else {
      for (const s of uses) join(u, s, d);
      for (const [a, b] of pairs(uses)) join(a, b, d * (d - 1));
    }
  }
  return matrix;
}

function holds(matrix: readonly Float64Array[], shift: number, below: number): boolean {
  const n = matrix.length;
  const slack = 4 * n;
  if (!Number.isSafeInteger(shift) || !Number.isSafeInteger(below) || below < 0 || Math.abs(shift) > UNIT * UNIT) return false;
  const shifted = matrix.map((entries, i) => entries.map((x, j) => (i === j ? x - shift - slack : x)));
  const { factor, signs, step } = factorise(shifted);
  if (signs.filter((sign) => sign < 0).length > below) return false;
  for (let i = 0; i < n; i++) {
    const entries = shifted[i] as Float64Array;
    const left = factor[i] as Float64Array;
    // Cauchy-Schwarz: with all row norms below 2^26 no partial sum of products below leaves the exact integers.
    if (left.reduce((sum, x) => sum + x * x, 0) > EXACT / 2 || entries.some((x) => Math.abs(x) * UNIT > EXACT / 2)) return false;
  }
  for (let i = 0; i < n; i++) {
    let rowSum = 0;
    for (let j = 0; j < n; j++) {
      let residual = ((shifted[i] as Float64Array)[j] as number) * UNIT;
      const left = factor[i] as Float64Array;
      const right = factor[j] as Float64Array;
      const terms = Math.min(step[i] as number, step[j] as number);
      for (let k = 0; k <= terms; k++) residual -= (signs[k] as number) * (left[k] as number) * (right[k] as number);
      rowSum += Math.abs(residual);
      if (rowSum > slack * UNIT) return false;
    }
  }
  return true;
}

/**
 * A proposal `F`, times 2^20 and rounded to integers, and the signs of `D`; what it is worth, the residual decides. Pivots are
 * taken from the diagonal, largest first; row `i` of `F` is zero behind its column `step[i]`.
 */
function factorise(shifted: readonly Float64Array[]): { factor: Float64Array[]; signs: number[]; step: Int32Array } {
  const n = shifted.length;
  const rest = shifted.map((entries) => entries.map((x) => x / UNIT));
  const factor = rest.map(() => new Float64Array(n));
  const signs: number[] = [];
  const step = new Int32Array(n);
  const waiting = Array.from({ length: n }, (_, i) => i);
  const column = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    const diagonal = (i: number): number => (rest[i] as Float64Array)[i] as number;
    const chosen = waiting.reduce((a, b) => (Math.abs(diagonal(b)) > Math.abs(diagonal(a)) ? b : a));
    const sign = diagonal(chosen) < 0 ? -1 : 1;
    const root = Math.sqrt(Math.max(Math.abs(diagonal(chosen)), 2 ** -30));
    signs.push(sign);
    step[chosen] = k;
    for (const i of waiting) {
      const scaled = Math.round(((sign * ((rest[i] as Float64Array)[chosen] as number)) / root) * UNIT);
      (factor[i] as Float64Array)[k] = scaled;
      column[i] = scaled / UNIT;
    }
    waiting.splice(waiting.indexOf(chosen), 1);
    for (const i of waiting) {
      const entries = rest[i] as Float64Array;
      const scale = sign * (column[i] as number);
      if (scale === 0) continue;
      for (const j of waiting) entries[j] = (entries[j] as number) - scale * (column[j] as number);
    }
  }
  return { factor, signs, step };
}
