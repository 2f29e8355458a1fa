import type { Json } from "../bounds/certificates/json.js";
import { toJson } from "../bounds/certificates/json.js";
import type { Rational } from "../exact/rational.js";
import { formatRational, multiply, rational, toApproximateNumber } from "../exact/rational.js";
import type { Interface } from "../machines/machine.js";

/** From the top: what a kernel moves now, then less and less of what keeps it from the proven bound. */
export type RungId =
  | "measured"
  | "schedule"
  | "ideal-replacement"
  | "best-order"
  | "best-schedule"
  | "sums-in-place"
  | "class-bound"
  | "condition-bound"
  | "bound";

/** One amount of the ladder and where it comes from. */
export interface Rung {
  readonly id: RungId;
  /** What moves it: `tiled-gemm group:16`, or a theorem. */
  readonly label: string;
  /** A counter, a replay, or a theorem (of every kernel, or of some). */
  readonly basis: "measured" | "replayed" | "proven" | "proven for some";
  /** Bytes, or words on the textbook machine. */
  readonly amount: bigint;
  /** One sentence: what to change to come down to here from the rung above, or why nothing has to be. */
  readonly change: string;
}

/** From one rung to the next one down. */
export interface LadderStep {
  readonly from: RungId;
  readonly to: RungId;
  /** Upper over lower, exactly; below 1 where the ladder goes up. */
  readonly factor: Rational;
  readonly rises: boolean;
  readonly change: string;
}

/** The rungs of one interface, from what was measured or replayed down to what is proven. */
export interface GapLadder {
  readonly interface: Interface;
  /** What the amounts count: reads alone where a counter of reads stands on top. */
  readonly counts: "reads" | "total";
  readonly rungs: readonly Rung[];
  readonly steps: readonly LadderStep[];
  /** First over last rung: the product of the factors. */
  readonly whole: Rational;
  /** What to do first, on the cache as it is. */
  readonly headline: string;
}

/**
 * Cuts a gap into factors, rung by rung. A step that goes up (a model above its measurement, a search that stopped short, a bound
 * of other kernels) stays in the product as a factor below 1 and is marked; nothing is clamped.
 *
 * @throws RangeError for fewer than two rungs, or an amount that is not positive.
 */
export function gapLadder(face: Interface, counts: GapLadder["counts"], rungs: readonly Rung[], headline = ""): GapLadder {
  if (rungs.length < 2) throw new RangeError("gapLadder: fewer than two rungs");
  if (rungs.some(({ amount }) => amount <= 0n)) throw new RangeError("gapLadder: an amount that is not positive");
  const steps = rungs.slice(1).map((lower, i): LadderStep => {
    const upper = rungs[i] as Rung;
    const rises = lower.amount > upper.amount;
    return { from: upper.id, to: lower.id, factor: rational(upper.amount, lower.amount), rises, change: lower.change };
  });
  const whole = steps.reduce((product, { factor }) => multiply(product, factor), rational(1n));
  return { interface: face, counts, rungs, steps, whole, headline };
}

/** The `ladder` entry of a gap document. Factors are exact texts `p/q`, ratios doubles for display. */
export function ladderJson(ladder: GapLadder, unit: "bytes" | "words"): Json {
  const { interface: face, counts, rungs, steps, whole, headline } = ladder;
  return {
    interface: face,
    counts,
    rungs: rungs.map(({ id, label, basis, amount }) => ({ id, label, basis, [unit]: toJson(amount) })),
    steps: steps.map(({ from, to, factor, rises, change }) => ({
      from,
      to,
      factor: formatRational(factor),
      ratio: toApproximateNumber(factor),
      rises,
      change,
    })),
    whole: formatRational(whole),
    ratio: toApproximateNumber(whole),
    headline,
  };
}
