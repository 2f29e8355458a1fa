/** Polynomials on boxes of a slice's game: are they nowhere negative where U = s − xy is at most 1? In whole numbers. */

/** A box, or an eighth of one again and again: its knots in parts of 1/one. */
export interface Leaf {
  readonly one: number;
  readonly x: Span;
  readonly y: Span;
  readonly s: Span;
}

export type Span = readonly [number, number];

/** Bernstein coefficients by x, y, s, whole numbers. */
export interface Polynomial {
  readonly degrees: readonly [number, number, number];
  readonly coefficients: readonly number[];
}

/** Parts of U − 1, and of a slope beside a condition's own. */
const [COARSE, FINER] = [2 ** 20, 2 ** 10];

/**
 * Are no coefficients negative, on the box or on its eighths, halved `halvings` times at most, once a slope times U − 1 is added where
 * U = 1 cuts through? `more` adds to the coefficients what depends on the eighth. Coefficients of eighths are rounded down.
 */
export function nowhereNegative(
  polynomial: Polynomial,
  leaf: Leaf,
  halvings: number,
  more?: (leaf: Leaf, coefficients: readonly number[]) => readonly number[],
): boolean {
  const { one, x, y, s } = leaf;
  if (one * s[0] - x[1] * y[1] >= one * one) return true;
  const added = more?.(leaf, polynomial.coefficients);
  const whole =
    added === undefined ? polynomial.coefficients : polynomial.coefficients.map((own, i) => own + (added[i] as number));
  if (whole.every((value) => value >= 0)) return true;
  if (one * s[1] - x[0] * y[0] > one * one) {
    const above = beyond(leaf, polynomial.degrees);
    // The least slope that lifts all that can be lifted.
    const slope = Math.max(
      0,
      ...whole.map((own, i) => ((above[i] as number) > 0 ? Math.ceil((-own * FINER) / (above[i] as number)) : 0)),
    );
    const forgiven = above.map((own) => slope * own);
    if (forgiven.every(Number.isSafeInteger) && whole.every((own, i) => own + Math.floor((forgiven[i] as number) / FINER) >= 0))
      return true;
  }
  if (halvings === 0) return false;
  return eighths(polynomial, leaf).every(([part, own]) => nowhereNegative(part, own, halvings - 1, more));
}

/** Coefficients of U − 1 in 2⁻²⁰, rounded down. */
function beyond({ one, x, y, s }: Leaf, [dx, dy, ds]: Polynomial["degrees"]): number[] {
  const along = ([low, high]: Span, degree: number) =>
    Array.from({ length: degree + 1 }, (_, i) => low * (degree - i) + high * i);
  const below = dx * dy * ds * one * one;
  return along(x, dx).flatMap((a) =>
    along(y, dy).flatMap((b) => along(s, ds).map((c) => Math.floor((COARSE * (c * one * dx * dy - a * b * ds - below)) / below))),
  );
}

/** The polynomial on the eight halves of a leaf in every direction, by de Casteljau's halving, rounded down. */
function eighths(polynomial: Polynomial, leaf: Leaf): (readonly [Polynomial, Leaf])[] {
  const { degrees, coefficients } = polynomial;
  let parts: readonly (readonly [readonly number[], readonly (0 | 1)[]])[] = [[coefficients, []]];
  for (const axis of [0, 1, 2] as const) {
    parts = parts.flatMap(([own, sides]) => {
      const [low, high] = halves(own, degrees, axis);
      return [[low, [...sides, 0]] as const, [high, [...sides, 1]] as const];
    });
  }
  const half = ([low, high]: Span, side: 0 | 1): Span => (side === 0 ? [2 * low, low + high] : [low + high, 2 * high]);
  return parts.map(([own, sides]) => {
    const [a, b, c] = sides as [0 | 1, 0 | 1, 0 | 1];
    const { one, x, y, s } = leaf;
    return [
      { ...polynomial, coefficients: own },
      { one: 2 * one, x: half(x, a), y: half(y, b), s: half(s, c) },
    ];
  });
}

function halves(own: readonly number[], degrees: Polynomial["degrees"], axis: 0 | 1 | 2): [number[], number[]] {
  const degree = degrees[axis];
  const stride = degrees.slice(axis + 1).reduce((product, d) => product * (d + 1), 1);
  const [low, high] = [[...own], [...own]];
  for (let start = 0; start < own.length; start++) {
    if (Math.floor(start / stride) % (degree + 1) !== 0) continue;
    // high holds the row that is averaged; its first entry is the next of the lower half, its last stays.
    for (let done = 0; done <= degree; done++) {
      low[start + done * stride] = high[start] as number;
      for (let i = 0; i < degree - done; i++) {
        const [one, next] = [high[start + i * stride] as number, high[start + (i + 1) * stride] as number];
        high[start + i * stride] = Math.floor((one + next) / 2);
      }
    }
  }
  return [low, high];
}
