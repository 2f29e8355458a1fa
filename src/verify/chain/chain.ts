import type { Fields } from "../shared/fields.js";
import { count, exactly, Refused, record, requireEqual, requireOnly } from "../shared/fields.js";
import { divisor, rootAtMost } from "../shared/integers.js";
import { weighsAtMost } from "../shared/segment-check.js";

/** A chain instance as the checker reads it. */
export interface CheckedChain {
  readonly batch: bigint;
  readonly m: bigint;
  readonly k: bigint;
  readonly l: bigint;
  readonly n: bigint;
  readonly pairs: bigint;
  readonly factors: bigint;
  readonly a: bigint;
  readonly b: bigint;
  readonly h: bigint;
  readonly d: bigint;
  readonly partial: bigint;
  readonly output: bigint;
  readonly capacity: bigint;
  readonly memories: bigint;
}

export function readChain(fields: Fields, path: string): CheckedChain {
  const at = `${path}.instance`;
  const instance = record(fields["instance"], at);
  requireOnly(instance, ["extents", "weights", "capacity", "memories"], at);
  const group = <Name extends string>(name: string, members: readonly Name[]): Readonly<Record<Name, bigint>> => {
    const inside = record(instance[name], `${at}.${name}`);
    requireOnly(inside, members, `${at}.${name}`);
    return Object.fromEntries(members.map((member) => [member, count(inside, member, `${at}.${name}`, 1n)])) as Record<
      Name,
      bigint
    >;
  };
  const chain = {
    ...group("extents", ["batch", "m", "k", "l", "n", "pairs", "factors"]),
    ...group("weights", ["a", "b", "h", "d", "partial", "output"]),
    capacity: count(instance, "capacity", at),
    memories: count(instance, "memories", at, 1n),
  };
  if (chain.pairs > chain.batch * chain.m * chain.l) throw new Refused(`${at}.extents.pairs`, "more than batch·m·l");
  return chain;
}

/** Segments of T: V for stored and transient H, the least number of segments, clock, reads, writes, value. */
export function checkChainTransients(
  fields: Fields,
  path: string,
): { chain: CheckedChain; reads: bigint; writes: bigint; value: bigint } {
  requireOnly(
    fields,
    ["schema", "theorem", "instance", "cut", "first", "later", "laterSegments", "clock", "reads", "writes", "value"],
    path,
  );
  const chain = readChain(fields, path);
  const unit = [chain.a, chain.b, chain.h, chain.d, chain.partial].reduce(divisor);
  const cut = count(fields, "cut", path, 1n);
  if (cut % unit !== 0n) throw new Refused(`${path}.cut`, `not a multiple of ${unit}, the unit of all sizes`);
  const overshoot = chain.partial - unit;
  const capacity = chain.capacity - (chain.capacity % unit);
  const first = checkChainSegment(chain, fields, "first", cut + overshoot, path);
  const later = checkChainSegment(chain, fields, "later", capacity + cut + overshoot, path);
  const left = chain.pairs * chain.n - chain.memories * first;
  const segments = count(fields, "laterSegments", path);
  if (left <= 0n || later === 0n) requireEqual(segments, 0n, `${path}.laterSegments`, "the number of later segments");
  else if (segments * later < left || (segments - 1n) * later >= left) {
    throw new Refused(`${path}.laterSegments`, `not the least number of segments of ${later} that hold ${left} products`);
  }
  const clock = exactly(fields, "clock", cut * segments, path);
  const groups = chain.batch * chain.m * chain.n;
  const fewest = clock - chain.partial * groups;
  const reads = exactly(fields, "reads", fewest > 0n ? fewest : 0n, path);
  const writes = exactly(fields, "writes", chain.output * groups, path);
  return { chain, reads, writes, value: exactly(fields, "value", reads + writes, path) };
}

export function checkChainSegment(chain: CheckedChain, fields: Fields, name: string, budget: bigint, path: string): bigint {
  const at = `${path}.${name}`;
  const segment = record(fields[name], at);
  requireOnly(segment, ["stored", "transient"], at);
  const { batch, m, n, l, h, d, partial } = chain;
  const second = { batch, m, n, k: l, a: h, b: d, c: partial };
  const stored = exactMaximum(chain, segment, "stored", (v) => weighsAtMost(second, v, budget), budget, at);
  const transient = exactMaximum(chain, segment, "transient", (v) => transientWeighsAtMost(chain, v, budget), budget, at);
  return stored > transient ? stored : transient;
}

function exactMaximum(
  chain: CheckedChain,
  segment: Fields,
  name: string,
  fits: (v: bigint) => boolean,
  budget: bigint,
  path: string,
): bigint {
  const claimed = count(segment, name, path);
  const all = chain.batch * chain.m * chain.l * chain.n;
  if (claimed > all) throw new Refused(`${path}.${name}`, `more than all ${all} products`);
  if (claimed > 0n && (budget <= 0n || !fits(claimed))) throw new Refused(`${path}.${name}`, `${claimed} products do not fit`);
  if (claimed < all && budget > 0n && fits(claimed + 1n)) throw new Refused(`${path}.${name}`, `${claimed + 1n} products fit`);
  return claimed;
}

/**
 * Least s + D + E with s²·D·E = 4k²·f·wA·wB·wD·wE·v² and s, D, E at least their floors (scaled by mnl to be whole; `ss` is the
 * floor of s squared). Each list of arrays at their floors leaves one common level for the others (2λ for s); the right list is
 * the one whose level is below the floors on it and reaches the floors off it.
 */
export function transientWeighsAtMost(c: CheckedChain, v: bigint, x: bigint): boolean {
  const z = c.m * c.n * c.l;
  const p = 4n * c.k * c.k * c.factors * c.a * c.b;
  const ss = (p * v * z * z) / c.n;
  const dd = (c.d * v * z) / c.m;
  const ee = (c.partial * v * z) / c.l;
  const product = p * c.d * c.partial * v * v * z * z * z * z;
  const budget = x * z;
  const high = dd > ee ? dd : ee;
  const low = dd > ee ? ee : dd;
  // None: product = 4λ⁴.
  const quartic = product;
  if (quartic >= 4n * high ** 4n && 4n * quartic >= ss * ss) return 64n * quartic <= budget ** 4n;
  // The higher of D and E: product = 4λ³·high.
  if (product < 4n * high ** 4n && product >= 4n * high * low ** 3n && 4n * product * product >= ss ** 3n * high * high) {
    return budget >= high && 27n * product <= 4n * high * (budget - high) ** 3n;
  }
  // Only s: product = ss·λ².
  if (product >= ss * high * high && 4n * product < ss * ss) {
    // √ss + 2λ ≤ budget, λ = √(product/ss)
    const level = product / ss;
    const room = budget * budget - ss - 4n * level;
    return room >= 0n && 16n * ss * level <= room * room;
  }
  // s and the higher: product = ss·high·λ.
  if (product < ss * high * high && product >= ss * high * low && 4n * product * product < ss ** 3n * high * high) {
    const level = product / (ss * high);
    return rootAtMost(ss, budget - high - level);
  }
  // D and E: product = s²·D·E; all three where that s is below its floor.
  const square = product / (high * low);
  return rootAtMost(square > ss ? square : ss, budget - high - low);
}

/** The number of segments from the closed form, with the condition on T that recomputation needs. */
export function checkChainBirths(fields: Fields, path: string): { chain: CheckedChain; value: bigint } {
  requireOnly(
    fields,
    ["schema", "theorem", "instance", "wordSize", "capacityWords", "cut", "laterSegments", "clockWords", "value"],
    path,
  );
  const chain = readChain(fields, path);
  const weights = [chain.a, chain.b, chain.h, chain.d, chain.partial, chain.output];
  const word = exactly(
    fields,
    "wordSize",
    weights.reduce((x, y) => (x < y ? x : y)),
    path,
  );
  const capacity = exactly(fields, "capacityWords", chain.capacity / word, path);
  const cut = count(fields, "cut", path, 1n);
  const x = capacity + cut;
  const later = count(fields, "laterSegments", path);
  if (256n * chain.k * chain.k < 27n * x) {
    requireEqual(later, 0n, `${path}.laterSegments`, "the number of segments where 16k < 3√3·√(S+T)");
  } else {
    // ceil((√β − γ)/δ) − P, at least 0
    const beta = 27n * x * (16n * chain.pairs * (chain.factors * chain.k + chain.n)) ** 2n;
    const gamma = 27n * chain.factors * x * chain.pairs;
    const delta = 16n * x * x;
    const reaches = (segments: bigint): boolean => rootAtMost(beta, gamma + segments * delta);
    const needed = later + chain.memories;
    if (!reaches(needed)) throw new Refused(`${path}.laterSegments`, "fewer than the theorem proves");
    if (later > 0n && reaches(needed - 1n)) throw new Refused(`${path}.laterSegments`, "more than the theorem proves");
  }
  const clock = exactly(fields, "clockWords", cut * later, path);
  return { chain, value: exactly(fields, "value", word * clock, path) };
}
