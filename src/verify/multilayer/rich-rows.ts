import { floorOfRoot } from "../shared/integers.js";
import type { Quotient } from "./survivors.js";

/**
 * Is no segment that holds x worth more than (x/3)^(3/2) where every accumulator start costs a·√(3x), a = above/below ≥ 3/16, and every row with
 * something new and whole brings at least κ old words? For a share y of the segment taken by weights, c = a√3, the worth of what
 * remains is in units of x^(3/2) at most
 *
 *     (1 − y)·( (√x/κ)·(y − 2c√y) + c )      where √y > 2c,
 *
 * else (1/3)^(3/2); `row` is κ². Checked on ever shorter stretches of √y; each rounding is upwards.
 */
export function richRowsHold(x: bigint, row: Quotient, { above, below }: Quotient): boolean {
  if (16n * above < 3n * below) return false;
  const unit = 1n << 40n;
  // c from below, and √x/κ from above.
  const price = floorOfRoot((3n * above * above * unit * unit) / (below * below));
  const slope = floorOfRoot((x * row.below * unit * unit) / row.above) + 1n;
  const allowed = floorOfRoot((unit * unit) / 27n);
  let budget = 400_000;
  // z = √y: z² − 2cz grows from z = c on.
  const within = (z0: bigint, z1: bigint): boolean => {
    if (--budget < 0) return false;
    if (z1 <= 2n * price) return true;
    const most = (z1 * (z1 - 2n * price)) / unit + 1n;
    const left = unit - (z0 * z0) / unit;
    const worth = (left * ((slope * most) / unit + price + 2n)) / unit + 1n;
    if (worth <= allowed) return true;
    if (z1 - z0 < 2n) return false;
    const middle = (z0 + z1) / 2n;
    return within(z0, middle) && within(middle, z1);
  };
  return within(0n, unit);
}
