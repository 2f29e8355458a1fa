import { ceilDivide, floorSquareRoot, largestWhere, maximum, minimum } from "../../exact/integer.js";
import type { Rational } from "../../exact/rational.js";
import { add, compare, divide, floor, multiply, rational, subtract } from "../../exact/rational.js";
import type { ProductInstance, ProductRandomCutsCertificate } from "../certificates/gemm.js";
import { cover, coverOfFew, PARTS_BITS } from "../shared/whole-passes.js";
import { type ResidentOperand, residentOperand } from "./operand-shape.js";
import { likelyCuts, MOST_TURNS, type RandomCuts } from "./random-cuts-choice.js";

/**
 * A matrix product whose operand A stays in memory, a few memories of it, and leaves no room for the slice (column of C) that is worked on
 * (proofs/product-random-cuts.md). A memory's course is cut so that between cuts it sees `less` words of A fewer than it has places, and
 * every cut is kept with the probability with which the loads after it pay for what is held there. A slice pays for p such parts, and by
 * `price` for each word of A that it has to meet besides:
 *
 *     Q ≥ w·n·Ψ + wO·mn,   Ψ = p·ψ(a) − (p − 1)(less/a)·ψ* + price·(mk − p·a) − p·η,   a = ⌊S/w⌋ − less,
 *
 * ψ(v) the least number of rows and columns of A that cover v words, less v/k rows, that every row has for nothing. Every word counts as
 * the narrowest, w. Any number of memories. Survives recomputation, any reduction order, sliding. Returns undefined where it says no more
 * than compulsory traffic.
 */
export function proveProductRandomCuts(instance: ProductInstance): ProductRandomCutsCertificate | undefined {
  let best: ProductRandomCutsCertificate | undefined;
  for (const resident of ["a", "b"] as const) {
    const shape = residentOperand(instance, resident);
    if (shape.rows.count * shape.columns.count < shape.fits || shape.fits < 16n) continue;
    const choice = likelyCuts(shape);
    const slice = choice && provenSlice(shape, choice);
    if (choice === undefined || slice === undefined) continue;
    const value = ceilDivide(shape.slices * shape.word * slice, 1n << PARTS_BITS) + shape.stores;
    if (value <= (best?.value ?? shape.compulsory)) continue;
    best = { theorem: "product-random-cuts", instance, resident, ...choice, slice, value };
  }
  return best;
}

/** Ψ, rounded down; undefined where a hypothesis fails (section 7 of the proof, whose names these are). */
function provenSlice(shape: ResidentOperand, { room, less, price }: RandomCuts): bigint | undefined {
  const { rows, columns, fits } = shape;
  const cells = rows.count * columns.count;
  const seen = fits - less;
  const half = seen / 2n;
  const passes = cells / fits;
  const rest = cells - passes * seen;
  const narrow = minimum(rows.count, columns.count);
  if (less < 1n || less >= room || room > narrow ** 2n || 4n * room > seen) return undefined;
  if (passes < 1n || rest < 1n || rest >= half) return undefined;
  const γ = steepness(shape, seen);
  const apart = apartness(room, less);
  if (
    apart.turns > MOST_TURNS ||
    apart.turns * room > half ||
    !atLeast(rational(columns.count), multiply(γ, rational(room - 1n)))
  )
    return undefined;

  const [o, x, a, h, d, p] = [room, less, seen, half, rest, passes].map((value) => rational(value)) as Six;
  const τ = inWords(price);
  const ψ = (pairs: bigint): Rational => paidFor(shape, γ, pairs);
  const ψAtMost = (pairs: bigint): Rational => add(ψ(pairs), inWords(2n));

  // Whole parts and no less than half ones, the slope between.
  const twice = subtract(multiply(TWO, ψAtMost(seen)), ψ(minimum(2n * seen, cells)));
  const merged = add(twice, multiply(divide(x, h), ψAtMost(seen)));
  const lost = multiply(divide(x, a), merged);
  const large = subtract(ψ(seen), lost);
  const furtherLost = multiply(multiply(TWO, x), multiply(subtract(divide(ONE, h), divide(ONE, a)), merged));
  const ς = divide(subtract(large, subtract(subtract(ψ(half), lost), furtherLost)), subtract(a, h));

  // Small parts, and those that only a closed cut keeps apart from another.
  const aside = subtract(ONE, divide(multiply(TWO, x), subtract(a, o)));
  const small = (pairs: bigint): Rational => multiply(multiply(aside, apart.share(pairs)), ψ(pairs));
  const sure = multiply(aside, ψ(room));
  if (compare(sure, ZERO) <= 0) return undefined;
  const η = divide(multiply(rational(4n, 27n), multiply(cube(τ), cube(o))), multiply(sure, sure));

  // Up to the fewest words that would do by a closed cut alone, small parts cost twice their price.
  const enough = (pairs: bigint): boolean =>
    atLeast(multiply(aside, ψ(pairs)), multiply(τ, o)) && atLeast(multiply(τ, rational(pairs)), η);
  const few = 1n + largestWhere(0n, room, (pairs) => !enough(pairs));
  if (few > room || !atLeast(small(few), multiply(TWO, multiply(τ, rational(few))))) return undefined;

  const step = multiply(subtract(τ, ς), d);
  const ϑ = divide(add(large, multiply(τ, d)), add(a, d));
  if (!atLeast(ϑ, ς) || !atLeast(τ, ϑ) || !atLeast(subtract(large, multiply(ς, a)), add(step, η))) return undefined;
  const line = (slope: Rational, pairs: bigint): Rational => add(multiply(slope, rational(pairs)), η);
  const dear = (pairs: bigint): boolean => {
    const pays = small(pairs);
    const due = pairs <= rest ? line(τ, pairs) : add(line(ς, pairs), step);
    return atLeast(pays, due) && atLeast(pays, line(ϑ, pairs));
  };
  const turns = Array.from({ length: Number(apart.turns) }, (_, turn) => room * BigInt(turn + 1));
  if ((rest > few && !dear(rest)) || !dear(half) || !turns.every(dear)) return undefined;

  const dearer = subtract(inWords(coverOfFew(seen, room)), add(multiply(γ, rational(seen, columns.count)), ψAtMost(seen)));
  const reach = divide(add(multiply(TWO, x), divide(o, TWO)), subtract(ONE, divide(x, o)));
  const shared = multiply(reach, steepest(shape, γ, seen));
  if (!atLeast(multiply(dearer, subtract(ONE, divide(x, a))), add(shared, multiply(τ, add(x, o))))) return undefined;
  const slice = subtract(add(add(multiply(p, large), lost), multiply(τ, d)), multiply(p, η));
  return floor(multiply(slice, rational(1n << PARTS_BITS)));
}

type Six = [Rational, Rational, Rational, Rational, Rational, Rational];

const [ZERO, ONE, TWO] = [rational(0n), rational(1n), rational(2n)];
const cube = (value: Rational): Rational => multiply(value, multiply(value, value));
const inWords = (parts: bigint): Rational => rational(parts, 1n << PARTS_BITS);
const atLeast = (value: Rational, other: Rational): boolean => compare(value, other) >= 0;

/**
 * γ, by which each of its words gives back of a row at most, k times: 1, or, where a square part is narrower than a slice, as much as makes
 * rows that are met at once the cheapest of a whole part, 2 at most.
 */
function steepness({ rows, columns }: ResidentOperand, seen: bigint): Rational {
  if (columns.count ** 2n <= seen || rows.count ** 2n < seen) return ONE;
  return columns.count ** 2n < 2n * seen ? rational(columns.count ** 2n, seen) : TWO;
}

/** ψ, no more than 2⁻¹⁹ too low: the least c + (v/c)(1 − g(c/k)), at few columns, where g is f, or at all of them. */
function paidFor({ rows, columns }: ResidentOperand, γ: Rational, pairs: bigint): Rational {
  const [v, k] = [rational(pairs), rational(columns.count)];
  const given = divide(v, k);
  if (compare(γ, ONE) === 0) return subtract(inWords(cover(rows, columns, pairs)), given);
  const most = divide(k, γ);
  const even = subtract(leastSum(v, [subtract(k, most), most]), given);
  const least = compare(even, k) < 0 ? even : k;
  const wider = add(ONE, divide(v, multiply(k, most)));
  const few = subtract(k, most);
  if (compare(v, multiply(wider, multiply(few, few))) > 0) return least;
  const narrow = subtract(rootOf(multiply(v, wider)), divide(v, most));
  return compare(narrow, least) < 0 ? narrow : least;
}

/** Least c + v/c for c of an interval, rounded down. */
function leastSum(v: Rational, [from, to]: readonly [Rational, Rational]): Rational {
  const at = (c: Rational): Rational => add(c, divide(v, c));
  if (compare(v, multiply(from, from)) < 0) return at(from);
  return compare(v, multiply(to, to)) > 0 ? at(to) : rootOf(v);
}

/** 2√v, rounded down. */
function rootOf(v: Rational): Rational {
  return inWords(floorSquareRoot(floor(multiply(v, rational(1n << (2n * PARTS_BITS + 2n))))));
}

/** The slope of γv/k + ψ(v) at `seen`, from above. */
function steepest({ rows, columns }: ResidentOperand, γ: Rational, seen: bigint): Rational {
  if (compare(γ, ONE) === 0) return rational(1n, minimum(minimum(rows.count, columns.count), floorSquareRoot(seen)));
  const k = rational(columns.count);
  if (compare(γ, TWO) < 0) return divide(γ, k);
  const wider = add(ONE, divide(rational(2n * seen), multiply(k, k)));
  const root = rational(floorSquareRoot(floor(multiply(rational(seen), wider))));
  const [even, narrow] = [divide(rational(3n), k), divide(subtract(multiply(TWO, wider), ONE), root)];
  return compare(even, narrow) > 0 ? even : narrow;
}

interface Apartness {
  /** From so many rooms on, one open cut is the likeliest way for all between two parts to go. */
  readonly turns: bigint;
  /** 1 − ω(v): the least probability with which open cuts over v words keep two parts apart. */
  readonly share: (pairs: bigint) => Rational;
}

function apartness(room: bigint, less: bigint): Apartness {
  const root = ceilDivide(maximum(0n, 3n * less - room), room - less);
  const turns = maximum(1n, root * root);
  const share = (pairs: bigint): Rational => {
    if (pairs >= turns * room) return rational(pairs - less, pairs);
    let [together, before] = [ZERO, ONE];
    for (let left = pairs; left > 0n; left -= room) {
      const all = multiply(before, rational(less, maximum(room, left)));
      if (compare(all, together) > 0) together = all;
      before = multiply(before, rational(less, room));
    }
    return subtract(ONE, together);
  };
  return { turns, share };
}
