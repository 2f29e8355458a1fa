import * as fc from "fast-check";
import { expect, test } from "vitest";
import { OptCache } from "../../src/caches/opt/opt-cache.js";
import { cutIntoUnits } from "../../src/caches/tiles/tile-units.js";
import { TouchRecorder } from "../../src/caches/tiles/touch-recorder.js";
import { traceOf } from "../../src/caches/trace.js";
import { parameters } from "../properties/arbitraries.js";
import { optChoice, plainTraffic } from "./plain-policies.js";
import { tileTouches } from "./random-traces.js";

test("MIN over tiles of any sizes is MIN over their common units", () => {
  fc.assert(
    fc.property(
      tileTouches(4),
      fc.integer({ min: 4, max: 20 }),
      fc.constantFrom(1, 3, 16),
      ({ sectors, touches }, units, unit) => {
        const tileBytes = Int32Array.from(sectors, (count) => count * unit);
        const cache = new OptCache(units * unit, tileBytes, new Uint8Array(sectors.length), 1);
        // The cache's units: MIN over smaller ones may move less, because a touch need not displace as much at once.
        const common = sectors.reduce(greatestCommonDivisor);
        const parts = sectors.map((count) => count / common);
        const first = (tile: number): number => parts.slice(0, tile).reduce((sum, count) => sum + count, 0);
        const ids: number[] = [];
        const writes: number[] = [];
        for (const { tile, write } of touches.slice(0, 60)) {
          if (write) cache.write(tile);
          else cache.read(tile);
          for (let part = 0; part < (parts[tile] as number); part++) {
            ids.push(first(tile) + part);
            writes.push(write ? 1 : 0);
          }
        }
        const trace = traceOf(Int32Array.from(ids), Uint8Array.from(writes));
        const plain = plainTraffic(trace, Math.floor(units / common), optChoice);
        const { readBytes, writeBytes, dirtyAtEndBytes } = cache.traffic();
        const moved = [plain.readMisses, plain.dirtyEvictions, plain.dirtyAtEnd].map((count) => count * unit * common);
        expect([readBytes[0], writeBytes[0], dirtyAtEndBytes[0]]).toEqual(moved);
      },
    ),
    parameters(100),
  );
});

test("MIN over larger units may move more: halves of 4 in a cache of 4 lose one half, quarters one quarter", () => {
  const moved = (smallest: number): number | undefined => {
    const cache = new OptCache(4, Int32Array.of(4, 4, smallest), new Uint8Array(3), 1);
    for (const tile of [0, 1, 0]) cache.read(tile);
    return cache.traffic().readBytes[0];
  };
  expect([moved(2), moved(1)]).toEqual([10, 9]);
});

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

test("the traffic of MIN is split by array", () => {
  const cache = new OptCache(20, Int32Array.of(10, 10, 10), Uint8Array.of(0, 1, 1), 2);
  cache.read(0);
  cache.write(1);
  cache.read(2);
  cache.write(2);
  cache.read(0);
  const { readBytes, writeBytes, dirtyAtEndBytes } = cache.traffic();
  expect([[...readBytes], [...writeBytes], [...dirtyAtEndBytes]]).toEqual([
    [10, 10],
    [0, 10],
    [0, 10],
  ]);
});

test("tiles of equal size stay whole, and a unit too small for a long trace is refused", () => {
  const touches = traceOf(Int32Array.of(1, 0, 1));
  expect(cutIntoUnits(touches, Int32Array.of(48, 48))).toMatchObject({ trace: touches, unitBytes: 48 });
  expect([...cutIntoUnits(touches, Int32Array.of(16, 32)).trace.ids]).toEqual([1, 2, 0, 1, 2]);
  expect(() => cutIntoUnits(touches, Int32Array.of(2 ** 30, 2 ** 30 - 1))).toThrow(/^cache: expected tiles whose common unit/);
});

test("a recorder keeps what it was told, however long", () => {
  const recorder = new TouchRecorder();
  for (let t = 0; t < 5000; t++) recorder.record(t % 7, t % 3 === 0);
  const { ids, writes, idCount } = recorder.trace();
  expect([ids.length, idCount, ids[4999], writes[4998], writes[4999]]).toEqual([5000, 7, 4999 % 7, 1, 0]);
});
