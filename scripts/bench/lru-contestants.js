import { LRUCache as IsaacsLru } from "lru-cache";
import { LRUCache as MnemonistCache, LRUMap as MnemonistMap } from "mnemonist";

/**
 * Every LRU over a trace of unit tiles; each `run(capacity)` returns its misses, of reads and writes together. Loops are
 * spelled out one by one so that no contestant pays for another's call sites. The peers keep neither sizes nor dirty tiles.
 *
 * @param LruCache the project's own
 */
export function lruContestants(LruCache, { ids, firstWrite, tiles }) {
  const unitBytes = new Int32Array(tiles).fill(1);
  const arrayOf = new Uint8Array(tiles).fill(1, firstWrite);
  return [
    {
      name: "redblue LruCache",
      run: (capacity) => {
        const cache = new LruCache(capacity, unitBytes, arrayOf, 2);
        let misses = 0;
        for (let i = 0; i < ids.length; i++) {
          const id = ids[i];
          if (!(id < firstWrite ? cache.read(id) : cache.write(id))) misses++;
        }
        return misses;
      },
    },
    {
      name: "lru-cache",
      run: (capacity) => {
        const cache = new IsaacsLru({ max: capacity });
        let misses = 0;
        for (let i = 0; i < ids.length; i++) {
          const id = ids[i];
          if (cache.get(id) === undefined) {
            misses++;
            cache.set(id, 1);
          }
        }
        return misses;
      },
    },
    {
      name: "mnemonist LRUMap",
      run: (capacity) => {
        const cache = new MnemonistMap(Int32Array, Uint8Array, capacity);
        let misses = 0;
        for (let i = 0; i < ids.length; i++) {
          const id = ids[i];
          if (cache.get(id) === undefined) {
            misses++;
            cache.set(id, 1);
          }
        }
        return misses;
      },
    },
    {
      name: "mnemonist LRUCache",
      run: (capacity) => {
        const cache = new MnemonistCache(Int32Array, Uint8Array, capacity);
        let misses = 0;
        for (let i = 0; i < ids.length; i++) {
          const id = ids[i];
          if (cache.get(id) === undefined) {
            misses++;
            cache.set(id, 1);
          }
        }
        return misses;
      },
    },
  ];
}
