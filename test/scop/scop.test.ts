import { describe, expect, test } from "vitest";
import { checkBelowTraces, read } from "./below-traces.js";
import { KERNELS, STRANGERS, VARIANTS } from "./kernels.js";

describe("kernels of PolyBench", () => {
  test.each(KERNELS)("reads $name as workloads", (kernel) => {
    const { parts, uncovered } = read(kernel);
    expect(parts.map(({ fields }) => fields)).toEqual(kernel.parts);
    expect(uncovered).toHaveLength(kernel.uncovered ?? 0);
  });

  test.each(KERNELS)("bounds $name below what the code itself moves", (kernel) => checkBelowTraces(kernel));
});

describe("the same in other words", () => {
  test.each(VARIANTS)("reads and bounds $name", (kernel) => {
    expect(read(kernel).parts.map(({ fields }) => fields)).toEqual(kernel.parts);
    checkBelowTraces(kernel);
  });
});

test.each(STRANGERS)("does not take $name for something else", (kernel) => {
  expect(read(kernel).parts).toEqual([]);
});
