import { ceilDivide, greatestCommonDivisor, maximum } from "../../exact/integer.js";
import { add, formatRational, rational, toApproximateNumber } from "../../exact/rational.js";
import type { ProjectiveCertificate, ProjectiveExponents, ProjectiveInstance } from "../certificates/einsum.js";
import { searchCut } from "../shared/cut-search.js";
import type { ExponentColumns, ExponentVector } from "./exponents.js";
import { candidateExponents, commonDenominator, exponentColumns, powersOf, roughInequality, roughSizes } from "./exponents.js";
import { largestSegment, type RoughInequality, roughSegment, type SegmentInequality } from "./segment.js";
import { pointsOf, projectedArrays } from "./shape.js";

/** Budgets, as multiples of the capacity, at which exponents are sought; and how many vectors get an exact search. */
const BUDGETS: readonly number[] = [1.2, 1.5, 2, 3, 5];
const SEARCHED = 3;
/** Beyond this many points doubles cannot steer the search. */
const MOST_POINTS = 1n << 1000n;

/**
 * One projective statement by segments (proofs/einsum-projective.md): for every T, with P memories of S that start empty and exponents
 * that cover every index,
 *
 *     loads of inputs + wC · starts of residency intervals ≥ T · ceil((points − P·V0) / V),
 *
 * V = V(S + T + wC − g) and V0 = V(T + wC − g), g the common divisor of the weights, S rounded down to it. Loads are at least that
 * clock minus wC for each output word, stores at least the outputs.
 *
 * Hypotheses: positive extents, weights and memories. Survives recomputation, any reduction order, sliding, any tree of
 * partial sums. Exponents and cut are the best found; any feasible ones prove a bound, so the search decides nothing.
 *
 * Returns undefined where the theorem says nothing: no cut needs a second segment.
 */
export function proveEinsumProjective(instance: ProjectiveInstance, beat = 0n): ProjectiveCertificate | undefined {
  if (pointsOf(instance) > MOST_POINTS) return undefined;
  const arrays = projectedArrays(instance);
  const columns = exponentColumns(instance, arrays);
  const grain = arrays.map((array) => array.weight).reduce(greatestCommonDivisor);
  const game: Game = {
    capacity: instance.capacity - (instance.capacity % grain),
    memories: instance.memories,
    excess: instance.weights.partial - grain,
    grain,
    points: pointsOf(instance),
  };
  const groups = columns.arrays.at(-1)?.words ?? 0n;
  const writes = instance.weights.output * groups;
  const atLeast = beat - writes + instance.weights.partial * groups;
  const scale = Math.max(Number(game.capacity), Number(grain));
  const sizes = roughSizes(columns);
  const candidates = candidateExponents(
    columns,
    sizes,
    BUDGETS.map((multiple) => multiple * scale),
  );
  const ranked = candidates
    .map((vector) => ({ vector, rough: roughInequality(sizes, vector.map(toApproximateNumber)) }))
    .map((candidate) => ({ ...candidate, clock: roughClock(candidate.rough, game) }))
    .sort((a, b) => b.clock - a.clock || Number(commonDenominator(a.vector) - commonDenominator(b.vector)));
  const searched = ranked.slice(0, SEARCHED).map(({ vector, rough }) => ({
    vector,
    cut: bestCut(exactInequality(game, columns, vector), rough, game, atLeast),
  }));
  const [best] = searched.sort((a, b) => (a.cut.clock < b.cut.clock ? 1 : a.cut.clock > b.cut.clock ? -1 : 0));
  if (best === undefined || best.cut.laterSegments === 0n) return undefined;
  const reads = maximum(0n, best.cut.clock - instance.weights.partial * groups);
  const exponents = namedExponents(columns, best.vector);
  return { theorem: "einsum-projective", instance, exponents, ...best.cut, reads, writes, value: reads + writes };
}

interface Game {
  readonly capacity: bigint;
  readonly memories: bigint;
  readonly excess: bigint;
  readonly grain: bigint;
  readonly points: bigint;
}

type Cut = Pick<
  ProjectiveCertificate,
  "cut" | "firstSaturated" | "saturated" | "firstSegmentProducts" | "segmentProducts" | "laterSegments" | "clock"
>;

function exactInequality(game: Game, columns: ExponentColumns, vector: ExponentVector): SegmentInequality {
  const denominator = commonDenominator(vector);
  const powers = powersOf(columns, vector, rational(0), add);
  const whole = (exponent: { readonly numerator: bigint; readonly denominator: bigint }): bigint =>
    (exponent.numerator * denominator) / exponent.denominator;
  const onExtents = vector.slice(columns.accesses.length);
  return {
    denominator: Number(denominator),
    constant: columns.indices.reduce((product, { extent }, i) => product * extent ** whole(onExtents[i] ?? rational(0)), 1n),
    arrays: columns.arrays.map(({ name, weight, words }, a) => ({
      name,
      weight,
      words,
      power: whole(powers[a] ?? rational(0)),
    })),
    points: game.points,
  };
}

function bestCut(inequality: SegmentInequality, rough: RoughInequality, game: Game, atLeast: bigint): Cut {
  const { capacity, excess, grain, memories, points } = game;
  const evaluate = (cut: bigint): Cut => {
    const first = largestSegment(inequality, cut + excess);
    const later = largestSegment(inequality, capacity + cut + excess);
    const left = points - memories * first.products;
    // V = 0: not even one product fits a segment, so no execution exists and nothing needs to be claimed.
    const laterSegments = left > 0n && later.products > 0n ? ceilDivide(left, later.products) : 0n;
    return {
      cut,
      firstSaturated: first.saturated,
      saturated: later.saturated,
      firstSegmentProducts: first.products,
      segmentProducts: later.products,
      laterSegments,
      clock: cut * laterSegments,
    };
  };
  return searchCut({
    evaluate,
    clockOf: (cut) => cut.clock,
    countOf: (cut) => cut.laterSegments,
    grain,
    capacity,
    leftRoughly: (cut, count) => roughSegments(rough, game, cut) - (count - 1),
    atLeast,
  });
}

/** What doubles may be off by in the products of a segment. */
const ROUNDING = 1e-10;

/** Later segments that a cut needs, as a real number. */
function roughSegments(rough: RoughInequality, game: Game, cut: number): number {
  const products = (budget: number): number => Math.exp(roughSegment(rough, budget));
  const [capacity, excess] = [Number(game.capacity), Number(game.excess)];
  const points = Number(game.points);
  const left = points - Number(game.memories) * products(cut + excess);
  // A segment that holds them all leaves rounding, of either sign.
  return left > ROUNDING * points ? left / products(capacity + cut + excess) : 0;
}

/** The best clock over a few cuts, roughly. */
function roughClock(rough: RoughInequality, game: Game): number {
  const scale = Math.max(Number(game.capacity), Number(game.grain));
  const cuts = Array.from({ length: 17 }, (_, i) => scale * 2 ** (i / 2 - 6));
  return Math.max(...cuts.map((cut) => cut * roughSegments(rough, game, cut)));
}

function namedExponents(columns: ExponentColumns, vector: ExponentVector): ProjectiveExponents {
  const texts = vector.map(formatRational);
  const ofArrays = columns.arrays.map((_, array) =>
    texts.filter((_text, a) => a < columns.accesses.length && columns.accesses[a]?.array === array),
  );
  return {
    inputs: ofArrays.slice(0, -1),
    output: ofArrays.at(-1)?.[0] ?? "0",
    extents: texts.slice(columns.accesses.length),
  };
}
