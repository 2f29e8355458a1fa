import type { AttentionWorkload } from "../computation/attention.js";
import { BYTES_OF } from "../computation/data-types.js";
import { checkInteger, InputError } from "../errors.js";
import type { Accumulation } from "./accumulate.js";
import { accumulateProducts, accumulateTerms, checkAccumulation } from "./accumulate.js";
import type { Cdag } from "./cdag.js";
import type { ExpansionOptions } from "./expand.js";
import { checkVertexCount } from "./iteration-box.js";
import { VertexWriter } from "./vertex-writer.js";

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
  /** Whether outputs of rows that see no key are set without work, as kernels do, or left out; default false, left out. */
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
export function expandAttention(workload: AttentionWorkload, options: AttentionExpansion = {}): Cdag {
  const { reduction = "chain", products = "fused", weights = "unit", maximumVertices = 1_000_000 } = options;
  const { keyBlock = 1, keyOrder = "forward", turned, logSumExp = false, blindRows = false } = options;
  const how = { reduction, products };
  checkAccumulation(how);
  checkInteger("softmax-block", keyBlock, 1);
  if (keyOrder !== "forward" && keyOrder !== "backward") throw new InputError("key order", "forward or backward");
  checkVertexCount("attention", mostVertices(workload, products === "fused" ? 1 : 2), maximumVertices);
  const { dataType, accumulator, outputType } = workload;
  const bytes = (type: keyof typeof BYTES_OF): number => (weights === "unit" ? 1 : BYTES_OF[type]);
  const sizes = { operand: bytes(dataType), sum: bytes(accumulator), output: bytes(outputType) };
  const rows = new RowWriter(workload, sizes, how, logSumExp);
  const { batch, heads, queries, keys, causal } = workload;
  for (let b = 0; b < batch; b++) {
    for (let h = 0; h < heads; h++) {
      for (let i = 0; i < queries; i++) {
        const seen = causal ? Math.min(keys, i + 1 + keys - queries) : keys;
        const forward = (keyOrder === "forward") !== (turned?.(b * heads + h, i) ?? false);
        if (seen > 0) rows.write(b, h, i, keyBlocks(seen, keyBlock, forward));
        else if (blindRows) rows.writeBlind(b, h, i);
      }
    }
  }
  return rows.writer.build();
}

/** Keys 0 .. seen − 1 in blocks that begin at multiples of `length`. */
function keyBlocks(seen: number, length: number, forward: boolean): readonly (readonly number[])[] {
  const count = Math.ceil(seen / length);
  const blocks = Array.from({ length: count }, (_, t) =>
    Array.from({ length: Math.min(length, seen - t * length) }, (_, j) => t * length + j),
  );
  return forward ? blocks : blocks.reverse();
}

/** An upper end of the number of vertices, as if no mask hid anything and every block were one key. */
function mostVertices(w: AttentionWorkload, verticesAProduct: number): bigint {
  const [pairs, dim] = [BigInt(w.batch) * BigInt(w.heads) * BigInt(w.queries) * BigInt(w.keys), BigInt(w.dim)];
  const ofPair = BigInt(verticesAProduct) * 2n * dim + dim + 5n;
  const rows = BigInt(w.batch) * (2n * BigInt(w.heads) * BigInt(w.queries) + 2n * BigInt(w.kvHeads) * BigInt(w.keys));
  return pairs * ofPair + rows * dim;
}

interface Sizes {
  readonly operand: number;
  readonly sum: number;
  readonly output: number;
}

/** A row's statistics and unnormalised outputs so far. */
interface RowState {
  readonly maximum: number;
  readonly sum: number;
  readonly outputs: readonly number[];
}

/** Writes the vertices of one query row after the other; words of Q, K and V become inputs when first read. */
class RowWriter {
  readonly writer = new VertexWriter();
  readonly #workload: AttentionWorkload;
  readonly #sizes: Sizes;
  readonly #how: Accumulation;
  readonly #logSumExp: boolean;
  readonly #inputs = new Map<string, number>();

  constructor(workload: AttentionWorkload, sizes: Sizes, how: Accumulation, logSumExp: boolean) {
    this.#logSumExp = logSumExp;
    this.#workload = workload;
    this.#sizes = sizes;
    this.#how = how;
  }

  write(b: number, h: number, i: number, blocks: readonly (readonly number[])[]): void {
    let state: RowState | undefined;
    for (const [t, keys] of blocks.entries()) state = this.#block(b, h, i, t, keys, state);
    state?.outputs.forEach((unnormalised, c) => {
      const operands = [unnormalised, (state as RowState).sum];
      this.writer.output(this.writer.add(`O[${b},${h},${i},${c}]`, this.#sizes.output, operands));
    });
    if (!this.#logSumExp || state === undefined) return;
    this.writer.output(this.writer.add(`LSE[${b},${h},${i},0]`, this.#sizes.sum, [state.maximum, state.sum]));
  }

  /** The outputs of a row that sees no key, and its words of Q, which are read with those of a tile's other rows. */
  writeBlind(b: number, h: number, i: number): void {
    for (const c of range(this.#workload.dim)) {
      this.#input(`Q[${b},${h},${i},${c}]`);
      this.writer.output(this.writer.preset(`O[${b},${h},${i},${c}]`, this.#sizes.output));
    }
    if (this.#logSumExp) this.writer.output(this.writer.preset(`LSE[${b},${h},${i},0]`, this.#sizes.sum));
  }

  #block(b: number, h: number, i: number, t: number, keys: readonly number[], before: RowState | undefined): RowState {
    const { dim, heads, kvHeads } = this.#workload;
    const { operand, sum } = this.#sizes;
    const row = `${b},${h},${i}`;
    const shared = `${b},${Math.floor(h / (heads / kvHeads))}`;
    const scores = keys.map((j) => {
      const products = range(dim).map((c) => [this.#input(`Q[${row},${c}]`), this.#input(`K[${shared},${j},${c}]`)]);
      return this.#products(`S[${row},${j}]`, products);
    });
    const maximum = this.#terms(`M[${row}]@${t}`, before === undefined ? scores : [before.maximum, ...scores]);
    const factor = before && this.writer.add(`R[${row}]@${t}`, sum, [before.maximum, maximum]);
    const carry = (value: number | undefined) => (value === undefined || factor === undefined ? undefined : { value, factor });
    const weights = keys.map((j, at) => this.writer.add(`P[${row},${j}]`, operand, [scores[at] as number, maximum]));
    const total = this.#terms(`L[${row}]@${t}`, weights, carry(before?.sum));
    const outputs = range(dim).map((c) => {
      const products = keys.map((j, at) => [weights[at] as number, this.#input(`V[${shared},${j},${c}]`)]);
      return this.#products(`U[${row},${c}]@${t}`, products, carry(before?.outputs[c]));
    });
    return { maximum, sum: total, outputs };
  }

  #products(word: string, products: readonly (readonly number[])[], carried?: { value: number; factor: number }): number {
    const vertex = accumulateProducts(this.writer, word, this.#sizes.sum, products, this.#how, carried);
    this.writer.complete(vertex, word, this.#sizes.sum);
    return vertex;
  }

  /** One term alone keeps its name. */
  #terms(word: string, terms: readonly number[], carried?: { value: number; factor: number }): number {
    const vertex = accumulateTerms(this.writer, word, this.#sizes.sum, terms, this.#how, carried);
    if (!terms.includes(vertex)) this.writer.complete(vertex, word, this.#sizes.sum);
    return vertex;
  }

  #input(word: string): number {
    const known = this.#inputs.get(word);
    if (known !== undefined) return known;
    const vertex = this.writer.add(word, this.#sizes.operand, []);
    this.#inputs.set(word, vertex);
    return vertex;
  }
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i);
}
