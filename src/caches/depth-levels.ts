/**
 * Transfers of `bytes` each that happen in the caches smaller than their depth: `count` of them at `first`, `first + stride`, ….
 * Infinity is the depth of what happens in every cache.
 */
export interface DepthLevels {
  readonly first: number;
  /** At least 0. */
  readonly stride: number;
  readonly count: number;
  readonly bytes: number;
}

/** Levels as they come; equal ones are one. */
export class LevelsCollector {
  /** Bytes at one depth, for levels of one level or of stride 0. */
  readonly #flat: Map<number, number> = new Map<number, number>();
  readonly #steep: Map<string, DepthLevels> = new Map<string, DepthLevels>();

  /** One transfer; negative bytes take away what was counted below a depth. */
  add(depth: number, bytes: number): void {
    this.#flat.set(depth, (this.#flat.get(depth) ?? 0) + bytes);
  }

  /** @param stride of either sign */
  addLevel(first: number, stride: number, count: number, bytes: number): void {
    if (count <= 0) return;
    if (count === 1 || stride === 0) this.add(first, count * bytes);
    else if (stride < 0) this.addLevel(first + (count - 1) * stride, -stride, count, bytes);
    else {
      const key = `${first} ${stride} ${count}`;
      this.#steep.set(key, { first, stride, count, bytes: bytes + (this.#steep.get(key)?.bytes ?? 0) });
    }
  }

  finish(): readonly DepthLevels[] {
    const flat = [...this.#flat].map(([first, bytes]) => ({ first, stride: 0, count: 1, bytes }));
    return [...flat, ...this.#steep.values()].filter(({ bytes }) => bytes !== 0);
  }
}

/** Bytes of the transfers deeper than each capacity. @param capacities rising */
export function bytesBeyond(levels: readonly DepthLevels[], capacities: readonly number[]): readonly number[] {
  // What every capacity up to an index sees, and what only that one does.
  const upTo = new Float64Array(capacities.length + 1);
  const beyond = new Float64Array(capacities.length);
  for (const { first, stride, count, bytes } of levels) {
    const last = first + (count - 1) * stride;
    let index = firstAtLeast(capacities, first);
    upTo[index] = (upTo[index] as number) + count * bytes;
    for (; stride > 0 && index < capacities.length; index++) {
      const capacity = capacities[index] as number;
      if (capacity >= last) break;
      const hits = Math.floor((capacity - first) / stride) + 1;
      beyond[index] = (beyond[index] as number) + (count - hits) * bytes;
    }
  }
  let all = 0;
  for (let index = capacities.length - 1; index >= 0; index--) {
    all += upTo[index + 1] as number;
    beyond[index] = (beyond[index] as number) + all;
  }
  return [...beyond];
}

function firstAtLeast(capacities: readonly number[], depth: number): number {
  let [low, high] = [0, capacities.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((capacities[middle] as number) < depth) low = middle + 1;
    else high = middle;
  }
  return low;
}
