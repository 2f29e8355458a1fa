import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { LineModel } from "../../src/caches/create.js";
import { createCache, lineGeometry } from "../../src/caches/create.js";
import { replayAddresses } from "../../src/caches/lines/address-replay.js";
import type { LineOptions } from "../../src/caches/lines/line-options.js";
import { InputError } from "../../src/errors.js";
import { parameters } from "../properties/arbitraries.js";
import { PlainLineCache } from "./plain-line-cache.js";
import type { TileTouches } from "./random-traces.js";
import { tileTouches } from "./random-traces.js";

const SECTOR = 4;
const lineOptions: fc.Arbitrary<LineOptions & { readonly lineBytes: number; readonly sectorBytes: number }> = fc.record({
  lineBytes: fc.constant(4 * SECTOR),
  sectorBytes: fc.constantFrom(SECTOR, 2 * SECTOR, 4 * SECTOR),
  write: fc.constantFrom("back", "through"),
  writeAllocation: fc.constantFrom("fetch", "no-fetch", "never"),
});

const lineModel: fc.Arbitrary<LineModel> = fc.oneof(
  fc
    .tuple(lineOptions, fc.integer({ min: 1, max: 20 }), fc.nat(1000))
    .map(([options, lines, seed]): LineModel => ({ policy: "random", seed, bytes: lines * options.lineBytes, ...options })),
  fc
    .tuple(
      lineOptions,
      fc.record({
        ways: fc.integer({ min: 1, max: 5 }),
        count: fc.integer({ min: 1, max: 7 }),
        replacement: fc.constantFrom("lru", "fifo", "random"),
        index: fc.constantFrom("modulo", "hashed"),
        explicit: fc.boolean(),
      }),
    )
    .map(([options, { ways, count, replacement, index, explicit }]): LineModel => {
      const bytes = count * ways * options.lineBytes;
      return { policy: "set", ways, replacement, index, bytes, ...(explicit ? { sets: count } : {}), ...options };
    }),
);

test("every line cache touched by tiles equals its plain twin: policies, sets, sectors, write policies", () => {
  fc.assert(
    fc.property(lineModel, tileTouches(14), (model, { sectors, touches }) => {
      const { lineBytes, sectorBytes } = lineGeometry(model).options;
      const tileBytes = Int32Array.from(sectors, (count) => count * SECTOR);
      const cache = createCache(model, tileBytes, new Uint8Array(tileBytes.length), 1);
      const twin = new PlainLineCache(model);
      for (const { tile, write } of touches) {
        let first = 0;
        for (const bytes of tileBytes.subarray(0, tile)) first += Math.ceil(bytes / lineBytes);
        let hit = true;
        for (let at = 0; at < (tileBytes[tile] as number); at += lineBytes) {
          const count = Math.ceil(Math.min(lineBytes, (tileBytes[tile] as number) - at) / sectorBytes);
          const all = [...Array(count).keys()];
          const line = first + at / lineBytes;
          if (!(write ? twin.write(line, all, all) : twin.read(line, all))) hit = false;
        }
        expect(write ? cache.write(tile) : cache.read(tile)).toBe(hit);
      }
      const { readBytes, writeBytes, dirtyAtEndBytes } = cache.traffic();
      expect([readBytes[0], writeBytes[0], dirtyAtEndBytes[0]]).toEqual([twin.readBytes, twin.writeBytes, twin.dirtyAtEnd()]);
    }),
    parameters(600),
  );
});

test("every line cache touched by addresses equals its plain twin: accesses in part, across lines, far apart", () => {
  const accesses = fc.array(
    fc.record({
      address: fc.oneof(
        fc.nat(400),
        fc.nat(400).map((near) => 2 ** 45 + near),
      ),
      size: fc.integer({ min: 1, max: 40 }),
      write: fc.boolean(),
    }),
    { maxLength: 200, size: "max" },
  );
  fc.assert(
    fc.property(lineModel, accesses, (model, list) => {
      const { lineBytes, sectorBytes } = lineGeometry(model).options;
      const twin = new PlainLineCache(model);
      for (const { address, size, write } of list) {
        const end = address + size;
        for (let line = Math.floor(address / lineBytes); line * lineBytes < end; line++) {
          const touched: number[] = [];
          const covered: number[] = [];
          for (let sector = 0; sector < lineBytes / sectorBytes; sector++) {
            const start = line * lineBytes + sector * sectorBytes;
            const bytes = Math.min(end, start + sectorBytes) - Math.max(address, start);
            if (bytes > 0) touched.push(sector);
            if (bytes === sectorBytes) covered.push(sector);
          }
          if (write) twin.write(line, touched, covered);
          else twin.read(line, touched);
        }
      }
      const { readBytes, writeBytes, dirtyAtEndBytes } = replayAddresses(model, {
        addresses: Float64Array.from(list, ({ address }) => address),
        sizes: Float64Array.from(list, ({ size }) => size),
        writes: Uint8Array.from(list, ({ write }) => (write ? 1 : 0)),
      });
      expect([readBytes[0], writeBytes[0], dirtyAtEndBytes[0]]).toEqual([twin.readBytes, twin.writeBytes, twin.dirtyAtEnd()]);
    }),
    parameters(400),
  );
});

test("one set of all lines under LRU or FIFO is the fully associative cache over tiles", () => {
  const line = 16;
  const whole: fc.Arbitrary<TileTouches> = tileTouches(6);
  fc.assert(
    fc.property(whole, fc.integer({ min: 6, max: 40 }), fc.constantFrom("lru", "fifo"), ({ sectors, touches }, ways, policy) => {
      const tileBytes = Int32Array.from(sectors, (count) => count * line);
      const arrayOf = Uint8Array.from(sectors, (_, tile) => tile % 2);
      const bytes = ways * line;
      const overTiles = createCache({ policy, bytes }, tileBytes, arrayOf, 2);
      const lines: LineModel = { policy: "set", ways, sets: 1, replacement: policy, index: "modulo", lineBytes: line, bytes };
      const overLines = createCache(lines, tileBytes, arrayOf, 2);
      for (const { tile, write } of touches) {
        if (write) expect(overTiles.write(tile)).toBe(overLines.write(tile));
        else expect(overTiles.read(tile)).toBe(overLines.read(tile));
      }
      expect(overTiles.traffic()).toEqual(overLines.traffic());
    }),
    parameters(400),
  );
});

test("random replacement is the same for the same seed and another for another", () => {
  const run = (seed: number): number => {
    const tileBytes = new Int32Array(100).fill(128);
    const cache = createCache({ policy: "random", seed, bytes: 50 * 128 }, tileBytes, new Uint8Array(100), 1);
    for (let t = 0; t < 5000; t++) cache.read((t * 37) % 100);
    return cache.traffic().readBytes[0] as number;
  };
  expect(run(7)).toBe(run(7));
  expect(new Set([1, 2, 3, 4].map(run)).size).toBeGreaterThan(1);
});

test("what of the capacity is not a whole set stays unused, and too small a capacity is refused", () => {
  const set = { policy: "set", ways: 16, replacement: "lru", index: "modulo" } as const;
  expect(lineGeometry({ ...set, bytes: 34_952_533 })).toMatchObject({ sets: 17_066, ways: 16, usedBytes: 17_066 * 2048 });
  expect(lineGeometry({ policy: "random", seed: 1, bytes: 300 })).toMatchObject({ sets: 1, ways: 2, usedBytes: 256 });
  const tiny = Int32Array.of(64);
  const make = (model: LineModel) => () => createCache(model, tiny, new Uint8Array(1), 1);
  expect(make({ ...set, bytes: 2047 })).toThrow(/^l2-bytes: expected at least 2048 bytes, 1 set of 16 lines of 128 bytes/);
  expect(make({ ...set, sets: 3, bytes: 6143 })).toThrow(/^l2-bytes: expected at least 6144 bytes, 3 sets/);
  expect(make({ policy: "random", seed: 1, bytes: 127 })).toThrow(/^l2-bytes: expected at least 128 bytes, one line/);
  expect(make({ ...set, bytes: Number.NaN })).toThrow(InputError);
  for (const bad of [
    { ways: 0 },
    { ways: 1025 },
    { sets: 0 },
    { lineBytes: 0 },
    { sectorBytes: 48 },
    { sectorBytes: 1 },
    { seed: -1 },
  ]) {
    expect(make({ ...set, bytes: 1e6, ...bad })).toThrow(InputError);
  }
  for (const policy of ["lru", "fifo", "opt"] as const) {
    expect(() => createCache({ policy, bytes: 63 }, tiny, new Uint8Array(1), 1)).toThrow(/^l2-bytes: expected at least 64/);
  }
});

test("values that only untyped callers can give are refused", () => {
  const set = { policy: "set", ways: 1, replacement: "lru", index: "modulo", bytes: 1e6 };
  for (const bad of [{ replacement: "mru" }, { index: "xor" }, { write: "around" }, { writeAllocation: "always" }]) {
    const model = { ...set, ...bad } as unknown as LineModel;
    expect(() => createCache(model, Int32Array.of(1), new Uint8Array(1), 1)).toThrow(InputError);
  }
});
