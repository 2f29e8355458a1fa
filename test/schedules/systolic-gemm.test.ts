import * as fc from "fast-check";
import { expect, test } from "vitest";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import { liftSystolicGemm } from "../../src/lift/gpu/systolic-gemm.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { SN40L } from "../../src/machines/known/sn40l.js";
import { TPU_V1 } from "../../src/machines/known/tpu-v1.js";
import { planAccelerator } from "../../src/plan/accelerator.js";
import { systolicGemm } from "../../src/schedules/gpu/gemm/systolic-gemm.js";
import { parameters } from "../properties/arbitraries.js";

const int8 = (m: number, n: number, k: number, batch = 1) => gemmWorkload({ m, n, k, batch, dataType: "int8" });

test("TPU v1: 4 MiB of accumulators are 4096 rows of 256 sums, half of them filled at a time", () => {
  const schedule = systolicGemm(int8(10_000, 1024, 1024), TPU_V1);
  expect([schedule.accumulatorRows, schedule.rows, schedule.arrayRows, schedule.arrayColumns]).toEqual([4096, 2048, 256, 256]);
  // Five passes over B: four of 2048 rows and one of 1808, each of 16 weight tiles.
  expect(schedule.bytes.dram).toEqual({ a: 10_240_000n, b: 5n * 1024n * 1024n, c: 10_240_000n });
  expect(schedule.arrayCycles).toBe(16n * 10_000n);
});

test("few rows leave the array waiting for weights: 256 cycles a tile, as for one row of a recurrent network", () => {
  expect(systolicGemm(int8(1, 4096, 4096), TPU_V1).arrayCycles).toBe(256n * 256n);
  expect(systolicGemm(int8(200, 4096, 4096), TPU_V1).arrayCycles).toBe(256n * 256n);
});

test("long rows pass in smaller chunks, as many as the unified buffer holds", () => {
  const k = 65_536;
  const schedule = systolicGemm(int8(4096, 4096, k), TPU_V1);
  expect(schedule.rows).toBe(Math.floor((24 * 2 ** 20) / (k + 256)));
  expect(schedule.bufferBytes).toBeLessThanOrEqual(24 * 2 ** 20);
});

/** A machine of a few words, so that every chunk and tile is ragged somewhere. */
const machine = fc
  .record({ rows: fc.integer({ min: 1, max: 4 }), columns: fc.integer({ min: 1, max: 4 }), sums: fc.integer({ min: 1, max: 5 }) })
  .map(({ rows, columns, sums }) => ({
    ...TPU_V1,
    matrixUnit: { rows, columns },
    onChipBytes: { unifiedBuffer: 64, accumulators: 4 * columns * sums, weightTiles: rows * columns },
  }));
const side = fc.integer({ min: 1, max: 7 });

test("the moves are legal in the memory of the chip at exactly the counted bytes, above every bound", () => {
  fc.assert(
    fc.property(machine, side, side, side, fc.integer({ min: 1, max: 2 }), fc.nat(9), (chip, m, n, k, batch, pick) => {
      const workload = int8(m, n, k, batch);
      const { rows: most } = systolicGemm(workload, chip, {});
      const schedule = systolicGemm(workload, chip, { band: 1 + (pick % most) });
      const lifted = liftSystolicGemm(schedule);
      expect(refereeLifted(lifted)).toMatchObject({ agrees: true, cost: lifted.replayed });
      const setting = {
        interface: "dram-l2",
        unit: "bytes",
        capacity: BigInt(lifted.game.fastCapacity),
        memories: 1n,
        fastMemory: "",
      } as const;
      for (const bound of proveBoundsInSetting(gemmComputation(workload), setting))
        expect(bound.value <= lifted.replayed, bound.id).toBe(true);
    }),
    parameters(150),
  );
});

test("what passes the array, counted row by row and tile by tile", () => {
  fc.assert(
    fc.property(machine, side, side, side, (chip, m, n, k) => {
      const schedule = systolicGemm(int8(m, n, k), chip);
      const { rows, columns } = chip.matrixUnit;
      let [a, b, sums, cycles] = [0, 0, 0, 0];
      for (let i = 0; i < m; i += schedule.rows) {
        const passing = Math.min(schedule.rows, m - i);
        for (let j = 0; j < n; j += columns) {
          for (let q = 0; q < k; q += rows) {
            const [wide, high] = [Math.min(columns, n - j), Math.min(rows, k - q)];
            a += passing * high;
            b += wide * high;
            sums += 4 * passing * wide;
            cycles += Math.max(passing, rows);
          }
        }
      }
      expect(schedule.bytes.array).toEqual({ a: BigInt(a), b: BigInt(b), sumReads: BigInt(sums), sumWrites: BigInt(sums) });
      expect(schedule.arrayCycles).toBe(BigInt(cycles));
    }),
    parameters(150),
  );
});

test("what a machine cannot do is one line", () => {
  const w = int8(64, 64, 64);
  expect(() => planAccelerator(w, SN40L, {})).toThrow("workload: expected chain or ffn, whose schedules are known for sn40l");
  expect(() => planAccelerator({ ...w, dataType: "bf16" }, TPU_V1, {})).toThrow("dtype: expected int8");
  expect(() => planAccelerator(w, TPU_V1, { tile: "64x64x64" })).toThrow("tile: expected a GPU for it, found tpu-v1");
  expect(() => planAccelerator(w, TPU_V1, { schedule: "tiled-gemm" })).toThrow("schedule: expected weight-stationary");
  expect(() => planAccelerator(w, TPU_V1, { bands: [65] })).toThrow("band: expected a whole number from 1 to 64, found 65");
  expect(() => planAccelerator(int8(1, 1, 2 ** 25), TPU_V1, {})).toThrow("k: expected a row of A");
});
