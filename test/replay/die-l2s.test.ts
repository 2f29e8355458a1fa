import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createCache } from "../../src/caches/create.js";
import { DieL2s } from "../../src/replay/l2/die-l2s.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import { dealtOrder, parseDeal } from "../../src/schedules/tiles/deal.js";
import { parameters } from "../properties/arbitraries.js";
import { randomSchedule } from "./random-schedule.js";

const TILE = 64;

/** Whole tiles in lists, least recent first: an L2 a die, and one behind them all. */
class PlainDies {
  readonly counts = { dieReads: 0, dieWrites: 0, dramReads: 0, dramWrites: 0 };
  readonly #l2s: { tile: number; dirty: boolean }[][];
  readonly #l3: { tile: number; dirty: boolean }[] = [];

  constructor(
    readonly dies: number,
    readonly l2Tiles: number,
    readonly l3Tiles: number,
  ) {
    this.#l2s = Array.from({ length: dies }, () => []);
  }

  touch(tile: number, slot: number, write: boolean): void {
    const own = this.#l2s[slot % this.dies] as { tile: number; dirty: boolean }[];
    for (const other of this.#l2s) {
      const there = other.find((entry) => entry.tile === tile);
      if (other === own || there === undefined || !(write || there.dirty)) continue;
      other.splice(other.indexOf(there), 1);
      if (there.dirty) this.#writeBack(tile);
    }
    const at = own.findIndex((entry) => entry.tile === tile);
    const [found] = at < 0 ? [] : own.splice(at, 1);
    if (found === undefined && own.length === this.l2Tiles) {
      const old = own.shift();
      if (old?.dirty) this.#writeBack(old.tile);
    }
    own.push({ tile, dirty: write || found?.dirty === true });
    if (found !== undefined || write) return;
    this.counts.dieReads++;
    this.#behind(tile, false);
  }

  finish(): PlainDies["counts"] {
    for (let tile = 0; tile < 24; tile++)
      if (this.#l2s.some((l2) => l2.some((entry) => entry.tile === tile && entry.dirty))) this.#writeBack(tile);
    this.counts.dramWrites += this.#l3.filter(({ dirty }) => dirty).length;
    return this.counts;
  }

  #writeBack(tile: number): void {
    this.counts.dieWrites++;
    this.#behind(tile, true);
  }

  #behind(tile: number, write: boolean): void {
    const at = this.#l3.findIndex((entry) => entry.tile === tile);
    const [found] = at < 0 ? [] : this.#l3.splice(at, 1);
    if (found === undefined && this.#l3.length === this.l3Tiles && this.#l3.shift()?.dirty) this.counts.dramWrites++;
    this.#l3.push({ tile, dirty: write || found?.dirty === true });
    if (found === undefined && !write) this.counts.dramReads++;
  }
}

test("counts what plain lists of tiles count, at the ports of dies and over DRAM", () => {
  const touches = fc.array(fc.tuple(fc.nat(23), fc.nat(11), fc.boolean()), { maxLength: 200 });
  const shape = fc.record({
    dies: fc.integer({ min: 1, max: 4 }),
    l2: fc.integer({ min: 1, max: 6 }),
    l3: fc.integer({ min: 1, max: 12 }),
  });
  fc.assert(
    fc.property(shape, touches, ({ dies, l2, l3 }, list) => {
      const [tileBytes, arrayOf] = [new Int32Array(24).fill(TILE), new Uint8Array(24)];
      const behind = createCache({ policy: "lru", bytes: l3 * TILE }, tileBytes, arrayOf, 1);
      const cache = new DieL2s({ dies, bytes: l2 * TILE }, behind, tileBytes, arrayOf, 1);
      const plain = new PlainDies(dies, l2, l3);
      for (const [tile, slot, write] of list) {
        if (write) cache.write(tile, slot);
        else cache.read(tile, slot);
        plain.touch(tile, slot, write);
      }
      const { dies: atDies, dram } = cache.finish();
      const tiles = (bytes: Float64Array): number => (bytes[0] as number) / TILE;
      expect({
        dieReads: tiles(atDies.readBytes),
        dieWrites: tiles(atDies.writeBytes) + tiles(atDies.dirtyAtEndBytes),
        dramReads: tiles(dram.readBytes),
        dramWrites: tiles(dram.writeBytes) + tiles(dram.dirtyAtEndBytes),
      }).toEqual(plain.finish());
    }),
    parameters(200),
  );
});

test("one die moves over its port what one cache of its size moves over DRAM, and SMs see no difference", () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 20 }), (seed, slots, quarters) => {
      const schedule = randomSchedule(seed);
      const bytes = 768 * quarters;
      const alone = replayTileSchedule(schedule, slots, { policy: "lru", bytes }).total;
      const { total } = replayTileSchedule(schedule, slots, { policy: "lru", bytes, dies: 1, l3Bytes: 10 ** 6 });
      const { reads, writes, dirtyAtEnd = 0n } = alone.get("dram-l2") ?? { reads: 0n, writes: 0n };
      expect(total.get("l3-l2")).toEqual({ reads, writes: writes + dirtyAtEnd });
      expect(total.get("l2-sm")).toEqual(alone.get("l2-sm"));
    }),
    parameters(100),
  );
});

test("remaps are permutations that give a die neighbours", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 12 }),
      (n, dies, chunk) => {
        const order = dealtOrder(n, dies, chunk);
        expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, i) => i));
        if (chunk === 0) {
          for (let id = dies; id < n; id++) expect(order[id]).toBe((order[id - dies] as number) + 1);
        }
      },
    ),
    parameters(200),
  );
  expect([...dealtOrder(16, 2, 4)]).toEqual([0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15]);
  expect([...dealtOrder(7, 2, 2)]).toEqual([0, 2, 1, 3, 4, 5, 6]);
  expect(["runs", "chunks:16", "round-robin"].map(parseDeal)).toEqual([0, 16, 1]);
  expect(() => parseDeal("chunks:0")).toThrow("deal: expected one of round-robin, runs, chunks:COUNT, found 'chunks:0'");
});
