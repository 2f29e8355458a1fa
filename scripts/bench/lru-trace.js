import { lruContestants } from "./lru-contestants.js";
import { interleave } from "./measure.js";
import { printRates } from "./print.js";
import { tileTrace } from "./tile-trace.js";

/** Misses of the reference trace by capacity in tiles, from an implementation that shares no code with any contestant. */
const GOLDEN_MISSES = new Map([
  [2560, 997_088],
  [3200, 997_072],
  [4096, 996_592],
]);

/** Our LRU against its peers on the reference tile trace; a wrong miss count ends the run. */
export const lruTrace = {
  name: "lru",
  run: ({ LruCache }, repeats) => {
    const trace = tileTrace();
    const contestants = lruContestants(LruCache, trace);
    for (const [capacity, golden] of GOLDEN_MISSES) {
      const atCapacity = contestants.map(({ name, run }) => ({ name, run: () => run(capacity) }));
      const results = interleave(atCapacity, repeats, (name, misses) => {
        if (misses !== golden) throw new Error(`${name} misses ${misses} times at ${capacity} tiles, not ${golden}`);
      });
      console.log(`lru: ${trace.ids.length} touches, ${capacity} tiles, every contestant misses ${golden} times`);
      printRates(results, trace.ids.length, "touches");
    }
  },
};
