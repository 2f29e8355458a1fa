import * as fc from "fast-check";
import { expect, test } from "vitest";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { normGemmWorkload } from "../../src/computation/norm-gemm.js";
import { elementwiseWorkload, normWorkload, rotaryWorkload, softmaxWorkload } from "../../src/computation/row-workloads.js";
import type { Workload } from "../../src/computation/workload.js";
import { gapReport } from "../../src/gap/gap.js";
import { H200 } from "../../src/machines/h200.js";
import type { Gpu } from "../../src/machines/machine.js";
import { bytesOnChip } from "../../src/machines/machine.js";
import { parameters, tinyGpu } from "./arbitraries.js";

const extent = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 300 }));
const types = fc.record({
  dataType: fc.constantFrom("bf16", "fp8", "fp32"),
  outputType: fc.constantFrom(undefined, "fp32", "bf16"),
  accumulator: fc.constantFrom(undefined, "fp16", "fp32"),
});
const chain = fc.record({ m: extent, k: extent, l: extent, n: extent });
const block = fc.record({ tokens: extent, model: extent, hidden: extent, gated: fc.boolean() });
const attention = fc
  .record({
    batch: fc.integer({ min: 1, max: 2 }),
    kvHeads: fc.integer({ min: 1, max: 2 }),
    group: fc.integer({ min: 1, max: 3 }),
    queries: extent,
    keys: extent,
    dim: fc.integer({ min: 1, max: 128 }),
    causal: fc.boolean(),
  })
  .map(({ group, ...sizes }) => ({ ...sizes, heads: sizes.kvHeads * group }));

const fused: fc.Arbitrary<Workload> = fc.oneof(
  fc.tuple(chain, types).map(([sizes, words]) => chainWorkload({ ...sizes, ...words })),
  fc.tuple(block, types).map(([sizes, words]) => ffnWorkload({ ...sizes, ...words })),
  fc.tuple(attention, types).map(([sizes, words]) => attentionWorkload({ ...sizes, ...words })),
);

const rows: fc.Arbitrary<Workload> = fc
  .tuple(
    fc.constantFrom("elementwise", "softmax", "rmsnorm", "layernorm", "rotary", "norm-gemm"),
    extent,
    extent,
    extent,
    fc.integer({ min: 1, max: 3 }),
    types,
  )
  .map(([kind, rows, columns, third, few, words]) => {
    if (kind === "elementwise") return elementwiseWorkload({ rows, columns, inputs: few, ...words });
    if (kind === "softmax") return softmaxWorkload({ rows, columns, ...words });
    if (kind === "rotary") return rotaryWorkload({ rows, heads: few, dim: 2 * Math.ceil(columns / 2), ...words });
    if (kind !== "norm-gemm") return normWorkload(kind, { rows, columns, ...words });
    const headDim = few === 3 ? 0 : 4 * few;
    return normGemmWorkload({
      m: rows,
      n: headDim === 0 ? columns : headDim * Math.ceil(columns / 8),
      k: third,
      headDim,
      ...words,
    });
  });

function expectBoundsBelow(workload: Workload, gpu: Gpu, share: number): void {
  // The bound's fast memory is everything on the chip, so no replayed L2 may be larger; a tile is at most 256 KiB.
  const bytes = Math.max(2 ** 18, Math.floor(share * bytesOnChip(gpu)));
  fc.pre(bytes <= bytesOnChip(gpu));
  for (const row of gapReport(workload, gpu, { l2: { policy: "lru", bytes } }).rows) {
    expect(row.bound.value <= row.total, `${row.bound.id} on ${row.interface} against ${row.label}`).toBe(true);
  }
}

const machines = fc.oneof(tinyGpu, fc.constant(H200));
const shares = fc.double({ min: 0, max: 1, noNaN: true });

test("nor above that of a kernel of rows, or of a product of normalised rows", () => {
  fc.assert(fc.property(rows, machines, shares, expectBoundsBelow), parameters(100));
});

test("no bound is above the traffic of any kernel of a chain, a feed-forward block or attention that fits the GPU", () => {
  fc.assert(fc.property(fused, machines, shares, expectBoundsBelow), parameters(60));
});
