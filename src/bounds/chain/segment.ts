import { signOfSurd, signOfSurdSum } from "../../exact/surd.js";
import { approximate, approximateSegmentProducts, largestNear, segmentProducts } from "../shared/segment-capacity.js";
import type { ChainExtents, ChainWeights } from "./shape.js";

/**
 * What one segment of a fused chain can hold (proofs/chain-fused.md): second-stage products v with operands of weight at
 * most X, when every element of H they read is either stored (weighs wH) or transient (made of whole rows of A and columns
 * of B, so that t of them weigh at least 2k·√(f·wA·wB·t)). A mixture is never better than one of the two.
 */
export interface ChainSegment {
  readonly stored: bigint;
  readonly transient: bigint;
}

/** `groups` is the weight of an element of E in a segment. */
export function chainSegment(extents: ChainExtents, weights: ChainWeights, groups: bigint, budget: bigint): ChainSegment {
  const { batch, m, n, l } = extents;
  const asProduct = { batch, m, n, k: l };
  const stored = segmentProducts(asProduct, { a: weights.h, b: weights.d, c: groups }, budget, "real");
  return { stored, transient: transientProducts(extents, weights, groups, budget) };
}

function transientProducts(extents: ChainExtents, weights: ChainWeights, groups: bigint, budget: bigint): bigint {
  if (budget <= 0n) return 0n;
  const all = extents.batch * extents.m * extents.l * extents.n;
  const estimate = approximateTransient(approximateChain(extents, weights, groups), Number(budget));
  return largestNear(estimate, all, (v) => transientFits(extents, weights, groups, v, budget));
}

/** The least whole budget that holds v ≥ 1 products with H transient, from a guess. */
export function transientBudget(extents: ChainExtents, weights: ChainWeights, groups: bigint, v: bigint, guess: bigint): bigint {
  const isShort = (budget: bigint): boolean => !transientFits(extents, weights, groups, v, budget);
  return 1n + largestNear(Number(guess), guess << 64n, isShort);
}

/**
 * The least s + D + E with s²·D·E ≥ Ω = 4k²·f·wA·wB·wD·wE·v², s² ≥ 4k²·f·wA·wB·v/n, D ≥ wD·v/m, E ≥ wE·v/l: is it at most X?
 * A convex problem in logarithms: there is a level λ with s, D, E the larger of their floors and 2λ, λ, λ. All scaled by mnl.
 */
function transientFits(x: ChainExtents, w: ChainWeights, groups: bigint, v: bigint, budget: bigint): boolean {
  const { m, n, l, k } = x;
  const scale = m * n * l;
  const scale2 = scale * scale;
  const square = 4n * k * k * x.factors * w.a * w.b;
  // Products, not powers: these are much slower.
  const omega = square * w.d * groups * v * v * scale2 * scale2;
  // s0², as a whole number: square·(v/n)·scale².
  const s0 = square * v * m * m * n * l * l;
  const [d0, e0] = [w.d * v * n * l, groups * v * m * n];
  const limit = budget * scale;
  const [first, second] = d0 >= e0 ? [d0, e0] : [e0, d0];
  // No floor: 4λ⁴ = Ω.
  const [first2, limit2] = [first * first, limit * limit];
  if (4n * omega >= s0 * s0 && omega >= 4n * first2 * first2) return 64n * omega <= limit2 * limit2;
  // s at its floor: λ² = Ω/s0². (All these divisions are without remainder.)
  const level2 = omega / s0;
  if (4n * level2 < s0 && level2 >= first2) return sumOfRootsAtMost(s0, 4n * level2, limit);
  // The larger of D and E at its floor: 4λ³ = Ω/first.
  const cube = omega / first;
  if (cube < 4n * first2 * first && 4n * cube * cube >= s0 * s0 * s0 && cube >= 4n * second * second * second) {
    const rest = limit - first;
    return rest >= 0n && 27n * cube <= 4n * rest * rest * rest;
  }
  // s and the larger at their floors: λ = Ω/(s0²·first).
  const level = omega / (s0 * first);
  if (4n * level * level < s0 && level < first && level >= second) return rootPlusAtMost(s0, first + level, limit);
  // D and E at their floors: (2λ)² = Ω/(D0·E0).
  const both = omega / (d0 * e0);
  if (both >= s0) return rootPlusAtMost(both, d0 + e0, limit);
  return rootPlusAtMost(s0, d0 + e0, limit);
}

/** √p + c ≤ x */
function rootPlusAtMost(p: bigint, c: bigint, x: bigint): boolean {
  return signOfSurd(c - x, 1n, p) <= 0;
}

/** √p + √q ≤ x */
function sumOfRootsAtMost(p: bigint, q: bigint, x: bigint): boolean {
  return signOfSurdSum(-x, 1n, p, 1n, q) <= 0;
}

/** Doubles for the search only. */
export interface ApproximateChain {
  readonly stored: ReturnType<typeof approximate>;
  /** s = √(square·t). */
  readonly square: number;
  readonly d: { readonly weight: number; readonly uses: number };
  readonly e: { readonly weight: number; readonly uses: number };
  readonly n: number;
  readonly products: number;
}

export function approximateChain(x: ChainExtents, w: ChainWeights, groups: bigint): ApproximateChain {
  return {
    stored: approximate({ batch: x.batch, m: x.m, n: x.n, k: x.l }, { a: w.h, b: w.d, c: groups }),
    square: Number(4n * x.k * x.k * x.factors * w.a * w.b),
    d: { weight: Number(w.d), uses: Number(x.m) },
    e: { weight: Number(groups), uses: Number(x.l) },
    n: Number(x.n),
    products: Number(x.batch * x.m * x.l * x.n),
  };
}

export function approximateChainProducts(chain: ApproximateChain, budget: number): number {
  return Math.max(approximateSegmentProducts(chain.stored, budget), approximateTransient(chain, budget));
}

/** V for transient H in floating point: the cases of `transientFits`, each solved for v and kept where its conditions hold. */
export function approximateTransient(chain: ApproximateChain, budget: number): number {
  if (budget <= 0) return 0;
  const { square, n, d, e, products } = chain;
  const volume = d.weight * e.weight;
  // √(square·t) = 2λ and D = E = λ: 4λ = X.
  const free = budget ** 2 / (8 * Math.sqrt(square * volume));
  const sFloor = (v: number): number => Math.sqrt((square * v) / n);
  const [high, low] = d.weight / d.uses >= e.weight / e.uses ? [d, e] : [e, d];
  const floorOf = (array: typeof d, v: number): number => (array.weight * v) / array.uses;
  const near = 1 + 1e-12;
  if (sFloor(free) <= (budget / 2) * near && floorOf(high, free) <= (budget / 4) * near) return Math.min(free, products);
  // s at its floor: √v·(√(square/n) + 2√(wD·wE·n)) = X.
  const onlyS = (budget / (Math.sqrt(square / n) + 2 * Math.sqrt(volume * n))) ** 2;
  const levelS = Math.sqrt(volume * n * onlyS);
  if (sFloor(onlyS) >= 2 * levelS && floorOf(high, onlyS) <= levelS * near) return Math.min(onlyS, products);
  // The higher of D and E at its floor: slope·v + 3·(square·w·u·v/4)^(1/3) = X, concave in v: Newton from the left.
  const slope = high.weight / high.uses;
  const cube = (square * low.weight * high.uses) / 4;
  const onlyHigh = newton(
    (v) => slope * v + 3 * Math.cbrt(cube * v) - budget,
    (v) => slope + Math.cbrt(cube / (v * v)),
    budget,
    cube,
  );
  const levelHigh = Math.cbrt(cube * onlyHigh);
  if (
    floorOf(high, onlyHigh) >= levelHigh &&
    floorOf(low, onlyHigh) <= levelHigh * near &&
    sFloor(onlyHigh) <= 2 * levelHigh * near
  ) {
    return Math.min(onlyHigh, products);
  }
  // s and the higher: √(square·v/n) + slope·v + fixed = X.
  const fixed = low.weight * n * high.uses;
  const both = quadraticRoot(Math.sqrt(square / n), slope, budget - fixed);
  if (sFloor(both) >= 2 * fixed && floorOf(high, both) >= fixed && floorOf(low, both) <= fixed * near)
    return Math.min(both, products);
  // D and E, then all three.
  const slopes = slope + low.weight / low.uses;
  const level = Math.sqrt(square * d.uses * e.uses);
  const flat = (budget - level) / slopes;
  if (flat > 0 && sFloor(flat) <= level) return Math.min(flat, products);
  return Math.min(quadraticRoot(Math.sqrt(square / n), slopes, budget), products);
}

/** v with α·√v + β·v = c; 0 where c is not positive. */
function quadraticRoot(alpha: number, beta: number, c: number): number {
  if (c <= 0) return 0;
  const root = (2 * c) / (alpha + Math.sqrt(alpha * alpha + 4 * beta * c));
  return root * root;
}

/** Root of an increasing concave function, from a point left of it. */
function newton(value: (v: number) => number, derivative: (v: number) => number, budget: number, cube: number): number {
  let v = Math.min((budget / 6) ** 3 / cube, budget);
  while (value(v) > 0) v /= 2;
  for (let i = 0; i < 60; i++) {
    const next = v - value(v) / derivative(v);
    if (!(next > v * (1 + 1e-14))) return v;
    v = next;
  }
  return v;
}
