import type { AccumulatorPotential } from "../../src/bounds/potentials/accumulators.js";

type Rents = AccumulatorPotential["rents"];

/** P(v) of proofs/gemm-holding-cost.md, by doubles. */
export function rentOf(rents: Rents, v: number): number {
  const next = rents.findIndex(([at], i) => i > 0 && at >= 80 * v - 1e-9);
  const [[from, low], [to, high]] = [rents[next - 1], rents[next]] as [readonly [number, number], readonly [number, number]];
  return (low + ((80 * v - from) / (to - from)) * (high - low)) / 2 ** 20;
}

/** m itself, twenty shares below it and the knots of P there. */
export function sharesUpTo(rents: Rents, m: number): number[] {
  const knots = rents.map(([at]) => at / 80).filter((at) => at > 0 && at < m);
  return [m, ...knots, ...Array.from({ length: 20 }, (_, i) => ((i + 1) / 21) * m)];
}
