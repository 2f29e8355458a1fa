import { checkInteger } from "../../errors.js";
import type { UnitTraffic } from "../tiles/unit-traffic.js";

/** `UnitTraffic` at every capacity from none to `capacities` units, where nothing is evicted any more; index = capacity. */
export interface MissCurve {
  /** Distinct units of the trace. */
  readonly capacities: number;
  readonly readMisses: Int32Array;
  readonly writeMisses: Int32Array;
  readonly dirtyEvictions: Int32Array;
  readonly dirtyAtEnd: Int32Array;
}

/** One point of the curve; @throws InputError naming `capacity` when it is not a whole number. */
export function curveAt(curve: MissCurve, capacity: number): UnitTraffic {
  const index = Math.min(checkInteger("capacity", capacity, 0), curve.capacities);
  return {
    readMisses: curve.readMisses[index] as number,
    writeMisses: curve.writeMisses[index] as number,
    dirtyEvictions: curve.dirtyEvictions[index] as number,
    dirtyAtEnd: curve.dirtyAtEnd[index] as number,
  };
}

/**
 * Collects a miss curve from the depths of a stack algorithm: an access at depth d hits in every cache of d units or more
 * (Mattson, Gecsei, Slutz, Traiger, IBM Systems Journal 9(2), 1970).
 *
 * Write-backs come from the same depths. A unit that was written is dirty in the caches that have held it ever since: those of at
 * least its dirty level, the greatest depth of an access to it after that write. An access at depth d finds it evicted from the
 * caches below d, so those from the dirty level on wrote it back (Thompson, Smith, ACM TOCS 7(1), 1989).
 */
export class CurveCounter {
  /** Differences along the capacity, summed up at the end. */
  readonly #readMisses: Int32Array;
  readonly #writeMisses: Int32Array;
  readonly #dirtyEvictions: Int32Array;
  readonly #dirtyAtEnd: Int32Array;
  /** 0 for a unit that is dirty nowhere. */
  readonly #dirtyLevel: Int32Array;
  readonly #distinct: number;

  /** @param distinct units that the trace touches */
  constructor(idCount: number, distinct: number) {
    const differences = (): Int32Array => new Int32Array(distinct + 2);
    this.#readMisses = differences();
    this.#writeMisses = differences();
    this.#dirtyEvictions = differences();
    this.#dirtyAtEnd = differences();
    this.#dirtyLevel = new Int32Array(idCount);
    this.#distinct = distinct;
  }

  /** @param depth least capacity that hits, counted from 1; `distinct + 1` for the first access to a unit */
  read(id: number, depth: number): void {
    this.#readMisses[depth] = (this.#readMisses[depth] as number) - 1;
    const level = this.#dirtyLevel[id] as number;
    if (level !== 0 && level < depth) {
      this.#writeBack(level, depth);
      this.#dirtyLevel[id] = depth;
    }
  }

  write(id: number, depth: number): void {
    this.#writeMisses[depth] = (this.#writeMisses[depth] as number) - 1;
    const level = this.#dirtyLevel[id] as number;
    if (level !== 0 && level < depth) this.#writeBack(level, depth);
    this.#dirtyLevel[id] = 1;
  }

  /** @param stack all units of the trace from depth 1 on, as the last access left them; the counter is used up */
  finish(stack: Int32Array): MissCurve {
    stack.forEach((id, index) => {
      const level = this.#dirtyLevel[id] as number;
      if (level === 0) return;
      if (level <= index) this.#writeBack(level, index + 1);
      const held = Math.max(level, index + 1);
      this.#dirtyAtEnd[held] = (this.#dirtyAtEnd[held] as number) + 1;
    });
    const writes = -sum(this.#writeMisses);
    // Without a cache every access is a miss and every write goes through.
    this.#readMisses[0] = -sum(this.#readMisses);
    this.#writeMisses[0] = writes;
    this.#dirtyEvictions[0] = writes;
    this.#dirtyEvictions[1] = (this.#dirtyEvictions[1] as number) - writes;
    return {
      capacities: this.#distinct,
      readMisses: this.#summed(this.#readMisses),
      writeMisses: this.#summed(this.#writeMisses),
      dirtyEvictions: this.#summed(this.#dirtyEvictions),
      dirtyAtEnd: this.#summed(this.#dirtyAtEnd),
    };
  }

  /** One write-back in every cache from `level` units to `depth` − 1. */
  #writeBack(level: number, depth: number): void {
    this.#dirtyEvictions[level] = (this.#dirtyEvictions[level] as number) + 1;
    this.#dirtyEvictions[depth] = (this.#dirtyEvictions[depth] as number) - 1;
  }

  #summed(differences: Int32Array): Int32Array {
    let total = 0;
    for (let index = 0; index <= this.#distinct; index++) {
      total += differences[index] as number;
      differences[index] = total;
    }
    return differences.subarray(0, this.#distinct + 1);
  }
}

function sum(values: Int32Array): number {
  return values.reduce((total, value) => total + value, 0);
}
