import { compare, type Rational, subtract } from "../../exact/rational.js";
import { floatBasis } from "./float.js";
import { type CoverProgram, divided, dot, eliminate, ONE, ZERO } from "./rows.js";
import { simplexOptimum } from "./simplex.js";

/** An optimal pair: primal and dual feasible with equal objectives, all checked exactly. */
export interface CoverOptimum {
  readonly primal: readonly Rational[];
  readonly dual: readonly Rational[];
  readonly value: Rational;
  readonly solvedBy: "float-basis" | "exact-simplex";
}

export type { CoverProgram };

type Pair = Pick<CoverOptimum, "primal" | "dual">;

/**
 * An exact optimum of a small covering program. The floating-point solver only proposes a basis: it is solved again in
 * rationals and accepted when primal and dual are feasible with equal objectives; otherwise the exact simplex decides.
 *
 * Returns undefined when no x is feasible. @throws RangeError for a negative cost or demand, or rows of another length.
 */
export function solveCover(program: CoverProgram): CoverOptimum | undefined {
  checkProgram(program);
  const proposed = basicPair(program, floatBasis(program));
  if (proposed !== undefined && isOptimal(program, proposed)) return optimum(program, proposed, "float-basis");
  const exact = simplexOptimum(program);
  if (exact === undefined) return undefined;
  if (!isOptimal(program, exact)) throw new RangeError("solveCover: the exact simplex ended at no optimum");
  return optimum(program, exact, "exact-simplex");
}

/** Feasible in the primal and the dual, with equal objectives: then both are optimal. */
export function isOptimal(program: CoverProgram, { primal, dual }: Pair): boolean {
  const { costs, rows, demands } = program;
  if (primal.length !== costs.length || dual.length !== rows.length) return false;
  if ([...primal, ...dual].some((value) => compare(value, ZERO) < 0)) return false;
  const covers = rows.every((row, i) => compare(dot(row, primal), demands[i] ?? ZERO) >= 0);
  const column = (j: number): readonly Rational[] => rows.map((row) => row[j] ?? ZERO);
  const packs = costs.every((cost, j) => compare(dot(column(j), dual), cost) <= 0);
  return covers && packs && compare(dot(costs, primal), dot(demands, dual)) === 0;
}

function optimum(program: CoverProgram, pair: Pair, solvedBy: CoverOptimum["solvedBy"]): CoverOptimum {
  return { ...pair, value: dot(program.costs, pair.primal), solvedBy };
}

function checkProgram({ costs, rows, demands }: CoverProgram): void {
  if (rows.length !== demands.length || rows.some((row) => row.length !== costs.length)) {
    throw new RangeError("solveCover: rows, costs and demands differ in length");
  }
  if ([...costs, ...demands].some((value) => compare(value, ZERO) < 0)) {
    throw new RangeError("solveCover: costs and demands must not be negative");
  }
}

/** Primal and dual of a basis, exactly: B·x = demands and y·B = costs of the basis. Columns from `costs.length` on are surpluses. */
function basicPair(program: CoverProgram, basis: readonly number[] | undefined): Pair | undefined {
  const { costs, rows, demands } = program;
  if (basis === undefined || basis.length !== rows.length) return undefined;
  const minusOne = subtract(ZERO, ONE);
  const entry = (i: number, column: number): Rational =>
    column < costs.length ? (rows[i]?.[column] ?? ZERO) : column - costs.length === i ? minusOne : ZERO;
  const matrix = rows.map((_, i) => basis.map((column) => entry(i, column)));
  const transposed = basis.map((_, b) => matrix.map((row) => row[b] ?? ZERO));
  const basic = solveSquare(matrix, demands);
  const dual = solveSquare(
    transposed,
    basis.map((column) => costs[column] ?? ZERO),
  );
  if (basic === undefined || dual === undefined) return undefined;
  const primal = costs.map(() => ZERO);
  basis.forEach((column, b) => {
    if (column < primal.length) primal[column] = basic[b] ?? ZERO;
  });
  return { primal, dual };
}

/** Gauss-Jordan elimination; undefined when the matrix is singular. */
function solveSquare(matrix: readonly (readonly Rational[])[], right: readonly Rational[]): readonly Rational[] | undefined {
  const system = matrix.map((row, i) => [...row, right[i] ?? ZERO]);
  for (let pivot = 0; pivot < system.length; pivot++) {
    const found = system.findIndex((row, i) => i >= pivot && compare(row[pivot] ?? ZERO, ZERO) !== 0);
    if (found < 0) return undefined;
    const [top, chosen] = [system[pivot] ?? [], system[found] ?? []];
    system[found] = top;
    system[pivot] = divided(chosen, chosen[pivot] ?? ONE);
    eliminate(system, pivot, pivot);
  }
  return system.map((row) => row.at(-1) ?? ZERO);
}
