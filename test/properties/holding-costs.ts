import type { AccumulatorPotential } from "../../src/bounds/potentials/accumulators.js";

type HoldingCosts = AccumulatorPotential["holdingCosts"];

/** P(v) of proofs/gemm-holding-cost.md, by doubles. */
export function holdingCostOf(holdingCosts: HoldingCosts, v: number): number {
  const next = holdingCosts.findIndex(([at], i) => i > 0 && at >= 80 * v - 1e-9);
  const [[from, low], [to, high]] = [holdingCosts[next - 1], holdingCosts[next]] as [
    readonly [number, number],
    readonly [number, number],
  ];
  return (low + ((80 * v - from) / (to - from)) * (high - low)) / 2 ** 20;
}

/** m itself, twenty shares below it and the knots of P there. */
export function sharesUpTo(holdingCosts: HoldingCosts, m: number): number[] {
  const knots = holdingCosts.map(([at]) => at / 80).filter((at) => at > 0 && at < m);
  return [m, ...knots, ...Array.from({ length: 20 }, (_, i) => ((i + 1) / 21) * m)];
}
