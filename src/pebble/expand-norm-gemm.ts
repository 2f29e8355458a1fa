import type { NormGemmWorkload } from "../computation/norm-gemm.js";
import { bigints } from "../exact/integer.js";
import type { Accumulation } from "./accumulate.js";
import { checkAccumulation } from "./accumulate.js";
import type { Cdag } from "./cdag.js";
import type { ExpansionOptions } from "./expand.js";
import { checkVertexCount } from "./iteration-box.js";
import { WordWriter } from "./word-writer.js";

/** How a normalised product is evaluated. */
export interface NormGemmExpansion extends ExpansionOptions {
  /**
   * Whether rows are scaled before the product, `N[i,q]` from A, the row's statistic and the gain (default), or after it: products of A,
   * gain and B, and the sum scaled.
   */
  readonly scale?: "before" | "after";
  /** The statistic as a word of its own in memory, `V[i,0]`; default false. */
  readonly storedStatistics?: boolean;
  /** The product in memory before the rotary embedding, in the type of C; default false. */
  readonly storedProduct?: boolean;
}

/**
 * Expands a normalised product into its CDAG at word level: for each row `V[i]`, the sum of squares over q (its root with the last addition);
 * `N[i,q]` where rows are scaled before; `C[i,j]`, with a rotary embedding from `P[i,j]` and its partner in the head. Scaled after, the
 * sum before its scale is `U[i,j]`.
 *
 * @throws InputError when the expansion would pass `maximumVertices`.
 */
export function expandNormGemm(w: NormGemmWorkload, options: NormGemmExpansion = {}): Cdag {
  const { reduction = "chain", products = "fused", weights = "unit", maximumVertices = 1_000_000 } = options;
  const { scale = "before", storedStatistics = false, storedProduct = false } = options;
  const how: Accumulation = { reduction, products };
  checkAccumulation(how);
  const [m, n, k] = bigints(w.m, w.n, w.k);
  checkVertexCount("norm-gemm", m * n * (2n * k + 3n) + m * (4n * k + 2n) + k * n + k, maximumVertices);
  const writer = new WordWriter(w, how, weights);
  const { operand, sum, output } = writer.bytes;
  const half = w.headDim / 2;
  for (let i = 0; i < w.m; i++) {
    const row = Array.from({ length: w.k }, (_, q) => writer.input(`A[${i},${q}]`));
    const squares = writer.functions(
      `V[${i}]`,
      row.map((word) => [word]),
    );
    const statistic = storedStatistics ? writer.add(`V[${i},0]`, sum, [squares]) : squares;
    const gain = row.map((_, q) => writer.input(`gain[0,${q}]`));
    const scaled =
      scale === "before"
        ? row.map((word, q) => writer.add(`N[${i},${q}]`, operand, [word, statistic, gain[q] as number]))
        : undefined;
    const results = Array.from({ length: w.n }, (_, j) => {
      const terms = row.map((word, q) => [
        ...(scaled === undefined ? [word, gain[q] as number] : [scaled[q] as number]),
        writer.input(`B[${q},${j}]`),
      ]);
      const [name, weight] = half === 0 ? [`C[${i},${j}]`, output] : [`P[${i},${j}]`, storedProduct ? output : sum];
      if (scaled !== undefined) return writer.products(name, terms, weight);
      return writer.add(name, weight, [writer.products(`U[${i},${j}]`, terms), statistic]);
    });
    for (const [j, result] of results.entries()) {
      if (half === 0) {
        writer.output(result);
        continue;
      }
      const c = j % half;
      const partner = j % w.headDim < half ? j + half : j - half;
      const angle = [writer.input(`cos[${i},${c}]`), writer.input(`sin[${i},${c}]`)];
      writer.output(writer.add(`C[${i},${j}]`, output, [result, results[partner] as number, ...angle]));
    }
  }
  return writer.build();
}
