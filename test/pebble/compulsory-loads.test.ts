import { expect, test } from "vitest";
import { CompulsoryLoads } from "../../src/pebble/optimum/compulsory-loads.js";
import type { Instance } from "../../src/pebble/optimum/instance.js";
import { prepareInstance } from "../../src/pebble/optimum/instance.js";
import { randomCdag, randomStream } from "./support/random-graphs.js";

/** The same graph with sets of two words, the second of them empty. */
function widened(instance: Instance): Instance {
  const rows = (words: Int32Array): Int32Array => Int32Array.from([...words].flatMap((word) => [word, 0]));
  const { predecessors, inputs, computed, ancestors } = instance;
  return {
    ...instance,
    words: 2,
    predecessors: rows(predecessors),
    inputs: rows(inputs),
    computed: rows(computed),
    ancestors: rows(ancestors),
  };
}

test.each([true, false])("sets of one word are bounded as sets of more, recomputation %s", (recomputation) => {
  const rules = { capacity: 1, sliding: true, recomputation };
  const loads = new Set<number>();
  let full = 0;
  for (let seed = 0; seed < 300; seed++) {
    const random = randomStream(seed);
    const instance = prepareInstance(randomCdag(random, seed % 10 === 0 ? 32 : 2 + Math.floor(random() * 30), seed % 2 === 0));
    expect(instance.words).toBe(1);
    if (instance.vertexCount === 32) full++;
    const few = new CompulsoryLoads(instance, rules);
    const many = new CompulsoryLoads(widened(instance), rules);
    const all = instance.vertexCount === 32 ? -1 : 2 ** instance.vertexCount - 1;
    const made = (instance.computed[0] as number) | 0;
    for (let trial = 0; trial < 20; trial++) {
      const some = (): number => Math.floor(random() * 2 ** 32) | 0;
      const [red, prepaid, stored] = [some() & all, some() & some() & made, some() & some() & made] as const;
      const [one, two] = [new Int32Array(1), new Int32Array(2)];
      const bound = few.bound(Int32Array.of(red, prepaid, stored), one);
      expect(many.bound(Int32Array.of(red, 0, prepaid, stored), two), `seed ${seed}`).toBe(bound);
      expect([...two]).toEqual([one[0], 0]);
      loads.add(bound);
    }
  }
  expect(loads.size).toBeGreaterThan(5);
  expect(full).toBeGreaterThan(0);
});
