// Searches one potential: a linear program in floating point, solved again with the boxes whose conditions bind cut into their eighths, as
// the checker cuts them, so that fewer coefficients are asked to be above 0 for nothing.
import { add, eighth, halfOf, known, slope, sum, timesLine, unknownOn } from "./polynomials.js";
import { Program } from "./program.js";

/** How often the checker halves a box of each condition. */
const MOVES_DEEPEST = 3;
/** A payment is cut at this part of the dual at which a move is. */
const PAYMENTS_BIND = 1 / 50;
/** Of the slope times U − 1 that a box may take which U = 1 cuts through. */
const STEEPEST = 64;
/** U − 1, as terms of `known`. */
const BEYOND = [[1, 0, 0, 1], [-1, 1, 1, 0], [-1, 0, 0, 0]]; // biome-ignore format: one polynomial

/**
 * What is searched. Knots in √S and S; `half`: rows and columns change places. `shared` are the names of the unknowns beside the
 * coefficients, with limits; `payments` the conditions of each kind on a part of a box, by F_s there; `rows` what is asked for far away.
 */
export class Search {
  constructor(wanted) {
    this.wanted = wanted;
    this.parts = new Map();
    this.width = 27 + Object.keys(wanted.shared).length + 1;
    this.local = (name) => 27 + Object.keys(wanted.shared).indexOf(name);
  }

  async solve() {
    const { wanted } = this;
    const program = new Program();
    const places = new Map();
    const unknownAt = (i, j, k) => {
      const key = wanted.half && i > j ? `${j} ${i} ${k}` : `${i} ${j} ${k}`;
      if (!places.has(key)) places.set(key, program.unknown(...(key === wanted.zero ? [0, 0] : [])));
      return places.get(key);
    };
    const shared = Object.fromEntries(Object.entries(wanted.shared).map(([name, limits]) => [name, program.unknown(...limits)]));
    const groups = [];
    for (const [i, j, k] of this.cells()) {
      const own = [0, 1, 2].flatMap((a) => [0, 1, 2].flatMap((b) => [0, 1, 2].map((c) => unknownAt(2 * i + a, 2 * j + b, 2 * k + c))));
      const unknowns = [...own, ...Object.values(shared)];
      const box = this.box(i, j, k);
      const f = unknownOn(this.width);
      for (const [kind, polynomial] of this.conditions(f, box, wanted.half && i === j)) {
        const key = `${kind} ${i} ${j} ${k}`;
        for (const path of this.parts.get(key) ?? [[]]) {
          const begin = program.least.length;
          const part = path.reduce(eighth, polynomial);
          this.demand(program, kind, part, path.reduce(halfOf, box), unknowns);
          groups.push({ key, path, begin, end: program.least.length });
        }
      }
      program.nowhereNegative(this.edges(f, box, i, j), unknowns);
    }
    wanted.farAway(program, shared);
    const found = await program.solve(new Map(wanted.gains.map(([name, gain]) => [shared[name], gain])));
    if (found === undefined) return undefined;
    const dual = ({ begin, end }) => found.duals.subarray(begin, end).reduce((all, one) => all + Math.abs(one), 0);
    const valueOf = Object.fromEntries(Object.entries(shared).map(([name, unknown]) => [name, found.values[unknown]]));
    const at = (key) => (places.has(key) ? found.values[places.get(key)] : undefined);
    return { ...valueOf, at, rows: program.least.length, binding: groups.map((group) => ({ ...group, dual: dual(group) })) };
  }

  /** Cuts what binds; the number of parts cut. */
  cut(binding, least) {
    let cuts = 0;
    for (const { key, path, dual } of binding) {
      const payment = this.wanted.payments[key.split(" ")[0]];
      if (dual <= least * (payment ? PAYMENTS_BIND : 1) || path.length >= (payment?.deepest ?? MOVES_DEEPEST)) continue;
      const eighths = [0, 1, 2, 3, 4, 5, 6, 7].map((side) => [...path, [side >> 2, (side >> 1) & 1, side & 1]]);
      this.parts.set(key, [...(this.parts.get(key) ?? [path]).filter((other) => other !== path), ...eighths]);
      cuts++;
    }
    return cuts;
  }

  active(i, j) {
    const { rows, columns, reach } = this.wanted;
    return i < rows.length - 1 && j < columns.length - 1 && rows[i] + columns[j] < reach - 1e-9;
  }

  *cells() {
    const { rows, columns, sums, half } = this.wanted;
    for (let i = 0; i + 1 < rows.length; i++)
      for (let j = half ? i : 0; j + 1 < columns.length; j++)
        if (this.active(i, j)) for (let k = 0; k + 1 < sums.length; k++) yield [i, j, k];
  }

  box(i, j, k) {
    const { rows, columns, sums } = this.wanted;
    return [rows.slice(i, i + 2), columns.slice(j, j + 2), sums.slice(k, k + 2)];
  }

  /** By kind: F_s ≥ 0; F_x ≥ −rowCost; F_y ≥ −1; F_x + yF_s ≤ 0; F_y + xF_s ≤ 0; payments, which begin with F_s. */
  *conditions(f, [x, y, s], mirrored) {
    const growth = slope(f, 2, s);
    yield ["growth", growth];
    yield ["row", add(slope(f, 0, x), -1, this.wanted.rowCost)];
    yield ["rowDropped", gain(slope(f, 0, x), growth, 0, y)];
    if (!mirrored) {
      yield ["column", add(slope(f, 1, y), -1, 1)];
      yield ["columnDropped", gain(slope(f, 1, y), growth, 1, x)];
    }
    for (const kind of Object.keys(this.wanted.payments)) yield [kind, growth];
  }

  /** A condition on a part of a box, where U ≤ 1; several polynomials of a payment have one slope. */
  demand(program, kind, polynomial, box, unknowns) {
    const [[x0, x1], [y0, y1], [s0, s1]] = box;
    if (s0 - x1 * y1 >= 1 - 1e-9) return;
    const cuts = s1 - x0 * y0 > 1 + 1e-9;
    const more = cuts ? { unknown: program.unknown(0, STEEPEST), numbers: known(BEYOND, box, polynomial.degrees) } : undefined;
    const payment = this.wanted.payments[kind];
    const all = payment === undefined ? [polynomial] : payment.on(box, polynomial, this.local);
    for (const { coefficients } of all) program.nowhereNegative(coefficients, unknowns, more);
  }

  /** Near, F ≤ ceiling − rowCost·x − y; at the last faces, ≥. */
  edges(f, box, i, j) {
    const { rowCost, near } = this.wanted;
    const words = known([[rowCost, 1, 0, 0], [1, 0, 1, 0]], box, f.degrees); // biome-ignore format: one polynomial
    const above = add(add(f, -1, words), this.local("ceiling"), -1).coefficients;
    const below = box[0][0] + box[1][0] < near - 1e-9 ? above.map((form) => form.map((own) => -own)) : [];
    const farRow = above.filter((_, at) => at >= 18 && !this.active(i + 1, j));
    const farColumn = above.filter((_, at) => Math.floor(at / 3) % 3 === 2 && !this.active(i, j + 1));
    return [...below, ...farRow, ...farColumn];
  }
}

/** −F_x − y·F_s, axis 0, or −F_y − x·F_s, axis 1, `other` the span of the other variable. */
function gain(ownSlope, growth, axis, other) {
  const raised = timesLine(timesLine(ownSlope, axis), 1 - axis);
  const product = timesLine(timesLine(growth, 2), 1 - axis, other);
  return { degrees: raised.degrees, coefficients: sum(raised, product).coefficients.map((form) => form.map((own) => -own)) };
}
