// The conditions of a potential as a linear program, as the checker has them. It is solved again with the boxes whose conditions bind cut
// into their eighths, as the checker cuts them: fewer coefficients are asked to be above 0 for nothing.
import { eighth, halved, known, minus, plus, plusKnown, slope, timesLine, unknownFunction } from "./polynomials.js";
import { Program } from "./program.js";

/** How often the checker halves a box, and the part of the dual of a move at which a payment is cut. */
const [MOVES_DEEPEST, PAYMENTS_BIND] = [3, 1 / 50];
/** The most slope times U − 1 that a box may take which U = 1 cuts through. */
const STEEPEST = 64;
const BEYOND = { s: 1, xy: -1, "": -1 };
const SIDES = [0, 1, 2, 3, 4, 5, 6, 7].map((side) => [side >> 2, (side >> 1) & 1, side & 1]);

/**
 * What is wanted: knots in whole numbers, `knot` of them 1; `shared`, limits of the unknowns beside coefficients by name; `gains`, their
 * sum made largest; `payments`, by kind polynomials that begin with F_s; `farAway`, sums of them and what each is at least; `near`, the
 * words up to which they do not pay alone.
 */
export class Search {
  constructor(wanted) {
    const { rows, columns = rows, sums, reach, rowCost = 1 } = wanted;
    this.wanted = { ...wanted, columns, rowCost };
    [this.xs, this.ys, this.ss] = [rows, columns, sums].map((knots) => knots.map((knot) => knot / wanted.knot));
    this.names = Object.keys(wanted.shared);
    this.isActive = (i, j) => i + 1 < rows.length && j + 1 < columns.length && rows[i] + columns[j] < reach;
    this.parts = new Map();
  }

  /** Values of the shared unknowns by name, and of coefficients by place; the parts of boxes with their duals. */
  async solve() {
    const { shared, rowCost, zero, farAway, gains } = this.wanted;
    const program = new Program();
    const places = new Map();
    const coefficient = (i, j, k) => {
      const key = rowCost === 1 && i > j ? `${j} ${i} ${k}` : `${i} ${j} ${k}`;
      if (!places.has(key)) places.set(key, program.unknown(...(key === zero ? [0, 0] : [])));
      return places.get(key);
    };
    const others = Object.fromEntries(this.names.map((name) => [name, program.unknown(...shared[name])]));
    const parts = [];
    for (const { i, j, k, box } of this.boxes()) {
      const unknowns = [0, 1, 2].flatMap((a) =>
        [0, 1, 2].flatMap((b) => [0, 1, 2].map((c) => coefficient(2 * i + a, 2 * j + b, 2 * k + c))),
      );
      unknowns.push(...Object.values(others));
      const f = unknownFunction(unknowns.length + 1);
      for (const [kind, polynomial] of this.conditions(f, box, rowCost === 1 && i === j)) {
        const key = [kind, i, j, k].join();
        for (const path of this.parts.get(key) ?? [[]]) {
          const begin = program.height;
          this.demand(program, unknowns, kind, path.reduce(eighth, polynomial), path.reduce(halved, box));
          parts.push({ key, kind, path, begin, end: program.height });
        }
      }
      program.nowhereNegative(this.edges(f, box, i, j), unknowns);
    }
    for (const [sum, least] of farAway) program.row(namedBy(others, sum), least);
    const found = await program.solve(new Map(namedBy(others, gains)));
    if (found === undefined) return undefined;
    for (const part of parts)
      part.dual = found.duals.subarray(part.begin, part.end).reduce((sum, dual) => sum + Math.abs(dual), 0);
    const shares = Object.fromEntries(this.names.map((name) => [name, found.values[others[name]]]));
    return { ...shares, at: (...place) => found.values[places.get(place.join(" "))], height: program.height, parts };
  }

  /** Cuts every part that binds. */
  cut(parts, least) {
    for (const { key, kind, path, dual } of parts) {
      const payment = this.wanted.payments[kind];
      if (dual <= least * (payment ? PAYMENTS_BIND : 1) || path.length >= (payment?.deepest ?? MOVES_DEEPEST)) continue;
      const rest = (this.parts.get(key) ?? []).filter((other) => other !== path);
      this.parts.set(key, [...rest, ...SIDES.map((sides) => [...path, sides])]);
    }
  }

  *boxes() {
    const { xs, ys, ss } = this;
    for (let i = 0; i < xs.length; i++)
      for (let j = this.wanted.rowCost === 1 ? i : 0; this.isActive(i, j); j++)
        for (let k = 0; k + 1 < ss.length; k++)
          yield { i, j, k, box: [xs.slice(i, i + 2), ys.slice(j, j + 2), ss.slice(k, k + 2)] };
  }

  /** F_s ≥ 0; F_x ≥ −rowCost; F_y ≥ −1; F_x + yF_s ≤ 0; F_y + xF_s ≤ 0; payments, which begin with F_s. On the diagonal F_x alone. */
  *conditions(f, [x, y, s], onDiagonal) {
    const [fx, fy, fs] = [slope(f, 0, x), slope(f, 1, y), slope(f, 2, s)];
    yield ["growth", fs];
    yield ["row loaded", plusKnown(fx, -1, this.wanted.rowCost)];
    yield ["row dropped", minus(plus(timesLine(timesLine(fx, 0), 1), timesLine(timesLine(fs, 2), 1, y)))];
    if (!onDiagonal) {
      yield ["column loaded", plusKnown(fy, -1, 1)];
      yield ["column dropped", minus(plus(timesLine(timesLine(fy, 1), 0), timesLine(timesLine(fs, 2), 0, x)))];
    }
    for (const kind of Object.keys(this.wanted.payments)) yield [kind, fs];
  }

  /** A condition on a part of a box, where U ≤ 1; all polynomials of a payment have one slope. */
  demand(program, unknowns, kind, polynomial, box) {
    const [x, y, s] = box;
    if (s[0] - x[1] * y[1] >= 1 - 1e-9) return;
    const isCut = s[1] - x[0] * y[0] > 1 + 1e-9;
    const numbers = isCut ? known(BEYOND, box, polynomial.degrees) : [];
    const beyond = isCut ? { unknown: program.unknown(0, STEEPEST), numbers } : undefined;
    const local = (name) => 27 + this.names.indexOf(name);
    for (const { forms } of this.wanted.payments[kind]?.on(box, polynomial, local) ?? [polynomial])
      program.nowhereNegative(forms, unknowns, beyond);
  }

  /** Near, F ≤ ceiling − rowCost·x − y; at the last interfaces, ≥. */
  edges(f, box, i, j) {
    const words = known({ x: this.wanted.rowCost, y: 1 }, box, f.degrees);
    const above = plusKnown(plusKnown(f, -1, words), 27 + this.names.indexOf("ceiling"), -1);
    const isNear = box[0][0] + box[1][0] < this.wanted.near - 1e-9;
    const last = (_, at) => (at >= 18 && !this.isActive(i + 1, j)) || (Math.floor(at / 3) % 3 === 2 && !this.isActive(i, j + 1));
    return [...(isNear ? minus(above).forms : []), ...above.forms.filter(last)];
  }
}

/** What stands beside names, beside their unknowns. */
const namedBy = (unknowns, sum) => Object.entries(sum).map(([name, factor]) => [unknowns[name], factor]);
