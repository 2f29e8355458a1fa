import loadHighs from "highs";

/** Coefficients are rounded to one over this. */
export const UNIT = 2 ** 20;
/** What is asked for beside what rounding may take. */
const LEAST_MARGIN = 8e-6;

/** A linear program in sparse rows, for the interior points of HiGHS compiled to WebAssembly. */
export class Program {
  starts = [0];
  columns = [];
  factors = [];
  least = [];
  limits = [];

  get height() {
    return this.least.length;
  }

  unknown(low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY) {
    return this.limits.push([low, high]) - 1;
  }

  /** Σ factor·unknown ≥ least, for pairs of the two. */
  row(terms, least) {
    for (const [unknown, factor] of terms) {
      this.columns.push(unknown);
      this.factors.push(factor);
    }
    this.starts.push(this.columns.length);
    this.least.push(least);
  }

  /** Every form, with its number of `more`, at least 0, by more than rounding its first 27 unknowns takes. */
  nowhereNegative(forms, unknowns, more) {
    forms.forEach((form, i) => {
      const terms = new Map(more === undefined ? [] : [[more.unknown, more.numbers[i]]]);
      let margin = LEAST_MARGIN;
      unknowns.forEach((unknown, at) => {
        if (Math.abs(form[at]) < 1e-13) return;
        // The same unknown stands on both sides of the diagonal.
        terms.set(unknown, (terms.get(unknown) ?? 0) + form[at]);
        if (at < 27) margin += Math.abs(form[at]) / (2 * UNIT);
      });
      this.row(terms, margin - form.at(-1));
    });
  }

  /** Values of the unknowns that make Σ gain·unknown largest, and duals of the rows; undefined where the solver finds none. */
  async solve(gains) {
    const highs = await loadHighs();
    const [numRows, numCols] = [this.height, this.limits.length];
    const [starts, indices] = [this.starts, this.columns].map((list) => Int32Array.from(list));
    const model = highs.createModel();
    try {
      model.options.set({ output_flag: false, solver: "ipm", run_crossover: "off" });
      model.passModel({
        numCols,
        numRows,
        sense: highs.constants.objectiveSense.maximize,
        colCost: Array.from({ length: numCols }, (_, i) => gains.get(i) ?? 0),
        colLower: this.limits.map(([low]) => low),
        colUpper: this.limits.map(([, high]) => high),
        rowLower: this.least,
        rowUpper: new Float64Array(numRows).fill(Number.POSITIVE_INFINITY),
        matrix: { format: "csr", numRows, numCols, starts, indices, values: Float64Array.from(this.factors) },
      });
      model.run();
      // Without crossover the solver calls the status of some good solutions unknown; it is for the checker to say.
      if (!(model.info.get("max_primal_infeasibility") < 1e-7)) return undefined;
      const { colValue, rowDual } = model.getSolution();
      return { values: colValue, duals: rowDual };
    } finally {
      model.dispose();
    }
  }
}
