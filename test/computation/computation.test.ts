import { describe, expect, test } from "vitest";
import { productExtents } from "../../src/bounds/gemm/shape.js";
import type { Computation } from "../../src/computation/computation.js";
import { access, arrayWords, extentOf, pointCount } from "../../src/computation/computation.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import { InputError } from "../../src/errors.js";

test("a product is one statement over A, B and C, with a batch index when there are several", () => {
  const one = gemmComputation(gemmWorkload({ m: 3, n: 4, k: 5 }));
  expect(one.arrays.map(arrayWords)).toEqual([15n, 20n, 12n]);
  expect(one.statements.map((statement) => pointCount(one, statement))).toEqual([60n]);
  const batched = gemmComputation(gemmWorkload({ m: 3, n: 4, k: 5, batch: 7 }));
  expect(batched.arrays.map(arrayWords)).toEqual([105n, 140n, 84n]);
  expect(batched.statements.map((statement) => pointCount(batched, statement))).toEqual([420n]);
});

test("defaults: bf16 operands and output, fp32 sums; int8 sums in int32, fp64 in fp64", () => {
  expect(gemmWorkload({ m: 1, n: 1, k: 1 })).toMatchObject({
    dataType: "bf16",
    outputType: "bf16",
    accumulator: "fp32",
    batch: 1,
  });
  expect(gemmWorkload({ m: 1, n: 1, k: 1, dataType: "int8" }).accumulator).toBe("int32");
  expect(gemmWorkload({ m: 1, n: 1, k: 1, dataType: "fp64" }).accumulator).toBe("fp64");
});

describe("extents and types out of range are refused by name", () => {
  test.each([
    [{ m: 0, n: 1, k: 1 }, "m"],
    [{ m: 1, n: -1, k: 1 }, "n"],
    [{ m: 1, n: 1, k: 0.5 }, "k"],
    [{ m: 1, n: 1, k: Number.NaN }, "k"],
    [{ m: 2 ** 53, n: 1, k: 1 }, "m"],
    [{ m: 1, n: 1, k: 1, batch: 0 }, "batch"],
    [{ m: 1, n: 1, k: 1, dataType: "fp3" }, "dtype"],
    [{ m: 1, n: 1, k: 1, accumulator: "bf16" }, "accumulator"],
  ])("%j", (options, subject) => {
    expect(() => gemmWorkload(options)).toThrow(InputError);
    expect(() => gemmWorkload(options)).toThrow(new RegExp(`^${subject}:`));
  });
});

describe("which computations are products", () => {
  const contraction = (output: string, a: string, b: string): Computation => ({
    name: "einsum",
    statements: [{ output: access("C", ...output), operands: [access("A", ...a), access("B", ...b)] }],
    arrays: [],
    extents: { i: 2, j: 3, k: 5, l: 7, b: 11 },
    accumulator: "fp32",
  });

  test("indices of one kind multiply up", () => {
    expect(productExtents(contraction("ij", "ik", "kj"))).toMatchObject({ batch: 1n, m: 2n, n: 3n, k: 5n });
    expect(productExtents(contraction("bij", "bikl", "bklj"))).toMatchObject({ batch: 11n, m: 2n, n: 3n, k: 35n });
    expect(productExtents(contraction("i", "ik", "k"))).toMatchObject({ batch: 1n, m: 2n, n: 1n, k: 5n });
  });

  test("anything else is not", () => {
    expect(productExtents(contraction("i", "ik", "kj"))).toBeUndefined();
    expect(productExtents(contraction("ij", "ii", "ij"))).toBeUndefined();
    const square = contraction("ij", "ik", "kj");
    const [statement] = square.statements;
    if (statement === undefined) throw new Error("no statement");
    const twice = { ...square, statements: [{ ...statement, operands: [access("A", "i", "k"), access("A", "j", "k")] }] };
    expect(productExtents(twice)).toBeUndefined();
  });

  test("an index without extent is an error", () => {
    expect(() => extentOf(contraction("ij", "ik", "kj"), "z")).toThrow(InputError);
  });
});
