import { ceilDivide, floorSquareRoot, minimum } from "../exact/integer.js";

/**
 * Words that stay in one memory, all but a few, while slice after slice meets every one of them (proofs/product-resident-operand.md,
 * sections 1 and 6; proofs/chain-resident-lines.md).
 */
export interface ResidentWords {
  readonly words: bigint;
  readonly slices: bigint;
  /** A slice has as many words there at some time, and one more, or pays for those that come again. */
  readonly side: bigint;
  /** Words of the narrowest size that the memory has. */
  readonly fits: bigint;
  readonly word: bigint;
}

/** What is proven beyond compulsory traffic, in bytes, with `missing` words away while a slice is worked on; `rent` is Λ in 1/1024. */
export interface ProvenExtra {
  readonly missing: bigint;
  readonly rent: bigint;
  readonly extra: bigint;
}

const UNITS = 1024n;
const HALF = UNITS / 2n;

/** The most that is proven; undefined where that is nothing. */
export function extraOfResident(resident: ResidentWords): ProvenExtra | undefined {
  let best: ProvenExtra | undefined;
  for (const missing of candidates(resident)) {
    const rent = leastRent(missing);
    if (rent === undefined) continue;
    const extra = extraTraffic(resident, missing, rent);
    if (extra > (best?.extra ?? 0n)) best = { missing, rent, extra };
  }
  return best;
}

/**
 * Counts of missing words that may prove most: all, or as many as in a larger memory, where a slice pays least for them, and squares
 * next below. Empty where a slice has room beside the words that stay.
 */
function candidates({ words, slices, side, fits }: ResidentWords): ReadonlySet<bigint> {
  const most = minimum(words - fits + side, words - 1n);
  if (most < 1n) return new Set();
  const [sides, all] = [Number(side), Number(words)];
  // Where n√d − 2d has no slope, and where √d is side·(1/4 + d/4N), N words in all.
  const flat = (Number(slices) / 4) ** 2;
  const rest = all * all - (all * sides * sides) / 4;
  const meet = rest > 0 ? ((2 * all - 2 * Math.sqrt(rest)) / sides) ** 2 : all;
  const counts = [flat, meet].filter((count) => count < Number(most)).map((count) => BigInt(Math.floor(count)));
  return new Set([most, ...counts].flatMap((count) => [count, floorSquareRoot(count) ** 2n]).filter((count) => count > 0n));
}

/** The least Λ ≥ 1/4 + λ/2 + λ², λ = 2Λ/⌊√missing⌋, in 1/1024 and below 1/2. */
function leastRent(missing: bigint): bigint | undefined {
  const root = floorSquareRoot(missing);
  const square = root * root;
  for (let rent = UNITS / 4n; rent < HALF; rent += 1n) {
    if (4n * UNITS * rent * square >= UNITS * UNITS * square + 4n * UNITS * rent * root + 16n * rent * rent) return rent;
  }
  return undefined;
}

/** Bytes, rounded up. */
function extraTraffic({ words, slices, side, fits, word }: ResidentWords, missing: bigint, rent: bigint): bigint {
  const root = floorSquareRoot(missing);
  // What slices pay, all of them together, in words over 1024·N: the lesser of two forms.
  const small = words * floorSquareRoot(16n * slices * slices * (HALF - rent) * rent * missing);
  const large = slices * side * ((HALF - rent) * words + rent * missing);
  const below = UNITS * words;
  const paid = minimum(small, large) - below * (side + 1n + 2n * missing);
  const spread = ceilDivide(word * paid * root, below * (root + 1n));
  return minimum(spread, word * (slices * side - fits - 2n));
}
