import { lruContestants } from "./lru-contestants.js";
import { interleave } from "./measure.js";
import { printRates } from "./print.js";
import { tileTrace } from "./tile-trace.js";

const CAPACITY = 4096;
/** Misses, reads and writes together, from implementations that share no code with any contestant. */
const LRU_MISSES = 996_592;
const MIN_MISSES = 652_657;

/**
 * Whole-trace simulations on the reference tile trace; a wrong miss count ends the run. No peer on npm has MIN or stack
 * distances, so these stand beside a peer's LRU at one capacity.
 */
export const cachesTrace = {
  name: "caches",
  run: (redblue, repeats) => {
    const { LruCache, lruMissCurve, nextUses, optMissCurve, simulateLru, simulateOpt, traceOf, writesFrom } = redblue;
    const { ids, firstWrite, tiles } = tileTrace();
    const trace = traceOf(ids, writesFrom(ids, firstWrite));
    const peers = lruContestants(LruCache, { ids, firstWrite, tiles }).map(({ name, run }) => ({
      name,
      run: () => run(CAPACITY),
    }));
    const misses = ({ readMisses, writeMisses }) => readMisses + writeMisses;
    const expectMisses = (golden) => (name, found) => {
      if (found !== golden) throw new Error(`${name} misses ${found} times, not ${golden}`);
    };

    console.log(`caches: LRU, ${ids.length} accesses, ${CAPACITY} units`);
    const lru = { name: "redblue simulateLru", run: () => misses(simulateLru(trace, CAPACITY)) };
    printRates(interleave([lru, ...peers], repeats, expectMisses(LRU_MISSES)), ids.length, "accesses");

    const yardstick = peers.find(({ name }) => name === "mnemonist LRUMap");
    const beside = (title, ours, golden) => {
      const check = (name, found) => expectMisses(name === yardstick.name ? LRU_MISSES : golden)(name, found);
      console.log(`caches: ${title}, beside a peer's LRU at one capacity`);
      printRates(interleave([...ours, yardstick], repeats, check), ids.length, "accesses");
    };
    const next = nextUses(trace);
    const min = [
      { name: "redblue simulateOpt", run: () => misses(simulateOpt(trace, CAPACITY)) },
      { name: "redblue simulateOpt, next uses known", run: () => misses(simulateOpt(trace, CAPACITY, next)) },
    ];
    beside(`MIN, ${CAPACITY} units`, min, MIN_MISSES);
    const at = ({ readMisses, writeMisses }) => readMisses[CAPACITY] + writeMisses[CAPACITY];
    beside("LRU at every capacity", [{ name: "redblue lruMissCurve", run: () => at(lruMissCurve(trace)) }], LRU_MISSES);
    beside("MIN at every capacity", [{ name: "redblue optMissCurve", run: () => at(optMissCurve(trace)) }], MIN_MISSES);
  },
};
