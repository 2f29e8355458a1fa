// A linear program in sparse rows, for HiGHS compiled to WebAssembly: interior points without crossover.
import loadHighs from "highs";

/** Values are rounded to one over this. */
export const UNIT = 2 ** 20;
/** What is asked for beside what rounding may take of a coefficient. */
const LEAST_MARGIN = 8e-6;

export class Program {
  starts = [0];
  columns = [];
  factors = [];
  least = [];
  low = [];
  high = [];

  unknown(low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY) {
    this.low.push(low);
    return this.high.push(high) - 1;
  }

  /** Σ factor·unknown ≥ least. */
  row(terms, least) {
    for (const [column, factor] of terms) {
      this.columns.push(column);
      this.factors.push(factor);
    }
    this.starts.push(this.columns.length);
    this.least.push(least);
  }

  /**
   * Every coefficient at least 0, by more than rounding the coefficients of the potential takes. `unknowns` are those of the forms, `more`
   * what is added to them: an unknown times a number for each.
   */
  nowhereNegative(coefficients, unknowns, more) {
    coefficients.forEach((form, i) => {
      // One number may stand on both sides of the diagonal.
      const terms = new Map();
      let rounded = LEAST_MARGIN;
      unknowns.forEach((unknown, at) => {
        if (Math.abs(form[at]) < 1e-13) return;
        terms.set(unknown, (terms.get(unknown) ?? 0) + form[at]);
        if (at < 27) rounded += Math.abs(form[at]) / (2 * UNIT);
      });
      if (more !== undefined) terms.set(more.unknown, more.numbers[i]);
      this.row(terms, rounded - form.at(-1));
    });
  }

  /** Values of the unknowns and duals of the rows that make Σ gain·unknown largest; undefined where the solver finds none. */
  async solve(gains) {
    const highs = await loadHighs();
    const [numRows, numCols] = [this.least.length, this.low.length];
    const model = highs.createModel();
    try {
      model.options.set({ output_flag: false, solver: "ipm", run_crossover: "off" });
      model.passModel({
        numCols,
        numRows,
        sense: highs.constants.objectiveSense.maximize,
        colCost: Float64Array.from({ length: numCols }, (_, i) => gains.get(i) ?? 0),
        colLower: Float64Array.from(this.low),
        colUpper: Float64Array.from(this.high),
        rowLower: Float64Array.from(this.least),
        rowUpper: new Float64Array(numRows).fill(Number.POSITIVE_INFINITY),
        matrix: {
          format: "csr",
          numRows,
          numCols,
          starts: Int32Array.from(this.starts),
          indices: Int32Array.from(this.columns),
          values: Float64Array.from(this.factors),
        },
      });
      model.run();
      // Without crossover the solver calls some solutions of unknown status that are feasible; the checker decides.
      if (!(model.info.get("max_primal_infeasibility") < 1e-7)) return undefined;
      const { colValue, rowDual } = model.getSolution();
      return { values: colValue, duals: rowDual };
    } finally {
      model.dispose();
    }
  }
}
