import { expect, test } from "vitest";
import type { DataType } from "../../src/computation/data-types.js";
import { describeGemm, gemmWorkload } from "../../src/computation/gemm.js";
import { productTypeOf, rateOf, unitTypeOf } from "../../src/computation/operand-types.js";
import { checkWorkload } from "../../src/computation/workload.js";

const sides = { m: 8, n: 8, k: 8 };

test.each([
  ["w4a16", "bf16", "int4", "bf16", "fp32"],
  ["W8A16", "bf16", "int8", "bf16", "fp32"],
  ["w8a8", "int8", undefined, "bf16", "int32"],
  ["w4a8", "int8", "int4", "bf16", "int32"],
  ["fp4", "fp4", undefined, "bf16", "fp32"],
])("%s names the types of both operands, of results and of accumulators", (name, left, right, output, accumulator) => {
  const { dataType, rightType, outputType, accumulator: sums } = gemmWorkload({ ...sides, dataType: name });
  expect([dataType, rightType, outputType, sums]).toEqual([left, right, output, accumulator]);
});

test("results have the type that products are formed in, and equal types are one", () => {
  expect(gemmWorkload({ ...sides, dataType: "fp8", rightType: "bf16" })).toMatchObject({
    outputType: "bf16",
    accumulator: "fp32",
  });
  expect(gemmWorkload({ ...sides, dataType: "fp8", rightType: "e4m3" })).not.toHaveProperty("rightType");
  expect(describeGemm(gemmWorkload({ ...sides, dataType: "w4a16" }))).toContain("bf16 × int4, fp32 accumulators");
  expect(describeGemm(gemmWorkload({ ...sides, dataType: "fp8", rightType: "bf16" }))).toContain("fp8 × bf16 to bf16");
});

test.each([
  ["bf16", "int8", "bf16"],
  ["int8", "fp8", "fp16"],
  ["bf16", "fp16", "bf16"],
  ["int4", "fp4", "fp8"],
  ["fp4", "fp4", "fp4"],
] as const)("products of %s and %s are formed in %s", (dataType, rightType, formed) => {
  expect(productTypeOf({ dataType, rightType })).toBe(formed);
});

test("a packed type runs at the fastest rate among its own and those of types that hold its values", () => {
  const hopper: Partial<Record<DataType, number>> = { bf16: 1, fp16: 1, fp8: 2, int8: 2 };
  expect(unitTypeOf(hopper, "fp4")).toBe("fp8");
  expect(unitTypeOf(hopper, "int4")).toBe("int8");
  expect(unitTypeOf({ ...hopper, fp4: 4 }, "fp4")).toBe("fp4");
  expect(unitTypeOf(hopper, "bf16")).toBe("bf16");
  expect(rateOf({ fp8: 2 }, "int8")).toBeUndefined();
});

test.each([
  [{ dataType: "w4a16", rightType: "int8" }, "b-dtype: expected none beside w4a16, which names both types, found 'int8'"],
  [{ dataType: "w3a16" }, "dtype: expected w4a4, w4a8, w4a16, w8a8, w8a16, or the types of both operands, found w3a16"],
  [{ rightType: "e8m0" }, "b-dtype: expected one of bf16, fp16, fp8, int8, tf32, fp32, fp64, fp6, fp4, int4"],
  [{ outputType: "int4" }, "output-dtype: expected one of bf16, fp16, fp8, int8, tf32, fp32, fp64, int32"],
])("refuses %o", (types, message) => {
  expect(() => gemmWorkload({ ...sides, ...types })).toThrow(message);
});

test("refuses a workload whose type was set to one that it cannot have", () => {
  const made = gemmWorkload(sides);
  expect(() => checkWorkload({ ...made, rightType: "int5" as DataType })).toThrow("b-dtype");
  expect(() => checkWorkload({ ...made, outputType: "fp4" })).toThrow("output-dtype");
  expect(() =>
    checkWorkload({
      kind: "conv",
      batch: 1,
      inChannels: 1,
      outChannels: 1,
      height: 1,
      width: 1,
      kernel: [1, 1],
      stride: [1, 1],
      padding: [0, 0],
      dataType: "fp4",
      outputType: "bf16",
      accumulator: "fp32",
    }),
  ).toThrow("dtype");
});
