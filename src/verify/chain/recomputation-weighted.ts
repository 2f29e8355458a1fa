import type { Fields } from "../shared/fields.js";
import { count, Refused, requireEqual, requireOnly } from "../shared/fields.js";
import { divisor } from "../shared/integers.js";
import type { CheckedChain } from "./chain.js";
import { readChain } from "./chain.js";

/**
 * Births with every word at its own size: the number of segments is the least whole one at or above
 * pairs·(f·k·√(wA·wB·s) + n·√(wD·s·min(h, s)) − f·s·(3√3/16)·√X) / (X/3)^(3/2), less one a memory; k large enough for X.
 */
export function checkChainBirthsWeighted(fields: Fields, path: string): { chain: CheckedChain; value: bigint } {
  requireOnly(fields, ["schema", "theorem", "instance", "cut", "laterSegments", "clock", "value"], path);
  const chain = readChain(fields, path);
  const { a, b, h, d, partial: s, output } = chain;
  const sizes = [a, b, h, d, s];
  const unit = sizes.reduce(divisor);
  const cut = count(fields, "cut", path, 1n);
  if (cut % unit !== 0n) throw new Refused(`${path}.cut`, `not a multiple of ${unit}, the unit of all sizes`);
  const x = chain.capacity - (chain.capacity % unit) + cut + sizes.reduce((p, q) => (p > q ? p : q)) - unit;
  const later = count(fields, "laterSegments", path);
  if (256n * chain.k * chain.k * a * b < 27n * s * x) {
    requireEqual(later, 0n, `${path}.laterSegments`, "the number of segments where k is too short for recomputation");
  } else {
    // Times 16·√27·√X: √β + √γ ≤ segments·16X² + 27·f·s·X·pairs
    const beta = 27n * x * a * b * s * (16n * chain.pairs * chain.factors * chain.k) ** 2n;
    const gamma = 27n * x * d * s * (h < s ? h : s) * (16n * chain.pairs * chain.n) ** 2n;
    const reaches = (segments: bigint): boolean =>
      rootsAtMost(beta, gamma, segments * 16n * x * x + 27n * chain.factors * s * x * chain.pairs);
    const needed = later + chain.memories;
    if (later > 0n && reaches(needed - 1n)) throw new Refused(`${path}.laterSegments`, "more than the theorem proves");
    if (!reaches(needed)) throw new Refused(`${path}.laterSegments`, "fewer than the theorem proves");
  }
  requireEqual(count(fields, "clock", path), cut * later, `${path}.clock`, "clock");
  const lost = s > output ? (s - output) * chain.batch * chain.m * chain.n : 0n;
  const value = cut * later > lost ? cut * later - lost : 0n;
  requireEqual(count(fields, "value", path), value, `${path}.value`, "value");
  return { chain, value };
}

/** √x + √y ≤ bound, by squaring twice. */
export function rootsAtMost(x: bigint, y: bigint, bound: bigint): boolean {
  const left = bound * bound - x - y;
  return bound >= 0n && left >= 0n && 4n * x * y <= left * left;
}
