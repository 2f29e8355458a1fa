import * as fc from "fast-check";
import { test } from "vitest";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import type { RowWorkload } from "../../src/computation/row-workloads.js";
import { elementwiseWorkload, normWorkload, rotaryWorkload, softmaxWorkload } from "../../src/computation/row-workloads.js";
import { liftableRowPasses, liftableWordByWord } from "../../src/lift/gpu/rows.js";
import type { LiftableKernel } from "../../src/lift/liftable-kernel.js";
import { H200 } from "../../src/machines/known/h200.js";
import type { RowPassesId } from "../../src/schedules/gpu/rows/passes.js";
import { rowPasses } from "../../src/schedules/gpu/rows/passes.js";
import { wordByWord } from "../../src/schedules/two-level/word-by-word.js";
import { parameters } from "../properties/arbitraries.js";
import { expectRefereed } from "./refereed.js";

const side = fc.integer({ min: 1, max: 7 });
const tile = fc.record({ rows: fc.integer({ min: 1, max: 3 }), columns: fc.integer({ min: 1, max: 4 }) });
const types = fc.record({
  dataType: fc.constantFrom("bf16", "fp8", "fp32", "fp64"),
  outputType: fc.constantFrom(undefined, "fp32", "bf16", "fp8"),
  accumulator: fc.constantFrom(undefined, "fp16", "fp32"),
});
const run = fc.record({
  slots: fc.integer({ min: 1, max: 5 }),
  l2Bytes: fc.integer({ min: 1, max: 900 }),
  policy: fc.constantFrom("lru", "fifo"),
});

/** bound ≤ refereed schedule = replayed traffic, on both interfaces. */
function expectRowsRefereed(
  workload: RowWorkload,
  kernel: LiftableKernel,
  { slots, l2Bytes, policy }: { readonly slots: number; readonly l2Bytes: number; readonly policy: "lru" | "fifo" },
): void {
  const l2 = { policy, bytes: Math.max(l2Bytes, ...kernel.layout.tileBytes) };
  expectRefereed(kernel, slots, l2, (setting) => proveBoundsInSetting(workload, setting));
}

test.each(["row-one-pass", "row-two-passes", "row-three-passes", "row-two-kernels"] as const)(
  "%s is legal at exactly its replayed traffic",
  (id: RowPassesId) => {
    fc.assert(
      fc.property(
        fc.constantFrom("softmax", "rmsnorm", "layernorm"),
        side,
        side,
        types,
        tile,
        run,
        (kind, rows, columns, words, sides, how) => {
          fc.pre(!(id === "row-three-passes" && kind === "rmsnorm"));
          const shape = { rows, columns, ...words };
          const workload = kind === "softmax" ? softmaxWorkload(shape) : normWorkload(kind, shape);
          expectRowsRefereed(workload, liftableRowPasses(rowPasses(id, workload, H200, { tile: sides })), how);
        },
      ),
      parameters(100),
    );
  },
);

test.each(["elementwise-fused", "elementwise-separate"] as const)("%s is legal at exactly its replayed traffic", (id) => {
  fc.assert(
    fc.property(side, side, fc.integer({ min: 2, max: 4 }), types, tile, run, (rows, columns, inputs, words, sides, how) => {
      const workload = elementwiseWorkload({ rows, columns, inputs, ...words });
      expectRowsRefereed(workload, liftableWordByWord(wordByWord(id, workload, H200, { tile: sides })), how);
    }),
    parameters(60),
  );
});

test.each(["rotary-rows", "rotary-heads"] as const)("%s is legal at exactly its replayed traffic", (id) => {
  const few = fc.integer({ min: 1, max: 3 });
  fc.assert(
    fc.property(side, few, few, few, few, types, run, (rows, heads, half, tileRows, tileHeads, words, how) => {
      const workload = rotaryWorkload({ rows, heads, dim: 2 * half, ...words });
      const sides = { rows: tileRows, columns: tileHeads * workload.dim };
      expectRowsRefereed(workload, liftableWordByWord(wordByWord(id, workload, H200, { tile: sides })), how);
    }),
    parameters(60),
  );
});
