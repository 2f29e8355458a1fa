import { compare, divide, type Rational, subtract } from "../../exact/rational.js";
import { type CoverProgram, divided, eliminate, ONE, ZERO } from "./rows.js";

/**
 * The exact simplex on the dual, maximise demands·y with y·rows ≤ costs, y ≥ 0, which starts feasible at y = 0 because costs are
 * not negative. Bland's rule: least index in, least index out among ties, so it ends. Slow and sure: for small programs.
 *
 * Returns undefined when the dual is unbounded, that is when nothing covers.
 */
export function simplexOptimum(
  program: CoverProgram,
): { readonly primal: readonly Rational[]; readonly dual: readonly Rational[] } | undefined {
  const { costs, rows, demands } = program;
  const width = demands.length + costs.length;
  // One row per cost: y·column + slack = cost. The last row is the objective, negated.
  const table: Rational[][] = costs.map((cost, j) => [
    ...rows.map((row) => row[j] ?? ZERO),
    ...costs.map((_, other) => (other === j ? ONE : ZERO)),
    cost,
  ]);
  table.push([...demands.map((demand) => subtract(ZERO, demand)), ...costs.map(() => ZERO), ZERO]);
  const basis = costs.map((_, j) => demands.length + j);
  for (;;) {
    const objective = table[costs.length] ?? [];
    const entering = objective.findIndex((value, column) => column < width && compare(value, ZERO) < 0);
    if (entering < 0) break;
    const leaving = leavingRow(table, basis, entering);
    if (leaving === undefined) return undefined;
    table[leaving] = divided(table[leaving] ?? [], table[leaving]?.[entering] ?? ONE);
    eliminate(table, leaving, entering);
    basis[leaving] = entering;
  }
  const dual = demands.map(() => ZERO);
  basis.forEach((column, row) => {
    if (column < dual.length) dual[column] = table[row]?.[width] ?? ZERO;
  });
  const primal = costs.map((_, j) => table[costs.length]?.[demands.length + j] ?? ZERO);
  return { primal, dual };
}

/** The row with the least ratio of right side to a positive entry; the least basic index among equals. */
function leavingRow(table: readonly (readonly Rational[])[], basis: readonly number[], entering: number): number | undefined {
  let best: { readonly row: number; readonly ratio: Rational; readonly index: number } | undefined;
  basis.forEach((index, row) => {
    const entry = table[row]?.[entering] ?? ZERO;
    if (compare(entry, ZERO) <= 0) return;
    const ratio = divide(table[row]?.at(-1) ?? ZERO, entry);
    const order = best === undefined ? -1 : compare(ratio, best.ratio);
    if (best === undefined || order < 0 || (order === 0 && index < best.index)) best = { row, ratio, index };
  });
  return best?.row;
}
