import { performance } from "node:perf_hooks";

/**
 * Runs every contestant `repeats` times, one after another in each round, so that a disturbance hits all alike. A round that is
 * not timed goes before, for the compiler.
 *
 * @param contestants `{ name, run }`; `run` does all the work and returns its result
 * @param check called with each result; throws when it is wrong
 * @returns per contestant the best and the median time in seconds, and the median over the rounds of its time against the
 * first contestant's in the same round
 */
export function interleave(contestants, repeats, check = () => undefined) {
  const seconds = contestants.map(() => []);
  for (let round = -1; round < repeats; round++) {
    contestants.forEach(({ name, run }, index) => {
      const start = performance.now();
      const result = run();
      if (round >= 0) seconds[index].push((performance.now() - start) / 1000);
      check(name, result);
    });
  }
  return contestants.map(({ name }, index) => ({
    name,
    best: Math.min(...seconds[index]),
    median: medianOf(seconds[index]),
    ratio: medianOf(seconds[index].map((time, round) => time / seconds[0][round])),
  }));
}

function medianOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
