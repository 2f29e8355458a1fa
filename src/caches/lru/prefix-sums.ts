/** Sums of non-negative whole numbers under point updates, both in O(log length): a Fenwick tree over doubles. */
export class PrefixSums {
  /** Entry i, from 1, sums the `i & −i` numbers up to index i − 1. */
  readonly #tree: Float64Array;

  constructor(length: number) {
    this.#tree = new Float64Array(length + 1);
  }

  add(index: number, amount: number): void {
    const tree = this.#tree;
    for (let node = index + 1; node < tree.length; node += node & -node) tree[node] = (tree[node] as number) + amount;
  }

  /** Sum of the numbers before `end`. */
  before(end: number): number {
    const tree = this.#tree;
    let sum = 0;
    for (let node = end; node > 0; node &= node - 1) sum += tree[node] as number;
    return sum;
  }

  clear(): void {
    this.#tree.fill(0);
  }
}
