import { BYTES_OF } from "../computation/data-types.js";
import { type EpilogueGemmWorkload, epilogueArrays } from "../computation/fused/epilogue-gemm.js";
import { checkAccumulation } from "./accumulate.js";
import type { Cdag } from "./cdag.js";
import type { ExpansionOptions } from "./expand.js";
import { checkVertexCount } from "./iteration-box.js";
import { WordWriter } from "./word-writer.js";

/** How a product with an epilogue is evaluated. */
export interface EpilogueExpansion extends ExpansionOptions {
  /** The product in memory before the epilogue, in the type of its operands; default false. */
  readonly storedProduct?: boolean;
}

/**
 * Expands a product with an epilogue into its CDAG at word level: `P[i,j]`, a sum of products of A and B, and `C[i,j]` from it and the words
 * of the epilogue's arrays. Without such arrays the function comes with the last addition, and P is C.
 *
 * @throws InputError when the expansion would pass `maximumVertices`
 */
export function expandEpilogueGemm(w: EpilogueGemmWorkload, options: EpilogueExpansion = {}): Cdag {
  const {
    reduction = "chain",
    products = "fused",
    weights = "unit",
    maximumVertices = 1_000_000,
    storedProduct = false,
  } = options;
  const how = { reduction, products };
  checkAccumulation(how);
  const [m, n, k] = [BigInt(w.m), BigInt(w.n), BigInt(w.k)];
  const arrays = epilogueArrays(w);
  checkVertexCount("gemm", m * n * (2n * k + 2n + BigInt(arrays.length)) + (m + n) * k, maximumVertices);
  const writer = new WordWriter(w, how, weights);
  const { operand, sum, output } = writer.bytes;
  const isApart = storedProduct || arrays.length > 0;
  for (let i = 0; i < w.m; i++) {
    for (let j = 0; j < w.n; j++) {
      const terms = Array.from({ length: w.k }, (_, q) => [writer.input(`A[${i},${q}]`), writer.input(`B[${q},${j}]`)]);
      const name = `C[${i},${j}]`;
      if (!isApart) {
        writer.output(writer.products(name, terms, output));
        continue;
      }
      const product = writer.products(`P[${i},${j}]`, terms, storedProduct ? operand : sum);
      const others = arrays.map((array) => {
        const place = `${array.rows === 1 ? 0 : i},${array.columns === 1 ? 0 : j}`;
        return writer.input(`${array.name}[${place}]`, weights === "unit" ? 1 : BYTES_OF[array.dataType]);
      });
      writer.output(writer.add(name, output, [product, ...others]));
    }
  }
  return writer.build();
}
