import { expect, test } from "vitest";
import { arrayWords, pointCount } from "../../src/computation/computation.js";
import { describeFfn, ffnComputation, ffnWorkload } from "../../src/computation/ffn.js";
import { InputError } from "../../src/errors.js";

test("a plain block is two products, a gated one three and an elementwise product", () => {
  const plain = ffnComputation(ffnWorkload({ tokens: 2, model: 3, hidden: 5 }));
  expect(plain.statements.map((statement) => pointCount(plain, statement))).toEqual([30n, 30n]);
  expect(plain.arrays.map(({ name }) => name)).toEqual(["X", "Wu", "H", "Wd", "Y"]);
  const gated = ffnComputation(ffnWorkload({ tokens: 2, model: 3, hidden: 5, gated: true }));
  expect(gated.statements.map((statement) => pointCount(gated, statement))).toEqual([30n, 30n, 10n, 30n]);
  expect(gated.arrays.map((array) => [array.name, array.role, arrayWords(array)])).toEqual([
    ["X", "input", 6n],
    ["Wg", "input", 15n],
    ["Wu", "input", 15n],
    ["G", "intermediate", 10n],
    ["U", "intermediate", 10n],
    ["H", "intermediate", 10n],
    ["Wd", "input", 15n],
    ["Y", "output", 6n],
  ]);
});

test("one line for people", () => {
  expect(describeFfn(ffnWorkload({ tokens: 2, model: 3, hidden: 5, gated: true, outputType: "fp32" }))).toBe(
    "Y = (silu(X·Wg) ⊙ X·Wu) · Wd, 2 tokens, model 3, hidden 5, bf16 to fp32, fp32 accumulators",
  );
});

test.each([
  [{ tokens: 0, model: 1, hidden: 1 }, "tokens"],
  [{ tokens: 1, model: 0, hidden: 1 }, "model"],
  [{ tokens: 1, model: 1, hidden: Number.NaN }, "hidden"],
  [{ tokens: 1, model: 1, hidden: 1, gated: "yes" as unknown as boolean }, "gated"],
])("%j is refused by name", (options, subject) => {
  expect(() => ffnWorkload(options)).toThrow(InputError);
  expect(() => ffnWorkload(options)).toThrow(new RegExp(`^${subject}:`));
});
