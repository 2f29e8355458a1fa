import { type ConvWorkload, convOutputs, convProducts } from "../computation/conv.js";
import type { GemmWorkload } from "../computation/gemm.js";
import { type SparseGemmWorkload, sparseOperand } from "../computation/sparse/sparse-gemm.js";
import { bigints } from "../exact/integer.js";
import { checkAccumulation } from "./accumulate.js";
import type { Cdag } from "./cdag.js";
import type { ExpansionOptions } from "./expand.js";
import { checkVertexCount } from "./iteration-box.js";
import { WordWriter } from "./word-writer.js";

/**
 * Graphs of products whose sums are made in slices of k, as particular kernels put them together; vertices weigh their bytes.
 * Words are named as `expand` names them, and what kernels keep in memory between slices is words of its own.
 */

/** A word of C: its batch element, row and column, and its place in the graph, `0,1` or `0,0,1`. */
export interface ProductWord {
  readonly batch: number;
  readonly row: number;
  readonly column: number;
  readonly name: string;
}

/** What a word of C is made of in a product of slices. */
export interface SliceWriter {
  /** The sum of products `first .. end)`, complete in so many bytes. */
  slice(word: ProductWord, name: string, weight: number, first: number, end: number): number;
  /** The sum of values that are there already, complete in so many bytes. */
  sum(name: string, weight: number, terms: readonly number[]): number;
  /** A word that is set to zero. */
  preset(name: string, weight: number): number;
  output(vertex: number): void;
}

/** Writes every word of C by slices. `perWord` counts the vertices of a word beside its products. @throws InputError when it is too large. */
export function slicedProduct(
  w: GemmWorkload,
  perWord: number,
  maximumVertices: number,
  write: (graph: SliceWriter, word: ProductWord) => void,
  finish: (graph: SliceWriter) => void = () => {},
): Cdag {
  const [batch, m, n, k] = bigints(w.batch, w.m, w.n, w.k);
  checkVertexCount("gemm", batch * (m * k + k * n + m * n * (k + BigInt(perWord))), maximumVertices);
  const writer = new WordWriter(w);
  const lead = (b: number): string => (w.batch > 1 ? `${b},` : "");
  const graph: SliceWriter = {
    slice: ({ batch: b, row, column }, name, weight, first, end) => {
      const products = Array.from({ length: end - first }, (_, at) => [
        writer.input(`A[${lead(b)}${row},${first + at}]`),
        writer.input(`B[${lead(b)}${first + at},${column}]`, writer.bytes.right),
      ]);
      return writer.products(name, products, weight);
    },
    sum: (name, weight, terms) => {
      if (terms.length === 1) return writer.add(name, weight, terms);
      const vertex = writer.terms(name, terms);
      writer.complete(vertex, name, weight);
      return vertex;
    },
    preset: (name, weight) => writer.preset(name, weight),
    output: (vertex) => writer.output(vertex),
  };
  for (let b = 0; b < w.batch; b++) {
    for (let row = 0; row < w.m; row++) {
      for (let column = 0; column < w.n; column++) {
        write(graph, { batch: b, row, column, name: `${lead(b)}${row},${column}` });
      }
    }
  }
  finish(graph);
  return writer.build();
}

/** The pairs of words that two of four neighbours may be, in the order in which columns of B, or rows of A, take them. */
const KEPT_PAIRS = [
  [0, 1],
  [2, 3],
  [0, 2],
  [1, 3],
  [0, 3],
  [1, 2],
] as const;

/**
 * A product with a sparse operand at word level. The pattern is a sample: group `g` of four in column (or row) `o` of the sparse operand keeps
 * pair `(g + o) mod 6` of the six. Kept words are `B[q,j]` (`A[i,q]`), q among the kept ones, and `metadata[b,j]` (`metadata[i,b]`) the byte
 * about four of them. Words of the dense operand that none of them meets are vertices too.
 *
 * @throws InputError when the expansion would pass `maximumVertices`
 */
export function sparseProductGraph(w: SparseGemmWorkload, options: ExpansionOptions = {}): Cdag {
  const { reduction = "chain", products = "fused", weights = "unit", maximumVertices = 1_000_000 } = options;
  const how = { reduction, products };
  checkAccumulation(how);
  const [m, n, k] = bigints(w.m, w.n, w.k);
  checkVertexCount("gemm", m * n * (k + 1n) + (m + n) * 2n * k, maximumVertices);
  const writer = new WordWriter(w, how, weights);
  const byte = writer.size("int8");
  const isA = sparseOperand(w) === "a";
  for (let i = 0; i < (isA ? w.n : w.m); i++) for (let q = 0; q < w.k; q++) writer.input(isA ? `B[${q},${i}]` : `A[${i},${q}]`);
  const kept = Array.from({ length: w.k / 2 }, (_, q) => q);
  for (let i = 0; i < w.m; i++) {
    for (let j = 0; j < w.n; j++) {
      const terms = kept.map((q) => {
        const group = Math.floor(q / 2);
        const dense = 4 * group + (KEPT_PAIRS[(group + (isA ? i : j)) % 6]?.[q % 2] as number);
        const about = Math.floor(q / 4);
        return isA
          ? [writer.input(`A[${i},${q}]`), writer.input(`B[${dense},${j}]`), writer.input(`metadata[${i},${about}]`, byte)]
          : [writer.input(`A[${i},${dense}]`), writer.input(`B[${q},${j}]`), writer.input(`metadata[${about},${j}]`, byte)];
      });
      writer.output(writer.products(`C[${i},${j}]`, terms, writer.bytes.output));
    }
  }
  return writer.build();
}

/**
 * A convolution summed tap by tap and, within a tap, channel by channel. Pixels are counted over images, rows and columns:
 * `In[pixel,channel]`, `W[tap,in,out]`, `Out[pixel,channel]`, the input channels of weights those of a group. @throws InputError when it is too large.
 */
export function convolutionByTaps(w: ConvWorkload, maximumVertices: number): Cdag {
  const [height, width] = convOutputs(w);
  const [down, across] = w.dilation ?? [1, 1];
  const groups = w.groups ?? 1;
  const [inGroup, outGroup] = [w.inChannels / groups, w.outChannels / groups];
  const pixels = BigInt(w.batch) * BigInt(w.height) * BigInt(w.width);
  const weights = BigInt(w.kernel[0] * w.kernel[1]) * BigInt(w.outChannels);
  checkVertexCount("conv", convProducts(w) + (pixels + weights) * BigInt(w.inChannels), maximumVertices);
  const writer = new WordWriter(w);
  for (let image = 0; image < w.batch; image++) {
    for (let p = 0; p < height; p++) {
      for (let q = 0; q < width; q++) {
        for (let o = 0; o < w.outChannels; o++) {
          const products: (readonly number[])[] = [];
          for (let r = 0; r < w.kernel[0]; r++) {
            const y = p * w.stride[0] + r * down - w.padding[0];
            if (y < 0 || y >= w.height) continue;
            for (let s = 0; s < w.kernel[1]; s++) {
              const x = q * w.stride[1] + s * across - w.padding[1];
              if (x < 0 || x >= w.width) continue;
              const pixel = (image * w.height + y) * w.width + x;
              for (let c = 0; c < inGroup; c++) {
                const channel = Math.floor(o / outGroup) * inGroup + c;
                products.push([writer.input(`In[${pixel},${channel}]`), writer.input(`W[${r * w.kernel[1] + s},${c},${o}]`)]);
              }
            }
          }
          const name = `Out[${(image * height + p) * width + q},${o}]`;
          writer.output(writer.products(name, products, writer.bytes.output));
        }
      }
    }
  }
  // A tap that meets nothing but padding has weights too.
  for (let tap = 0; tap < w.kernel[0] * w.kernel[1]; tap++) {
    for (let c = 0; c < inGroup; c++) for (let o = 0; o < w.outChannels; o++) writer.input(`W[${tap},${c},${o}]`);
  }
  return writer.build();
}
