import { type AttentionWorkload, type PackedAttention, valueDimOf } from "../computation/attention.js";
import { checkInteger, InputError } from "../errors.js";
import { checkAccumulation } from "./accumulate.js";
import { AttentionGraph, type AttentionRow, attentionRows, keyBlocks } from "./attention-graph.js";
import type { Cdag } from "./cdag.js";
import type { ExpansionOptions } from "./expand.js";
import { checkVertexCount } from "./iteration-box.js";

/** How the softmax of a row of scores is evaluated. */
export interface SoftmaxOptions {
  /**
   * Neighbouring keys that enter a row's statistics together: 1 (the default) is online softmax key by key, the tile of a
   * flash-attention kernel is that kernel, all keys is the softmax of two passes.
   */
  readonly keyBlock?: number;
  /** Order of the blocks of keys; default forward. */
  readonly keyOrder?: "forward" | "backward";
  /** Rows, by head counted over the batch, whose blocks come in the other order; default none. */
  readonly turned?: (head: number, query: number) => boolean;
  /** Stores each row's log-sum-exp, `LSE[b,h,i,0]`, beside O; default false. */
  readonly logSumExp?: boolean;
  /**
   * Whether outputs of rows that see no key are set without work, as kernels do, and keys that no row sees are words that may be loaded;
   * default false, both are skipped.
   */
  readonly blindRows?: boolean;
}

/** How attention becomes a graph: its products, and its softmax. */
export type AttentionExpansion = ExpansionOptions & SoftmaxOptions;

/**
 * Expands attention into its CDAG at word level, softmax included. For every query row, block of keys by block of keys in one
 * order, over the keys that the row sees:
 *
 * * `S[b,h,i,j]`, the score, a sum of products of Q and K over c (with its scale factor, no vertex of its own);
 * * `M[b,h,i]@t`, the maximum of the scores so far, from the maximum before and the block's scores; one score alone is its own maximum;
 * * `R[b,h,i]@t` = exp(M before − M now), from the second block on, which brings the sums before to the new maximum;
 * * `P[b,h,i,j]` = exp(S − M), the element of H that second-stage products read;
 * * `L[b,h,i]@t`, the sum of P so far, and `U[b,h,i,c]@t`, the sum of P·V so far, each over R and its value before;
 * * at the end `O[b,h,i,c]` = U / L, and where asked for `LSE[b,h,i,0]` = M + log L.
 *
 * Rows that see no key under a causal mask have no vertices, unless asked for. Sums and maxima are reduced as the options say.
 *
 * @throws InputError when the expansion would pass `maximumVertices`, or for a block of no keys.
 */
export function expandAttention(workload: PackedAttention, options: AttentionExpansion = {}): Cdag {
  const { reduction = "chain", products = "fused", weights = "unit", maximumVertices = 1_000_000 } = options;
  const { keyBlock = 1, keyOrder = "forward", turned, logSumExp = false, blindRows = false } = options;
  const how = { reduction, products };
  checkAccumulation(how);
  checkInteger("softmax-block", keyBlock, 1);
  if (keyOrder !== "forward" && keyOrder !== "backward") throw new InputError("key order", "forward or backward");
  checkVertexCount("attention", mostVertices(workload, products === "fused" ? 1 : 2), maximumVertices);
  const graph = new AttentionGraph(workload, how, weights);
  for (const row of attentionRows(workload)) {
    if (row.keys.length > 0) {
      const forward = (keyOrder === "forward") !== (turned?.(row.head, row.query) ?? false);
      const blocks = keyBlocks(workload, row.keys, keyBlock);
      writeRow(graph, row, forward ? blocks : [...blocks].reverse(), logSumExp);
    } else if (blindRows) writeBlind(graph, row, logSumExp);
  }
  if (blindRows) graph.readUnseenKeys();
  return graph.build();
}

function writeRow(graph: AttentionGraph, row: AttentionRow, blocks: readonly (readonly number[])[], logSumExp: boolean): void {
  const { maximum, total, sums } = graph.online("", row, blocks);
  sums.forEach((sum, c) => {
    graph.output(graph.add(`O[${row.name},${c}]`, graph.bytes.output, [sum, total]));
  });
  if (logSumExp) graph.output(graph.add(`LSE[${row.name},0]`, graph.bytes.sum, [maximum, total]));
}

/** The outputs of a row that sees no key, and its words of Q, which are read with those of a tile's other rows. */
function writeBlind(graph: AttentionGraph, { name }: AttentionRow, logSumExp: boolean): void {
  for (const c of graph.columns) graph.input(`Q[${name},${c}]`);
  for (const c of graph.valueColumns) graph.output(graph.preset(`O[${name},${c}]`, graph.bytes.output));
  if (logSumExp) graph.output(graph.preset(`LSE[${name},0]`, graph.bytes.sum));
}

/** An upper end of the number of vertices, as if no mask hid anything and every block were one key. */
function mostVertices(w: AttentionWorkload, verticesAProduct: number): bigint {
  const [pairs, dim] = [
    BigInt(w.batch) * BigInt(w.heads) * BigInt(w.queries) * BigInt(w.keys),
    BigInt(Math.max(w.dim, valueDimOf(w))),
  ];
  const ofPair = BigInt(verticesAProduct) * 2n * dim + dim + 5n;
  const rows = BigInt(w.batch) * (2n * BigInt(w.heads) * BigInt(w.queries) + 2n * BigInt(w.kvHeads) * BigInt(w.keys));
  return pairs * ofPair + rows * dim;
}
