import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Setting } from "../../src/bounds/bound.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { convComputation, convFacts, convOutputs, convProducts, convWorkload } from "../../src/computation/conv.js";
import { GraphWriter } from "../../src/layers/graph-writer.js";
import { KernelBounder } from "../../src/layers/kernels/kernel-bound.js";
import { KernelReplayer } from "../../src/layers/kernels/kernel-traffic.js";
import { layerDocument } from "../../src/layers/layer-document.js";
import { layerReport } from "../../src/layers/layer-report.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import type { ConvolutionWork, GraphIndex } from "../../src/layers/operator-graph.js";
import { indexGraph } from "../../src/layers/operator-graph.js";
import { A40 } from "../../src/machines/known/a40.js";
import { H100 } from "../../src/machines/known/h100.js";
import { expand } from "../../src/pebble/expand.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { twoLevelGame } from "../../src/pebble/rules.js";
import { verifyDocument } from "../../src/verify/document.js";
import { edited, leaves } from "../bounds/edited.js";
import { counted, parameters } from "../properties/arbitraries.js";
import { meaningOf } from "./onnx-call.js";

/** The convolution alone in fp32. */
function convolutionGraph(work: ConvolutionWork): GraphIndex {
  const writer = new GraphWriter("fp32");
  const [rows, columns] = convOutputs({ ...work, kind: "conv", dataType: "fp32", outputType: "fp32", accumulator: "fp32" });
  const { batch, inChannels, outChannels, height, width, kernel } = work;
  const x = writer.tensor("x", batch * inChannels * height * width);
  const w = writer.weight("w", outChannels * inChannels * kernel[0] * kernel[1]);
  writer.markOutput(writer.operator("conv", work, [x, w], { name: "y", words: batch * outChannels * rows * columns }));
  return indexGraph(writer.finish("convolution"));
}

test("a kernel with a convolution is bounded below its true optimum", () => {
  for (const sides of [
    { width: 3, kernel: [1, 2], outChannels: 1, inChannels: 1 },
    { width: 4, kernel: [1, 2], outChannels: 1, inChannels: 1 },
    { width: 3, kernel: [1, 2], outChannels: 2, inChannels: 1 },
    { width: 2, kernel: [1, 2], outChannels: 1, inChannels: 2 },
  ] as const) {
    const work = { kind: "convolution", batch: 1, height: 1, stride: [1, 1], padding: [0, 0], ...sides } as const;
    const index = convolutionGraph(work);
    const graph = expand(convComputation(convWorkload({ ...work, dataType: "fp32" })));
    for (const fast of [3, 4, 5]) {
      const setting: Setting = { interface: "l2-sm", unit: "bytes", capacity: BigInt(4 * fast), memories: 1n, fastMemory: "" };
      const { value, cores } = new KernelBounder(index, setting).bound(["conv"]);
      const optimum = findOptimum(graph, twoLevelGame(fast));
      expect(optimum.exact).toBe(true);
      if (optimum.exact) expect(Number(value), JSON.stringify([sides, cores])).toBeLessThanOrEqual(4 * Number(optimum.optimum));
    }
  }
});

const large = layerReport(...layer("sd15-residual", 32), A40);

function layer(
  model: string,
  batch: number,
): [ReturnType<typeof modelLayer>["workload"], ReturnType<typeof modelLayer>["graph"]] {
  const { workload, graph } = modelLayer(model, { batch });
  return [workload, graph];
}

test("the convolution theorem stands in the kernels of a large batch, and no edit of what it says passes", () => {
  const document = JSON.parse(JSON.stringify(layerDocument(large))) as Json;
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  const isConvolution = (path: readonly (string | number)[]): boolean => {
    const at = path.indexOf("cores");
    if (at < 0) return false;
    const core = path.slice(0, at + 2).reduce<unknown>((value, key) => (value as never)[key], document) as Record<string, Json>;
    return (core["workload"] as Record<string, Json>)["kind"] === "conv";
  };
  const claims = leaves(document).filter(
    (path) => isConvolution(path) && path.at(-1) !== "array" && !(path.includes("workload") && path.at(-1) === "accumulator"),
  );
  expect(claims.length).toBeGreaterThan(50);
  fc.assert(
    fc.property(fc.constantFrom(...claims), fc.integer({ min: 1, max: 9 }), (path, step) => {
      const changed = edited(document, path, (leaf) =>
        typeof leaf === "number" ? leaf + step : typeof leaf === "boolean" ? !leaf : `${leaf}${step}`,
      );
      expect(verifyDocument(changed), path.join(".")).toMatchObject({ valid: false });
    }),
    parameters(60),
  );
});

test("the checker counts what a convolution of the graph meets, and refuses one that leaves weights unused", () => {
  const document = JSON.parse(JSON.stringify(layerDocument(large)));
  const at = document.graph.operators.findIndex(({ name }: { name: string }) => name === "first-convolution");
  document.graph.operators[at].work.stride = [2, 2];
  expect(verifyDocument(document)).toMatchObject({ valid: false, path: `graph.operators[${at}]` });
});

test("convolutions count as operations, and their schedules move no less than their bounds", () => {
  const { workload, graph } = modelLayer("sd15-residual", { batch: 2 });
  const report = layerReport(workload, graph, H100, { replay: true });
  const conv = convWorkload({ batch: 2, inChannels: 320, outChannels: 320, height: 64, kernel: 3, padding: 1 });
  expect(report.shares.operations).toBe(4n * convProducts(conv) + 2n * BigInt(2 * 1280 * 320));
  for (const { plan, bounds, traffic } of report.rows) {
    const inSms = bounds.find((bound) => bound.interface === "l2-sm");
    if (inSms?.interface !== "l2-sm") throw new Error("no bound at the SMs");
    inSms.kernels.forEach(({ value, operators }, i) => {
      expect(traffic?.[i]?.bytes.get("l2-sm"), `${plan.id}: ${operators}`).toBeGreaterThanOrEqual(value);
    });
  }
  const schedules = report.rows.flatMap(({ traffic }) => traffic ?? []).map((kernel) => kernel?.schedule ?? "");
  expect(schedules.some((schedule) => /^(implicit-gemm|direct-conv)/.test(schedule))).toBe(true);
});

test("a group normalisation in front of a convolution costs a pass for its statistics", () => {
  const { graph } = modelLayer("sd15-residual", { batch: 2 });
  const replayer = new KernelReplayer(indexGraph(graph), H100);
  const [plain, fused] = [["first-convolution"], ["first-norm", "first-activation", "first-convolution"]].map((kernel) =>
    replayer.whole(kernel),
  );
  const x = BigInt(2 * 320 * 4096 * 2);
  const parameters = BigInt(2 * 320 * 2);
  expect((fused?.bytes.get("dram-l2") ?? 0n) - (plain?.bytes.get("dram-l2") ?? 0n)).toBe(x + parameters);
  expect(fused?.schedule).toMatch(/after a pass for statistics$/);
});

/** An ONNX Conv of the given attributes over fp32 operands. */
function convMeaning(
  input: readonly number[],
  weight: readonly number[],
  attributes: Readonly<Record<string, number | readonly number[] | string>>,
) {
  const meaning = meaningOf("Conv", [input, weight], attributes);
  if (meaning?.kind !== "operator") throw new Error("no operator");
  return { ...meaning, partial: meaning.partial ?? [], shape: meaning.shapes[0] ?? [] };
}

test("an ONNX convolution counts operands that meet something, and has the theorem where all do", () => {
  const free = fc.record({
    extent: fc.integer({ min: 1, max: 9 }),
    kernel: fc.integer({ min: 1, max: 4 }),
    stride: fc.integer({ min: 1, max: 4 }),
    dilation: fc.integer({ min: 1, max: 3 }),
    before: fc.integer({ min: 0, max: 4 }),
    after: fc.integer({ min: 0, max: 4 }),
  });
  const plain = free.map((axis) => ({ ...axis, dilation: 1 }));
  const even = plain.map((axis) => ({ ...axis, before: axis.before % axis.kernel, after: axis.before % axis.kernel }));
  const axis = fc.oneof(free, plain, { arbitrary: even, weight: 4 });
  let whole = 0;
  fc.assert(
    fc.property(axis, axis, (rows, columns) => {
      const axes = [rows, columns];
      // Which inputs and taps meet, point by point.
      const met = axes.map(({ extent, kernel, stride, dilation, before, after }) => {
        const count = Math.floor((extent + before + after - (kernel - 1) * dilation - 1) / stride) + 1;
        const [inputs, taps] = [new Set<number>(), new Set<number>()];
        for (let output = 0; output < count; output++) {
          for (let tap = 0; tap < kernel; tap++) {
            const input = output * stride + tap * dilation - before;
            if (input < 0 || input >= extent) continue;
            inputs.add(input);
            taps.add(tap);
          }
        }
        return { count, inputs: inputs.size === extent, taps: taps.size === kernel };
      });
      const of = () =>
        convMeaning([2, 3, rows.extent, columns.extent], [5, 3, rows.kernel, columns.kernel], {
          strides: axes.map(({ stride }) => stride),
          dilations: axes.map(({ dilation }) => dilation),
          pads: [...axes.map(({ before }) => before), ...axes.map(({ after }) => after)],
        });
      if (met.some(({ count }) => count < 1)) {
        expect(of).toThrow(/holds the window/);
        return;
      }
      const { work, partial, shape } = of();
      expect(shape).toEqual([2, 5, ...met.map(({ count }) => count)]);
      const isPlain = axes.every(({ dilation }) => dilation === 1);
      const unmet = [...(met.every(({ inputs }) => inputs) ? [] : [0]), ...(met.every(({ taps }) => taps) ? [] : [1])];
      if (isPlain) expect(partial, JSON.stringify(axes)).toEqual(unmet);
      // Words that may be skipped are never counted; under a dilation more may be said to be.
      else for (const operand of unmet) expect(partial, JSON.stringify(axes)).toContain(operand);
      const isEven = axes.every(
        ({ extent, before, after, kernel, dilation }) =>
          before === after && before <= dilation * (kernel - 1) && (before === 0 || extent >= dilation),
      );
      expect(work.kind === "convolution", JSON.stringify(axes)).toBe(isEven && partial?.length === 0);
      if (work.kind !== "convolution") return;
      whole++;
      const workload = convWorkload({ ...work });
      expect(convOutputs(workload)).toEqual(shape.slice(2));
      expect(convFacts(workload).map(({ usedInputs }) => Number(usedInputs))).toEqual([rows.extent, columns.extent]);
    }),
    { ...counted(400), seed: 11 },
  );
  expect(whole).toBeGreaterThan(5);
});

test("groups and dilations are those of the work, one dimension is two, and weights for other channels are refused", () => {
  expect(convMeaning([1, 8, 9, 9], [8, 1, 3, 3], { group: 8 })).toMatchObject({
    work: { kind: "convolution", groups: 8 },
  });
  expect(convMeaning([1, 8, 90], [16, 8, 3], { strides: [2], pads: [1, 1] })).toMatchObject({
    work: { kind: "convolution", height: 1, width: 90, kernel: [1, 3], stride: [1, 2], padding: [0, 1] },
    shape: [1, 16, 45],
  });
  expect(convMeaning([1, 8, 9, 9], [8, 8, 3, 3], { dilations: [2, 2] })).toMatchObject({
    work: { kind: "convolution", dilation: [2, 2] },
    shape: [1, 8, 5, 5],
  });
  expect(() => convMeaning([1, 8, 9, 9], [8, 4, 3, 3], {})).toThrow(/every channel/);
});

test("a strided 1×1 convolution reads its weights whole and every second input", () => {
  expect(convMeaning([1, 256, 56, 56], [512, 256, 1, 1], { strides: [2, 2] })).toMatchObject({
    work: { kind: "other-convolution" },
    shape: [1, 512, 28, 28],
    partial: [0],
  });
});

test("automatic padding is shared out as the specification says", () => {
  const same = (side: string) => convMeaning([1, 1, 7], [1, 1, 4], { auto_pad: side, strides: [2] });
  // Four results of 7 inputs: 6 + 4 − 7 = 3 zeros, the odd one after (upper) or before (lower).
  expect(same("SAME_UPPER")).toMatchObject({ shape: [1, 1, 4], partial: [] });
  expect(same("SAME_LOWER")).toMatchObject({ shape: [1, 1, 4], partial: [] });
  expect(convMeaning([1, 1, 7], [1, 1, 4], { auto_pad: "VALID", strides: [2] })).toMatchObject({
    shape: [1, 1, 2],
    partial: [0],
  });
  expect(() => same("SAME")).toThrow(/node node \(Conv\): expected an auto_pad/);
});
