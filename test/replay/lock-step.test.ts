import * as fc from "fast-check";
import { expect, test } from "vitest";
import { BYTES_OF } from "../../src/computation/data-types.js";
import type { GemmWorkload } from "../../src/computation/gemm.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { InputError } from "../../src/errors.js";
import { H200 } from "../../src/machines/known/h200.js";
import { formatExecution, parseExecution } from "../../src/replay/execution.js";
import { chooseL2, defaultL2, lruL2 } from "../../src/replay/l2/l2-model.js";
import { replayTiledGemm, replayTileSchedule } from "../../src/replay/replay.js";
import type { GemmTile } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import { layOutTiledGemm, tiledGemm } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import type { LaunchOrder } from "../../src/schedules/tiles/launch-order.js";
import { launchOrder } from "../../src/schedules/tiles/launch-order.js";
import { LineLru } from "../caches/line-lru.js";
import { order, parameters } from "../properties/arbitraries.js";

interface Counts {
  readonly dramReads: number[];
  readonly dramWrites: number[];
  readonly dirty: number[];
  readonly smReads: number[];
}

/** The plain twin: the kernel as nested loops over turns, steps and cache lines of one word. */
function plainReplay(
  w: GemmWorkload,
  tile: GemmTile,
  kind: LaunchOrder,
  slots: number,
  capacityWords: number,
  turn: number,
): Counts {
  const word = BYTES_OF[w.dataType];
  const [rows, columns, steps] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn), Math.ceil(w.k / tile.bk)];
  const cache = new LineLru(capacityWords, word);
  const smReads = [0, 0, 0];
  const names = new Map<string, number>();
  const touch = (name: string, array: number, height: number, width: number, write: boolean): void => {
    const id = names.get(name) ?? names.size;
    names.set(name, id);
    cache.touch(id, height * width, array, write);
    if (!write) smReads[array] = (smReads[array] ?? 0) + height * width * word;
  };
  const clip = (extent: number, side: number, index: number): number => Math.min(side, extent - index * side);
  const blocks: [batch: number, i: number, j: number][] = [];
  for (let b = 0; b < w.batch; b++) {
    for (const t of launchOrder(kind, rows, columns)) blocks.push([b, Math.floor(t / columns), t % columns]);
  }
  // All blocks take equally many turns, so they run wave by wave.
  for (let first = 0; first < blocks.length; first += slots) {
    const wave = blocks.slice(first, first + slots);
    for (let begin = 0; begin <= steps; begin += turn) {
      for (const [b, i, j] of wave) {
        for (let s = begin; s < Math.min(begin + turn, steps + 1); s++) {
          if (s === steps) touch(`C${b},${i},${j}`, 2, clip(w.m, tile.bm, i), clip(w.n, tile.bn, j), true);
          else {
            touch(`A${b},${i},${s}`, 0, clip(w.m, tile.bm, i), clip(w.k, tile.bk, s), false);
            touch(`B${b},${s},${j}`, 1, clip(w.k, tile.bk, s), clip(w.n, tile.bn, j), false);
          }
        }
      }
    }
  }
  const perArray = (counts: ReadonlyMap<number, number>): number[] => [0, 1, 2].map((array) => counts.get(array) ?? 0);
  return {
    dramReads: perArray(cache.fetched),
    dramWrites: perArray(cache.writtenBack),
    dirty: [0, 1, 2].map((array) => cache.dirtyAtEnd(array)),
    smReads,
  };
}

test("the tile replay of a kernel, in lock step or in longer turns, equals its line-by-line replay as plain loops", () => {
  const small = fc.integer({ min: 1, max: 14 });
  const side = fc.integer({ min: 1, max: 4 });
  fc.assert(
    fc.property(
      fc.record({ m: small, n: small, k: small, batch: fc.integer({ min: 1, max: 2 }) }),
      fc.record({ bm: side, bn: side, bk: side }),
      order,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 16, max: 300 }),
      fc.integer({ min: 1, max: 6 }),
      (extents, tile, kind, slots, capacityWords, turn) => {
        const workload = gemmWorkload({ ...extents, dataType: "fp32" });
        const schedule = tiledGemm(workload, H200, { tile, order: kind });
        const layout = layOutTiledGemm(schedule);
        const { byArray } = replayTileSchedule(layout, slots, {
          policy: "lru",
          bytes: capacityWords * 4,
          execution: turn === 1 ? { kind: "lock-step" } : { kind: "drift", steps: turn },
        });
        const twin = plainReplay(workload, tile, schedule.order, slots, capacityWords, turn);
        ["A", "B", "C"].forEach((name, array) => {
          const dram = byArray.get(name)?.get("dram-l2");
          const sm = byArray.get(name)?.get("l2-sm");
          expect([Number(dram?.reads), Number(dram?.writes), Number(dram?.dirtyAtEnd), Number(sm?.reads)]).toEqual([
            twin.dramReads[array],
            twin.dramWrites[array],
            twin.dirty[array],
            twin.smReads[array],
          ]);
        });
      },
    ),
    parameters(250),
  );
});

test("a cache that holds everything reads each operand once and leaves all of C dirty", () => {
  const workload = gemmWorkload({ m: 1000, n: 700, k: 300 });
  const { total } = replayTiledGemm(tiledGemm(workload, H200), H200, { policy: "lru", bytes: 2 ** 30 });
  expect(total.get("dram-l2")).toEqual({ reads: 2n * 300n * 1700n, writes: 0n, dirtyAtEnd: 1_400_000n });
});

test("a cache of a wave's tiles reads Kt·Σ over waves (tile rows + tile columns): the closed form of lock step", () => {
  const workload = gemmWorkload({ m: 4096, n: 4096, k: 19456 });
  const tile = { bm: 128, bn: 128, bk: 64 };
  const layout = layOutTiledGemm(tiledGemm(workload, H200, { tile, order: { kind: "group", height: 8 } }));
  const { total } = replayTileSchedule(layout, 132, { policy: "lru", bytes: 2560 * 16384 });
  const blocks = [...launchOrder({ kind: "group", height: 8 }, 32, 32)];
  let panels = 0;
  for (let first = 0; first < blocks.length; first += 132) {
    const wave = blocks.slice(first, first + 132);
    panels += new Set(wave.map((t) => Math.floor(t / 32))).size + new Set(wave.map((t) => t % 32)).size;
  }
  expect(total.get("dram-l2")?.reads).toBe(BigInt(304 * panels * 16384));
});

test("a tiled product through an L2 that has no closed form is its layout's replay", () => {
  const schedule = tiledGemm(gemmWorkload({ m: 500, n: 400, k: 300 }), H200);
  const slots = H200.sms * schedule.residency.ctasPerSm;
  for (const l2 of [defaultL2(H200, "bf16"), chooseL2(H200, "bf16", "fifo", 2 ** 20)]) {
    expect(replayTiledGemm(schedule, H200, l2)).toEqual(replayTileSchedule(layOutTiledGemm(schedule), slots, l2));
  }
});

test("the default L2 has two partitions where the GPU has, the plain one is all of it or two thirds; choices are checked", () => {
  expect(lruL2(H200)).toEqual({ policy: "lru", bytes: 41_943_040 });
  expect(defaultL2(H200, "bf16")).toMatchObject({ policy: "partitioned", bytes: 62_914_560 });
  expect(defaultL2({ ...H200, l2Partitions: 1 }, "bf16")).toEqual({ policy: "lru", bytes: 62_914_560 });
  expect(defaultL2({ ...H200, peakOperationsPerSecond: {} }, "bf16")).toEqual({ policy: "lru", bytes: 41_943_040 });
  expect(chooseL2(H200, "bf16", "lru", 5000)).toEqual({ policy: "lru", bytes: 5000 });
  expect(chooseL2(H200, "bf16", "set:16:hashed")).toMatchObject({ policy: "set", ways: 16, index: "hashed", bytes: 41_943_040 });
  expect(chooseL2(H200, "bf16", "lru", 5000, { kind: "drift", steps: 3 })).toMatchObject({ execution: { steps: 3 } });
  expect(chooseL2(H200, "bf16", undefined, undefined, { kind: "lock-step" })).toMatchObject({
    policy: "partitioned",
    execution: { kind: "lock-step" },
  });
  expect(() => chooseL2(H200, "bf16", "lru", undefined, { kind: "events", seed: 0 })).toThrow(/execution/);
  expect(() => chooseL2(H200, "bf16", "plru")).toThrow(InputError);
  expect(() => chooseL2(H200, "bf16", undefined, 0)).toThrow(InputError);
});

test("executions are read and printed; what is none of them is refused", () => {
  for (const text of ["events:0", "events:7", "lock-step", "drift:8"]) expect(formatExecution(parseExecution(text))).toBe(text);
  expect(parseExecution("events")).toEqual({ kind: "events", seed: 0 });
  for (const text of [
    "",
    "drift",
    "drift:0",
    "drift:-1",
    "drift:1000001",
    "lock-step:2",
    "events:",
    "events:2147483648",
    "waves",
  ]) {
    expect(() => parseExecution(text), text).toThrow(/drift:STEPS/);
  }
});
