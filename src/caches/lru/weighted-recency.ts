import { PrefixSums } from "./prefix-sums.js";

/** Positions before the first renumbering at least. */
const SMALLEST_WINDOW = 1024;

/**
 * LRU stack depths of items of any weight: how much the distinct items weigh that were accessed since the last access to an item,
 * itself included. An item stands at the time of its last access; when the times run out, items are renumbered in order.
 * O(log items) an access. `RecencyCounter` is the faster one for items of weight 1.
 */
export class WeightedRecency {
  readonly #weights: Int32Array | Float64Array;
  readonly #sums: PrefixSums;
  readonly #itemAt: Int32Array;
  /** −1 for an item not seen yet. */
  readonly #timeOf: Int32Array;
  #now = 0;
  #total = 0;

  /** @param weights of each item, positive whole numbers */
  constructor(weights: Int32Array | Float64Array) {
    const window = Math.max(SMALLEST_WINDOW, 2 * weights.length);
    this.#weights = weights;
    this.#sums = new PrefixSums(window);
    this.#itemAt = new Int32Array(window).fill(-1);
    this.#timeOf = new Int32Array(weights.length).fill(-1);
  }

  /** Depth of the item, at least its own weight, or 0 on its first access; then moves it to the top. */
  access(item: number): number {
    if (this.#now === this.#itemAt.length) this.#renumber();
    const weight = this.#weights[item] as number;
    const time = this.#timeOf[item] as number;
    let depth = 0;
    if (time >= 0) {
      depth = this.#total - this.#sums.before(time);
      this.#sums.add(time, -weight);
      this.#itemAt[time] = -1;
    } else this.#total += weight;
    this.#sums.add(this.#now, weight);
    this.#itemAt[this.#now] = item;
    this.#timeOf[item] = this.#now++;
    return depth;
  }

  /** The items seen, the most recent first. */
  stack(): Int32Array {
    return this.#itemAt
      .subarray(0, this.#now)
      .filter((item) => item >= 0)
      .reverse();
  }

  /** Closes the gaps; at most half of the window stays in use. */
  #renumber(): void {
    const live = this.stack().reverse();
    this.#sums.clear();
    this.#itemAt.fill(-1);
    live.forEach((item, time) => {
      this.#itemAt[time] = item;
      this.#timeOf[item] = time;
      this.#sums.add(time, this.#weights[item] as number);
    });
    this.#now = live.length;
  }
}
