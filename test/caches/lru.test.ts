import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LruCache } from "../../src/caches/lru.js";
import { InputError } from "../../src/errors.js";
import { parameters } from "../properties/arbitraries.js";
import { LineLru } from "./line-lru.js";

const LINE = 16;

test("LRU over tiles equals LRU line by line, for tiles of any size, reads and writes mixed, any capacity", () => {
  const trace = fc
    .record({
      lines: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 12 }),
      capacity: fc.integer({ min: 6, max: 40 }),
    })
    .chain(({ lines, capacity }) =>
      fc.record({
        lines: fc.constant(lines),
        capacity: fc.constant(capacity),
        touches: fc.array(fc.record({ tile: fc.integer({ min: 0, max: lines.length - 1 }), write: fc.boolean() }), {
          maxLength: 300,
        }),
      }),
    );
  fc.assert(
    fc.property(trace, ({ lines, capacity, touches }) => {
      const arrayOf = Uint8Array.from(lines, (_, tile) => tile % 2);
      const cache = new LruCache(
        capacity * LINE,
        Int32Array.from(lines, (count) => count * LINE),
        arrayOf,
        2,
      );
      const twin = new LineLru(capacity, LINE);
      for (const { tile, write } of touches) {
        const hit = write ? cache.write(tile) : cache.read(tile);
        expect(hit).toBe(twin.touch(tile, lines[tile] ?? 0, tile % 2, write));
      }
      const traffic = cache.traffic();
      for (const array of [0, 1]) {
        expect(traffic.readBytes[array]).toBe(twin.fetched.get(array) ?? 0);
        expect(traffic.writeBytes[array]).toBe(twin.writtenBack.get(array) ?? 0);
        expect(traffic.dirtyAtEndBytes[array]).toBe(twin.dirtyAtEnd(array));
      }
    }),
    parameters(600),
  );
});

/** Reference trace T: 128×128 output tiles, 304 k steps, 8 tile rows a group, waves of 132 blocks in lock step. */
function referenceTrace(): Int32Array {
  const [mt, nt, kt, wave] = [128, 128, 304, 132];
  const blocks: (readonly [number, number])[] = [];
  for (let first = 0; first < mt; first += 8) {
    for (let j = 0; j < nt; j++) for (let i = first; i < first + 8; i++) blocks.push([i, j]);
  }
  const ids: number[] = [];
  for (let w = 0; w < blocks.length; w += wave) {
    const running = blocks.slice(w, w + wave);
    for (let k = 0; k < kt; k++) for (const [i, j] of running) ids.push(i * kt + k, mt * kt + k * nt + j);
    for (const [i, j] of running) ids.push(mt * kt + kt * nt + i * nt + j);
  }
  return Int32Array.from(ids);
}

test("golden LRU counts of the reference trace: misses, write-backs and the dirty remainder at every capacity", () => {
  const trace = referenceTrace();
  expect(trace.length).toBe(9_977_856);
  let hash = 0;
  for (const id of trace) hash = (Math.imul(31, hash) + id) | 0;
  expect(hash >>> 0).toBe(4_290_625_536);
  const firstC = 77_824;
  // capacity, read misses, evicted dirty, dirty at the end
  const golden = [
    [2560, 980_704, 16_368, 16],
    [3200, 980_688, 16_236, 148],
    [4096, 980_208, 16_236, 148],
    [8192, 721_964, 16_236, 148],
    [16384, 661_504, 15_972, 412],
  ] as const;
  const sizes = new Int32Array(94_208).fill(1);
  const arrayOf = Uint8Array.from(sizes, (_, id) => (id >= firstC ? 1 : 0));
  for (const [capacity, readMisses, evicted, left] of golden) {
    const cache = new LruCache(capacity, sizes, arrayOf, 2);
    for (const id of trace) {
      if (id >= firstC) cache.write(id);
      else cache.read(id);
    }
    const traffic = cache.traffic();
    expect([traffic.readBytes[0], traffic.writeBytes[1], traffic.dirtyAtEndBytes[1]]).toEqual([readMisses, evicted, left]);
  }
});

test("a cache smaller than a tile is refused", () => {
  expect(() => new LruCache(9, Int32Array.of(10), Uint8Array.of(0), 1)).toThrow(InputError);
  expect(() => new LruCache(Number.NaN, Int32Array.of(10), Uint8Array.of(0), 1)).toThrow(InputError);
});
