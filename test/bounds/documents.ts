import * as fc from "fast-check";
import { expect } from "vitest";
import type { Setting } from "../../src/bounds/bound.js";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { Workload } from "../../src/computation/workload.js";
import type { Machine } from "../../src/machines/machine.js";
import { abstractMachine, MACHINES } from "../../src/machines/registry.js";
import { verifyDocument } from "../../src/verify/document.js";

/** Fast memories of so many words. */
export const inWords = (capacity: number, memories = 1): Setting => ({
  interface: "slow-fast",
  unit: "words",
  capacity: BigInt(capacity),
  memories: BigInt(memories),
  fastMemory: `${capacity} words`,
});

export const anyMachine: fc.Arbitrary<Machine> = fc.oneof(
  fc.integer({ min: 3, max: 30_000 }).map((words) => abstractMachine(words)),
  fc.constantFrom(...MACHINES),
);

/** The checker accepts the document of all bounds of the workload, as it is read from a file. */
export function expectVerifies(workload: Workload, machine: Machine): void {
  const document = JSON.parse(JSON.stringify(boundsDocument(boundWorkload(workload, machine))));
  expect(verifyDocument(document)).toMatchObject({ valid: true });
}
