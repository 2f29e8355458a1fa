import type { MissCurve } from "../lru/miss-curve.js";
import { CurveCounter } from "../lru/miss-curve.js";
import type { Trace } from "../trace.js";
import { distinctUnits } from "../trace.js";
import { nextUses } from "./next-use.js";

/** Stack places under one common upper bound. */
const BLOCK_BITS = 5;

/**
 * Traffic of Belady's MIN at every capacity, from one pass over the trace by the stack algorithm for OPT (Mattson and others,
 * 1970); equal to `simulateOpt` at each.
 */
export function optMissCurve(trace: Trace): MissCurve {
  const { ids, writes, idCount } = trace;
  const distinct = distinctUnits(trace);
  const counter = new CurveCounter(idCount, distinct);
  const stack = new OptStack(idCount);
  const next = nextUses(trace);
  for (let t = 0; t < ids.length; t++) {
    const id = ids[t] as number;
    const use = next[t] as number;
    // Never used again: beyond every use, and the later it happened the farther, which is the order in which MIN evicts here.
    const depth = stack.access(id, use === ids.length ? ids.length + t : use);
    if (writes[t] === 0) counter.read(id, depth === 0 ? distinct + 1 : depth);
    else counter.write(id, depth === 0 ? distinct + 1 : depth);
  }
  return counter.finish(stack.units());
}

/**
 * The stack whose first c units are what MIN holds in c units. An accessed unit comes to the top; from there down to its old
 * place the unit with the farther next use is carried on, the other stays. Only units farther than all above them move, so a
 * block of places is skipped when even its bound is not farther than the unit carried.
 */
class OptStack {
  readonly #unitAt: Int32Array;
  readonly #useAt: Int32Array;
  /** −1 for a unit not seen yet. */
  readonly #placeOf: Int32Array;
  /** No use in the block is farther, the top's excepted, which is always carried. */
  readonly #bound: Int32Array;
  #size = 0;

  constructor(idCount: number) {
    this.#unitAt = new Int32Array(idCount);
    this.#useAt = new Int32Array(idCount);
    this.#placeOf = new Int32Array(idCount).fill(-1);
    this.#bound = new Int32Array((idCount >> BLOCK_BITS) + 1).fill(-1);
  }

  /** Depth of the unit from 1, or 0 on its first access; then moves it to the top with its next use. */
  access(id: number, use: number): number {
    const place = this.#placeOf[id] as number;
    const hole = place < 0 ? this.#size++ : place;
    let carried = this.#unitAt[0] as number;
    let carriedUse = this.#useAt[0] as number;
    this.#put(0, id, use);
    if (hole > 0) {
      const bound = this.#bound;
      const lastBlock = hole >> BLOCK_BITS;
      for (let block = 0; block <= lastBlock; block++) {
        if ((bound[block] as number) <= carriedUse) continue;
        const end = Math.min((block + 1) << BLOCK_BITS, hole);
        for (let other = Math.max(block << BLOCK_BITS, 1); other < end; other++) {
          const otherUse = this.#useAt[other] as number;
          if (otherUse <= carriedUse) continue;
          const unit = this.#unitAt[other] as number;
          this.#put(other, carried, carriedUse);
          carried = unit;
          carriedUse = otherUse;
        }
        // What stays in the block is not farther than what is carried out of it.
        if (block < lastBlock) bound[block] = carriedUse;
      }
      this.#put(hole, carried, carriedUse);
      if ((bound[lastBlock] as number) < carriedUse) bound[lastBlock] = carriedUse;
    }
    return place + 1;
  }

  units(): Int32Array {
    return this.#unitAt.slice(0, this.#size);
  }

  #put(place: number, unit: number, use: number): void {
    this.#unitAt[place] = unit;
    this.#useAt[place] = use;
    this.#placeOf[unit] = place;
  }
}
