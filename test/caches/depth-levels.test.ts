import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bytesBeyond, LevelsCollector } from "../../src/caches/depth-levels.js";
import { parameters } from "../properties/arbitraries.js";

const level = fc.record({
  first: fc.integer({ min: 0, max: 30 }),
  stride: fc.integer({ min: -4, max: 4 }),
  count: fc.integer({ min: -1, max: 6 }),
  bytes: fc.integer({ min: -5, max: 20 }),
});

test("levels of either sign, none or many, count in each cache that is smaller than their depth", () => {
  fc.assert(
    fc.property(fc.array(level, { maxLength: 12 }), fc.uniqueArray(fc.nat(45)), (levels, some) => {
      const capacities = some.sort((x, y) => x - y);
      const collector = new LevelsCollector();
      for (const { first, stride, count, bytes } of levels) collector.addLevel(first, stride, count, bytes);
      const plain = capacities.map((capacity) => {
        let sum = 0;
        for (const { first, stride, count, bytes } of levels) {
          for (let i = 0; i < count; i++) if (first + i * stride > capacity) sum += bytes;
        }
        return sum;
      });
      const finished = collector.finish();
      expect(bytesBeyond(finished, capacities)).toEqual(plain);
      expect(finished.filter(({ stride, count, bytes }) => stride < 0 || count < 1 || bytes === 0)).toEqual([]);
    }),
    parameters(300),
  );
});

test("an access that no cache saves is deeper than all of them, and equal levels are one", () => {
  const collector = new LevelsCollector();
  collector.add(Number.POSITIVE_INFINITY, 3);
  collector.addLevel(5, 2, 3, 10);
  collector.addLevel(9, -2, 3, 10);
  expect(collector.finish()).toHaveLength(2);
  expect(bytesBeyond(collector.finish(), [4, 5, 8, 1000])).toEqual([63, 43, 23, 3]);
});
