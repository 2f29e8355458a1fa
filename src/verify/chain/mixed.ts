import type { Fields } from "../shared/fields.js";
import { count, Refused, record, requireEqual, requireOnly, text } from "../shared/fields.js";
import type { CheckedChain } from "./chain.js";
import { readChain } from "./chain.js";
import type { SegmentProgram } from "./mixed-program.js";
import { holdsAtMost } from "./mixed-program.js";

/** Any prices: no segment, and no first one, brings in more than stated, by the checker's own branch and bound; then the count and the value. */
export function checkChainMixed(fields: Fields, path: string): { chain: CheckedChain; value: bigint } {
  requireOnly(
    fields,
    [
      ...["schema", "theorem", "instance", "wordSize", "capacityWords", "cut", "entry", "prices"],
      ...["firstMaximum", "segmentMaximum", "laterSegments", "clockWords", "value"],
    ],
    path,
  );
  const chain = readChain(fields, path);
  if (chain.factors !== 1n) throw new Refused(`${path}.instance.extents.factors`, "the theorem is about plain chains");
  const sizes = [chain.a, chain.b, chain.h, chain.d, chain.partial, chain.output];
  const word = sizes.reduce((x, y) => (x < y ? x : y));
  requireEqual(count(fields, "wordSize", path), word, `${path}.wordSize`, "the smallest size");
  const s = count(fields, "capacityWords", path, 1n);
  requireEqual(s, nineDigits(chain.capacity / word), `${path}.capacityWords`, "the capacity in words of nine binary digits");
  const cut = count(fields, "cut", path, 1n);
  const entry = count(fields, "entry", path, 1n);
  if (entry > 2n) throw new Refused(`${path}.entry`, "neither 1 nor 2");
  const prices = record(fields["prices"], `${path}.prices`);
  requireOnly(prices, ["first", "second", "birth", "stay"], `${path}.prices`);
  const [y1, y2, birth, stay] = ["first", "second", "birth", "stay"].map((name) => fixed(prices, name, `${path}.prices`)) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const most = fixed(fields, "segmentMaximum", path);
  if (most < 1n) throw new Refused(`${path}.segmentMaximum`, "not positive");
  const first = fixed(fields, "firstMaximum", path);
  // The least number of segments that is at least (√β − γ)/δ, or 0.
  const beta = (chain.pairs * (y1 * chain.k + y2 * chain.n)) ** 2n * s;
  const gamma = chain.pairs * birth * s + chain.memories * first * s * s;
  const delta = most * s * s;
  const suffices = (segments: bigint): boolean => beta <= (gamma + segments * delta) ** 2n;
  const later = count(fields, "laterSegments", path);
  if (!suffices(later)) throw new Refused(`${path}.laterSegments`, "fewer than the theorem proves");
  if (later > 0n && suffices(later - 1n)) throw new Refused(`${path}.laterSegments`, "more than the theorem proves");
  // What a load and store of every group costs, less a store of its first interval.
  const uncharged = (entry - 1n) * chain.batch * chain.m * chain.n;
  const clock = cut * later > uncharged ? cut * later - uncharged : 0n;
  requireEqual(count(fields, "clockWords", path), clock, `${path}.clockWords`, "T segments, less what is not charged");
  const value = count(fields, "value", path);
  requireEqual(value, word * clock, `${path}.value`, "value");
  const side = chain.m < chain.l ? chain.m : chain.l;
  // Doubles, which choose where to look, hold these.
  if ([s, cut, chain.k, chain.n, side].some((size) => size >= 2n ** 100n))
    throw new Refused(`${path}.instance`, "sizes beyond 2^100");
  const program: SegmentProgram = { s, residents: s, old: true, cut, k: chain.k, n: chain.n, side, entry, y1, y2, birth, stay };
  if (!holdsAtMost(program, most)) throw new Refused(`${path}.segmentMaximum`, "not confirmed by branch and bound");
  if (first < most && !holdsAtMost({ ...program, residents: 0n, old: chain.memories > 1n }, first)) {
    throw new Refused(`${path}.firstMaximum`, "not confirmed by branch and bound");
  }
  return { chain, value };
}

/** A fraction `"p/q"` of at most 8 whose denominator divides 2^24, in units of 2^-24. */
function fixed(fields: Fields, name: string, path: string): bigint {
  const [, p, q] = /^(0|[1-9]\d{0,8})(?:\/([1-9]\d{0,8}))?$/.exec(text(fields, name, path)) ?? [];
  const [numerator, denominator] = [BigInt(p ?? -1), BigInt(q ?? 1)];
  if (numerator < 0n || 2n ** 24n % denominator !== 0n) throw new Refused(`${path}.${name}`, "no fraction over a power of two");
  if (numerator > 8n * denominator) throw new Refused(`${path}.${name}`, "above 8");
  return (numerator * 2n ** 24n) / denominator;
}

/** Rounded up to nine binary digits and zeros. */
function nineDigits(words: bigint): bigint {
  let step = 1n;
  while (words >= 512n * step) step *= 2n;
  return words % step === 0n ? words : words - (words % step) + step;
}
