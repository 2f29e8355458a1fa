import { groupOf, type ScanWorkload, scanArrays, scanLeads, scanType } from "../../computation/recurrence/scan.js";
import { InputError } from "../../errors.js";
import { type Accumulation, checkAccumulation } from "../accumulate.js";
import type { Cdag } from "../cdag.js";
import type { ExpansionOptions } from "../expand.js";
import { checkVertexCount } from "../iteration-box.js";
import { WordWriter } from "../word-writer.js";

/** How the recurrence is evaluated. */
export interface ScanExpansion extends ExpansionOptions {
  /**
   * Tokens of a chunk: within one, products of queries and keys take the place of states. Absent, a state a token. All chunks but the last have
   * the states after them as words `S[…]`, row c·state + i after chunk c, in memory between two kernels.
   */
  readonly chunk?: number | undefined;
  /** In chunks: what each adds to the state is a word `U[…]` of its own in memory, before the states are passed on. */
  readonly separate?: boolean;
  /** Every word of the inputs is a vertex, as kernels read it in a tile with others. */
  readonly inTiles?: boolean;
}

/**
 * Expands a scan into its CDAG at word level. Token after token: `H[b,h,t,i,j]` from the state before, D, K and V; `Y[b,h,t,j]`, a sum of
 * products of Q and H over i. In chunks: `P[b,h,t,s]`, a sum of products of Q and K over i with the decays from s to t; Y, a sum of P·V over the chunk and of
 * Q and the state before it.
 *
 * @throws InputError when the expansion would pass `maximumVertices`
 */
export function expandScan(w: ScanWorkload, options: ScanExpansion = {}): Cdag {
  const { reduction = "chain", products = "fused", weights = "unit", maximumVertices = 1_000_000, chunk } = options;
  const how = { reduction, products };
  checkAccumulation(how);
  if (chunk !== undefined && w.decay === "channel")
    throw new InputError("decay", "none, head or state in chunks: pairs of tokens have a factor a column otherwise", w.decay);
  const [heads, tokens, state, dim] = [BigInt(w.batch) * BigInt(w.heads), BigInt(w.tokens), BigInt(w.state), BigInt(w.dim)];
  const pairs = chunk === undefined ? 0n : BigInt(chunk) * (state + dim);
  const each = products === "fused" ? 2n : 4n;
  const ofToken = each * (state * dim + pairs) + 3n * (dim + state);
  checkVertexCount("scan", heads * (tokens * ofToken + 3n * state * dim), maximumVertices);
  const graph = new ScanGraph(w, how, weights);
  for (let head = 0; head < w.batch * w.heads; head++) {
    if (chunk === undefined) graph.tokens(head);
    else graph.chunks(head, chunk, options.separate === true);
  }
  if (options.inTiles === true) graph.unread();
  return graph.build();
}

/** The states of a head by row and column, where there is one. */
type States = ((i: number, j: number) => number) | undefined;

class ScanGraph extends WordWriter {
  readonly #w: ScanWorkload;

  constructor(w: ScanWorkload, how: Accumulation, weights: "unit" | "bytes") {
    super(w, how, weights);
    this.#w = w;
  }

  /** One head, token after token. */
  tokens(head: number): void {
    const { tokens, state, dim } = this.#w;
    let before = this.#initial(head);
    for (let t = 0; t < tokens; t++) {
      const isLast = t === tokens - 1 && this.#w.finalState;
      const states = range(state * dim).map((at) => {
        const [i, j] = [Math.floor(at / dim), at % dim];
        const past = before === undefined ? [] : [before(i, j), ...this.#decays(head, t, i, j)];
        const name = isLast ? this.#name("HT", head, i, j) : `H[${this.#lead(head)},${t},${i},${j}]`;
        const vertex = this.add(name, this.bytes.sum, [...past, this.#key(head, t, i), ...this.#value(head, t, j)]);
        if (isLast) this.output(vertex);
        return vertex;
      });
      const now = (i: number, j: number): number => states[i * dim + j] as number;
      for (const j of range(dim))
        this.#result(
          head,
          t,
          j,
          range(state).map((i) => [this.#query(head, t, i), now(i, j)]),
        );
      before = now;
    }
  }

  /** One head, chunk after chunk. */
  chunks(head: number, size: number, isSeparate: boolean): void {
    const { tokens, state, dim, finalState } = this.#w;
    const count = Math.ceil(tokens / size);
    let before = this.#initial(head);
    for (let c = 0; c < count; c++) {
      const [from, to] = [c * size, Math.min(tokens, (c + 1) * size)];
      const own = range(to - from).map((t) => from + t);
      for (const t of own) {
        const until = own.filter((s) => s <= t);
        const pairs = until.map((s) =>
          this.products(
            `P[${this.#lead(head)},${t},${s}]`,
            range(state).map((i) => [this.#query(head, t, i), this.#key(head, s, i), ...this.#between(head, s + 1, t + 1, i)]),
          ),
        );
        for (const j of range(dim)) {
          const within = until.map((s, at) => [pairs[at] as number, ...this.#value(head, s, j)]);
          const past = before;
          const across =
            past === undefined
              ? []
              : range(state).map((i) => [this.#query(head, t, i), past(i, j), ...this.#between(head, from, t + 1, i)]);
          this.#result(head, t, j, [...within, ...across]);
        }
      }
      if (c === count - 1 && !finalState) return;
      before = this.#passed(head, c, own, before, isSeparate);
      if (c === count - 1) for (const i of range(state)) for (const j of range(dim)) this.output(before(i, j));
    }
  }

  /** The states after chunk c: those before it, and what its tokens add. */
  #passed(
    head: number,
    c: number,
    own: readonly number[],
    before: States,
    isSeparate: boolean,
  ): (i: number, j: number) => number {
    const { state, dim, tokens } = this.#w;
    const [from, to] = [own[0] as number, (own.at(-1) as number) + 1];
    const isLast = to === tokens;
    const states = range(state * dim).map((at) => {
      const [i, j] = [Math.floor(at / dim), at % dim];
      const name = isLast ? this.#name("HT", head, i, j) : this.#name("S", head, c * state + i, j);
      const terms = own.map((s) => [this.#key(head, s, i), ...this.#value(head, s, j), ...this.#between(head, s + 1, to, i)]);
      const addend = isSeparate ? this.#name("U", head, c * state + i, j) : before === undefined ? name : `U${name}`;
      const added = this.products(addend, terms);
      if (before === undefined && !isSeparate) return added;
      const past = before === undefined ? [] : [before(i, j), ...this.#between(head, from, to, i)];
      return this.add(name, this.bytes.sum, [...past, added]);
    });
    return (i, j) => states[i * dim + j] as number;
  }

  /** Words that kernels read in tiles with others although nothing is computed from them. */
  unread(): void {
    for (const array of scanArrays(this.#w)) {
      if (array.role === "output") continue;
      for (const lead of scanLeads(this.#w, array))
        for (const t of range(array.rows))
          for (const c of range(array.columns))
            this.input(`${array.name}[${lead}${t},${c}]`, this.size(scanType(this.#w, array)));
    }
  }

  #initial(head: number): States {
    if (!this.#w.initialState) return undefined;
    return (i, j) => this.input(this.#name("H0", head, i, j), this.bytes.sum);
  }

  #query(head: number, t: number, i: number): number {
    return this.input(`Q[${this.#groupLead(head)}${t},${i}]`);
  }

  #key(head: number, t: number, i: number): number {
    return this.input(`K[${this.#groupLead(head)}${t},${i}]`);
  }

  /** V, and the step size that scales it. */
  #value(head: number, t: number, j: number): readonly number[] {
    const own = this.input(this.#name("V", head, t, j));
    return this.#w.decay === "channel" ? [own, this.input(this.#name("D", head, t, j))] : [own];
  }

  /** What a state is multiplied by before token t. */
  #decays(head: number, t: number, i: number, j: number): readonly number[] {
    switch (this.#w.decay) {
      case "none":
        return [];
      case "head":
        return [this.input(this.#name("D", head, t, 0))];
      case "state":
        return [this.input(this.#name("D", head, t, i))];
      case "channel":
        return [this.input(this.#name("D", head, t, j)), this.input(`A[${head % this.#w.heads},${i},${j}]`)];
    }
  }

  /** Decays of tokens from one to before another. */
  #between(head: number, from: number, to: number, i: number): readonly number[] {
    return range(to - from).flatMap((at) => this.#decays(head, from + at, i, 0));
  }

  #result(head: number, t: number, j: number, terms: readonly (readonly number[])[]): void {
    this.output(this.products(this.#name("Y", head, t, j), terms, this.bytes.output));
  }

  #lead(head: number): string {
    return `${Math.floor(head / this.#w.heads)},${head % this.#w.heads}`;
  }

  #name(array: string, head: number, row: number, column: number): string {
    return `${array}[${this.#lead(head)},${row},${column}]`;
  }

  #groupLead(head: number): string {
    return `${Math.floor(head / this.#w.heads)},${groupOf(this.#w, head) % this.#w.groups},`;
  }
}

function range(count: number): readonly number[] {
  return Array.from({ length: Math.max(0, count) }, (_, i) => i);
}
