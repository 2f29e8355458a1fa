import { Refused } from "./fields.js";

/** Extents and weights as the checker reads them from a certificate. */
export interface CheckedProduct {
  readonly batch: bigint;
  readonly m: bigint;
  readonly n: bigint;
  readonly k: bigint;
  readonly a: bigint;
  readonly b: bigint;
  readonly c: bigint;
}

/**
 * Is the least weight of real a, b, c with abc ≥ v², a ≥ v/n, b ≥ v/m, c ≥ v/k at most x? Everything is scaled by mnk, so that
 * the three least weights are whole. With them in falling order the cheapest point has the first none, one, two or all
 * three at their least and the others equal: the first case whose condition holds.
 */
export function weighsAtMost(p: CheckedProduct, v: bigint, x: bigint): boolean {
  const scale = p.m * p.n * p.k;
  const least = [p.a * v * p.m * p.k, p.b * v * p.n * p.k, p.c * v * p.m * p.n];
  least.sort((s, t) => (s < t ? 1 : s > t ? -1 : 0));
  const [l1, l2, l3] = least as [bigint, bigint, bigint];
  const volume = p.a * p.b * p.c * v * v * scale ** 3n;
  const limit = x * scale;
  if (volume >= l1 * l1 * l1) return 27n * volume <= limit * limit * limit;
  if (volume >= l1 * l2 * l2) return limit >= l1 && 4n * volume <= l1 * (limit - l1) * (limit - l1);
  if (volume >= l1 * l2 * l3) return volume <= l1 * l2 * (limit - l1 - l2);
  return l1 + l2 + l3 <= limit;
}

/** Budgets with at most this many pairs of whole (b, c) are maximised over whole numbers, larger ones over real numbers. */
const PAIRS = 20_000n;

/** Words of many gigabytes, of which so few fit, are no machine's. */
const LARGEST_BUDGET = 1n << 40n;

/**
 * The largest number of products over whole a, b, c of weight at most x, through every pair of b and c; their number is limited by the
 * method, and with it abc ≤ (x/3)³/(wA·wB·wC) < 1500·x/wA, so that doubles are exact for x below 2^40.
 */
function mostOverWholeNumbers(p: CheckedProduct, x: bigint): bigint {
  const number = (value: bigint): number => Number(value < LARGEST_BUDGET ? value : LARGEST_BUDGET);
  const [m, n, k, budget] = [number(p.m), number(p.n), number(p.k), number(x)];
  const [wa, wb, wc] = [number(p.a), number(p.b), number(p.c)];
  const [mostA, mostB, mostC] = [number(p.batch * p.m * p.k), number(p.batch * p.k * p.n), number(p.batch * p.m * p.n)];
  let best = 0;
  for (let c = 1; c <= mostC && wa + wb + c * wc <= budget; c++) {
    for (let b = 1; b <= mostB && wa + b * wb + c * wc <= budget; b++) {
      const a = Math.min(mostA, Math.floor((budget - b * wb - c * wc) / wa));
      // The largest v with v² ≤ abc, from the rounded root.
      let root = Math.round(Math.sqrt(a * b * c));
      while (root * root > a * b * c) root--;
      best = Math.max(best, Math.min(root, a * n, b * m, c * k));
    }
  }
  return BigInt(best);
}

/** Refuses unless `claimed` is exactly V(x) under the named method. */
export function checkSegment(p: CheckedProduct, x: bigint, claimed: bigint, method: string, path: string): void {
  const all = p.batch * p.m * p.n * p.k;
  const right = (x * x) / (2n * p.b * p.c) <= PAIRS ? "whole" : "real";
  if (method !== right) throw new Refused(path, `the method for a budget of ${x} is '${right}', not '${method}'`);
  if (right === "whole") {
    if (x >= LARGEST_BUDGET) throw new Refused(path, `a budget of ${x} for a few words`);
    const most = x <= 0n ? 0n : mostOverWholeNumbers(p, x);
    if (claimed !== most) throw new Refused(path, `a segment holds at most ${most} products, not ${claimed}`);
    return;
  }
  if (claimed > all) throw new Refused(path, `more than all ${all} products`);
  if (claimed > 0n && (x <= 0n || !weighsAtMost(p, claimed, x)))
    throw new Refused(path, `${claimed} products do not fit weight ${x}`);
  if (claimed < all && x > 0n && weighsAtMost(p, claimed + 1n, x))
    throw new Refused(path, `${claimed + 1n} products fit weight ${x}`);
}
