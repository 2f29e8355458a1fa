import * as fc from "fast-check";
import { expect, test } from "vitest";
import { proveBounds } from "../../src/bounds/prove.js";
import type { ConvWorkload } from "../../src/computation/conv.js";
import { convOutputs, convWorkload } from "../../src/computation/conv.js";
import { InputError } from "../../src/errors.js";
import { H200 } from "../../src/machines/known/h200.js";
import { planReplays } from "../../src/plan/planned.js";
import { lruL2 } from "../../src/replay/l2/l2-model.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import { totalTraffic } from "../../src/replay/traffic.js";
import type { DirectConvTile } from "../../src/schedules/gpu/conv/direct-conv.js";
import { directConvKernel, layOutDirectConv, parseDirectConvTile } from "../../src/schedules/gpu/conv/direct-conv.js";
import { smallConv } from "../computation/small-conv.js";
import { order, parameters, tinyGpu } from "../properties/arbitraries.js";
import { bytesMoved, touchesOf } from "./schedule-facts.js";

const side = fc.integer({ min: 1, max: 5 });
const tiles = fc.record({ rows: side, columns: side, bn: side, bk: side });

/** Inputs (image, row, column) that each rectangle of outputs meets, by looking at every product. */
function metByRectangle(w: ConvWorkload, tile: DirectConvTile): ReadonlyMap<string, ReadonlySet<string>> {
  const [height, width] = convOutputs(w);
  const met = new Map<string, Set<string>>();
  for (let b = 0; b < w.batch; b++) {
    for (let p = 0; p < height; p++) {
      for (let q = 0; q < width; q++) {
        const key = `${b} ${Math.floor(p / tile.rows)} ${Math.floor(q / tile.columns)}`;
        const inputs = met.get(key) ?? new Set<string>();
        met.set(key, inputs);
        for (let r = 0; r < w.kernel[0]; r++) {
          for (let s = 0; s < w.kernel[1]; s++) {
            const [y, x] = [p * w.stride[0] + r - w.padding[0], q * w.stride[1] + s - w.padding[1]];
            if (y >= 0 && x >= 0 && y < w.height && x < w.width) inputs.add(`${b} ${y} ${x}`);
          }
        }
      }
    }
  }
  return met;
}

test("every input that a rectangle of outputs meets is read once, with its halo and without the padding; filters once a rectangle", () => {
  fc.assert(
    fc.property(smallConv(8, 4, 9), tiles, order, (workload, tile, kind) => {
      const schedule = directConvKernel(workload, H200, { tile, order: kind });
      const layout = layOutDirectConv(schedule);
      const met = metByRectangle(workload, tile);
      const { inChannels, outChannels, kernel } = workload;
      const [height, width] = convOutputs(workload);
      const inputs = [...met.values()].reduce((sum, one) => sum + one.size, 0);
      expect(bytesMoved(layout)).toEqual({
        In: [2 * Math.ceil(outChannels / tile.bn) * inChannels * inputs, 0],
        W: [2 * met.size * outChannels * inChannels * kernel[0] * kernel[1], 0],
        Out: [0, 2 * workload.batch * height * width * outChannels],
      });
      expect(layout.touches).toBe(touchesOf(layout).length);
      expect(Math.max(...[...met.values()].map((one) => one.size))).toBe(schedule.haloPixels);
    }),
    parameters(80),
  );
});

test("no bound is above it on any interface", () => {
  fc.assert(
    fc.property(smallConv(12, 4, 40), tinyGpu, tiles, (workload, gpu, tile) => {
      const schedule = directConvKernel(workload, gpu, { tile });
      const l2Bytes = Math.max(gpu.l2Bytes, 8192);
      const slots = gpu.sms * schedule.residency.ctasPerSm;
      const { total } = replayTileSchedule(layOutDirectConv(schedule), slots, lruL2({ ...gpu, l2Bytes }));
      for (const bound of proveBounds(workload, gpu)) {
        const traffic = total.get(bound.interface);
        if (bound.scope === "total" && traffic !== undefined) expect(bound.value <= totalTraffic(traffic)).toBe(true);
      }
    }),
    parameters(40),
  );
});

test("a layer of ResNet-50: rectangles of 8×16 with a halo of 10×18 inputs, in two buffers beside the filters", () => {
  const workload = convWorkload({ batch: 2, inChannels: 64, outChannels: 64, height: 56, kernel: 3, padding: 1 });
  const schedule = directConvKernel(workload, H200);
  expect(schedule.tile).toEqual({ rows: 8, columns: 16, bn: 128, bk: 64 });
  expect([schedule.haloPixels, schedule.block.sharedMemoryBytes]).toEqual([180, 2 * (180 + 128) * 64 * 2]);
  // 7×4 rectangles an image, the last column of them 8 wide; rows and columns of halos without the padding.
  const rows = 9 + 5 * 10 + 9;
  const columns = 17 + 2 * 18 + 9;
  expect(bytesMoved(layOutDirectConv(schedule))["In"]).toEqual([2 * 2 * 64 * rows * columns, 0]);
});

test("tiles are read as they are written, and one that does not fit is refused by name", () => {
  expect(parseDirectConvTile("8x16x128x64")).toEqual({ rows: 8, columns: 16, bn: 128, bk: 64 });
  for (const text of ["8x16x128", "0x1x1x1", "8x16x128x64x2", "8x16x-1x64", "axbxcxd", "8x16x128x100000"])
    expect(() => parseDirectConvTile(text), text).toThrow(InputError);
  const workload = convWorkload({ inChannels: 64, outChannels: 64, height: 56, kernel: 3 });
  const plan = (options: object) => () => planReplays(workload, H200, options);
  expect(plan({ tile: "64x64x64x64" })).toThrow(/^tile: expected accumulators|^tile: expected a tile whose stages/);
  expect(plan({ tile: "8x8" })).toThrow("tile: expected BMxBNxBK for implicit-gemm or ROWSxCOLUMNSxBNxBK for direct-conv");
  expect(plan({ schedule: "direct-conv", tile: "8x8x8" })).toThrow("tile: expected ROWSxCOLUMNSxBNxBK");
  expect(plan({ schedule: "direct" })).toThrow("schedule: expected one of implicit-gemm, direct-conv");
  const huge = convWorkload({ inChannels: 64, outChannels: 64, height: 2 ** 40, kernel: 3 });
  expect(() => layOutDirectConv(directConvKernel(huge, H200))).toThrow(/^steps of replays: /);
});
