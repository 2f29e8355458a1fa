import { count, exactly, type Fields, Refused } from "./fields.js";
import { atLeastZero, divisor } from "./integers.js";

/*
 * Steps of the amortized forms (proofs/amortized.md): T times what all segments are worth over what a budget of S + T can be worth,
 * whatever the number of memories.
 */

/** T, a multiple of the unit of all sizes, and S + T with what an interval can begin with beyond the cut. */
export function readCut(
  fields: Fields,
  capacity: bigint,
  sizes: readonly bigint[],
  beyond: bigint,
  path: string,
  name = "cut",
): { readonly cut: bigint; readonly budget: bigint; readonly unit: bigint } {
  const unit = sizes.reduce(divisor);
  const cut = count(fields, name, path, 1n);
  if (cut % unit !== 0n) throw new Refused(`${path}.${name}`, `not a multiple of ${unit}, the unit of all sizes`);
  return { cut, budget: capacity - (capacity % unit) + cut + beyond - unit, unit };
}

/** Loads, not below 0, and stores. */
export function traffic(
  fields: Fields,
  loads: bigint,
  stores: bigint,
  path: string,
): { readonly reads: bigint; readonly writes: bigint; readonly value: bigint } {
  const reads = exactly(fields, "reads", atLeastZero(loads), path);
  const writes = exactly(fields, "writes", stores, path);
  return { reads, writes, value: exactly(fields, "value", reads + writes, path) };
}

/** As many fit, one more does not; there may be fewer in all. */
export function largest(fields: Fields, name: string, fits: (v: bigint) => boolean, path: string): bigint {
  const claimed = count(fields, name, path);
  if (claimed > 0n && !fits(claimed)) throw new Refused(`${path}.${name}`, `${claimed} products do not fit a segment`);
  if (fits(claimed + 1n)) throw new Refused(`${path}.${name}`, `${claimed + 1n} products fit a segment`);
  return claimed;
}

/** The quotient, rounded up. */
export function leastQuotient(fields: Fields, name: string, numerator: bigint, denominator: bigint, path: string): bigint {
  return leastWhere(fields, name, (value) => value * denominator >= numerator, path);
}

/** The least value for which `holds`. */
export function leastWhere(fields: Fields, name: string, holds: (value: bigint) => boolean, path: string): bigint {
  const claimed = count(fields, name, path);
  if (!holds(claimed)) throw new Refused(`${path}.${name}`, "fewer than the theorem proves");
  if (claimed > 0n && holds(claimed - 1n)) throw new Refused(`${path}.${name}`, "more than the theorem proves");
  return claimed;
}
