import type { AttentionWorkload } from "../computation/attention.js";
import { BYTES_OF } from "../computation/data-types.js";
import { accumulateProducts, accumulateTerms } from "./accumulate.js";
import type { Cdag } from "./cdag.js";
import { checkVertexCount } from "./iteration-box.js";
import { VertexWriter } from "./vertex-writer.js";

/**
 * Graphs of attention as particular kernels evaluate it, with what they pass through memory as words of its own; vertices weigh
 * their bytes. `expandAttention` has the kernels that pass nothing. What a mask hides and tiles in memory hold all the same is set
 * without work: scores, their exponentials, and statistics and sums of rows that see no key.
 */

const HOW = { reduction: "chain", products: "fused" } as const;

/** S, then its softmax by whole rows, P = exp(S − M) / L, then O = P·V. S and P are operands. */
export function unfusedAttention(w: AttentionWorkload, maximumVertices: number): Cdag {
  return everyRow(w, maximumVertices, (graph, row) => {
    const { operand, sum } = graph.bytes;
    graph.hide(row, ["S", "P"]);
    if (row.keys.length === 0) return graph.blind(row, "O");
    const scores = graph.scores(row, row.keys, operand);
    const maximum = graph.terms(`M[${row.name}]`, scores);
    const weights = row.keys.map((j, at) => graph.add(`X[${row.name},${j}]`, sum, [scores[at] as number, maximum]));
    const total = graph.terms(`L[${row.name}]`, weights);
    const shares = row.keys.map((j, at) => graph.add(`P[${row.name},${j}]`, operand, [weights[at] as number, total]));
    graph.outputs(row, shares);
  });
}

/** S, then M and L of each row by blocks of keys, then O from S, M and L. */
export function partialSoftmaxAttention(w: AttentionWorkload, keyBlock: number, maximumVertices: number): Cdag {
  return everyRow(w, maximumVertices, (graph, row) => {
    const { operand, sum } = graph.bytes;
    graph.hide(row, ["S"]);
    if (row.keys.length === 0) {
      for (const name of ["M", "L"]) graph.preset(`${name}[${row.name},0]`, sum);
      return graph.blind(row, "O");
    }
    const scores = graph.scores(row, row.keys, operand);
    let [maximum, total]: [number | undefined, number | undefined] = [undefined, undefined];
    for (let first = 0, t = 0; first < scores.length; first += keyBlock, t++) {
      const block = scores.slice(first, first + keyBlock);
      const before = maximum;
      maximum = graph.terms(`M[${row.name}]@${t}`, before === undefined ? block : [before, ...block]);
      const now = maximum;
      const factor = before === undefined ? undefined : graph.add(`R[${row.name}]@${t}`, sum, [before, now]);
      const weights = block.map((score, at) => graph.add(`X[${row.name},${first + at}]`, sum, [score, now]));
      const carried = total === undefined || factor === undefined ? undefined : { value: total, factor };
      total = graph.terms(`L[${row.name}]@${t}`, weights, carried);
    }
    const stored = [
      graph.add(`M[${row.name},0]`, sum, [maximum as number]),
      graph.add(`L[${row.name},0]`, sum, [total as number]),
    ];
    graph.outputs(
      row,
      row.keys.map((j, at) => graph.add(`P[${row.name},${j}]`, operand, [scores[at] as number, ...stored])),
    );
  });
}

/** Parts of the keys, each with its O and log-sum-exp, walked from the last block of keys to the first, then merged. */
export function splitAttention(w: AttentionWorkload, keyBlock: number, blocksPerPart: number, maximumVertices: number): Cdag {
  return everyRow(w, maximumVertices, (graph, row) => {
    const { sum, output } = graph.bytes;
    const perPart = keyBlock * blocksPerPart;
    for (let s = Math.ceil(row.keys.length / perPart); s * perPart < w.keys; s++) {
      graph.preset(`parts of LSE[${s},${row.name},0]`, sum);
      for (let c = 0; c < w.dim; c++) graph.preset(`parts of O[${s},${row.name},${c}]`, sum);
    }
    if (row.keys.length === 0) return graph.blind(row, "O", "LSE");
    const parts = Array.from({ length: Math.ceil(row.keys.length / perPart) }, (_, s) => s);
    const merged = parts.map((s) => {
      const blocks = blocksOf(row.keys.slice(s * perPart, (s + 1) * perPart), keyBlock).reverse();
      const { sums, maximum, total } = graph.online(`${s}/`, row, blocks);
      const lse = graph.add(`parts of LSE[${s},${row.name},0]`, sum, [maximum, total]);
      return { lse, sums: sums.map((value, c) => graph.add(`parts of O[${s},${row.name},${c}]`, sum, [value, total])) };
    });
    const [lses, whole] = [merged.map((part) => part.lse), `LSE[${row.name},0]`];
    const lse = lses.length === 1 ? graph.add(whole, sum, lses) : graph.terms(whole, lses);
    graph.output(lse);
    const shares = merged.map((part, s) => graph.add(`W[${row.name}]/${s}`, sum, [part.lse, lse]));
    for (let c = 0; c < w.dim; c++) {
      const products = merged.map((part, s) => [shares[s] as number, part.sums[c] as number]);
      graph.output(graph.products(`O[${row.name},${c}]`, output, products));
    }
  });
}

/**
 * Keys block by block with the row's sums of O, normalised, and its log-sum-exp in memory between them: `sums of O[…]@t` and
 * `LSE[…]@t`. A block that a mask hides from a row leaves both as they are. `lastBlock` is the one that writes O.
 */
export function rewrittenAttention(
  w: AttentionWorkload,
  keyBlock: number,
  lastBlock: (query: number) => number,
  maximumVertices: number,
): Cdag {
  return everyRow(w, maximumVertices, (graph, row) => {
    const { sum, output } = graph.bytes;
    let before: { readonly lse: number; readonly sums: readonly number[] } | undefined;
    const last = lastBlock(row.query);
    for (let t = 0; t <= last; t++) {
      const name = (c: number): string => (t === last ? `O[${row.name},${c}]` : `sums of O[${row.name},${c}]@${t}`);
      const weight = t === last ? output : sum;
      const keys = row.keys.slice(t * keyBlock, (t + 1) * keyBlock);
      const old = before;
      if (keys.length === 0 && old === undefined) {
        const lse = graph.preset(`LSE[${row.name},0]@${t}`, sum);
        before = { lse, sums: Array.from({ length: w.dim }, (_, c) => graph.preset(name(c), weight)) };
      } else if (keys.length === 0 && old !== undefined) {
        const lse = graph.add(`LSE[${row.name},0]@${t}`, sum, [old.lse]);
        before = { lse, sums: old.sums.map((value, c) => graph.add(name(c), weight, [value])) };
      } else {
        const block = graph.online(`${t}/`, row, [keys]);
        const lse = graph.add(`LSE[${row.name},0]@${t}`, sum, [
          ...(old === undefined ? [] : [old.lse]),
          block.maximum,
          block.total,
        ]);
        const share = graph.add(`W[${row.name}]@${t}`, sum, [block.maximum, lse]);
        const kept = old === undefined ? undefined : graph.add(`R[${row.name}]@${t}`, sum, [old.lse, lse]);
        const sums = block.sums.map((value, c) => {
          const carried = kept === undefined ? [] : [old?.sums[c] as number, kept];
          return graph.add(name(c), weight, [...carried, value, share]);
        });
        before = { lse, sums };
      }
    }
    graph.output(before?.lse as number);
    for (const value of before?.sums ?? []) graph.output(value);
  });
}

interface Row {
  /** `batch,head,query` */
  readonly name: string;
  /** `batch,head` of its keys and values. */
  readonly shared: string;
  readonly query: number;
  /** Keys that it sees. */
  readonly keys: readonly number[];
  readonly hidden: readonly number[];
}

function everyRow(w: AttentionWorkload, maximumVertices: number, write: (graph: AttentionGraph, row: Row) => void): Cdag {
  // Two vertices a product, and for each key and block of keys some more.
  const pairs = BigInt(w.batch) * BigInt(w.heads) * BigInt(w.queries) * BigInt(w.keys);
  checkVertexCount("attention", pairs * (3n * BigInt(w.dim) + 8n), maximumVertices);
  const graph = new AttentionGraph(w);
  for (let b = 0; b < w.batch; b++) {
    for (let h = 0; h < w.heads; h++) {
      for (let i = 0; i < w.queries; i++) {
        const seen = w.causal ? Math.max(0, Math.min(w.keys, i + 1 + w.keys - w.queries)) : w.keys;
        const shared = `${b},${Math.floor(h / (w.heads / w.kvHeads))}`;
        const keys = Array.from({ length: w.keys }, (_, j) => j);
        const row = { name: `${b},${h},${i}`, shared, query: i, keys: keys.slice(0, seen), hidden: keys.slice(seen) };
        if (seen === 0) graph.readQuery(row);
        write(graph, row);
      }
    }
  }
  return graph.build();
}

function blocksOf(keys: readonly number[], length: number): (readonly number[])[] {
  return Array.from({ length: Math.ceil(keys.length / length) }, (_, t) => keys.slice(t * length, (t + 1) * length));
}

/** The vertices that all of them are made of. */
class AttentionGraph {
  readonly bytes: { readonly operand: number; readonly sum: number; readonly output: number };
  readonly #dim: number;
  readonly #writer = new VertexWriter();
  readonly #inputs = new Map<string, number>();

  constructor(w: AttentionWorkload) {
    this.bytes = { operand: BYTES_OF[w.dataType], sum: BYTES_OF[w.accumulator], output: BYTES_OF[w.outputType] };
    this.#dim = w.dim;
  }

  add(name: string, weight: number, operands: readonly number[]): number {
    return this.#writer.add(name, weight, operands);
  }

  output(vertex: number): void {
    this.#writer.output(vertex);
  }

  preset(name: string, weight: number): number {
    return this.#writer.preset(name, weight);
  }

  /** Operands at the keys that the row does not see. */
  hide(row: Row, names: readonly string[]): void {
    for (const name of names) for (const j of row.hidden) this.preset(`${name}[${row.name},${j}]`, this.bytes.operand);
  }

  /** Words of Q that blocks read although the row sees no key. */
  readQuery(row: Row): void {
    for (const c of this.#columns()) this.#input(`Q[${row.name},${c}]`);
  }

  /** The outputs of a row that sees no key. */
  blind(row: Row, o: string, lse?: string): void {
    for (const c of this.#columns()) this.output(this.preset(`${o}[${row.name},${c}]`, this.bytes.output));
    if (lse !== undefined) this.output(this.preset(`${lse}[${row.name},0]`, this.bytes.sum));
  }

  build(): Cdag {
    return this.#writer.build();
  }

  /** A sum of products, complete in words of the given weight. */
  products(word: string, weight: number, products: readonly (readonly number[])[], carried?: Carried): number {
    const vertex = accumulateProducts(this.#writer, word, this.bytes.sum, products, HOW, carried);
    this.#writer.complete(vertex, word, weight);
    return vertex;
  }

  /** A sum or maximum; one term alone keeps its name. */
  terms(word: string, terms: readonly number[], carried?: Carried): number {
    const vertex = accumulateTerms(this.#writer, word, this.bytes.sum, terms, HOW, carried);
    if (!terms.includes(vertex)) this.#writer.complete(vertex, word, this.bytes.sum);
    return vertex;
  }

  scores(row: Row, keys: readonly number[], weight: number): readonly number[] {
    return keys.map((j) => {
      const products = this.#columns().map((c) => [
        this.#input(`Q[${row.name},${c}]`),
        this.#input(`K[${row.shared},${j},${c}]`),
      ]);
      return this.products(`S[${row.name},${j}]`, weight, products);
    });
  }

  /** O of a row from its probabilities. */
  outputs(row: Row, shares: readonly number[]): void {
    for (const c of this.#columns()) {
      const products = row.keys.map((j, at) => [shares[at] as number, this.#input(`V[${row.shared},${j},${c}]`)]);
      this.output(this.products(`O[${row.name},${c}]`, this.bytes.output, products));
    }
  }

  /** Online softmax over blocks of keys, not normalised. */
  online(
    prefix: string,
    row: Row,
    blocks: readonly (readonly number[])[],
  ): { readonly maximum: number; readonly total: number; readonly sums: readonly number[] } {
    let [maximum, total, sums]: [number, number, readonly number[]] = [-1, -1, []];
    blocks.forEach((keys, t) => {
      const { operand, sum } = this.bytes;
      const scores = this.scores(row, keys, sum);
      const [before, at] = [maximum, `@${prefix}${t}`];
      maximum = this.terms(`M[${row.name}]${at}`, t === 0 ? scores : [before, ...scores]);
      const factor = t === 0 ? undefined : this.add(`R[${row.name}]${at}`, sum, [before, maximum]);
      const carry = (value: number | undefined): Carried | undefined =>
        factor === undefined ? undefined : { value: value as number, factor };
      const weights = keys.map((j, index) => this.add(`P[${row.name},${j}]`, operand, [scores[index] as number, maximum]));
      total = this.terms(`L[${row.name}]${at}`, weights, carry(total));
      sums = this.#columns().map((c) => {
        const products = keys.map((j, index) => [weights[index] as number, this.#input(`V[${row.shared},${j},${c}]`)]);
        return this.products(`U[${row.name},${c}]${at}`, sum, products, carry(sums[c]));
      });
    });
    return { maximum, total, sums };
  }

  #columns(): readonly number[] {
    return Array.from({ length: this.#dim }, (_, c) => c);
  }

  #input(word: string): number {
    const known = this.#inputs.get(word);
    if (known !== undefined) return known;
    const vertex = this.#writer.add(word, this.bytes.operand, []);
    this.#inputs.set(word, vertex);
    return vertex;
  }
}

interface Carried {
  readonly value: number;
  readonly factor: number;
}
