import { statementChains } from "../bounds/einsum/statement-chains.js";
import { productExtents } from "../bounds/gemm/shape.js";
import type { ChainWorkload } from "../computation/chain.js";
import { arrayNamed, arrayWords } from "../computation/computation.js";
import type { EinsumWorkload } from "../computation/einsum.js";
import { einsumComputation } from "../computation/einsum.js";
import type { GemmWorkload } from "../computation/gemm.js";
import { gemmWorkload } from "../computation/gemm.js";
import type { MultilayerChainWorkload } from "../computation/multilayer-chain.js";
import { chainOfWidths, MOST_WIDTHS } from "../computation/multilayer-chain.js";

/** A workload with schedules of its own that an einsum is another text for, and the einsum's names of its arrays. */
export interface EinsumForm {
  readonly workload: GemmWorkload | ChainWorkload | MultilayerChainWorkload;
  readonly names: ReadonlyMap<string, string>;
}

/** The matrix product (batched in any way) or the one chain of products that all statements are; undefined for others. */
export function einsumForm(einsum: EinsumWorkload): EinsumForm | undefined {
  const computation = einsumComputation(einsum);
  const { dataType, outputType, accumulator } = einsum;
  const types = { dataType, outputType, accumulator };
  const product = productExtents(computation);
  if (product !== undefined) {
    const { arrays, ...extents } = product;
    if (!areExact(Object.values(extents))) return undefined;
    const [batch, m, n, k] = [extents.batch, extents.m, extents.n, extents.k].map(Number) as [number, number, number, number];
    const names = new Map(Object.entries({ A: arrays.a, B: arrays.b, C: arrays.c }));
    return { workload: gemmWorkload({ batch, m, n, k, ...types }), names };
  }
  const [chain, ...others] = statementChains(computation);
  if (chain === undefined || others.length > 0 || chain.weights.length !== computation.statements.length) return undefined;
  if (chain.batch !== 1n || !areExact([chain.rows, ...chain.widths]) || chain.widths.length > MOST_WIDTHS) return undefined;
  // As a bound such a chain may have other weights for each row; as a schedule it may not.
  const wordsOf = (array: string): bigint => arrayWords(arrayNamed(computation, array));
  const shared = chain.weights.every((array, q) => wordsOf(array) === (chain.widths[q] ?? 0n) * (chain.widths[q + 1] ?? 0n));
  if (!shared) return undefined;
  const workload = chainOfWidths({ m: Number(chain.rows), widths: chain.widths.map(Number), ...types });
  const x = [chain.x0, ...chain.intermediates, chain.output];
  const [a = "", h = "", e = ""] = x;
  const [b = "", d = ""] = chain.weights;
  const names =
    workload.kind === "chain"
      ? Object.entries({ A: a, B: b, H: h, D: d, E: e })
      : [...x.map((name, q) => [`X${q}`, name] as const), ...chain.weights.map((name, q) => [`W${q + 1}`, name] as const)];
  return { workload, names: new Map(names) };
}

function areExact(extents: readonly bigint[]): boolean {
  return extents.every((extent) => extent <= BigInt(Number.MAX_SAFE_INTEGER));
}
