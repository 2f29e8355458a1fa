import * as fc from "fast-check";
import { expect, test } from "vitest";
import { proveBounds } from "../../src/bounds/prove.js";
import { convFacts, convOutputs, convWorkload } from "../../src/computation/conv.js";
import { gapReport } from "../../src/gap/gap.js";
import { H200 } from "../../src/machines/known/h200.js";
import { planConvs } from "../../src/plan/conv.js";
import { planWords } from "../../src/plan/two-level.js";
import { lruL2 } from "../../src/replay/l2/l2-model.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import { totalTraffic } from "../../src/replay/traffic.js";
import { describeImplicitGemm, implicitGemm, layOutImplicitGemm } from "../../src/schedules/gpu/gemm/implicit-gemm.js";
import { generalConv } from "../computation/general-conv.js";
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

test("groups read and write channels of their own, dilated taps what they meet", () => {
  fc.assert(
    fc.property(generalConv(7, 3, 5), tiles, (shape, tile) => {
      const { pass: _, ...forward } = shape;
      const workload = convWorkload(forward);
      const schedule = layOutImplicitGemm(implicitGemm(workload, H200, { tile }));
      const [rows, columns] = convFacts(workload);
      const { batch, inChannels, outChannels, kernel, groups = 1 } = workload;
      const pixels = convOutputs(workload).reduce((all, extent) => all * extent, batch);
      const perGroup = Math.ceil(outChannels / groups / tile.bn);
      const weights = 2 * outChannels * (inChannels / groups) * kernel[0] * kernel[1];
      expect(arrayBytes(schedule)).toEqual({
        In: 2 * batch * inChannels * workload.height * workload.width,
        W: weights,
        Out: 2 * pixels * outChannels,
      });
      expect(bytesMoved(schedule)).toEqual({
        In: [2 * perGroup * batch * inChannels * Number(rows.pairs * columns.pairs), 0],
        W: [Math.ceil(pixels / tile.bm) * weights, 0],
        Out: [0, 2 * pixels * outChannels],
      });
    }),
    parameters(60),
  );
});

test("a gradient of the input at stride 1 is planned as the turned convolution; others, and groups of direct-conv, are refused", () => {
  const layer = { inChannels: 64, outChannels: 32, height: 28, kernel: 3, padding: 1 };
  const gradient = planConvs(convWorkload({ ...layer, pass: "data-gradient" }), H200, {});
  const turned = planConvs(convWorkload({ ...layer, inChannels: 32, outChannels: 64 }), H200, {});
  expect(gradient.map(({ label }) => label)).toEqual(turned.map(({ label }) => label));
  expect(gradient[0]?.layOut().arrays.map(({ name }) => name)).toEqual(["dOut", "W", "dIn"]);
  expect(gradient[0]?.layOut().tileBytes).toEqual(turned[0]?.layOut().tileBytes);
  for (const change of [{ pass: "weight-gradient" }, { pass: "data-gradient", stride: 2 }] as const) {
    expect(() => planConvs(convWorkload({ ...layer, ...change }), H200, {})).toThrow(/^pass: expected forward/);
    expect(() => planWords(convWorkload({ ...layer, ...change }), 4096)).toThrow(/^pass: expected forward/);
  }
  const grouped = convWorkload({ ...layer, groups: 8 });
  expect(planConvs(grouped, H200, {}).every(({ label }) => label.startsWith("implicit-gemm"))).toBe(true);
  expect(() => planConvs(grouped, H200, { schedule: "direct-conv" })).toThrow(/^schedule: expected implicit-gemm/);
  expect(() => planWords(grouped, 4096)).toThrow(/^workload: expected one group/);
  const inWords = planWords(convWorkload({ ...layer, pass: "data-gradient" }), 4096);
  expect([...(inWords[0]?.traffic.byArray.keys() ?? [])].sort()).toEqual(["W", "dIn", "dOut"]);
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
