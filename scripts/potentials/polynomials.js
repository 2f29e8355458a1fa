// Polynomials on boxes by Bernstein coefficients, each coefficient a linear form in the unknowns of a program: a dense row of numbers, its
// last entry the constant.

/** The unknown function on a box: its own 27 coefficients are the first 27 unknowns of `width`. */
export function unknownOn(width) {
  const coefficients = Array.from({ length: 27 }, (_, i) => {
    const form = new Float64Array(width);
    form[i] = 1;
    return form;
  });
  return { degrees: [2, 2, 2], coefficients };
}

/** A matrix applied to the coefficients along one axis: 0 rows, 1 columns, 2 accumulators. */
export function along({ degrees, coefficients }, axis, matrix) {
  const raised = degrees.with(axis, matrix.length - 1);
  const [, ny, ns] = degrees.map((degree) => degree + 1);
  const places = raised.reduce((all, degree) => all.flatMap((place) => Array.from({ length: degree + 1 }, (_, i) => [...place, i])), [[]]);
  const width = coefficients[0].length;
  return {
    degrees: raised,
    coefficients: places.map((place) => {
      const sum = new Float64Array(width);
      matrix[place[axis]].forEach((factor, i) => {
        if (factor === 0) return;
        const [a, b, c] = place.with(axis, i);
        const own = coefficients[(a * ny + b) * ns + c];
        for (let at = 0; at < width; at++) sum[at] += factor * own[at];
      });
      return sum;
    }),
  };
}

/** The derivative in one variable, from degree 2 to 1. */
export const slope = (polynomial, axis, [low, high]) =>
  along(polynomial, axis, [
    [-2 / (high - low), 2 / (high - low), 0],
    [0, -2 / (high - low), 2 / (high - low)],
  ]);

/** The product with a line in one variable, one degree more; the line is 1 where it is left out. */
export function timesLine(polynomial, axis, [low, high] = [1, 1]) {
  const degree = polynomial.degrees[axis] + 1;
  const entry = (i, j) => (i === j ? (low * (degree - i)) / degree : i === j + 1 ? (high * i) / degree : 0);
  return along(polynomial, axis, Array.from({ length: degree + 1 }, (_, i) => Array.from({ length: degree }, (_, j) => entry(i, j))));
}

/** The polynomial on one of the eight halves of its box in every direction. */
export const eighth = (polynomial, sides) =>
  sides.reduce((part, side, axis) => along(part, axis, halving(part.degrees[axis], side)), polynomial);

/** De Casteljau: the first i + 1 coefficients' binomial mean, or the last ones'. */
function halving(degree, side) {
  const choose = [[1], [1, 1], [1, 2, 1], [1, 3, 3, 1]];
  const first = choose.slice(0, degree + 1).map((row, i) => Array.from({ length: degree + 1 }, (_, j) => (row[j] ?? 0) / 2 ** i));
  return side === 0 ? first : first.map((row) => row.toReversed()).reverse();
}

export const halfOf = (box, sides) =>
  box.map(([low, high], axis) => (sides[axis] === 0 ? [low, (low + high) / 2] : [(low + high) / 2, high]));

/** Coefficients of a sum of terms [factor, power of x, of y, of s], no power above its degree or 2. */
export function known(terms, box, degrees) {
  const one = ([low, high], degree, power) =>
    Array.from({ length: degree + 1 }, (_, i) => {
      const line = (low * (degree - i) + high * i) / degree;
      if (power < 2) return power === 0 ? 1 : line;
      return (low * low * (degree - i) * (degree - i - 1) + 2 * low * high * i * (degree - i) + high * high * i * (i - 1)) / (degree * (degree - 1));
    });
  const factors = terms.map(([factor, ...powers]) => [factor, ...powers.map((power, axis) => one(box[axis], degrees[axis], power))]);
  const values = [];
  for (let a = 0; a <= degrees[0]; a++)
    for (let b = 0; b <= degrees[1]; b++)
      for (let c = 0; c <= degrees[2]; c++) values.push(factors.reduce((sum, [f, x, y, s]) => sum + f * x[a] * y[b] * s[c], 0));
  return values;
}

/** Adds to every coefficient its number of an unknown, or of the constant. */
export function add({ degrees, coefficients }, unknown, numbers) {
  const number = (i) => (typeof numbers === "number" ? numbers : numbers[i]);
  return {
    degrees,
    coefficients: coefficients.map((form, i) => form.with(unknown, form.at(unknown) + number(i))),
  };
}

export function sum(one, other, factor = 1) {
  return { degrees: one.degrees, coefficients: one.coefficients.map((form, i) => form.map((own, at) => own + factor * other.coefficients[i][at])) };
}
