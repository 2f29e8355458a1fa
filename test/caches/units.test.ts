import * as fc from "fast-check";
import { expect, test } from "vitest";
import { lruMissCurve } from "../../src/caches/lru/lru-miss-curve.js";
import { curveAt } from "../../src/caches/lru/miss-curve.js";
import { simulateLru } from "../../src/caches/lru/simulate-lru.js";
import { simulateOpt, simulateOptByArray } from "../../src/caches/opt/opt.js";
import { leastReadMisses, optBracket } from "../../src/caches/opt/opt-bracket.js";
import { optMissCurve } from "../../src/caches/opt/opt-miss-curve.js";
import { unitsMoved } from "../../src/caches/tiles/unit-traffic.js";
import { traceOf, writesFrom } from "../../src/caches/trace.js";
import { InputError } from "../../src/errors.js";
import { parameters } from "../properties/arbitraries.js";
import { heapOpt } from "./heap-opt.js";
import { leastCost, lruChoice, optChoice, plainTraffic } from "./plain-policies.js";
import { longTrace, trace } from "./random-traces.js";

const capacity = fc.integer({ min: 1, max: 14 });

test("LRU over a trace equals a Map in recency order", () => {
  fc.assert(
    fc.property(trace(12, 200), capacity, (t, c) => {
      expect(simulateLru(t, c)).toEqual(plainTraffic(t, c, lruChoice));
    }),
    parameters(400),
  );
});

test("MIN over a trace equals looking ahead for every resident", () => {
  fc.assert(
    fc.property(trace(12, 150), capacity, (t, c) => {
      expect(simulateOpt(t, c)).toEqual(plainTraffic(t, c, optChoice));
    }),
    parameters(400),
  );
});

test("MIN over a longer trace has a heap's misses, and the same sum of write-backs", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 450 }), (seed, c) => {
      const t = longTrace(seed, 400, 20_000);
      const [fast, plain] = [simulateOpt(t, c), heapOpt(t, c)];
      expect([fast.readMisses, fast.writeMisses]).toEqual([plain.readMisses, plain.writeMisses]);
      expect(unitsMoved(fast)).toBe(unitsMoved(plain));
    }),
    parameters(20),
  );
});

test("MIN split by array adds up to MIN", () => {
  fc.assert(
    fc.property(trace(12, 150), capacity, (t, c) => {
      const whole = simulateOpt(t, c);
      const parts = simulateOptByArray(
        t,
        c,
        Uint8Array.from({ length: t.idCount }, (_, id) => id % 3),
        3,
      );
      for (const key of ["readMisses", "writeMisses", "dirtyEvictions", "dirtyAtEnd"] as const) {
        expect(parts[key].reduce((sum, count) => sum + count, 0)).toBe(whole[key]);
      }
    }),
    parameters(100),
  );
});

const tiny = trace(6, 14);
const tinyCapacity = fc.integer({ min: 1, max: 6 });

test("no policy misses less than MIN, and none reads less than the least reads", () => {
  fc.assert(
    fc.property(tiny, tinyCapacity, (t, c) => {
      const { readMisses, writeMisses } = simulateOpt(t, c);
      expect(readMisses + writeMisses).toBe(leastCost(t, c, "misses"));
      expect(leastReadMisses(t, c)).toBe(leastCost(t, c, "reads"));
    }),
    parameters(300),
  );
});

test("the bracket encloses the least traffic with write-backs", () => {
  fc.assert(
    fc.property(tiny, tinyCapacity, (t, c) => {
      const { below, above } = optBracket(t, c);
      const least = leastCost(t, c, "transfers");
      expect(below).toBeLessThanOrEqual(least);
      expect(above).toBeGreaterThanOrEqual(least);
    }),
    parameters(300),
  );
});

test("MIN is not least once write-backs count, and neither end of the bracket need be attained", () => {
  const t = traceOf(Int32Array.of(0, 1, 2, 0, 1, 1, 0), Uint8Array.of(1, 1, 0, 1, 0, 1, 1));
  const { below, above } = optBracket(t, 2);
  expect([below, leastCost(t, 2, "transfers"), above]).toEqual([3, 4, 5]);
});

test("the LRU miss curve equals LRU at every capacity", () => {
  fc.assert(
    fc.property(trace(14, 300), (t) => {
      const curve = lruMissCurve(t);
      for (let c = 1; c <= curve.capacities + 2; c++) expect(curveAt(curve, c)).toEqual(simulateLru(t, c));
    }),
    parameters(200),
  );
});

test("the MIN miss curve equals MIN at every capacity", () => {
  fc.assert(
    fc.property(trace(14, 300), (t) => {
      const curve = optMissCurve(t);
      for (let c = 1; c <= curve.capacities + 2; c++) expect(curveAt(curve, c)).toEqual(simulateOpt(t, c));
    }),
    parameters(200),
  );
});

test("both curves survive renumbering and many blocks of the stack", () => {
  for (const seed of [1, 2, 3]) {
    const t = longTrace(seed, 700, 12_000);
    const [lru, opt] = [lruMissCurve(t), optMissCurve(t)];
    expect(lru.capacities).toBe(700);
    for (let c = 1; c <= lru.capacities; c += 13) {
      expect(curveAt(lru, c)).toEqual(simulateLru(t, c));
      expect(curveAt(opt, c)).toEqual(simulateOpt(t, c));
    }
  }
});

test("a larger cache never misses more, MIN never more than LRU, and without a cache everything moves", () => {
  fc.assert(
    fc.property(trace(14, 300), (t) => {
      const [lru, opt] = [lruMissCurve(t), optMissCurve(t)];
      const misses = (curve: typeof lru, c: number): number => {
        const { readMisses, writeMisses } = curveAt(curve, c);
        return readMisses + writeMisses;
      };
      const writes = t.writes.reduce((sum, bit) => sum + bit, 0);
      const none = { readMisses: t.ids.length - writes, writeMisses: writes, dirtyEvictions: writes, dirtyAtEnd: 0 };
      expect([curveAt(lru, 0), curveAt(opt, 0)]).toEqual([none, none]);
      for (let c = 1; c <= lru.capacities; c++) {
        expect(misses(opt, c)).toBeLessThanOrEqual(misses(lru, c));
        expect(misses(lru, c)).toBeLessThanOrEqual(misses(lru, c - 1));
        expect(misses(opt, c)).toBeLessThanOrEqual(misses(opt, c - 1));
        expect(unitsMoved(curveAt(lru, c))).toBeLessThanOrEqual(unitsMoved(curveAt(lru, c - 1)));
      }
    }),
    parameters(200),
  );
});

test("ids, marks, lengths and capacities out of range are refused", () => {
  expect(() => traceOf(Int32Array.of(0, -1))).toThrow("access 1: expected an id");
  expect(() => traceOf(Int32Array.of(2 ** 28))).toThrow(InputError);
  expect(() => traceOf(Int32Array.of(0), Uint8Array.of(2))).toThrow("access 0: expected a write mark");
  expect(() => traceOf(Int32Array.of(0), Uint8Array.of(0, 1))).toThrow("1 write marks");
  const t = traceOf(Int32Array.of(0, 1));
  for (const bad of [0, -1, 1.5, Number.NaN]) {
    expect(() => simulateLru(t, bad)).toThrow(InputError);
    expect(() => simulateOpt(t, bad)).toThrow(InputError);
    expect(() => optBracket(t, bad)).toThrow(InputError);
  }
  expect(() => curveAt(lruMissCurve(t), -1)).toThrow(InputError);
});

test("an empty trace moves nothing", () => {
  const t = traceOf(new Int32Array(0));
  const nothing = { readMisses: 0, writeMisses: 0, dirtyEvictions: 0, dirtyAtEnd: 0 };
  expect([simulateLru(t, 1), simulateOpt(t, 1)]).toEqual([nothing, nothing]);
  expect([curveAt(lruMissCurve(t), 3), curveAt(optMissCurve(t), 3)]).toEqual([nothing, nothing]);
});

test("write marks by first written id", () => {
  expect([...writesFrom(Int32Array.of(3, 1, 2), 2)]).toEqual([1, 0, 1]);
});
