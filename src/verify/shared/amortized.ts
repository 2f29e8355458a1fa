import type { CheckedTraffic } from "../gemm/instance.js";
import { readInstance } from "../gemm/instance.js";
import { checkWindowsOfGroup } from "../gemm/intervals.js";
import type { Fields } from "./fields.js";
import { count, exactly, Refused, requireOnly } from "./fields.js";
import { atLeastZero, divisor, rootAtMost } from "./integers.js";
import { weighsAtMost } from "./segment-check.js";

/**
 * Steady counts (proofs/amortized.md): T times what all segments are worth over what a budget of S + T can be worth, whatever the number
 * of memories.
 */

const TOTAL = ["reads", "writes", "value"];

/** Segments over real numbers: the claimed products fit, one more does not. */
export function checkProductSteady(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, ["schema", "theorem", "instance", "cut", "segmentProducts", "clock", ...TOTAL], path);
  const instance = readInstance(fields, path);
  const { batch, m, n, k, a, b, partial, output } = instance;
  const { cut, budget } = readCut(fields, instance.capacity, [a, b, partial], partial, path);
  const sized = { ...instance, c: partial };
  const held = largest(fields, "segmentProducts", (v) => weighsAtMost(sized, v, budget), path);
  const clock = leastQuotient(fields, "clock", cut * batch * m * n * k, held + 1n, path);
  return { instance, ...traffic(fields, clock - partial * batch * m * n, output * batch * m * n, path) };
}

/** The closed form of windows of residency intervals, in words of the narrowest size: more than T·mnμ. */
export function checkIntervalsSteady(fields: Fields, path: string): CheckedTraffic {
  const known = ["wordSize", "capacityWords", "cut", "windowsOfGroup", "clockWords", ...TOTAL];
  requireOnly(fields, ["schema", "theorem", "instance", ...known], path);
  const instance = readInstance(fields, path);
  const { batch, m, n, k, a, b, partial, output } = instance;
  const word = exactly(fields, "wordSize", narrowest([a, b, partial, output]), path);
  const capacity = exactly(fields, "capacityWords", instance.capacity / word, path);
  const cut = count(fields, "cut", path, 1n);
  const x = capacity + cut;
  const j = checkWindowsOfGroup(fields, k, x, path);
  const groups = batch * m * n;
  // T·mnμ = (α + √β) / (jX²)
  const alpha = cut * groups * (2n * k * k + j * j * x);
  const beta = 4n * cut * cut * k * k * groups * groups * (k * k + j * j * x);
  const clock = count(fields, "clockWords", path, 1n);
  const reaches = (words: bigint): boolean => rootAtMost(beta, words * j * x * x - alpha);
  const equals = (words: bigint): boolean => words * j * x * x >= alpha && (words * j * x * x - alpha) ** 2n === beta;
  if (!reaches(clock) || equals(clock)) throw new Refused(`${path}.clockWords`, "fewer than the theorem proves");
  if (reaches(clock - 1n) && !equals(clock - 1n)) throw new Refused(`${path}.clockWords`, "more than the theorem proves");
  return { instance, ...traffic(fields, word * (clock - groups), output * groups, path) };
}

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

function narrowest(sizes: readonly bigint[]): bigint {
  return sizes.reduce((x, y) => (x < y ? x : y));
}
