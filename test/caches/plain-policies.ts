import type { UnitTraffic } from "../../src/caches/tiles/unit-traffic.js";
import type { Trace } from "../../src/caches/trace.js";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Chooses the victim among the residents, least recently used first. */
export type Choice = (residents: readonly number[], trace: Trace, t: number) => number;

/** Least recently used. */
export const lruChoice: Choice = (residents) => residents[0] as number;

/** Farthest next use; of those never used again the most recent. */
export const optChoice: Choice = (residents, { ids }, t) => {
  const use = (id: number): number => {
    const next = ids.indexOf(id, t);
    return next < 0 ? ids.length + ids.lastIndexOf(id) : next;
  };
  return residents.reduce((best, id) => (use(id) > use(best) ? id : best));
};

/** The plain twin of every simulation over units: residents in a Map by recency, the victim by `choice`. */
export function plainTraffic(trace: Trace, capacity: number, choice: Choice): UnitTraffic {
  const dirtyOf = new Map<number, boolean>();
  const traffic: Mutable<UnitTraffic> = { readMisses: 0, writeMisses: 0, dirtyEvictions: 0, dirtyAtEnd: 0 };
  trace.ids.forEach((id, t) => {
    const isWrite = trace.writes[t] === 1;
    const dirty = dirtyOf.get(id);
    if (dirty === undefined) {
      traffic[isWrite ? "writeMisses" : "readMisses"]++;
      if (dirtyOf.size === capacity) {
        const victim = choice([...dirtyOf.keys()], trace, t);
        if (dirtyOf.get(victim)) traffic.dirtyEvictions++;
        dirtyOf.delete(victim);
      }
    }
    dirtyOf.delete(id);
    dirtyOf.set(id, isWrite || dirty === true);
  });
  for (const dirty of dirtyOf.values()) if (dirty) traffic.dirtyAtEnd++;
  return traffic;
}

/** What the least is taken of. */
export type Cost = "misses" | "reads" | "transfers";

/** The least cost of any policy that allocates on every miss, by trying every victim. Tiny traces only. */
export function leastCost({ ids, writes }: Trace, capacity: number, cost: Cost): number {
  // States are residents (low bits) and dirty ones (16 bits higher), with the least cost to get there.
  let states = new Map<number, number>([[0, 0]]);
  ids.forEach((id, t) => {
    const isWrite = writes[t] === 1;
    const bit = 1 << id;
    const missCost = cost === "misses" || !isWrite ? 1 : 0;
    const next = new Map<number, number>();
    const reach = (residents: number, dirty: number, value: number): void => {
      const state = residents | bit | ((isWrite ? dirty | bit : dirty) << 16);
      next.set(state, Math.min(value, next.get(state) ?? Number.POSITIVE_INFINITY));
    };
    for (const [state, value] of states) {
      const [residents, dirty] = [state & 0xffff, state >>> 16];
      const members = [...Array(16).keys()].filter((member) => (residents & (1 << member)) !== 0);
      if ((residents & bit) !== 0) reach(residents, dirty, value);
      else if (members.length < capacity) reach(residents, dirty, value + missCost);
      else {
        for (const victim of members) {
          const gone = 1 << victim;
          const writeBack = cost === "transfers" && (dirty & gone) !== 0 ? 1 : 0;
          reach(residents & ~gone, dirty & ~gone, value + missCost + writeBack);
        }
      }
    }
    states = next;
  });
  const leftover = (dirty: number): number => (cost === "transfers" ? dirty.toString(2).replaceAll("0", "").length : 0);
  return Math.min(...[...states].map(([state, value]) => value + leftover(state >>> 16)));
}
