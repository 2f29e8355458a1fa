import { type AccumulatorPotential, accumulatorPotentials } from "../../bounds/potentials/accumulators.js";
import { Grid } from "../potentials/grid.js";
import { shared } from "../potentials/mixture.js";
import type { Fields } from "../shared/fields.js";
import { applied, type CoqTable, type Figures, type Term } from "./terms.js";

/** Knots of the holding costs that the records of the development have, in eightieths. */
const HOLDING_KNOTS = "0,40,60,80";
const tables = new Map<string, CoqTable>();

/** The shares of a mixture as the record of a certificate has them, each of `whole`. Tables are named, and defined beside it. */
export function mixtureFigures(fields: Fields, path: string): Figures {
  const parts = shared(fields, "potentials", potentialNamed, path);
  const whole = parts.reduce((all, { share }) => all * share.below, 1n);
  const terms = parts.map(({ potential, share }) =>
    applied("PotentialShare", { share: (share.top * whole) / share.below, table: { name: tableOf(potential).name, args: [] } }),
  );
  return { whole, parts: terms };
}

/** The table of each part of a mixture. */
export function mixtureTables(fields: Fields, path: string): readonly CoqTable[] {
  return shared(fields, "potentials", potentialNamed, path).map(({ potential }) => tableOf(potential));
}

function potentialNamed(id: string): AccumulatorPotential | string {
  const found = accumulatorPotentials().find((potential) => potential.id === id);
  if (found === undefined) return "no such potential, or its table is not loaded (loadPotentials)";
  return found.holdingCosts.map(([at]) => at).join() === HOLDING_KNOTS ? found : `holding costs not at ${HOLDING_KNOTS}`;
}

function tableOf(potential: AccumulatorPotential): CoqTable {
  const known = tables.get(potential.id) ?? {
    name: `potential_${potential.id.replaceAll(/\W+/g, "_")}`,
    type: "potential_table",
    check: "check_potential_table",
    term: tableTerm(potential),
  };
  tables.set(potential.id, known);
  return known;
}

/** Coefficients of no box below the reach are the ceiling: there the potential is the ceiling less the words, as the checker asks. */
function tableTerm(potential: AccumulatorPotential): Term {
  const { price, credit, holdingCosts, rows, sums, ceiling } = potential;
  const grid = new Grid({ ...potential, rowCost: 1, columns: rows });
  const boxes = (at: number): readonly number[] => (at % 2 === 1 ? [(at - 1) / 2] : [Math.max(0, at / 2 - 1), at / 2]);
  const along = (row: number, column: number): Term => {
    const isOwn = boxes(row).some((i) => boxes(column).some((j) => grid.active(i, j)));
    return whole(upTo(2 * sums.length - 1).map((sum) => (isOwn ? grid.at(row, column, sum) : ceiling)));
  };
  const size = 2 * rows.length - 1;
  const coefficients = upTo(size).map((row) => upTo(size - row).map((more) => along(row, row + more)));
  const numbers = whole([price, ...credit, ...holdingCosts.map(([, cost]) => cost)]);
  return { name: "PotentialTable", args: [...numbers, whole(rows), whole(sums), BigInt(ceiling), coefficients] };
}

const upTo = (end: number): readonly number[] => Array.from({ length: end }, (_, i) => i);
const whole = (numbers: readonly number[]): readonly bigint[] => numbers.map(BigInt);
