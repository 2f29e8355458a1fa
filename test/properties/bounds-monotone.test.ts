import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { bestBounds } from "../../src/bounds/prove.js";
import { CONDITIONS, EVERY_KERNEL } from "../../src/bounds/requirements.js";
import type { GemmWorkload } from "../../src/computation/gemm.js";
import type { Machine } from "../../src/machines/machine.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { gemm, parameters, tinyGpu } from "./arbitraries.js";

/** Of every kernel, and of those that meet all conditions, by interface. */
function best(workload: GemmWorkload, machine: Machine): ReadonlyMap<string, bigint> {
  const { bounds } = boundWorkload(workload, machine);
  return new Map(
    [EVERY_KERNEL, new Set(CONDITIONS)].flatMap((met) =>
      [...bestBounds(bounds, met)].map(
        ([interfaceId, bound]) => [`${interfaceId}, ${met.size} conditions`, bound.value] as const,
      ),
    ),
  );
}

function expectAtMost(lower: ReadonlyMap<string, bigint>, higher: ReadonlyMap<string, bigint>): void {
  for (const [interfaceId, value] of lower)
    expect(value <= (higher.get(interfaceId) ?? -1n), `${interfaceId}: ${value} > ${higher.get(interfaceId)}`).toBe(true);
}

test("bounds never rise when the fast memory of the two-level memory model grows", () => {
  fc.assert(
    fc.property(gemm(3000), fc.integer({ min: 3, max: 5000 }), fc.integer({ min: 1, max: 50 }), (workload, words, more) => {
      expectAtMost(best(workload, abstractMachine(words + more)), best(workload, abstractMachine(words)));
    }),
    parameters(120),
  );
});

test("bounds never rise when the L2 or the registers of a GPU grow", () => {
  fc.assert(
    fc.property(gemm(3000), tinyGpu, fc.integer({ min: 1, max: 5000 }), fc.boolean(), (workload, gpu, more, l2) => {
      const larger = l2 ? { ...gpu, l2Bytes: gpu.l2Bytes + more } : { ...gpu, registersPerSm: gpu.registersPerSm + more };
      expectAtMost(best(workload, larger), best(workload, gpu));
    }),
    parameters(80),
  );
});

test("bounds never fall when an extent grows", () => {
  fc.assert(
    fc.property(
      gemm(3000),
      fc.integer({ min: 3, max: 5000 }),
      fc.constantFrom("m", "n", "k", "batch"),
      fc.integer({ min: 1, max: 30 }),
      (workload, words, name, more) => {
        const machine = abstractMachine(words);
        expectAtMost(best(workload, machine), best({ ...workload, [name]: workload[name] + more }, machine));
      },
    ),
    parameters(120),
  );
});

test("transposing the product changes no bound", () => {
  fc.assert(
    fc.property(gemm(2000), fc.integer({ min: 3, max: 5000 }), (workload, words) => {
      const machine = abstractMachine(words);
      const transposed = { ...workload, m: workload.n, n: workload.m };
      expect(best(workload, machine)).toEqual(best(transposed, machine));
    }),
    parameters(60),
  );
});
