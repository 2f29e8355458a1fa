import { describe, expect, test } from "vitest";
import { arrayWords, pointCount } from "../../src/computation/computation.js";
import { describeEinsum, einsumComputation, einsumWorkload } from "../../src/computation/einsum.js";
import { formatEinsum, parseEinsum } from "../../src/computation/einsum-text.js";
import { InputError } from "../../src/errors.js";

const product = { text: "C[i,j]+=A[i,k]*B[k,j]", extents: { i: 3, j: 4, k: 5 } };

test("a product written as text is the statement, its arrays and its extents", () => {
  const workload = einsumWorkload(product);
  expect(workload).toMatchObject({ kind: "einsum", text: "C[i,j] += A[i,k] * B[k,j]", dataType: "bf16", accumulator: "fp32" });
  expect(describeEinsum(workload)).toBe("C[i,j] += A[i,k] * B[k,j], i=3, j=4, k=5, bf16, fp32 accumulators");
  const computation = einsumComputation(workload);
  expect(computation.arrays.map((array) => [array.name, array.role, arrayWords(array)])).toEqual([
    ["A", "input", 15n],
    ["B", "input", 20n],
    ["C", "output", 12n],
  ]);
  expect(computation.statements.map((statement) => pointCount(computation, statement))).toEqual([60n]);
});

test.each([
  "C[i,j] += A[i,k] * B[k,j]",
  "M[i,l] += X[i,j,k] * B[j,l] * C[k,l]",
  "F[i] += P[i] * P[j]",
  "s[] += a[i] * b[i]",
  "C[row,col_2] += A[row] * B[col_2]",
  "H[i,p] += A[i,q] * B[q,p]; E[i,j] += H[i,p] * D[p,j]",
])("%s reads back as itself", (text) => {
  expect(formatEinsum(parseEinsum(text))).toBe(text);
  expect(formatEinsum(parseEinsum(` ${text.replaceAll("+=", " = ").replaceAll(",", " , ")} ;`))).toBe(text);
});

test("arrays written and read again are intermediates; several outputs stay outputs", () => {
  const computation = einsumComputation(
    einsumWorkload({
      text: "H[i,p] += A[i,q] * B[q,p]; E[i,j] += H[i,p] * D[p,j]; s[i] += H[i,p] * H[i,p]",
      extents: { i: 2, p: 3, q: 4, j: 5 },
    }),
  );
  expect(computation.arrays.map(({ name, role }) => `${name} ${role}`)).toEqual([
    "A input",
    "B input",
    "H intermediate",
    "D input",
    "E output",
    "s output",
  ]);
});

test("an array named twice is one input", () => {
  const computation = einsumComputation(einsumWorkload({ text: "C[i,j] += A[i,k] * A[j,k]", extents: { i: 6, j: 6, k: 2 } }));
  expect(computation.arrays.map((array) => array.name)).toEqual(["A", "C"]);
});

describe("what cannot be read is refused at its column with the reason", () => {
  test.each([
    ["C[i,j += A[i,k] * B[k,j]", /column 7: expected , or \] in C/],
    ["C[i,j] += A[i,k * B[k,j]", /column 17: expected , or \] in A/],
    ["C i,j] += A[i]", /column 3: expected \[ after C/],
    ["C[i,j] A[i,k]", /column 8: expected \+= after the output/],
    ["C[i,j] += A[i,k] *", /column 19: expected an array .* found the end of the text/],
    ["C[i,j] += A[i,k] * * B[k,j]", /column 20: expected an array/],
    ["C[i,j] += silu(A[i,j])", /column 15: expected \[ after silu: functions such as silu\(…\) are not known here/],
    ["C[i,j] += A[i,k] + B[k,j]", /column 18: expected \* and an operand/],
    ["C[i,j] += A[i,k] * B[k,j]]", /column 26: expected \* and an operand/],
    ["C[i] += A[2*i]", /column 11: expected an index in A: only plain indices are supported, found '2\*i\]'/],
    ["C[i] += A[i+r]", /column 12: expected , or \] in A: only plain indices/],
    ["C[i] += A[i,i]", /column 13: expected each index once in A, found i again/],
    ["C[i,j] += A[i,k] * B[k]", /column 1: expected every index of the output in some operand, found j on the left only/],
    ["C[i] += C[i] * A[i]", /column 9: expected an output that is no operand, found C on both sides/],
    ["C[i] += A[i,k] * A[k]", /column 18: expected as many indices in every access to A, found 2 and 1/],
    ["C[i] += A[i]; C[i] += B[i]", /column 15: expected an array that no other statement writes, found C/],
    ["C[i] += A[i]; A[i] += B[i]", /column 15: expected an array that is not read before it is written, found A/],
    ["C[i] += A[i]; D[i] += C[i,j]", /column 23: expected as many indices in every access to C, found 1 and 2/],
    ["C[i] += A[i]; D[i,j] += C[i]", /column 15: expected every index of the output in some operand, found j on the left only/],
    ["C[i] += A[i];; D[i] += C[i]", /column 14: expected an array/],
    [`${"C[i] += A[i] "}${"* A[i] ".repeat(8)}`, /column 1: expected at most 8 operands, found 9/],
    [Array.from({ length: 17 }, (_, n) => `C${n}[i] += A[i]`).join(";"), /einsum: expected at most 16 statements, found 17/],
    [`C[] += A[${"abcdefghijklmnopq".split("").join(",")}]`, /einsum: expected at most 16 indices, found 17/],
    ["", /column 1: expected an array/],
    ["_C[i] += A[i]", /column 1: expected an array/],
  ])("%s", (text, message) => {
    expect(() => parseEinsum(text)).toThrow(InputError);
    expect(() => parseEinsum(text)).toThrow(message);
  });
});

describe("extents are refused by index", () => {
  test.each([
    [{ i: 3, j: 4 }, /column 13: expected an extent of the index k, such as k=64, found none/],
    [{ i: 3, j: 4, k: 0 }, /extent k: expected a whole number of at least 1, found 0/],
    [{ i: 3, j: 4, k: 2 ** 53 }, /extent k/],
    [{ i: 3, j: 4, k: 1.5 }, /extent k/],
    [{ i: 3, j: 4, k: 5, z: 1 }, /extent z: an index of the text \(i, j, k\)/],
  ])("%j", (extents, message) => {
    const options = { ...product, extents: extents as unknown as Record<string, number> };
    expect(() => einsumWorkload(options)).toThrow(InputError);
    expect(() => einsumWorkload(options)).toThrow(message);
  });

  test("two accesses to one array must agree in its shape", () => {
    const options = { text: "C[i,j] += A[i,k] * A[j,k]", extents: { i: 3, j: 4, k: 5 } };
    expect(() => einsumWorkload(options)).toThrow(
      /array A: expected one extent for dimension 0 in every access, found i=3 and j=4/,
    );
  });

  test("an index named like a property of every object has no extent by itself", () => {
    expect(() => einsumWorkload({ text: "C[i] += A[i,constructor]", extents: { i: 2 } })).toThrow(
      /an extent of the index constructor/,
    );
  });
});
