import type { CheckedChain } from "../chain/chain.js";
import { readChain, transientWeighsAtMost } from "../chain/chain.js";
import { rootsAtMost } from "../chain/recomputation-weighted.js";
import type { Fields } from "./fields.js";
import { count, exactly, Refused, record, requireOnly } from "./fields.js";
import { atLeastZero, divisor, rootAtMost } from "./integers.js";
import { weighsAtMost } from "./segment-check.js";

/**
 * Steady counts (proofs/amortized.md): T times what all segments are worth over what a budget of S + T can be worth, whatever the number
 * of memories.
 */

const TOTAL = ["reads", "writes", "value"];

interface CheckedSteadyChain {
  readonly chain: CheckedChain;
  readonly value: bigint;
}

/** Second-stage products with H stored or transient. */
export function checkTransientsSteady(
  fields: Fields,
  path: string,
): CheckedSteadyChain & { readonly reads: bigint; readonly writes: bigint } {
  requireOnly(fields, ["schema", "theorem", "instance", "cut", "later", "clock", ...TOTAL], path);
  const chain = readChain(fields, path);
  const { batch, m, l, n, a, b, h, d, partial, output } = chain;
  const { cut, budget } = readCut(fields, chain.capacity, [a, b, h, d, partial], partial, path);
  const later = record(fields["later"], `${path}.later`);
  requireOnly(later, ["stored", "transient"], `${path}.later`);
  const second = { batch, m, n, k: l, a: h, b: d, c: partial };
  const stored = largest(later, "stored", (v) => weighsAtMost(second, v, budget), `${path}.later`);
  const transient = largest(later, "transient", (v) => transientWeighsAtMost(chain, v, budget), `${path}.later`);
  const held = stored > transient ? stored : transient;
  const clock = leastQuotient(fields, "clock", cut * chain.pairs * n, held + 1n, path);
  return { chain, ...traffic(fields, clock - partial * batch * m * n, output * batch * m * n, path) };
}

/** Births in words of the narrowest size, with the condition on T that recomputation needs. */
export function checkBirthsSteady(fields: Fields, path: string): CheckedSteadyChain {
  requireOnly(fields, ["schema", "theorem", "instance", "wordSize", "capacityWords", "cut", "clockWords", "value"], path);
  const chain = readChain(fields, path);
  const { k, n, pairs, factors } = chain;
  const sizes = [chain.a, chain.b, chain.h, chain.d, chain.partial, chain.output];
  const word = exactly(fields, "wordSize", narrowest(sizes), path);
  const capacity = exactly(fields, "capacityWords", chain.capacity / word, path);
  const cut = count(fields, "cut", path, 1n);
  const x = capacity + cut;
  // The least whole clock with √β ≤ clock·16X² + γ; none where 16k < 3√3·√(S+T).
  const long = 256n * k * k < 27n * x;
  const beta = 27n * x * (16n * cut * pairs * (factors * k + n)) ** 2n;
  const gamma = 27n * cut * factors * x * pairs;
  const clock = leastWhere(fields, "clockWords", (words) => long || rootAtMost(beta, words * 16n * x * x + gamma), path);
  return { chain, value: exactly(fields, "value", word * clock, path) };
}

/** Births with every word at its own size. */
export function checkBirthsWeightedSteady(fields: Fields, path: string): CheckedSteadyChain {
  requireOnly(fields, ["schema", "theorem", "instance", "cut", "clock", "value"], path);
  const chain = readChain(fields, path);
  const { k, n, pairs, factors, a, b, h, d, partial: s, output } = chain;
  const sizes = [a, b, h, d, s];
  const widest = sizes.reduce((p, q) => (p > q ? p : q));
  const { cut, budget: x } = readCut(fields, chain.capacity, sizes, widest, path);
  // The least whole clock with √β + √β' ≤ clock·16X·(S + T) + γ; none where k is too short for recomputation.
  const long = 256n * k * k * a * b < 27n * s * x;
  const paid = 16n * x * (x - widest + sizes.reduce(divisor));
  const first = 27n * x * a * b * s * (16n * cut * pairs * factors * k) ** 2n;
  const second = 27n * x * d * s * (h < s ? h : s) * (16n * cut * pairs * n) ** 2n;
  const gamma = 27n * cut * factors * s * x * pairs;
  const clock = leastWhere(fields, "clock", (sum) => long || rootsAtMost(first, second, sum * paid + gamma), path);
  const lost = s > output ? (s - output) * chain.batch * chain.m * n : 0n;
  return { chain, value: exactly(fields, "value", atLeastZero(clock - lost), path) };
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

function leastWhere(fields: Fields, name: string, holds: (value: bigint) => boolean, path: string): bigint {
  const claimed = count(fields, name, path);
  if (!holds(claimed)) throw new Refused(`${path}.${name}`, "fewer than the theorem proves");
  if (claimed > 0n && holds(claimed - 1n)) throw new Refused(`${path}.${name}`, "more than the theorem proves");
  return claimed;
}

function narrowest(sizes: readonly bigint[]): bigint {
  return sizes.reduce((x, y) => (x < y ? x : y));
}
