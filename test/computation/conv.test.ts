import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { convolutionArrays } from "../../src/bounds/conv/shape.js";
import { arrayWords } from "../../src/computation/computation.js";
import {
  convComputation,
  convFacts,
  convOutputs,
  convolutionOfPass,
  convProducts,
  convWorkload,
} from "../../src/computation/conv.js";
import { describeConv } from "../../src/computation/conv-kind.js";
import { describeWorkload } from "../../src/computation/workload.js";
import { InputError } from "../../src/errors.js";
import { greatestCommonDivisor } from "../../src/exact/integer.js";
import { expand } from "../../src/pebble/expand.js";
import { checkAxis, windowOf } from "../../src/verify/conv/window.js";
import { parameters } from "../properties/arbitraries.js";
import { generalConv } from "./general-conv.js";
import { smallConv } from "./small-conv.js";

const layer = { batch: 32, inChannels: 64, outChannels: 128, height: 56, kernel: "3x3", stride: 2, padding: 1 };

test("a layer of ResNet-50: shapes, products and one line", () => {
  const workload = convWorkload(layer);
  expect(convOutputs(workload)).toEqual([28, 28]);
  // 28 outputs meet three taps each but the first, whose first tap is on the padding.
  expect(convProducts(workload)).toBe(32n * 64n * 128n * 83n * 83n);
  expect(describeWorkload(workload)).toBe(
    "Out (32×128×28×28) = In (32×64×56×56) ∗ W (128×64×3×3), stride 2, padding 1, bf16, fp32 accumulators",
  );
  expect(describeConv(convWorkload({ ...layer, kernel: [1, 7], stride: 1, padding: "0x3" }))).toContain("stride 1, padding 0x3");
});

test("sides are one number, a text or a list", () => {
  for (const kernel of [3, "3", "3x3", [3, 3], [3]]) expect(convWorkload({ ...layer, kernel }).kernel).toEqual([3, 3]);
  const workload = convWorkload(layer);
  expect(convWorkload(workload)).toEqual(workload);
});

test("facts about windows are what walking every output, tap and input finds; the checker counts the same", () => {
  fc.assert(
    fc.property(fc.oneof(smallConv(9, 5), generalConv(11, 4)), (workload) => {
      [workload.height, workload.width].forEach((extent, a) => {
        const [kernel = 1, stride = 1, padding = 0, dilation = 1] = [
          ...[workload.kernel, workload.stride, workload.padding].map((sides) => sides[a]),
          workload.dilation?.[a],
        ];
        const outputs = convOutputs(workload)[a] ?? 0;
        const pairs: (readonly [number, number, number])[] = [];
        for (let p = 0; p < outputs; p++) {
          for (let tap = 0; tap < kernel; tap++) {
            const at = p * stride + tap * dilation - padding;
            if (at >= 0 && at < extent) pairs.push([p, tap, at]);
          }
        }
        const distinct = (of: (typeof pairs)[number][], part: 0 | 1 | 2): number => new Set(of.map((pair) => pair[part])).size;
        const most = (part: 0 | 1 | 2): number => Math.max(...pairs.map((x) => pairs.filter((y) => y[part] === x[part]).length));
        const facts = convFacts(workload)[a];
        expect(distinct(pairs, 0)).toBe(outputs);
        expect(facts).toMatchObject({
          outputs: BigInt(outputs),
          usedInputs: BigInt(distinct(pairs, 2)),
          usedTaps: BigInt(distinct(pairs, 1)),
          pairs: BigInt(pairs.length),
          tapUses: BigInt(most(1)),
        });
        const common = Number(greatestCommonDivisor(BigInt(stride), BigInt(dilation)));
        const lanes = dilation / common;
        const classes = new Map<bigint, [bigint, bigint]>();
        for (let residue = 0; residue < stride / common; residue++) {
          const own = pairs.filter(([, tap]) => tap % (stride / common) === residue);
          if (own.length === 0) continue;
          const ofLane = Array.from({ length: lanes }, (_, lane) =>
            distinct(
              own.filter(([p]) => p % lanes === lane),
              2,
            ),
          );
          const reuse = BigInt(Math.min(Math.ceil(outputs / lanes), distinct(own, 1), Math.max(...ofLane)));
          const [taps, met] = classes.get(reuse) ?? [0n, 0n];
          classes.set(reuse, [taps + BigInt(distinct(own, 1)), met + BigInt(own.length)]);
        }
        expect(new Map(facts?.classes.map((c) => [c.reuse, [c.taps, c.pairs]]))).toEqual(classes);
        for (const { reuse, inputUses } of facts?.classes ?? []) expect(inputUses >= reuse).toBe(true);
        const axis = { extent, kernel, stride, padding, dilation };
        const big = Object.fromEntries(Object.entries(axis).map(([name, side]) => [name, BigInt(side)]));
        const checked = windowOf(checkAxis(big as unknown as Parameters<typeof windowOf>[0], "axis"));
        expect({ ...checked, classes: undefined }).toEqual({
          outputs: facts?.outputs,
          inputs: facts?.usedInputs,
          taps: facts?.usedTaps,
          pairs: facts?.pairs,
          tapUses: facts?.tapUses,
          classes: undefined,
        });
        expect(checked.classes).toEqual(facts?.classes);
      });
    }),
    parameters(200),
  );
});

test("the graph of a pass has a multiply-add for every product, and the words that the compulsory bound counts", () => {
  fc.assert(
    fc.property(generalConv(5, 3), (workload) => {
      const graph = expand(convComputation(workload));
      const { inputs, outputs } = convolutionArrays(workload, "words");
      const words = inputs.reduce((sum, array) => sum + array.words, 0n);
      expect(BigInt(graph.vertexCount)).toBe(convProducts(workload) + words);
      expect(BigInt(graph.isOutput.reduce((sum, flag) => sum + flag, 0))).toBe(outputs[0]?.words);
    }),
    parameters(60),
  );
});

test("a gradient of the input at stride 1 has the products of the turned convolution", () => {
  const forward = convWorkload({ ...layer, stride: 1, dilation: 2, padding: 1, groups: 4 });
  const turned = convolutionOfPass(convWorkload({ ...forward, pass: "data-gradient" }));
  expect(turned).toMatchObject({ inChannels: 128, outChannels: 64, height: 54, padding: [3, 3], dilation: [2, 2], groups: 4 });
  expect(turned?.pass).toBeUndefined();
  expect(convProducts(turned ?? forward)).toBe(convProducts(forward));
  expect(convOutputs(turned ?? forward)).toEqual([56, 56]);
  expect(convolutionOfPass(convWorkload({ ...layer, pass: "data-gradient" }))).toBeUndefined();
  expect(convolutionOfPass(convWorkload({ ...forward, pass: "weight-gradient" }))).toBeUndefined();
});

test("one line names groups, dilation and the arrays of a gradient", () => {
  const workload = convWorkload({ ...layer, stride: 1, dilation: 2, padding: "same", groups: 32, pass: "weight-gradient" });
  expect(describeConv(workload)).toContain(
    "dW (128×2×3×3) = In (32×64×56×56) ∗ dOut (32×128×56×56), stride 1, padding 2, dilation 2, 32 groups, bf16",
  );
  expect(describeConv(convWorkload({ ...layer, pass: "data-gradient" }))).toContain(
    "dIn (32×64×56×56) = dOut (32×128×28×28) ∗ W (128×64×3×3)",
  );
});

test("the expanded graph has a multiply-add for every product and an input for every word used", () => {
  fc.assert(
    fc.property(smallConv(5, 3), (workload) => {
      const graph = expand(convComputation(workload));
      const [rows, columns] = convFacts(workload);
      const words = BigInt(workload.batch * workload.inChannels) * rows.usedInputs * columns.usedInputs;
      const weights = BigInt(workload.outChannels * workload.inChannels) * rows.usedTaps * columns.usedTaps;
      expect(BigInt(graph.vertexCount)).toBe(convProducts(workload) + words + weights);
      const out = convComputation(workload).arrays.find((array) => array.name === "Out");
      expect(BigInt(graph.isOutput.reduce((sum, flag) => sum + flag, 0))).toBe(out === undefined ? 0n : arrayWords(out));
    }),
    parameters(60),
  );
});

describe("what is no convolution is refused by name", () => {
  test.each([
    [{ kernel: "3x3x3" }, /kernel: expected one number or HEIGHTxWIDTH such as 3x3, found '3x3x3'/],
    [{ kernel: "3x" }, /kernel: expected one number/],
    [{ kernel: "0x3" }, /kernel: expected a whole number from 1 to 4096, found 0/],
    [{ kernel: 5000 }, /kernel: expected a whole number from 1 to 4096, found 5000/],
    [{ kernel: ["3", 3] }, /kernel: expected one number/],
    [{ stride: 0 }, /stride: expected a whole number of at least 1, found 0/],
    [{ stride: 1.5 }, /stride: .* found 1.5/],
    [{ padding: -1 }, /padding: expected a whole number from 0/],
    [{ padding: 3 }, /padding: expected less than the kernel's 3, or outputs see zeros only, found 3/],
    [{ height: 2, width: 9, kernel: 5, padding: 1 }, /height: expected at least 3, for a kernel of 5, found 2/],
    [{ width: 1, kernel: 4, padding: 1 }, /width: expected at least 2/],
    [{ inChannels: 0 }, /in-channels: expected a whole number of at least 1, found 0/],
    [{ outChannels: 2 ** 53 }, /out-channels: /],
    [{ dataType: "fp1" }, /dtype: /],
    [{ groups: 3 }, /groups: expected a divisor of the 64 input channels, found 3/],
    [{ groups: 64, outChannels: 96 }, /groups: expected a divisor of the 96 output channels, found 64/],
    [{ dilation: 0 }, /dilation: expected a whole number from 1/],
    [{ kernel: 4096, dilation: 65536, height: 2 ** 30, padding: 0 }, /dilation: expected a dilated kernel of at most 65536/],
    [{ dilation: 2, padding: 5 }, /padding: expected less than the kernel's 5/],
    [{ kernel: 2, dilation: 4, height: 3, padding: 4 }, /height: expected at least the dilation's 4/],
    [{ pass: "backward" }, /pass: expected forward, data-gradient, weight-gradient, found 'backward'/],
  ])("%o", (change, message) => {
    const make = (): unknown => convWorkload({ ...layer, ...change } as Parameters<typeof convWorkload>[0]);
    expect(make).toThrow(InputError);
    expect(make).toThrow(message);
  });
});
