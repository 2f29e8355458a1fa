import { expect } from "vitest";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { workloadOf } from "../../src/cli/input/workload-file.js";
import { WORKLOAD_FORMS } from "../../src/computation/workload.js";
import { loadParserOfC } from "../../src/node/c-parser.js";
import { readScops } from "../../src/scop/scop.js";
import type { Kernel } from "./kernels.js";
import { traceOf, trafficOf } from "./trace.js";

const parse = await loadParserOfC("kernel.c");

/** The parts of a text between the pragmas. */
export function read({ text, sizes }: Pick<Kernel, "text" | "sizes">): ReturnType<typeof readScops> {
  const defines = Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, String(size)]));
  return readScops(`#pragma scop\n${text}\n#pragma endscop\n`, { path: "kernel.c", parse, defines });
}

/** Values on the way of one statement, which stand in no array. */
const REGISTERS = 6;

/** Every bound of every part is below what the lines of the part move through a cache of a few sizes. */
export function checkBelowTraces(kernel: Pick<Kernel, "text" | "sizes">): void {
  const lines = kernel.text.split("\n");
  for (const {
    fields,
    lines: [first, last],
  } of read(kernel).parts) {
    const { kind, flags } = workloadOf("kernel.c", fields, WORKLOAD_FORMS);
    const workload = kind.make({ ...flags, dtype: "fp64" });
    const { trace, variables } = traceOf(lines.slice(first - 2, last - 1).join("\n"), kernel.sizes);
    for (const capacity of [4, 8, 16, 32, 100000]) {
      // Variables start and end in slow memory.
      const moved = trafficOf(trace, capacity) + 2 * variables;
      const words = BigInt(capacity + variables + REGISTERS);
      const setting = { interface: "slow-fast", unit: "words", capacity: words, memories: 1n, fastMemory: "" } as const;
      for (const { scope, value, id } of proveBoundsInSetting(workload, setting))
        if (scope === "total") expect(Number(value), `${id} at ${capacity} words`).toBeLessThanOrEqual(moved);
    }
  }
}
