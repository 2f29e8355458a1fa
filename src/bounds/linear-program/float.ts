import solver from "javascript-lp-solver";
import { toApproximateNumber } from "../../exact/rational.js";
import { type CoverProgram, ZERO } from "./rows.js";

// Under nodenext the package's types describe a CommonJS module, whose default is one level deeper than what Node imports.
const { Model } = solver as unknown as typeof solver.default;
const PRECISION = 1e-9;

/**
 * The basis at which the floating-point simplex of javascript-lp-solver ends, as column numbers; `costs.length + i` is the
 * surplus of row i. A proposal only: nothing it says is trusted. Undefined when it finds none.
 */
export function floatBasis({ costs, rows, demands }: CoverProgram): readonly number[] | undefined {
  const model = new Model(PRECISION).minimize();
  const columns = costs.map((cost, j) => model.addVariable(toApproximateNumber(cost), `column${j}`));
  const surpluses = rows.map((row, i) => {
    const constraint = model.greaterThan(toApproximateNumber(demands[i] ?? ZERO));
    row.forEach((value, j) => {
      const column = columns[j];
      if (column !== undefined && value.numerator !== 0n) constraint.addTerm(toApproximateNumber(value), column);
    });
    return constraint.slack;
  });
  const { feasible, bounded } = model.solve();
  if (!feasible || !bounded) return undefined;
  const numberAt = new Map([...columns, ...surpluses].map(({ index }, number) => [index, number]));
  // Row 0 is the objective.
  const basis = model.tableau.varIndexByRow.slice(1).map((index) => numberAt.get(index) ?? -1);
  return basis.includes(-1) ? undefined : basis;
}
