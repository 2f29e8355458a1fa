import { expect, test } from "vitest";
import { chainComputation, chainWorkload, describeChain } from "../../src/computation/chain.js";
import { arrayWords, pointCount } from "../../src/computation/computation.js";
import { InputError } from "../../src/errors.js";

const workload = chainWorkload({ m: 3, k: 5, l: 7, n: 11 });

test("a chain is two products that share H, an intermediate", () => {
  const chain = chainComputation(workload);
  expect(chain.arrays.map((array) => [array.name, array.role, arrayWords(array)])).toEqual([
    ["A", "input", 15n],
    ["B", "input", 35n],
    ["H", "intermediate", 21n],
    ["D", "input", 77n],
    ["E", "output", 33n],
  ]);
  expect(chain.statements.map((statement) => pointCount(chain, statement))).toEqual([105n, 231n]);
});

test("one line for people", () => {
  expect(describeChain(workload)).toBe("H (3×7) = A (3×5) · B, E (3×11) = φ(H) · D, bf16, fp32 accumulators");
});

test.each([
  [{ m: 0, k: 1, l: 1, n: 1 }, "m"],
  [{ m: 1, k: -1, l: 1, n: 1 }, "k"],
  [{ m: 1, k: 1, l: 0.5, n: 1 }, "l"],
  [{ m: 1, k: 1, l: 1, n: 2 ** 53 }, "n"],
  [{ m: 1, k: 1, l: 1, n: 1, dataType: "fp4" }, "dtype"],
  [{ m: 1, k: 1, l: 1, n: 1, outputType: "fp4" }, "output-dtype"],
  [{ m: 1, k: 1, l: 1, n: 1, accumulator: "bf16" }, "accumulator"],
])("%j is refused by name", (options, subject) => {
  expect(() => chainWorkload(options)).toThrow(InputError);
  expect(() => chainWorkload(options)).toThrow(new RegExp(`^${subject}:`));
});
