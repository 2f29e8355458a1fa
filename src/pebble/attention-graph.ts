import { type AttentionWorkload, valueDimOf } from "../computation/attention.js";
import type { Accumulation, Carried } from "./accumulate.js";
import { WordWriter } from "./word-writer.js";

/** A query row of attention. */
export interface AttentionRow {
  /** `batch,head,query` */
  readonly name: string;
  /** `batch,head` of its keys and values. */
  readonly shared: string;
  /** Counted over the batch. */
  readonly head: number;
  readonly query: number;
  /** Keys that it sees. */
  readonly keys: readonly number[];
  readonly hidden: readonly number[];
}

export function* attentionRows(w: AttentionWorkload): Generator<AttentionRow> {
  const keys = range(w.keys);
  for (let b = 0; b < w.batch; b++) {
    for (let h = 0; h < w.heads; h++) {
      for (let query = 0; query < w.queries; query++) {
        const seen = w.causal ? Math.max(0, Math.min(w.keys, query + 1 + w.keys - w.queries)) : w.keys;
        const shared = `${b},${Math.floor(h / (w.heads / w.kvHeads))}`;
        const [name, head] = [`${b},${h},${query}`, b * w.heads + h];
        yield { name, shared, head, query, keys: keys.slice(0, seen), hidden: keys.slice(seen) };
      }
    }
  }
}

/** Keys in blocks of a length; the last may be shorter. */
export function keyBlocks(keys: readonly number[], length: number): (readonly number[])[] {
  return Array.from({ length: Math.ceil(keys.length / length) }, (_, t) => keys.slice(t * length, (t + 1) * length));
}

/** The vertices that attention is made of, however it is evaluated. */
export class AttentionGraph extends WordWriter {
  /** Of a word of Q or K. */
  readonly columns: readonly number[];
  /** Of a word of V or O. */
  readonly valueColumns: readonly number[];
  private readonly values: "K" | "V";

  constructor(w: AttentionWorkload, how?: Accumulation, weights?: "unit" | "bytes") {
    super(w, how, weights);
    this.columns = range(w.dim);
    this.valueColumns = range(valueDimOf(w));
    this.values = w.valuesInKeys ? "K" : "V";
  }

  /** Operands at the keys that the row does not see. */
  hide(row: AttentionRow, names: readonly string[]): void {
    for (const name of names) for (const j of row.hidden) this.preset(`${name}[${row.name},${j}]`, this.bytes.operand);
  }

  /** Words of Q that blocks read although the row sees no key. */
  readQuery(row: AttentionRow): void {
    for (const c of this.columns) this.input(`Q[${row.name},${c}]`);
  }

  /** The outputs of a row that sees no key. */
  blind(row: AttentionRow, o: string, lse?: string): void {
    for (const c of this.valueColumns) this.output(this.preset(`${o}[${row.name},${c}]`, this.bytes.output));
    if (lse !== undefined) this.output(this.preset(`${lse}[${row.name},0]`, this.bytes.sum));
  }

  scores(row: AttentionRow, keys: readonly number[], weight: number): readonly number[] {
    return keys.map((j) => {
      const products = this.columns.map((c) => [this.input(`Q[${row.name},${c}]`), this.key("K", row, j, c)]);
      return this.products(`S[${row.name},${j}]`, products, weight);
    });
  }

  /** O of a row from its probabilities. */
  outputs(row: AttentionRow, shares: readonly number[]): void {
    for (const c of this.valueColumns) {
      const products = row.keys.map((j, at) => [shares[at] as number, this.value(row, j, c)]);
      this.output(this.products(`O[${row.name},${c}]`, products, this.bytes.output));
    }
  }

  private value(row: AttentionRow, key: number, column: number): number {
    return this.key(this.values, row, key, column);
  }

  private key(array: "K" | "V", { shared }: AttentionRow, key: number, column: number): number {
    return this.input(`${array}[${shared},${key},${column}]`, this.bytes.right);
  }

  /** Online softmax over blocks of keys, not normalised. */
  online(
    prefix: string,
    row: AttentionRow,
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
      sums = this.valueColumns.map((c) => {
        const products = keys.map((j, index) => [weights[index] as number, this.value(row, j, c)]);
        return this.products(`U[${row.name},${c}]${at}`, products, sum, carry(sums[c]));
      });
    });
    return { maximum, total, sums };
  }
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i);
}
