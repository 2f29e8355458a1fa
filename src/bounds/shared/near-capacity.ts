import { ceilDivide, floorSquareRoot, minimum } from "../../exact/integer.js";

/**
 * Words that stay in one memory, all but a few, while slice after slice meets every one of them (proofs/gemm-input-near-capacity.md,
 * sections 1 and 6; proofs/chain-near-capacity.md).
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

/** What is proven beyond compulsory traffic, in bytes, with `missing` words away while a slice is worked on; `holding cost` is Λ in 1/1024. */
export interface ProvenExtra {
  readonly missing: bigint;
  readonly holdingCost: bigint;
  readonly extra: bigint;
}

const UNITS = 1024n;
const HALF = UNITS / 2n;

/** The most that is proven; undefined where that is nothing. */
export function extraOfResident(resident: ResidentWords): ProvenExtra | undefined {
  const { words, slices, side, fits } = resident;
  const most = minimum(words - fits + side, words - 1n);
  if (most < SMALLEST_ROOT ** 2) return undefined;
  // With as many words away as in a larger memory a slice may pay more.
  const fewer = likelyCount(Number(words), Number(slices), Number(side), Number(most));
  let best: ProvenExtra | undefined;
  for (const missing of new Set([most, floorSquareRoot(most) ** 2n, BigInt(fewer)])) {
    const holdingCost = leastHoldingCost(missing);
    if (holdingCost === undefined) continue;
    const extra = extraTraffic(resident, missing, holdingCost);
    if (extra > (best?.extra ?? 0n)) best = { missing, holdingCost, extra };
  }
  return best;
}

/** Below this root of what is missing there is no Λ below 1/2. */
const SMALLEST_ROOT = 4;
/** Roots tried one by one, before they grow by a tenth. */
const SMALL_ROOTS = 128;
/** Doubles hold its square and the next counts. */
const LARGEST_ROOT = 2 ** 25;

/**
 * In doubles, the count of missing words up to `most` for which all slices pay most. While its root, rounded down, is the same, what they
 * pay is concave; from root to root it rises to one peak, or nearly.
 */
function likelyCount(words: number, slices: number, side: number, most: number): number {
  const last = Math.min(LARGEST_ROOT, Math.floor(Math.sqrt(most)));
  const paid = (root: number, missing: number): number => {
    const holdingCost = Math.ceil(holdingCostOf(root) * Number(UNITS)) / Number(UNITS);
    const each = Math.min(
      4 * Math.sqrt((0.5 - holdingCost) * holdingCost * missing),
      side * (0.5 - holdingCost + (holdingCost * missing) / words),
    );
    return ((slices * each - 2 * missing - side - 1) * root) / (root + 1);
  };
  let best = { root: SMALLEST_ROOT, count: SMALLEST_ROOT ** 2, paid: 0 };
  const look = (root: number): boolean => {
    if (root < SMALLEST_ROOT || root > last) return false;
    let [low, high] = [root * root, Math.min(most, root * root + 2 * root)];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (paid(root, middle) < paid(root, middle + 1)) low = middle + 1;
      else high = middle;
    }
    const there = paid(root, low);
    // Not a number where extents are beyond doubles.
    if (!(there > best.paid)) return false;
    best = { root, count: low, paid: there };
    return true;
  };
  for (let root = SMALLEST_ROOT; root <= last; root = root < SMALL_ROOTS ? root + 1 : Math.floor(root * 1.1)) look(root);
  look(last);
  for (let step = Math.ceil(best.root / 10); step >= 1; ) {
    if (look(best.root - step) || look(best.root + step)) continue;
    step = step > 1 ? Math.ceil(step / 2) : 0;
  }
  return best.count;
}

/** Λ = 1/4 + Λ/r + 4Λ²/r², the lesser. */
function holdingCostOf(root: number): number {
  const linear = 1 - 1 / root;
  return 0.5 / (linear + Math.sqrt(linear ** 2 - 4 / root ** 2));
}

/** The least Λ ≥ 1/4 + λ/2 + λ², λ = 2Λ/⌊√missing⌋, in 1/1024 and below 1/2. */
function leastHoldingCost(missing: bigint): bigint | undefined {
  const root = floorSquareRoot(missing);
  const square = root * root;
  for (let holdingCost = UNITS / 4n; holdingCost < HALF; holdingCost += 1n) {
    if (
      4n * UNITS * holdingCost * square >=
      UNITS * UNITS * square + 4n * UNITS * holdingCost * root + 16n * holdingCost * holdingCost
    )
      return holdingCost;
  }
  return undefined;
}

/** Bytes, rounded up. */
function extraTraffic({ words, slices, side, fits, word }: ResidentWords, missing: bigint, holdingCost: bigint): bigint {
  const root = floorSquareRoot(missing);
  // What slices pay, all of them together, in words over 1024·N: the lesser of two forms.
  const small = words * floorSquareRoot(16n * slices * slices * (HALF - holdingCost) * holdingCost * missing);
  const large = slices * side * ((HALF - holdingCost) * words + holdingCost * missing);
  const below = UNITS * words;
  const paid = minimum(small, large) - below * (side + 1n + 2n * missing);
  const spread = ceilDivide(word * paid * root, below * (root + 1n));
  return minimum(spread, word * (slices * side - fits - 2n));
}
