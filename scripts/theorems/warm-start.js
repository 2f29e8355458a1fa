// Cases of words that lie in the fast memory at the start: products in any loop order through an LRU that has read them before.

import { fromWarmStart } from "../../build/bounds/warm-start.js";
import { gemmComputation, gemmWorkload, proveBoundsInSetting, simulateLru, traceOf, unitsMoved } from "../../build/index.js";

/** What the product moves in this loop order after reads of the resident words: loads, and stores of C. */
function costOf({ m, n, k }, loops, resident, capacity) {
  const extents = { i: m, j: n, q: k };
  const [first, second, third] = loops;
  const ids = [...resident];
  const writes = resident.map(() => 0);
  for (let x = 0; x < extents[first]; x++)
    for (let y = 0; y < extents[second]; y++)
      for (let z = 0; z < extents[third]; z++) {
        const { i, j, q } = { [first]: x, [second]: y, [third]: z };
        const c = m * k + k * n + i * n + j;
        ids.push(i * k + q, m * k + q * n + j, ...(q === 0 ? [c] : [c, c]));
        writes.push(0, 0, ...(q === 0 ? [1] : [0, 1]));
      }
  const traffic = simulateLru(traceOf(Int32Array.from(ids), Uint8Array.from(writes)), capacity);
  return BigInt(unitsMoved(traffic) - resident.length);
}

/** A product with some words in the memory, what one way of doing it moves, and what every bound of an empty start proves of it. */
export function warmStartCase(random) {
  const side = () => random.scale(1, random.of([4, 12]));
  const shape = { m: side(), n: side(), k: side() };
  const capacity = random.scale(3, random.of([8, 60, 500]));
  const [ofA, all] = [shape.m * shape.k, shape.m * shape.k + shape.k * shape.n];
  const start = random.whole(0, all - 1);
  const count = Math.min(capacity, all - start, random.scale(1, all));
  const resident = Array.from({ length: count }, (_, i) => start + i);
  const loops = random.of(["ijq", "iqj", "jiq", "jqi", "qij", "qji"]).split("");
  const words = { A: resident.filter((id) => id < ofA).length, B: resident.filter((id) => id >= ofA).length };
  const named = Object.entries(words).flatMap(([array, size]) => (size === 0 ? [] : [{ array, size: BigInt(size) }]));
  const setting = { interface: "slow-fast", unit: "words", capacity: BigInt(capacity), memories: 1n, fastMemory: "" };
  const bounds = proveBoundsInSetting(gemmComputation(gemmWorkload(shape)), setting);
  return {
    certificates: bounds.map((bound) => fromWarmStart(bound, named).certificate),
    cost: costOf(shape, loops, resident, capacity),
  };
}
