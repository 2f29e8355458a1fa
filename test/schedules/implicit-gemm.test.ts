import * as fc from "fast-check";
import { expect, test } from "vitest";
import { proveBounds } from "../../src/bounds/prove.js";
import { convFacts, convOutputs, convWorkload } from "../../src/computation/conv.js";
import { gapReport } from "../../src/gap/gap.js";
import { H200 } from "../../src/machines/h200.js";
import { lruL2 } from "../../src/replay/l2/l2-model.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import { totalTraffic } from "../../src/replay/traffic.js";
import { describeImplicitGemm, implicitGemm, layOutImplicitGemm } from "../../src/schedules/gpu/gemm/implicit-gemm.js";
import { smallConv } from "../computation/small-conv.js";
import { parameters, tinyGpu } from "../properties/arbitraries.js";
import { arrayBytes, bytesMoved, touchesOf } from "./schedule-facts.js";

const side = fc.integer({ min: 1, max: 9 });
const tiles = fc.record({ bm: side, bn: side, bk: side });

test("every pixel a tap meets is read once a column of tiles, where it is; the padding never; outputs are written once", () => {
  fc.assert(
    fc.property(smallConv(7, 4, 9), tiles, (workload, tile) => {
      const schedule = layOutImplicitGemm(implicitGemm(workload, H200, { tile }));
      const [rows, columns] = convFacts(workload);
      const [height, width] = convOutputs(workload);
      const { batch, inChannels, outChannels } = workload;
      const [pixels, taps] = [batch * height * width, workload.kernel[0] * workload.kernel[1]];
      expect(arrayBytes(schedule)).toEqual({
        In: 2 * batch * inChannels * workload.height * workload.width,
        W: 2 * outChannels * inChannels * taps,
        Out: 2 * pixels * outChannels,
      });
      expect(bytesMoved(schedule)).toEqual({
        In: [2 * Math.ceil(outChannels / tile.bn) * batch * inChannels * Number(rows.pairs * columns.pairs), 0],
        W: [2 * Math.ceil(pixels / tile.bm) * outChannels * inChannels * taps, 0],
        Out: [0, 2 * pixels * outChannels],
      });
      const touches = touchesOf(schedule);
      expect(schedule.touches).toBe(touches.length);
      const read = new Set(touches.filter(({ array }) => array === "In").map(({ tile: met }) => met));
      expect(read.size).toBe(batch * Number(rows.usedInputs * columns.usedInputs) * Math.ceil(inChannels / tile.bk));
    }),
    parameters(80),
  );
});

test("no bound is above it on any interface", () => {
  fc.assert(
    fc.property(smallConv(12, 4, 40), tinyGpu, tiles, (workload, gpu, tile) => {
      const schedule = implicitGemm(workload, gpu, { tile });
      const l2Bytes = Math.max(gpu.l2Bytes, 4096);
      const { total } = replayTileSchedule(
        layOutImplicitGemm(schedule),
        gpu.sms * schedule.residency.ctasPerSm,
        lruL2({ ...gpu, l2Bytes }),
      );
      for (const bound of proveBounds(workload, gpu)) {
        const traffic = total.get(bound.interface);
        if (bound.scope === "total" && traffic !== undefined) expect(bound.value <= totalTraffic(traffic)).toBe(true);
      }
    }),
    parameters(40),
  );
});

test("a layer of ResNet-50 on an H200 in the order asked for", () => {
  const workload = convWorkload({ batch: 2, inChannels: 64, outChannels: 64, height: 56, kernel: 3, padding: 1 });
  expect(describeImplicitGemm(implicitGemm(workload, H200))).toMatchObject({
    id: "implicit-gemm",
    tile: "128x128x64",
    order: "row",
  });
  const { rows } = gapReport(workload, H200, { orders: [{ kind: "col" }], tile: "64x64x64", l2: lruL2(H200) });
  expect(rows.map(({ label, interface: interfaceId }) => `${label} ${interfaceId}`)).toEqual([
    "implicit-gemm col dram-l2",
    "implicit-gemm col l2-sm",
  ]);
  for (const { gap } of rows) expect(gap).toBeGreaterThanOrEqual(1);
  expect(rows.find(({ interface: interfaceId }) => interfaceId === "l2-sm")?.traffic.reads).toBe(
    2n * 2n * 64n * 166n ** 2n + 98n * 2n * 64n * 64n * 9n,
  );
});

test("a tile that does not fit and a convolution too large to walk are refused by name", () => {
  const sizes = { inChannels: 64, outChannels: 64, height: 56, kernel: 3 };
  expect(() => implicitGemm(convWorkload(sizes), H200, { tile: { bm: 512, bn: 512, bk: 64 } })).toThrow(/^tile: /);
  const huge = implicitGemm(convWorkload({ ...sizes, inChannels: 1, outChannels: 4096, height: 3000, kernel: 7 }), H200);
  expect(() => layOutImplicitGemm(huge)).toThrow(/^steps of replays: /);
});
