import * as fc from "fast-check";
import { expect, test } from "vitest";
import { proveGemmBounds } from "../../../src/bounds/gemm/prove.js";
import { proveBounds } from "../../../src/bounds/prove.js";
import { gemmWorkload } from "../../../src/computation/gemm.js";
import { abstractMachine, gpuNamed } from "../../../src/machines/registry.js";

const extent = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(128, 1000, 4096));
const workloads = fc
  .record({
    m: extent,
    n: extent,
    k: extent,
    batch: fc.constantFrom(1, 3),
    dataType: fc.constantFrom("bf16", "fp32"),
    scales: fc.constantFrom(undefined, "a:1x128,b:128x128"),
  })
  .map(gemmWorkload);
const machines = fc.constantFrom(abstractMachine(3), abstractMachine(100), gpuNamed("h200"), {
  ...gpuNamed("h100"),
  clusterSize: 2,
});

test("has the bounds of proveBounds for a product, with scales and without, in the same order", () => {
  fc.assert(
    fc.property(workloads, machines, (workload, machine) => {
      expect(proveGemmBounds(workload, machine)).toEqual(proveBounds(workload, machine));
    }),
    { numRuns: 60 },
  );
});

test("refuses what proveBounds refuses: a copy of a workload with an extent of none", () => {
  const workload = { ...gemmWorkload({ m: 8, n: 8, k: 8 }), k: 0 };
  const refusal = (prove: typeof proveGemmBounds): string => {
    try {
      prove(workload, abstractMachine(100));
    } catch (error) {
      return (error as Error).message;
    }
    return "none";
  };
  expect(refusal(proveGemmBounds)).toMatch(/extent q/);
  expect(refusal(proveGemmBounds)).toBe(refusal(proveBounds));
});
