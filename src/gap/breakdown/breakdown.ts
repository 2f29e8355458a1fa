import type { Json } from "../../bounds/certificates/json.js";
import { toJson } from "../../bounds/certificates/json.js";
import type { Rational } from "../../exact/rational.js";
import { formatRational, multiply, rational, toApproximateNumber } from "../../exact/rational.js";
import type { Interface } from "../../machines/machine.js";

/** From the top: what a kernel moves now, then less and less of what keeps it from the proven bound. */
export type LevelId =
  | "measured"
  | "schedule"
  | "ideal-replacement"
  | "best-order"
  | "best-schedule"
  | "sums-in-place"
  | "class-bound"
  | "condition-bound"
  | "bound";

/** One amount of the breakdown and where it comes from. */
export interface Level {
  readonly id: LevelId;
  /** What moves it: `tiled-gemm group:16`, or a theorem. */
  readonly label: string;
  /** A counter, a replay, or a theorem (of every kernel, or of some). */
  readonly basis: "measured" | "replayed" | "proven" | "proven for some";
  /** Bytes, or words on the two-level memory model. */
  readonly amount: bigint;
  /** One sentence: what to change to come down to here from the level above, or why nothing has to be. */
  readonly change: string;
}

/** From one level to the next one down. */
export interface BreakdownStep {
  readonly from: LevelId;
  readonly to: LevelId;
  /** Upper over lower, exactly; below 1 where the breakdown goes up. */
  readonly factor: Rational;
  readonly rises: boolean;
  readonly change: string;
}

/** The levels of one interface, from what was measured or replayed down to what is proven. */
export interface GapBreakdown {
  readonly interface: Interface;
  /** What the amounts count: reads alone where a counter of reads stands on top. */
  readonly counts: "reads" | "total";
  readonly levels: readonly Level[];
  readonly steps: readonly BreakdownStep[];
  /** First over last level: the product of the factors. */
  readonly whole: Rational;
  /** What to do first, on the cache as it is. */
  readonly headline: string;
}

/**
 * Cuts a gap into factors, level by level. A step that goes up (a model above its measurement, a search that stopped short, a bound
 * of other kernels) stays in the product as a factor below 1 and is marked; nothing is clamped.
 *
 * @throws RangeError for fewer than two levels, or an amount that is not positive.
 */
export function gapBreakdown(
  interfaceId: Interface,
  counts: GapBreakdown["counts"],
  levels: readonly Level[],
  headline = "",
): GapBreakdown {
  if (levels.length < 2) throw new RangeError("gapBreakdown: fewer than two levels");
  if (levels.some(({ amount }) => amount <= 0n)) throw new RangeError("gapBreakdown: an amount that is not positive");
  const steps = levels.slice(1).map((lower, i): BreakdownStep => {
    const upper = levels[i] as Level;
    const rises = lower.amount > upper.amount;
    return { from: upper.id, to: lower.id, factor: rational(upper.amount, lower.amount), rises, change: lower.change };
  });
  const whole = steps.reduce((product, { factor }) => multiply(product, factor), rational(1n));
  return { interface: interfaceId, counts, levels, steps, whole, headline };
}

/** The `breakdown` entry of a gap document. Factors are exact texts `p/q`, ratios doubles for display. */
export function breakdownJson(breakdown: GapBreakdown, unit: "bytes" | "words"): Json {
  const { interface: interfaceId, counts, levels, steps, whole, headline } = breakdown;
  return {
    interface: interfaceId,
    counts,
    levels: levels.map(({ id, label, basis, amount }) => ({ id, label, basis, [unit]: toJson(amount) })),
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
