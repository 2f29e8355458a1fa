import { count, type Fields, Refused, record, requireEqual, requireOnly } from "../shared/fields.js";
import { rootAtMost } from "../shared/integers.js";
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

/** Of several memories all but one may do nothing, and which is not known. */
export function requireOneMemory(chain: CheckedChain, path: string): CheckedChain {
  requireEqual(chain.memories, 1n, `${path}.instance.memories`, "the number of memories");
  return chain;
}

/** The most second-stage products of a segment with H stored or transient, each claimed exactly. */
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
