import solver from "javascript-lp-solver";
import { toApproximateNumber } from "../../exact/rational.js";
import type { CoverProgram } from "./rows.js";

/** The part of the package used here; its own types do not resolve under nodenext. */
interface FloatSolver {
  readonly Solve: (model: FloatModel, precision: number, full: true) => FloatAnswer;
}

interface FloatModel {
  readonly optimize: string;
  readonly opType: "min";
  readonly constraints: Readonly<Record<string, { readonly min: number }>>;
  readonly variables: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

interface FloatAnswer {
  readonly feasible?: boolean;
  readonly bounded?: boolean;
  readonly _tableau?: {
    /** Row 0 is the objective. */
    readonly varIndexByRow: readonly number[];
    readonly variablesPerIndex: readonly ({ readonly id: string; readonly isSlack?: boolean } | undefined)[];
  };
}

const PRECISION = 1e-9;

/**
 * The basis at which the floating-point simplex of javascript-lp-solver ends, as column numbers; `costs.length + i` is the
 * surplus of row i. A proposal only: nothing it says is trusted. Undefined when it finds none.
 */
export function floatBasis({ costs, rows, demands }: CoverProgram): readonly number[] | undefined {
  const variables = costs.map((cost, j) => {
    const column = rows.map((row, i) => [`row${i}`, row[j] === undefined ? 0 : toApproximateNumber(row[j])] as const);
    const filled = column.filter(([, value]) => value !== 0);
    return [`column${j}`, Object.fromEntries([["cost", toApproximateNumber(cost)], ...filled])] as const;
  });
  const constraints = demands.map((demand, i) => [`row${i}`, { min: toApproximateNumber(demand) }] as const);
  const answer = (solver as unknown as FloatSolver).Solve(
    {
      optimize: "cost",
      opType: "min",
      constraints: Object.fromEntries(constraints),
      variables: Object.fromEntries(variables),
    },
    PRECISION,
    true,
  );
  const table = answer._tableau;
  if (answer.feasible !== true || answer.bounded === false || table === undefined) return undefined;
  const columns = table.varIndexByRow.slice(1).map((index) => {
    const variable = table.variablesPerIndex[index];
    const number = /^(?:column|s)(\d+)$/.exec(variable?.id ?? "")?.[1];
    if (number === undefined) return -1;
    return variable?.isSlack === true ? costs.length + Number(number) : Number(number);
  });
  return columns.includes(-1) ? undefined : columns;
}
