import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { BYTES_OF } from "../../src/computation/data-types.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { rightTypeOf } from "../../src/computation/operand-types.js";
import { InputError } from "../../src/errors.js";
import { conditionsMet } from "../../src/gap/conditions.js";
import { H200 } from "../../src/machines/known/h200.js";
import { planReplays } from "../../src/plan/planned.js";
import { inputStationaryKernel } from "../../src/schedules/gpu/gemm/input-stationary.js";
import { layOutStationaryGemm } from "../../src/schedules/gpu/gemm/stationary-gemm.js";
import { parseTile } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import { weightStationaryGemm } from "../../src/schedules/gpu/gemm/weight-stationary.js";
import { mixedGemm, order, parameters, tile } from "../properties/arbitraries.js";
import { bytesMoved, expectBoundsBelow, expectSumsMoved, touchesOf } from "./schedule-facts.js";

/** A GPU so small that small products fill it several times. */
const SMALL = { ...H200, sms: 7, sharedMemoryPerBlockBytes: 2 ** 22, sharedMemoryPerSmBytes: 2 ** 23 };

const kernel = fc
  .record({
    workload: mixedGemm(260),
    tile,
    order,
    splits: fc.integer({ min: 1, max: 5 }),
    band: fc.option(fc.nat(8), { nil: undefined }),
    reduction: fc.constantFrom("serial" as const, "parallel" as const, "atomic" as const),
    weights: fc.boolean(),
  })
  .map(({ workload, tile, order, splits, band, reduction, weights }) => {
    const along = weights ? Math.ceil(workload.m / tile.bm) : Math.ceil(workload.n / tile.bn);
    const common = { tile, order, stages: 1, ctasPerSm: 1, band: band === undefined ? undefined : 1 + (band % along) };
    const steps = Math.ceil(workload.k / tile.bk);
    return {
      workload,
      schedule: weights
        ? weightStationaryGemm(workload, SMALL, { ...common, splits: Math.min(splits, steps), reduction })
        : inputStationaryKernel(workload, SMALL, common),
    };
  });

test("every step of k of every tile of C is multiplied once, by the held tile and the passing one", () => {
  fc.assert(
    fc.property(kernel, ({ workload: w, schedule }) => {
      const layout = layOutStationaryGemm(schedule);
      fc.pre(layout.touches < 20_000);
      const { tile, held, splits } = schedule;
      const [rows, columns, steps] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn), Math.ceil(w.k / tile.bk)];
      const [stays, passes] = held === "weights" ? ["B", "A"] : ["A", "B"];
      // Walks the touches as a CTA would: what stays is collected first, then each passing tile meets its step of what stays.
      const made: string[] = [];
      let block = -1;
      let there: number[] = [];
      let open: string[] = [];
      for (const touch of touchesOf(layout)) {
        if (touch.block !== block) {
          [block, there, open] = [touch.block, [], []];
        }
        if (touch.array === stays) there.push(touch.tile);
        else if (touch.array === passes) {
          const step = held === "weights" ? touch.tile % steps : Math.floor(touch.tile / columns) % steps;
          const met = there.find((one) => (held === "weights" ? Math.floor(one / columns) % steps : one % steps) === step);
          expect(met).toBeDefined();
          const [a, b] = held === "weights" ? [touch.tile, met as number] : [met as number, touch.tile];
          const batch = Math.floor(a / (rows * steps));
          expect(Math.floor(b / (steps * columns))).toBe(batch);
          open.push(`${(batch * rows + (Math.floor(a / steps) % rows)) * columns + (b % columns)} ${step}`);
        } else if (touch.writes && open.length > 0) {
          // The sums handed over are those of one tile of C, which is the one written.
          const c = touch.tile % (w.batch * rows * columns);
          expect(new Set(open.map((one) => one.split(" ")[0]))).toEqual(new Set([`${c}`]));
          made.push(...open);
          open = [];
        }
      }
      expect(new Set(made).size).toBe(made.length);
      expect(made.length).toBe(w.batch * rows * columns * steps);
      expect(splits === 1 || held === "weights").toBe(true);
    }),
    parameters(80),
  );
});

test("bytes into the SMs: the held operand once a band, the other once a tile across, sums as the slices meet", () => {
  fc.assert(
    fc.property(kernel, ({ workload: w, schedule }) => {
      const layout = layOutStationaryGemm(schedule);
      fc.pre(layout.touches < 20_000);
      const { tile, held, band, splits, reduction } = schedule;
      const moved = bytesMoved(layout);
      const [a, b] = [w.batch * w.m * w.k * BYTES_OF[w.dataType], w.batch * w.k * w.n * BYTES_OF[rightTypeOf(w)]];
      const [rows, columns] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn)];
      if (held === "weights") {
        expect(moved["A"]).toEqual([columns * a, 0]);
        expect(moved["B"]).toEqual([Math.ceil(rows / band) * b, 0]);
      } else {
        expect(moved["A"]).toEqual([Math.ceil(columns / band) * a, 0]);
        expect(moved["B"]).toEqual([rows * b, 0]);
      }
      expectSumsMoved(layout, w, splits, reduction);
    }),
    parameters(80),
  );
});

test("bounds stay below, in lock step and in time, and both see the same bytes enter the SMs", () => {
  fc.assert(
    fc.property(kernel, fc.boolean(), ({ workload: w, schedule: made }, timed) => {
      const workload = gemmWorkload({ ...w, dataType: "bf16", accumulator: "fp32", outputType: "bf16" });
      const schedule = { ...made, workload };
      const layout = layOutStationaryGemm(schedule);
      fc.pre(layout.touches < 20_000);
      const { reduction, splits } = schedule;
      const met = conditionsMet(workload, { reduction, splits });
      expectBoundsBelow(layout, SMALL, boundWorkload(workload, SMALL).bounds, met, timed);
    }),
    parameters(30),
  );
});

describe("what fits", () => {
  const bf16 = (m: number, n: number, k: number) => gemmWorkload({ m, n, k });

  test("k in as few slices as the shared memory has room for beside the buffers that stream", () => {
    // 128×128×64 in bf16: 16 KiB a step of B, three buffers of 16 KiB for A; 227 KiB − 48 KiB = 11 steps of 16 KiB.
    const one = weightStationaryGemm(bf16(4096, 4096, 11 * 64), H200);
    expect([one.splits, one.heldBytes, one.block.sharedMemoryBytes]).toEqual([1, 11 * 16384, 14 * 16384]);
    expect(weightStationaryGemm(bf16(4096, 4096, 11 * 64 + 1), H200).splits).toBe(2);
    expect(weightStationaryGemm(bf16(4096, 4096, 4096), H200).splits).toBe(6);
  });

  test("the bands are as long as still fill the GPU once, and whole where the other side fills it", () => {
    // One CTA an SM, 32 columns of tiles: four bands make 128 of 132.
    expect(weightStationaryGemm(bf16(4096, 4096, 512), H200).band).toBe(8);
    expect(weightStationaryGemm(bf16(4096, 128 * 200, 512), H200).band).toBe(32);
    expect(inputStationaryKernel(bf16(128, 128, 512), H200).band).toBe(1);
  });

  test("rows of A that do not fit are refused in one line, and a lower tile is taken where none is named", () => {
    expect(() => inputStationaryKernel(bf16(4096, 4096, 4096), H200, { tile: parseTile("128x128x64") })).toThrow(
      "tile: expected a tile whose stages fit the 232448 bytes of shared memory a block may use on NVIDIA H200 SXM, found 128x128x64 with 64 step(s) of k held, which needs 1097728",
    );
    expect(inputStationaryKernel(bf16(4096, 4096, 4096), H200).tile.bm).toBe(16);
    expect(() => inputStationaryKernel(bf16(4096, 4096, 16384), H200)).toThrow(InputError);
  });

  test("what cannot be is an error: bands beyond the tiles, slices beyond the steps, slices of whole rows of A", () => {
    const w = bf16(256, 256, 128);
    const make = (options: object) => () => weightStationaryGemm(w, H200, { tile: parseTile("64x64x64"), ...options });
    expect(make({ band: 5 })).toThrow("band: expected a whole number from 1 to 4, found 5");
    expect(make({ band: 0 })).toThrow("band: expected a whole number from 1 to 4, found 0");
    expect(make({ splits: 3 })).toThrow("splits: expected a whole number from 1 to 2, found 3");
    const plan = (schedule: string, options: object) => () => planReplays(w, H200, { schedule, ...options });
    expect(plan("input-stationary", { splits: 2 })).toThrow("splits: expected schedule split-k or weight-stationary for it");
    expect(plan("tiled-gemm", { bands: [2] })).toThrow("band: expected schedule weight-stationary or input-stationary for it");
  });

  test("gap leaves out a kernel that does not fit", () => {
    const ids = (k: number): readonly unknown[] => planReplays(bf16(256, 256, k), H200).map(({ fields }) => fields["id"]);
    expect(ids(512)).toContain("input-stationary");
    expect(ids(65536)).not.toContain("input-stationary");
    expect(ids(65536)).toContain("weight-stationary");
    expect(() => planReplays(bf16(64, 64, 64), H200, { bands: [2] })).toThrow(
      "band: expected a whole number from 1 to 1, found 2",
    );
  });
});
