import { valueDimOf } from "../computation/attention.js";
import { type AttentionBackwardWorkload, forwardOf } from "../computation/fused/attention-backward.js";
import { type Accumulation, checkAccumulation } from "./accumulate.js";
import { type AttentionRow, attentionRows } from "./attention-graph.js";
import type { Cdag } from "./cdag.js";
import type { ExpansionOptions } from "./expand.js";
import { checkVertexCount } from "./iteration-box.js";
import { WordWriter } from "./word-writer.js";

/** What gradients are made of: a row, a key that it sees, and P and dS of the two. */
export interface PairValues {
  readonly row: AttentionRow;
  readonly key: number;
  readonly p: number;
  readonly ds: number;
}

/** How partial sums of a gradient become its words. */
export type Gradient = "dQ" | "dK" | "dV";

/**
 * Expands attention's backward pass into its CDAG at word level. For every row and every key that it sees
 *
 * * `S[b,h,i,j]`, a sum of products of Q and K over c, and `P[b,h,i,j]` = exp(S − L[b,h,i,0]);
 * * `dP[b,h,i,j]`, a sum of products of dO and V, and `dS[b,h,i,j]` = P·(dP − D[b,h,i,0]);
 *
 * then dQ, summed over keys upwards, and dK and dV, summed over the rows of all query heads of a key-value head upwards.
 *
 * @throws InputError when the expansion would pass `maximumVertices`
 */
export function expandAttentionBackward(w: AttentionBackwardWorkload, options: ExpansionOptions = {}): Cdag {
  const { reduction = "chain", products = "fused", weights = "unit", maximumVertices = 1_000_000 } = options;
  const how = { reduction, products };
  checkAccumulation(how);
  checkBackwardSize(w, maximumVertices, products === "fused" ? 1 : 2);
  const graph = new BackwardGraph(w, how, weights);
  const ofKeys = new PairsByKey();
  for (const row of attentionRows(forwardOf(w))) {
    if (row.keys.length === 0) continue;
    const pairs = row.keys.map((key) => graph.pair(row, key));
    graph.gradient("dQ", row.name, pairs);
    for (const pair of pairs) ofKeys.add(`${row.shared},${pair.key}`, pair);
  }
  for (const [name, pairs] of ofKeys) for (const which of ["dK", "dV"] as const) graph.gradient(which, name, pairs);
  return graph.build();
}

/** Pairs by the names of their keys, in the order in which they come. */
export class PairsByKey extends Map<string, PairValues[]> {
  add(name: string, pair: PairValues): void {
    const known = this.get(name);
    if (known === undefined) this.set(name, [pair]);
    else known.push(pair);
  }
}

/** Five products a pair and four values, as if no mask hid anything. @throws InputError when that is more than `maximumVertices` */
export function checkBackwardSize(w: AttentionBackwardWorkload, maximumVertices: number, verticesAProduct = 2): void {
  const dim = BigInt(Math.max(w.dim, w.valueDim ?? 1));
  const [heads, queries, keys] = [BigInt(w.batch) * BigInt(w.heads), BigInt(w.queries), BigInt(w.keys)];
  const ofPair = 5n * BigInt(verticesAProduct) * dim + 4n;
  checkVertexCount("attention", heads * (queries * keys * ofPair + (queries + keys) * (4n * dim + 2n)), maximumVertices);
}

/** The vertices that the backward pass is made of, however it is evaluated. */
export class BackwardGraph extends WordWriter {
  /** Of a word of Q, K, dQ or dK. */
  readonly columns: readonly number[];
  /** Of a word of V, dO or dV. */
  readonly valueColumns: readonly number[];

  constructor(w: AttentionBackwardWorkload, how?: Accumulation, weights?: "unit" | "bytes") {
    super(w, how, weights);
    this.columns = range(w.dim);
    this.valueColumns = range(valueDimOf(w));
  }

  /** P and dS of a row and a key, each made anew. */
  pair(row: AttentionRow, key: number): PairValues {
    const { operand, sum } = this.bytes;
    const name = `${row.name},${key}`;
    const score = this.products(
      `S[${name}]`,
      this.columns.map((c) => [this.input(`Q[${row.name},${c}]`), this.input(`K[${row.shared},${key},${c}]`)]),
    );
    const p = this.add(`P[${name}]`, operand, [score, this.input(`L[${row.name},0]`, sum)]);
    const slope = this.products(
      `dP[${name}]`,
      this.valueColumns.map((c) => [this.input(`dO[${row.name},${c}]`), this.input(`V[${row.shared},${key},${c}]`)]),
    );
    const ds = this.add(`dS[${name}]`, operand, [p, slope, this.input(`D[${row.name},0]`, sum)]);
    return { row, key, p, ds };
  }

  /** The words of a row of dQ, or of a key's row of dK or dV, each the sum of products of some pairs; outputs. */
  gradient(which: Gradient, name: string, pairs: readonly PairValues[]): void {
    for (const c of this.columnsOf(which))
      this.output(this.partial(which, c, pairs, `${which}[${name},${c}]`, this.bytes.output));
  }

  /** A column of a sum over some pairs, complete in words of the given weight. */
  partial(which: Gradient, c: number, pairs: readonly PairValues[], name: string, weight: number): number {
    const terms = pairs.map(({ row, key, p, ds }) => {
      if (which === "dQ") return [ds, this.input(`K[${row.shared},${key},${c}]`)];
      return which === "dK" ? [ds, this.input(`Q[${row.name},${c}]`)] : [p, this.input(`dO[${row.name},${c}]`)];
    });
    return this.products(name, terms, weight);
  }

  columnsOf(which: Gradient): readonly number[] {
    return which === "dV" ? this.valueColumns : this.columns;
  }
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i);
}
