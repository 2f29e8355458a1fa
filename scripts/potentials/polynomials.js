// Polynomials on boxes by Bernstein coefficients, in order of x, y, s; a coefficient is a linear form in the unknowns of a program, a dense
// row of their factors with the constant last.

/** The function sought, of degree 2, whose 27 coefficients on a box are the first unknowns of `width` − 1. */
export const unknownFunction = (width) => ({
  degrees: [2, 2, 2],
  forms: Array.from({ length: 27 }, (_, i) => new Float64Array(width).with(i, 1)),
});

/** A matrix applied to the coefficients along one axis. */
function along({ degrees, forms }, axis, matrix) {
  const stride = degrees.slice(axis + 1).reduce((product, degree) => product * (degree + 1), 1);
  const made = [];
  for (let start = 0; start < forms.length; start += stride * (degrees[axis] + 1))
    for (const factors of matrix)
      for (let at = start; at < start + stride; at++) made.push(combined(factors, (i) => forms[at + i * stride]));
  return { degrees: degrees.with(axis, matrix.length - 1), forms: made };
}

function combined(factors, form) {
  const sum = new Float64Array(form(0).length);
  factors.forEach((factor, i) => {
    if (factor !== 0) for (let at = 0; at < sum.length; at++) sum[at] += factor * form(i)[at];
  });
  return sum;
}

export const minus = (polynomial) => ({ ...polynomial, forms: polynomial.forms.map((form) => form.map((own) => -own)) });

export const plus = (one, other) => ({
  ...one,
  forms: one.forms.map((form, i) => combined([1, 1], (j) => [form, other.forms[i]][j])),
});

/** Numbers, one for each coefficient or one for all, times an unknown; −1: the constant. */
export const plusKnown = ({ degrees, forms }, unknown, numbers) => ({
  degrees,
  forms: forms.map((form, i) => form.with(unknown, form.at(unknown) + (numbers[i] ?? numbers))),
});

/** The derivative along an axis in which the degree is 2. */
export function slope(polynomial, axis, [low, high]) {
  const steep = 2 / (high - low);
  return along(polynomial, axis, [
    [-steep, steep, 0],
    [0, -steep, steep],
  ]);
}

/** The product with the line from low to high along an axis, one degree more. */
export function timesLine(polynomial, axis, [low, high] = [1, 1]) {
  const degree = polynomial.degrees[axis] + 1;
  const row = (i) =>
    Array.from({ length: degree }, (_, j) => (i === j ? low * (degree - i) : i === j + 1 ? high * i : 0) / degree);
  return along(
    polynomial,
    axis,
    Array.from({ length: degree + 1 }, (_, i) => row(i)),
  );
}

/** Numbers: coefficients of a sum of monomials by name, { "": −1, xxy: 2 } for 2x²y − 1. */
export function known(sum, box, degrees) {
  const products = Object.entries(sum).map(([name, factor]) => {
    let product = { degrees: [0, 0, 0], forms: [[factor]] };
    for (const axis of [0, 1, 2]) {
      const power = name.split("xys"[axis]).length - 1;
      for (let i = 0; i < degrees[axis]; i++) product = timesLine(product, axis, i < power ? box[axis] : [1, 1]);
    }
    return product;
  });
  return products.reduce(plus).forms.map(([value]) => value);
}

const HALVES = [[1], [1, 1], [1, 2, 1], [1, 3, 3, 1]].map((row, i) => row.map((times) => times / 2 ** i));

/** On the low, 0, or the high half along every axis, by de Casteljau. */
export const eighth = (polynomial, sides) =>
  sides.reduce((part, side, axis) => {
    const degree = part.degrees[axis];
    const low = HALVES.slice(0, degree + 1).map((row) => [...row, ...Array(degree + 1 - row.length).fill(0)]);
    return along(part, axis, side === 0 ? low : low.map((row) => row.toReversed()).reverse());
  }, polynomial);

export const halved = (box, sides) =>
  box.map(([low, high], axis) => (sides[axis] === 0 ? [low, (low + high) / 2] : [(low + high) / 2, high]));
