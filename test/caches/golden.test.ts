import { describe, expect, test } from "vitest";
import { createCache } from "../../src/caches/create.js";
import { LruCache } from "../../src/caches/lru/lru.js";
import { lruMissCurve } from "../../src/caches/lru/lru-miss-curve.js";
import { curveAt } from "../../src/caches/lru/miss-curve.js";
import { simulateLru } from "../../src/caches/lru/simulate-lru.js";
import { nextUses } from "../../src/caches/opt/next-use.js";
import { simulateOpt } from "../../src/caches/opt/opt.js";
import { optBracket } from "../../src/caches/opt/opt-bracket.js";
import { optMissCurve } from "../../src/caches/opt/opt-miss-curve.js";
import { parseCachePolicy } from "../../src/caches/parse-cache-policy.js";
import type { TileCache } from "../../src/caches/tiles/tile-cache.js";
import type { UnitTraffic } from "../../src/caches/tiles/unit-traffic.js";
import { unitsMoved } from "../../src/caches/tiles/unit-traffic.js";
import type { Trace } from "../../src/caches/trace.js";
import type { GoldenRow } from "./golden-counts.js";
import { LRU_L, LRU_T, OPT_L, OPT_T, WRITES_L, WRITES_T } from "./golden-counts.js";
import { heapOpt } from "./heap-opt.js";
import { rollingHash, traceL, traceT } from "./reference-traces.js";

/** Trace L and the larger share of the capacities of MIN take a minute more. */
const slow = process.env["REDBLUE_SLOW"] !== undefined;
const LINE = 128;

interface Case {
  readonly name: string;
  readonly trace: Trace;
  readonly lru: readonly GoldenRow[];
  readonly opt: readonly GoldenRow[];
  readonly writeMisses: number;
}

const CASES: readonly Case[] = [
  { name: "T", trace: traceT(), lru: LRU_T, opt: slow ? OPT_T : OPT_T.slice(3, 6), writeMisses: WRITES_T },
  ...(slow ? [{ name: "L", trace: traceL(), lru: LRU_L, opt: OPT_L, writeMisses: WRITES_L }] : []),
];

function golden([, readMisses, dirtyEvictions, dirtyAtEnd]: GoldenRow, writeMisses: number): UnitTraffic {
  return { readMisses, writeMisses, dirtyEvictions, dirtyAtEnd };
}

/** Accesses, distinct ids, writes, sum of ids, rolling hash. */
const FACTS: Readonly<Record<string, readonly number[]>> = {
  T: [9_977_856, 94_208, WRITES_T, 389_025_095_680, 4_290_625_536],
  L: [10_223_616, 573_440, WRITES_L, 1_666_442_199_040, 1_682_833_408],
};

describe.each(CASES)("trace $name", ({ name, trace, lru, opt, writeMisses }) => {
  test("is the published one", () => {
    const { ids, writes, idCount } = trace;
    let [sum, written] = [0, 0];
    for (let t = 0; t < ids.length; t++) {
      sum += ids[t] as number;
      written += writes[t] as number;
    }
    expect([ids.length, idCount, written, sum, rollingHash(ids)]).toEqual(FACTS[name]);
  });

  test("LRU has the golden misses, write-backs and dirty remainder at every capacity", () => {
    for (const row of lru) expect(simulateLru(trace, row[0])).toEqual(golden(row, writeMisses));
  });

  test("MIN has the golden misses and the golden sum of write-backs at every capacity", () => {
    const next = nextUses(trace);
    for (const row of opt) {
      const [traffic, expected] = [simulateOpt(trace, row[0], next), golden(row, writeMisses)];
      expect([traffic.readMisses, traffic.writeMisses]).toEqual([expected.readMisses, expected.writeMisses]);
      expect(unitsMoved(traffic)).toBe(unitsMoved(expected));
    }
  });

  test("MIN with a heap's order of units never used again has the golden split of write-backs too", () => {
    for (const row of slow ? opt : opt.slice(-1)) expect(heapOpt(trace, row[0])).toEqual(golden(row, writeMisses));
  });

  test("the LRU miss curve has the golden counts at every capacity", () => {
    const curve = lruMissCurve(trace);
    for (const row of lru) expect(curveAt(curve, row[0])).toEqual(golden(row, writeMisses));
  });

  test("the MIN miss curve has the golden misses, and equals MIN at every capacity", () => {
    const curve = optMissCurve(trace);
    for (const [capacity, readMisses] of opt) {
      expect([curve.readMisses[capacity], curve.writeMisses[capacity]]).toEqual([readMisses, writeMisses]);
      if (slow) expect(curveAt(curve, capacity)).toEqual(simulateOpt(trace, capacity));
    }
  });

  test("the outputs are written once and never read, so MIN attains the lower end of its bracket", () => {
    const { below, above } = optBracket(trace, (opt.at(-1) as GoldenRow)[0]);
    expect(above).toBe(below);
  });
});

function drive(cache: TileCache, { ids, writes }: Trace): void {
  for (let t = 0; t < ids.length; t++) {
    if (writes[t] === 1) cache.write(ids[t] as number);
    else cache.read(ids[t] as number);
  }
}

/** Array 1 for the units that are written, C; 0 for A and B. */
function arrays({ ids, writes, idCount }: Trace): Uint8Array {
  const arrayOf = new Uint8Array(idCount);
  for (let t = 0; t < ids.length; t++) if (writes[t] === 1) arrayOf[ids[t] as number] = 1;
  return arrayOf;
}

test.each(CASES)("the tile cache LRU has the golden counts of trace $name", ({ trace, lru }) => {
  const [sizes, arrayOf] = [new Int32Array(trace.idCount).fill(1), arrays(trace)];
  for (const [capacity, readMisses, evicted, left] of slow ? lru : lru.slice(4, 7)) {
    const cache = new LruCache(capacity, sizes, arrayOf, 2);
    drive(cache, trace);
    const traffic = cache.traffic();
    expect([...traffic.readBytes, ...traffic.writeBytes, ...traffic.dirtyAtEndBytes]).toEqual([
      readMisses,
      0,
      0,
      evicted,
      0,
      left,
    ]);
  }
});

const SET_ASSOCIATIVE: Readonly<
  Record<string, { readonly lines: number; readonly readMisses: number; readonly evicted?: number }>
> = {
  T: { lines: 4096, readMisses: 771_180, evicted: 15_376 },
  // The reference gives no write-backs for L.
  L: { lines: 131_072, readMisses: 986_496 },
};

test.each(CASES)("16-way LRU with set = id mod sets has the golden counts of trace $name", ({ name, trace, writeMisses }) => {
  const { lines, readMisses, evicted } = SET_ASSOCIATIVE[name] as (typeof SET_ASSOCIATIVE)[string];
  const model = { ...parseCachePolicy("set:16"), bytes: lines * LINE };
  const cache = createCache(model, new Int32Array(trace.idCount).fill(LINE), arrays(trace), 2);
  drive(cache, trace);
  const { readBytes, writeBytes, dirtyAtEndBytes } = cache.traffic();
  expect([...readBytes]).toEqual([readMisses * LINE, 0]);
  expect((writeBytes[1] as number) + (dirtyAtEndBytes[1] as number)).toBe(writeMisses * LINE);
  if (evicted !== undefined) expect(writeBytes[1]).toBe(evicted * LINE);
});
