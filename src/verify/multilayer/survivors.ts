import { floorOfRoot } from "../shared/integers.js";
/** above/below, both positive. */
export interface Quotient {
  readonly above: bigint;
  readonly below: bigint;
}

/**
 * Is no segment of X = S + T worth more than (X/3)^(3/2) where every accumulator start costs (above/below)·√(3X)? For D words of weights and the larger
 * parity holding a share β of the elements touched, the worth is at most
 *
 *     (X − D + S)·(√D·√(β(1−β)) − ω) / (1 − Dβ/w²) + ω·(X − D),
 *
 * or (X/3)^(3/2) where the bracket is not positive; `products` is w², of the least number of products of an accumulator start. In
 * units of X/2^40 for D, 2^-20 for β, √X·2^-40 for roots; each rounding is upwards.
 */
export function survivorsHold(s: bigint, x: bigint, products: Quotient, { above, below }: Quotient): boolean {
  const unit = 1n << 40n;
  const share = 1n << 20n;
  const price = (above * floorOfRoot(3n * unit * unit)) / below;
  const allowed = floorOfRoot((unit * unit) / 27n);
  let budget = 400_000;
  const within = (d0: bigint, d1: bigint, b0: bigint, b1: bigint): boolean => {
    if (--budget < 0) return false;
    // √D1·√(β0(1−β0)) is the most in the box.
    const most = floorOfRoot(d1 * unit * b0 * (share - b0)) / share + 1n;
    if (most <= price) return true;
    const denominator = unit * share * products.above - d1 * b1 * x * products.below;
    if (denominator > 0n) {
      const touched = (unit - d0) * x + s * unit;
      const numerator = touched * (most - price) * share * products.above;
      const worth = numerator / (denominator * x) + 1n + ((price + 1n) * (unit - d0)) / unit + 1n;
      if (worth <= allowed) return true;
    }
    if (d1 - d0 < 2n || b1 - b0 < 2n) return false;
    if ((d1 - d0) * share >= 2n * (b1 - b0) * unit) {
      const d = (d0 + d1) / 2n;
      return within(d0, d, b0, b1) && within(d, d1, b0, b1);
    }
    const b = (b0 + b1) / 2n;
    return within(d0, d1, b0, b) && within(d0, d1, b, b1);
  };
  return within(0n, unit, share / 2n, share);
}
