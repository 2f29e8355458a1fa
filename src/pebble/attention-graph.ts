import { type AttentionWorkload, ownKeyColumns, type PackedAttention, valueDimOf } from "../computation/attention.js";
import { keyTileOf, seenKeys, sequenceAt } from "../computation/attention-mask.js";
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
  /** Keys that it sees, upwards. */
  readonly keys: readonly number[];
  readonly hidden: readonly number[];
}

export function* attentionRows(w: PackedAttention): Generator<AttentionRow> {
  for (let b = 0; b < w.batch; b++) {
    const sequence = sequenceAt(w, b);
    for (let h = 0; h < w.heads; h++) {
      for (let query = 0; query < sequence.queries; query++) {
        const { sinks, first, end } = seenKeys(w, sequence, query, query + 1);
        const shared = `${b},${Math.floor(h / (w.heads / w.kvHeads))}`;
        const [name, head] = [`${b},${h},${query}`, b * w.heads + h];
        const keys = [...range(sinks), ...range(end).slice(first)];
        yield { name, shared, head, query, keys, hidden: [...range(first).slice(sinks), ...range(sequence.keys).slice(end)] };
      }
    }
  }
}

/** Keys in blocks, those of one tile of a length together. */
export function keyBlocks(w: AttentionWorkload, keys: readonly number[], length: number): readonly (readonly number[])[] {
  const blocks = new Map<number, number[]>();
  for (const key of keys) {
    const tile = keyTileOf(w, length, key);
    const block = blocks.get(tile);
    if (block === undefined) blocks.set(tile, [key]);
    else block.push(key);
  }
  return [...blocks.values()];
}

/** The vertices that attention is made of, however it is evaluated. */
export class AttentionGraph extends WordWriter {
  /** Of a word of Q or K. */
  readonly columns: readonly number[];
  /** Of a word of V or O. */
  readonly valueColumns: readonly number[];
  private readonly values: "K" | "V";

  readonly #workload: AttentionWorkload;

  constructor(w: AttentionWorkload, how?: Accumulation, weights?: "unit" | "bytes") {
    super(w, how, weights);
    this.columns = range(w.dim);
    this.valueColumns = range(valueDimOf(w));
    this.values = w.valuesInKeys ? "K" : "V";
    this.#workload = w;
  }

  /** A word of K that a row sees: of its own head's columns, or of those that all heads have in common. */
  #key({ shared }: Pick<AttentionRow, "shared">, key: number, c: number): number {
    const own = ownKeyColumns(this.#workload);
    if (c < own) return this.#ofKey("K", shared, key, c);
    return this.#ofKey("KR", `${shared.slice(0, shared.indexOf(","))},0`, key, c - own);
  }

  /** A word of an array of keys; those of a shared prefix are one array, and the others are counted from its end. */
  #ofKey(array: "K" | "KR" | "V", shared: string, key: number, c: number): number {
    const { sharedPrefix = 0 } = this.#workload;
    if (key >= sharedPrefix) return this.input(`${array}[${shared},${key - sharedPrefix},${c}]`, this.bytes.right);
    return this.input(`${array}[prefix${shared.slice(shared.indexOf(","))},${key},${c}]`, this.bytes.right);
  }

  /** Words of K and V that come in tiles with others although no row sees them. */
  readUnseenKeys(): void {
    const w = this.#workload;
    if (w.window === undefined) return;
    for (const row of attentionRows(w)) {
      if (row.query > 0) continue;
      for (const j of row.hidden) {
        for (const c of this.columns) this.#key(row, j, c);
        for (const c of this.valueColumns) this.value(row, j, c);
      }
    }
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
      const products = this.columns.map((c) => [this.input(`Q[${row.name},${c}]`), this.#key(row, j, c)]);
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
    return this.#ofKey(this.values, row.shared, key, column);
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
