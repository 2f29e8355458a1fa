import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LruCache } from "../../src/caches/lru/lru.js";
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
          size: "max",
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

test("a cache smaller than a tile is refused", () => {
  expect(() => new LruCache(9, Int32Array.of(10), Uint8Array.of(0), 1)).toThrow(InputError);
  expect(() => new LruCache(Number.NaN, Int32Array.of(10), Uint8Array.of(0), 1)).toThrow(InputError);
});
