import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LruCache } from "../../src/caches/lru/lru.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { H200 } from "../../src/machines/known/h200.js";
import { arrayOfTile } from "../../src/replay/collect.js";
import { DramQueue } from "../../src/replay/l2/dram-queue.js";
import { PartitionedL2 } from "../../src/replay/l2/partitioned-l2.js";
import type { PartitionedL2Shape } from "../../src/replay/l2/partitioned-l2-shape.js";
import { setOfPiece } from "../../src/replay/l2/set-hash.js";
import { PieceSets } from "../../src/replay/piece-sets.js";
import type { TilePieces } from "../../src/replay/tile-pieces.js";
import { cutTiles, pieceBytes, TooManyPieces, tileOfPiece } from "../../src/replay/tile-pieces.js";
import { flashAttention2 } from "../../src/schedules/gpu/attention/flash-attention-2.js";
import { layOutFlashForward } from "../../src/schedules/gpu/attention/flash-forward.js";
import { chainBands, layOutChainBands } from "../../src/schedules/gpu/chain/bands.js";
import { layOutTiledGemm, tiledGemm } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import type { EvictionHint, TileSchedule } from "../../src/schedules/tiles/tile-schedule.js";
import { parameters } from "../properties/arbitraries.js";
import { PlainPartitionedL2 } from "./plain/partitioned-l2.js";

const TIMES = { nearHitSeconds: 1, farHitSeconds: 2, missSeconds: 5, busyMissSeconds: 0, dramBytesPerSecond: 10 };

/** Tiles of the sizes given in pieces of at most `grain` bytes, as many in each partition; the last ones may be companions of the first. */
function piecesOf(
  sizes: readonly number[],
  partitions: number,
  grainBytes: number,
  companions: number = 0,
  arrays: number = 1,
): TilePieces {
  const pieceStart = [0];
  sizes.forEach((bytes, tile) => {
    const own = tile < sizes.length - companions ? partitions * Math.ceil(bytes / (grainBytes * partitions)) : 0;
    pieceStart.push((pieceStart.at(-1) ?? 0) + own);
  });
  return {
    grainBytes,
    pieceStart: Int32Array.from(pieceStart),
    tileBytes: Int32Array.from(sizes),
    arrayOfTile: Uint8Array.from(sizes, (_, tile) => tile % arrays),
    ...(companions === 0
      ? {}
      : { companionOf: Int32Array.from(sizes, (_, tile) => (tile < companions ? sizes.length - companions + tile : -1)) }),
  };
}

const touches = fc.array(fc.record({ tile: fc.nat(19), side: fc.nat(1), writes: fc.boolean() }), { maxLength: 300 });

test("counts and times equal those of its plain twin, one list a set, with one partition or two, with hints or without", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 2) as fc.Arbitrary<1 | 2>,
      fc.array(fc.integer({ min: 1, max: 24 }), { minLength: 20, maxLength: 20 }),
      fc.constantFrom(1, 2, 3, 4, 5, 6, 11),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(0, 7),
      fc.option(fc.array(fc.constantFrom<EvictionHint>("normal", "evict-first", "evict-last"), { minLength: 3, maxLength: 3 }), {
        nil: undefined,
      }),
      touches,
      (partitions, sizes, ways, sets, companions, hints, sequence) => {
        const pieces = piecesOf(sizes, partitions, 4, companions, 3);
        const shape: PartitionedL2Shape = { ...TIMES, partitions, ways, partitionBytes: 4 * ways * sets };
        const l2 = new PartitionedL2(shape, pieces, 3, 0, hints);
        const plain = new PlainPartitionedL2(shape, pieces, (piece) => setOfPiece(piece, sets), hints);
        sequence.forEach(({ tile, side, writes }, turn) => {
          // Slowly enough that DRAM is busy at some turns and idle at others.
          l2.times[0] = plain.now = 0.4 * turn;
          l2.times[1] = plain.arrival = 0;
          for (const cache of [l2, plain]) {
            if (writes) cache.write(tile, side % partitions);
            else cache.read(tile, side % partitions);
          }
          expect([...l2.times.subarray(0, 2)]).toEqual([plain.now, plain.arrival]);
        });
        const traffic = l2.traffic();
        const total = (bytes: Float64Array): number => bytes.reduce((sum, array) => sum + array, 0);
        const { readBytes, writeBytes, dirtyAtEndBytes, fabricBytes } = traffic;
        expect([total(readBytes), total(writeBytes), total(dirtyAtEndBytes), fabricBytes]).toEqual([
          plain.fetched,
          plain.writtenBack,
          plain.dirtyAtEnd,
          plain.fabric,
        ]);
      },
    ),
    parameters(600),
  );
});

test("an L2 of thousands of sets counts as its plain twin, tiles of many pieces among them", () => {
  const tiles = 200;
  const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: tiles, maxLength: tiles });
  const sequences = fc.array(fc.record({ tile: fc.nat(tiles - 1), side: fc.constantFrom(0, 1), writes: fc.boolean() }), {
    maxLength: 500,
  });
  fc.assert(
    fc.property(fc.constantFrom(1, 2) as fc.Arbitrary<1 | 2>, sizes, sequences, (partitions, tileSizes, sequence) => {
      const pieces = piecesOf(tileSizes, partitions, 4);
      const sets = 5000;
      const shape: PartitionedL2Shape = { ...TIMES, partitions, ways: 1, partitionBytes: 4 * sets };
      const l2 = new PartitionedL2(shape, pieces, 1);
      const plain = new PlainPartitionedL2(shape, pieces, (piece) => setOfPiece(piece, sets));
      sequence.forEach(({ tile, side, writes }, turn) => {
        l2.times[0] = plain.now = turn;
        l2.times[1] = plain.arrival = 0;
        for (const cache of [l2, plain]) writes ? cache.write(tile, side % partitions) : cache.read(tile, side % partitions);
        expect([...l2.times.subarray(0, 2)]).toEqual([plain.now, plain.arrival]);
      });
      const traffic = l2.traffic();
      expect([traffic.readBytes[0], traffic.writeBytes[0], traffic.dirtyAtEndBytes[0], traffic.fabricBytes]).toEqual([
        plain.fetched,
        plain.writtenBack,
        plain.dirtyAtEnd,
        plain.fabric,
      ]);
    }),
    parameters(40),
  );
});

test("one partition of one set is the fully associative LRU", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), touches, (ways, sequence) => {
      const tileBytes = new Int32Array(20).fill(8);
      const shape: PartitionedL2Shape = { ...TIMES, partitions: 1, ways, partitionBytes: 8 * ways };
      const l2 = new PartitionedL2(shape, piecesOf([...tileBytes], 1, 8), 1);
      const lru = new LruCache(8 * ways, tileBytes, new Uint8Array(20), 1);
      for (const { tile, writes } of sequence) {
        for (const cache of [l2, lru]) writes ? cache.write(tile, 0) : cache.read(tile, 0);
      }
      expect(l2.traffic()).toMatchObject(lru.traffic());
    }),
    parameters(100),
  );
});

test("a near hit, a far hit, a miss and a far miss take their times; DRAM serves one after another", () => {
  const l2 = new PartitionedL2({ ...TIMES, partitions: 2, ways: 8, partitionBytes: 80 }, piecesOf([20], 2, 10), 1);
  const arrival = (side: number, now: number): number => {
    l2.times[0] = now;
    l2.times[1] = 0;
    l2.read(0, side);
    return l2.times[1] ?? 0;
  };
  // Half is homed near: on the bus for 1 s, there 5 s later. The other half is behind it on the bus and 1 s further away.
  expect(arrival(0, 100)).toBe(100 + 1 + 1 + 5 + 1);
  // On its way still: the other side's home half comes at 107, its far half at 106 + 1.
  expect(arrival(1, 101)).toBe(107);
  expect(arrival(0, 200)).toBe(201);
  expect(l2.traffic()).toMatchObject({ readBytes: Float64Array.of(20), fabricBytes: 20 });
  // A write on side 0 makes the copy of its own half stale on side 1, which goes far for it again.
  l2.times[0] = 300;
  l2.write(0, 0);
  expect(l2.traffic().fabricBytes).toBe(30);
  expect(arrival(1, 400)).toBe(402);
});

test("lines dirty from before are written back when evicted, and belong to no array", () => {
  const shape: PartitionedL2Shape = { ...TIMES, partitions: 2, ways: 4, partitionBytes: 40 };
  const l2 = new PartitionedL2(shape, piecesOf(Array(10).fill(20), 2, 10), 1, 60);
  for (let tile = 0; tile < 10; tile++) l2.read(tile, 0);
  expect(l2.traffic()).toMatchObject({
    foreignWriteBytes: 60,
    writeBytes: Float64Array.of(0),
    dirtyAtEndBytes: Float64Array.of(0),
  });
});

test("what is written back occupies DRAM for its own bytes, also where pieces have more sizes than marks", () => {
  const sizes = Array.from({ length: 40 }, (_, tile) => tile + 1);
  const l2 = new PartitionedL2({ ...TIMES, partitions: 1, ways: 1, partitionBytes: 40 }, piecesOf([...sizes, 7], 1, 40), 1);
  for (const tile of sizes.keys()) l2.write(tile, 0);
  expect(l2.traffic()).toMatchObject({ writeBytes: Float64Array.of(820 - 40), dirtyAtEndBytes: Float64Array.of(40) });
  // A read waits for all of it, and for its own bytes.
  l2.read(40, 0);
  expect(l2.times[1]).toBeCloseTo((820 - 40 + 7) / TIMES.dramBytesPerSecond + TIMES.missSeconds, 9);
});

test("a miss takes longer by the share of DRAM's bandwidth that was used in the last microseconds", () => {
  const times = Float64Array.of(0, 0);
  const dram = new DramQueue(times, { missSeconds: 3e-7, busyMissSeconds: 8e-7, dramBytesPerSecond: 1e12 });
  const passes = (bytes: number, now: number): number => {
    times[0] = now;
    dram.take(bytes);
    return dram.arrival() - now;
  };
  expect(passes(1, 0)).toBeCloseTo(3e-7, 10);
  // A quarter of what passes in 2 µs, then half of it, of which half is forgotten after a microsecond.
  expect(passes(5e5, 0)).toBeCloseTo(5e-7 + 3e-7 + 2e-7, 10);
  expect(passes(5e5, 0)).toBeCloseTo(1e-6 + 3e-7 + 4e-7, 10);
  expect(passes(1, 1e-6)).toBeCloseTo(3e-7 + 2e-7, 10);
  expect(passes(1, 9e-6)).toBeCloseTo(3e-7, 10);
  passes(8e6, 2e-5);
  expect(dram.arrival()).toBeCloseTo(2e-5 + 8e-6 + 3e-7 + 8e-7, 10);
});

test("a kernel that starts after another does not wait for a tile that came in while that one ran", () => {
  const l2 = new PartitionedL2({ ...TIMES, partitions: 1, ways: 4, partitionBytes: 400 }, piecesOf([20, 20], 1, 10), 1);
  const arrivalOf = (tile: number): number => {
    l2.times[1] = 0;
    l2.read(tile, 0);
    return l2.times[1] as number;
  };
  // DRAM takes 2 for each of them, and the way from there 5.
  expect([arrivalOf(0), arrivalOf(1), arrivalOf(1)]).toEqual([7, 9, 9]);
  l2.restart(9);
  expect([arrivalOf(0), arrivalOf(1)]).toEqual([1, 1]);
});

test("an L2 of less than a set is refused, and ways that a byte cannot number", () => {
  const pieces = piecesOf([20], 2, 10);
  const wide = { ...TIMES, partitions: 1, ways: 257, partitionBytes: 2570 } as const;
  expect(() => new PartitionedL2(wide, pieces, 1)).toThrow(/^ways: expected/);
  expect(() => new PartitionedL2({ ...TIMES, partitions: 2, ways: 4, partitionBytes: 39 }, pieces, 1)).toThrow(
    "l2-bytes: expected at least 80, a set a partition",
  );
});

test("recency sets order entries as lists that move the used one to the front and the forgotten one to the back", () => {
  const actions = fc.array(fc.record({ what: fc.constantFrom("use", "replace", "forget"), which: fc.nat(11) }), {
    maxLength: 100,
  });
  fc.assert(
    fc.property(fc.constantFrom(1, 2, 3, 4, 6), actions, (ways, sequence) => {
      const sets = new PieceSets(12 / ways, ways);
      const lists = Array.from({ length: 12 / ways }, (_, set) => Array.from({ length: ways }, (_, way) => set * ways + way));
      for (const { what, which } of sequence) {
        const set = Math.floor(which / ways);
        const list = lists[set] as number[];
        const entry = what === "replace" ? (list.at(-1) as number) : which;
        if (what === "replace") expect(set * ways + sets.replace(set)).toBe(entry);
        else if (what === "use") sets.use(set, which % ways);
        else sets.forget(set, which % ways);
        list.splice(list.indexOf(entry), 1);
        if (what === "forget") list.push(entry);
        else list.unshift(entry);
      }
      lists.forEach((list, set) => {
        for (let turn = 0; turn < ways; turn++) expect(set * ways + sets.replace(set)).toBe(list[ways - 1 - turn]);
      });
    }),
    parameters(200),
  );
});

test("tiles are cut into pieces that add up to them, as many in each partition, none larger than an entry", () => {
  const side = fc.integer({ min: 1, max: 20 });
  fc.assert(
    fc.property(
      fc.record({ bm: side, bn: side, bk: side }),
      fc.constantFrom(1, 2),
      fc.integer({ min: 100, max: 10 ** 6 }),
      (tile, partitions, bytes) => {
        const layouts = [
          layOutTiledGemm(tiledGemm(gemmWorkload({ m: 30, n: 41, k: 17, dataType: "fp8" }), H200, { tile })),
          layOutChainBands(chainBands(chainWorkload({ m: 30, k: 17, l: 23, n: 41 }), H200, { tile })),
        ];
        for (const layout of layouts) {
          const pieces = cutTiles(layout, arrayOfTile(layout), partitions, bytes, 64);
          layout.tileBytes.forEach((tileBytes, tile) => {
            const [start = 0, end = 0] = pieces.pieceStart.subarray(tile, tile + 2);
            const own = Array.from({ length: end - start }, (_, p) => pieceBytes(pieces, tile, start + p));
            expect(own.every((_, p) => tileOfPiece(pieces, start + p) === tile)).toBe(true);
            expect(own.reduce((sum, size) => sum + size, 0)).toBe(tileBytes);
            expect(own.length % partitions).toBe(0);
            expect(own.every((size) => size <= pieces.grainBytes)).toBe(true);
          });
        }
      },
    ),
    parameters(60),
  );
});

test("neither a log-sum-exp nor scales that are read with tiles of operands cut larger tiles to their size", () => {
  const attention = (lse: boolean): TileSchedule =>
    layOutFlashForward(flashAttention2(attentionWorkload({ heads: 2, queries: 8192, dim: 128 }), H200, { lse }));
  const grainOf = (layout: TileSchedule): number => cutTiles(layout, arrayOfTile(layout), 2, 30 * 2 ** 20, 2048).grainBytes;
  expect(grainOf(attention(false))).toBe(8192);
  expect(grainOf(attention(true))).toBe(2048);
  const scales = { a: [1, 128], b: [128, 128] };
  const product = gemmWorkload({ m: 512, n: 512, k: 1024, dataType: "fp8", scales });
  // 256 steps read 8 KiB of each operand, half of them 512 bytes and a line of scales, and 16 tiles of 16 KiB are written.
  const [operands, scaled] = [256 * 16_384 + 16 * 16_384, 128 * (512 + 128)];
  expect(grainOf(layOutTiledGemm(tiledGemm(product, H200)))).toBe(Math.ceil((4096 * (operands + scaled)) / operands));
});

test("more pieces than memory holds are refused by a line that says what takes them", () => {
  const product = gemmWorkload({ m: 65_536, n: 65_536, k: 64 });
  const layout = layOutTiledGemm(tiledGemm(product, H200, { tile: { bm: 128, bn: 128, bk: 64 } }));
  expect(() => cutTiles(layout, arrayOfTile(layout), 2, 4096, 64)).toThrow(
    /^cache: expected lru, or .* more than 134217726 pieces /,
  );
  // By this class `gap` knows that the kernels beside it can still be shown.
  expect(() => cutTiles(layout, arrayOfTile(layout), 2, 4096, 64)).toThrow(TooManyPieces);
});
