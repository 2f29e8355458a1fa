import { clamp, down, rootAbove, UNIT, up, whole24 } from "./mixed-units.js";

/**
 * The small program of proofs/chain-mixed.md, bounded by branch and bound. Lengths are in units of S, every number a bigint in units of
 * 2^-24 that is rounded so that the bound can only grow. Doubles choose multipliers and where to split; any choice is sound.
 */
export interface SegmentProgram {
  readonly s: bigint;
  /** What may be there when the segment starts: S, or nothing. */
  readonly residents: bigint;
  /** Elements of H can be older than the segment: not in the first one of an only memory. */
  readonly old: boolean;
  readonly cut: bigint;
  readonly k: bigint;
  readonly n: bigint;
  /** The shorter of m and l. */
  readonly side: bigint;
  /** What an interval of E costs: 1 or 2. */
  readonly entry: bigint;
  /** Prices, in units of 2^-24. */
  readonly y1: bigint;
  readonly y2: bigint;
  readonly birth: bigint;
  readonly stay: bigint;
}

/** Boxes looked at before the claim counts as not confirmed. */
const MOST_BOXES = 100_000;

/** h0 ≤ h ≤ h1, a0 ≤ α ≤ a1, u0 ≤ u ≤ u1. */
type Box = readonly [h0: bigint, h1: bigint, a0: bigint, a1: bigint, u0: bigint, u1: bigint];
/** λ, v, π of section 5. */
type Weights = readonly [number, number, number];

interface Scaled extends SegmentProgram {
  readonly x: bigint;
  /** At least k/√S, n/√S, the short side in √S, S/4k², S/2kn. */
  readonly kappa: bigint;
  readonly nu: bigint;
  readonly short: bigint;
  readonly perSquare: bigint;
  readonly perWord: bigint;
}

/** Does no segment bring in more than `most`? False also where that could not be shown. */
export function holdsAtMost(program: SegmentProgram, most: bigint): boolean {
  const { s, k, n, cut, entry, side, residents } = program;
  const above = (p: bigint, q: bigint): bigint => (p + q - 1n) / q;
  const p: Scaled = {
    ...program,
    x: above((residents + cut + (entry - 1n)) * UNIT, s),
    kappa: rootAbove(above(k * k * UNIT * UNIT, s)),
    nu: rootAbove(above(n * n * UNIT * UNIT, s)),
    short: rootAbove(above(side * side * UNIT * UNIT, s)),
    perSquare: above(s * UNIT, 4n * k * k),
    perWord: above(s * UNIT, 2n * k * n),
  };
  const births = fullPairs(p, p.x) + p.x + UNIT;
  const open: { readonly box: Box; readonly near: Weights }[] = [
    { box: [0n, p.old ? p.x : 0n, 0n, p.x, 0n, births], near: [0.5, 1, 0.2] },
  ];
  // Doubles may stop looking a hair below the claim: the exact sum decides.
  const goal = (Number(most) / Number(UNIT)) * (1 - 1e-5);
  for (let looked = 0; looked < MOST_BOXES; looked++) {
    const next = open.pop();
    if (next === undefined) return true;
    const { box, near } = next;
    if (box[0] + box[2] > p.x) continue;
    const sketch = sketchOf(p, box);
    const weights = chooseWeights(sketch, near, goal);
    if (atMost(p, box, weights, sketch) <= most) continue;
    const low = 2 * sketch.axis;
    const [from, to] = [box[low] ?? 0n, box[low + 1] ?? 0n];
    if (to - from < 2n) return false;
    const middle = (from + to) / 2n;
    open.push(
      { box: box.with(low + 1, middle) as unknown as Box, near: weights },
      { box: box.with(low, middle) as unknown as Box, near: weights },
    );
  }
  return false;
}

/** Rows and columns within α words of A and B: a square of them, or the short side and as many of the other as are left. */
function fullPairs({ s, k, side, perSquare }: Scaled, alpha: bigint): bigint {
  if (alpha * s < 2n * k * side * UNIT) return up(up(alpha, alpha), perSquare);
  return (side * alpha + k - 1n) / k - (side * side * UNIT) / s;
}

/** The relaxation of section 5, exactly. */
function atMost(p: Scaled, [h0, h1, a0, a1, u0, u1]: Box, weights: Weights, { roots, few, whole }: Sketch): bigint {
  const rest = p.x - h0 - a0;
  const lambda = whole24(weights[0]);
  // √2, rounded down, or 1.
  const v = clamp(whole24(weights[1]), UNIT, p.entry === 2n ? 23_726_566n : UNIT);
  const pi = clamp(whole24(weights[2]), 0n, lambda);
  const [[b1, c1], [b2, c2]] = [lineAbove(p, roots[0]), lineAbove(p, roots[1])];
  const tau = fullPairs(p, a1);
  const theta = tau < u1 ? tau : u1;
  const extra = lambda * (v * v - UNIT * UNIT);
  const kept = p.stay * UNIT * UNIT > extra ? p.stay - extra / (UNIT * UNIT) : 0n;
  const perWord = up(a1, p.perWord);
  const second = b2 + up(c2, tau);
  const atLargest = up(p.nu, wordsForAll(p, h1 + tau, second + up(c2, h1)));
  const half = (rest + 1n) / 2n;
  const largestR = half < atLargest ? half : atLargest;
  const bend = perWord === 0n ? largestR : (theta * UNIT + perWord - 1n) / perWord;
  const linear = up(perWord, bend < largestR ? bend : largestR);
  const ends: readonly (readonly [bigint, bigint])[] =
    bend < largestR
      ? [
          [0n, 0n],
          [bend, linear > theta ? linear : theta],
          [largestR, theta],
        ]
      : [
          [0n, 0n],
          [largestR, linear],
        ];
  let most = -(UNIT ** 3n);
  for (const [r, t] of ends) {
    const y = up(p.y2, r);
    const own = up(y, second) + up(-2n * lambda, up(v, r) - 1n) + up(pi, t);
    for (const a of whole ? [a0] : [a0, a1]) {
      const y1 = up(p.y1, a);
      const first = whole ? 0n : up(y1, b1) / 2n + 1n;
      const each = whole ? up(p.y1, p.kappa) : up(y1, c1) / 2n + 1n;
      const ofH = each + up(y, c2) - lambda + (few ? kept : 0n);
      const ofU = each - p.birth - pi;
      const sum = first - down(lambda, a) + own + up(ofH, ofH > 0n ? h1 : h0) + up(ofU, ofU > 0n ? u1 : u0);
      if (sum > most) most = sum;
    }
  }
  const crossing = pi > p.stay ? pi - p.stay : 0n;
  return up(lambda, p.x) + extra / (UNIT * UNIT) + 1n + (few ? 0n : kept) + crossing + most;
}

/** Constant and slope of a line above √y, or where the short side binds above 2sy/(s² + y), for all y. */
function lineAbove(p: Scaled, { narrow, slope }: Root): readonly [bigint, bigint] {
  if (narrow !== undefined) {
    const x = clamp(whole24(narrow), 1n, UNIT / 2n);
    return [up(2n * p.short, up(UNIT - x, UNIT - x)), (up(2n * x, x) * UNIT) / p.short + 1n];
  }
  const c = whole24(slope) + 1n;
  return [(UNIT * UNIT + 4n * c - 1n) / (4n * c), c];
}

/** Half the words of D and E beyond which y elements have no use for more, over n: √y, at most `root`; (s + y/s)/2 from y = s² on where the side binds. */
function wordsForAll(p: Scaled, y: bigint, root: bigint): bigint {
  const { s, side, entry, short } = p;
  if (entry === 2n || y * s <= side * side * UNIT) return root;
  let below = short;
  while (below * below * s > side * side * UNIT * UNIT) below -= 1n + below / 2n ** 50n;
  // A side of less than a unit says nothing.
  return below === 0n ? UNIT ** 8n : (short + (y * UNIT + below - 1n) / below + 1n) / 2n;
}

/** A root, or what is less where the short side binds: its height and slope, and s²/(s² + y) there. */
interface Root {
  readonly narrow: number | undefined;
  readonly height: number;
  readonly slope: number;
}

function rootAt(y: number, side: number): Root {
  if (y <= side * side) return { narrow: undefined, height: Math.sqrt(y), slope: 0.5 / Math.sqrt(y) };
  const narrow = (side * side) / (side * side + y);
  return { narrow, height: 2 * side * (1 - narrow), slope: (2 * narrow * narrow) / side };
}

interface Sketch {
  readonly value: (weights: Weights) => number;
  readonly roots: readonly [Root, Root];
  readonly few: boolean;
  readonly whole: boolean;
  readonly axis: 0 | 1 | 2;
  /** What a pair of words of D and E brings, an element that stays, and a word of A and B; uses that such a word allows. */
  readonly gain: number;
  readonly stay: number;
  readonly pair: number;
  readonly perWord: number;
  /** The largest v. */
  readonly widest: number;
}

/** The same relaxation in doubles, with tangents at the middle of the box, and the axis on which it is loosest. */
function sketchOf(p: Scaled, box: Box): Sketch {
  const double = (x: bigint): number => Number(x) / Number(UNIT);
  const [h0, h1, a0, a1, u0, u1] = box.map(double) as [number, number, number, number, number, number];
  const [y1, y2, birth, stay, kappa] = [p.y1, p.y2, p.birth, p.stay, p.kappa].map(double) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const [h, u] = [(h0 + h1) / 2, (u0 + u1) / 2];
  const x = double(p.x);
  const tau = double(fullPairs(p, box[3]));
  const side = double(p.short);
  const binds = p.entry === 1n ? side : Number.POSITIVE_INFINITY;
  const roots = [rootAt(h + u, side), rootAt(h + tau, binds)] as const;
  const [{ height: root1, slope: slope1 }, { height: root2, slope: slope2 }] = roots;
  const needed = h1 + tau > binds * binds ? (side + (h1 + tau) / side) / 2 : Math.sqrt(h1 + tau);
  const whole = a0 * root1 > 2 * kappa * (h + u);
  const few = h < 1;
  const theta = Math.min(tau, u1);
  const perWord = a1 * double(p.perWord);
  const largestR = Math.max(0, Math.min((double(p.x) - h0 - a0) / 2, double(p.nu) * needed));
  const ends = theta < perWord * largestR ? [0, theta / perWord, largestR] : [0, largestR];
  // What the weights do not change at each choice of r and α.
  const choices = ends.flatMap((r) =>
    (whole ? [a0] : [a0, a1]).map((a) => {
      const each = whole ? y1 * kappa : (y1 * a * slope1) / 2;
      const first = whole ? y1 * kappa * (h + u) : (y1 * a * root1) / 2;
      return { r, a, first, ofH: each + y2 * r * slope2, ofU: each - birth, t: Math.min(theta, perWord * r) };
    }),
  );
  const value = ([lambda, v, pi]: Weights): number => {
    const extra = lambda * (v * v - 1);
    const kept = Math.max(0, stay - extra);
    const keptOfH = few ? kept : 0;
    const perR = y2 * root2 - 2 * lambda * v;
    let most = Number.NEGATIVE_INFINITY;
    for (const { r, a, first, ofH, ofU, t } of choices) {
      const there = first - lambda * a + perR * r + pi * t + (keptOfH - lambda) * h - (birth + pi) * u;
      const spread = Math.abs(ofH - lambda + keptOfH) * (h1 - h0) + Math.abs(ofU - pi) * (u1 - u0);
      if (there + spread / 2 > most) most = there + spread / 2;
    }
    return lambda * x + extra + (few ? 0 : kept) + Math.max(0, pi - stay) + most;
  };
  const rise = (from: number, to: number): number => Math.sqrt(to) - Math.sqrt(from);
  const low = double(fullPairs(p, box[2]));
  const loose = [
    0.2 * y1 * rise(h0 + u, h1 + u) +
      0.24 * y2 * rise(h0 + tau, h1 + tau) +
      (few === h1 <= 1 ? 0 : stay * Math.min(Math.abs(1 - h0), Math.abs(h1 - 1))),
    0.6 * (a1 - a0) + 0.8 * y2 * rise(h1 + low, h1 + tau) + stay * rise(low, tau),
    0.3 * (birth + stay) * (u1 - u0) + 0.2 * y1 * rise(h + u0, h + u1),
  ];
  const axis = loose.indexOf(Math.max(...loose)) as 0 | 1 | 2;
  return {
    value,
    roots,
    few,
    whole,
    axis,
    gain: y2 * root2,
    stay,
    pair: (y1 * root1) / 2,
    perWord,
    widest: p.entry === 2n ? Math.SQRT2 : 1,
  };
}

/** The best of the weights at which choices of the adversary tie, unless those of the larger box already do. */
function chooseWeights({ value, gain, stay, perWord, pair, widest }: Sketch, near: Weights, goal: number): Weights {
  const clampSpread = (v: number): number => Math.min(widest, Math.max(1, v));
  let [best, least] = [near, value(near)];
  const spreads = (lambda: number): readonly number[] => [
    1,
    widest,
    clampSpread(Math.sqrt(1 + stay / lambda)),
    ...[0, stay, lambda].map((crossing) => clampSpread((gain + crossing * perWord) / (2 * lambda))),
  ];
  const flat = [1, widest].flatMap((v) => [gain / (2 * v), (gain + stay * perWord) / (2 * v), gain / (2 * v - perWord)]);
  const tied = [gain, gain + stay * perWord].map((both) => both / 2 / (stay / both + Math.hypot(1, stay / both)));
  // Without a price of the budget only the uses of what there is bind.
  for (const lambda of [...flat, ...tied, pair, stay, 0]) {
    if (!(lambda >= 0 && lambda < 16)) continue;
    for (const v of lambda > 0 ? spreads(lambda) : [1]) {
      for (const pi of [0, stay, lambda, (2 * lambda * v - gain) / perWord]) {
        if (least < goal) return best;
        const weights: Weights = [lambda, v, Math.min(lambda, Math.max(0, pi))];
        const there = value(weights);
        if (there < least) [best, least] = [weights, there];
      }
    }
  }
  return best;
}
