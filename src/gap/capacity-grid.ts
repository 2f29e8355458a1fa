import { checkLimit } from "../budget.js";
import { checkInteger, InputError } from "../errors.js";

/** Sizes of a fast memory, both ends included. */
export interface CapacityRange {
  readonly from: number;
  readonly to: number;
}

/** Points in a doubling that can be had from square roots, which are exact to the last bit on every machine. */
const POINTS_PER_DOUBLING: readonly number[] = [1, 2, 4, 8, 16];

/** A range from a sixteenth of a capacity to sixteen times it, from `least` on. */
export function rangeAround(capacity: number, least = 1): CapacityRange {
  const from = Math.max(least, Math.floor(capacity / 16));
  return { from, to: Math.max(from, Math.min(16 * capacity, Number.MAX_SAFE_INTEGER)) };
}

/**
 * Whole capacities spaced evenly in logarithm, ends included; `from`, 2·`from`, … are among them.
 *
 * @param name of the range in errors
 * @throws InputError naming the range or `per-doubling`; OverLimit for more points than a curve may have.
 */
export function capacityGrid(name: string, { from, to }: CapacityRange, perDoubling: number): readonly number[] {
  checkInteger(name, from, 1);
  checkInteger(name, to, from);
  if (!POINTS_PER_DOUBLING.includes(perDoubling)) {
    throw new InputError("per-doubling", `one of ${POINTS_PER_DOUBLING.join(", ")}`, String(perDoubling));
  }
  const factors = Array.from({ length: perDoubling }, (_, i) => rootOfTwo(i, perDoubling));
  const capacities: number[] = [];
  for (let base = from; base <= to; base *= 2) {
    for (const factor of factors) {
      const capacity = Math.floor(base * factor);
      if (capacity < to && capacity > (capacities.at(-1) ?? 0)) capacities.push(capacity);
    }
    checkLimit("sizes", capacities.length, "a curve");
  }
  return [...capacities, to];
}

/** 2^(i/n) for n a power of two, from square roots alone. */
function rootOfTwo(i: number, n: number): number {
  let [factor, root, half] = [1, Math.SQRT2, n / 2];
  for (let rest = i; rest > 0; half /= 2, root = Math.sqrt(root)) {
    if (rest < half) continue;
    factor *= root;
    rest -= half;
  }
  return factor;
}
