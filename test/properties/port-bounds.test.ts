import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { AttentionOptions } from "../../src/computation/attention.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { convWorkload } from "../../src/computation/conv.js";
import { einsumWorkload } from "../../src/computation/einsum.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { longChainWorkload } from "../../src/computation/long-chain.js";
import type { WordTypeOptions } from "../../src/computation/word-types.js";
import { counted } from "./arbitraries.js";
import { attack, comparisonsOfPorts, targetOf } from "./port-attacks.js";
import { MOST_PRODUCTS_OF_GROUP } from "./port-machine.js";
import { drawing } from "./port-orders.js";
import type { ProductWorkload } from "./port-workloads.js";

/** Kernels that are run for each workload, whose bounds take longer than they; and of all kinds together in the default suite. */
const KERNELS_OF_ONE = 20;
const KERNELS = 420;

/** Workloads of more products would make the test long, and those of fewer are often done in one memory. */
const MOST_PRODUCTS = 400;
const LEAST_PRODUCTS = 24;

const isOfSize = (products: number): boolean => products >= LEAST_PRODUCTS && products <= MOST_PRODUCTS;

const types: fc.Arbitrary<WordTypeOptions> = fc.oneof(
  fc.constant({ dataType: "fp32", outputType: "fp32", accumulator: "fp32" }),
  fc.record({
    dataType: fc.constantFrom("fp8", "bf16", "fp32", "fp64"),
    outputType: fc.constantFrom(undefined, "fp8", "bf16", "fp32", "fp64"),
    accumulator: fc.constantFrom(undefined, "fp16", "fp32", "fp64"),
  }),
);

const side = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 16 }));
const sides = fc.tuple(side, side, side, side, types);

/** Products, chains, feed-forward blocks, attention, chains of three products, convolutions and einsums. */
const workloads: readonly fc.Arbitrary<ProductWorkload>[] = [
  sides
    .filter(([m, n, k]) => isOfSize(m * n * k))
    .map(([m, n, k, few, words]) => gemmWorkload({ batch: m * n * k < 100 && few === 2 ? 2 : 1, m, n, k, ...words })),
  sides.filter(([m, k, l, n]) => isOfSize(m * l * (k + n))).map(([m, k, l, n, words]) => chainWorkload({ m, k, l, n, ...words })),
  fc
    .tuple(sides, fc.boolean())
    .filter(([[m, k, l]]) => isOfSize(2 * m * k * l))
    .map(([[tokens, model, hidden, , words], gated]) => ffnWorkload({ tokens, model, hidden, gated, ...words })),
  fc
    .tuple(sides, fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 2 }), fc.boolean())
    .map(([[queries, keys, dim, , words], kvHeads, group, causal]): AttentionOptions => {
      return { heads: kvHeads * group, kvHeads, queries, keys, dim, causal, ...words };
    })
    .filter(({ heads, queries, keys = 1, dim }) => isOfSize(2 * heads * queries * keys * dim))
    .map(attentionWorkload),
  fc
    .tuple(sides, side)
    .filter(([[m, a, b, c], d]) => isOfSize(m * (a * b + b * c + c * d)))
    .map(([[m, a, b, c, words], d]) => longChainWorkload({ m, widths: [a, b, c, d], ...words })),
  fc
    .record({
      inChannels: fc.integer({ min: 1, max: 3 }),
      outChannels: fc.integer({ min: 1, max: 4 }),
      height: fc.integer({ min: 3, max: 6 }),
      width: fc.integer({ min: 3, max: 6 }),
      kernel: fc.constantFrom("1x1", "2x1", "2x2", "3x3"),
      stride: fc.integer({ min: 1, max: 2 }),
      padding: fc.constantFrom(0, 0, 1),
      words: types,
    })
    .filter(({ kernel, padding }) => padding === 0 || kernel === "3x3")
    .map(({ words, ...shape }) => convWorkload({ ...shape, ...words })),
  fc
    .tuple(
      sides,
      fc.constantFrom("C[i,j] += A[i,k] * A[j,k]", "C[i,j] += A[i,k] * B[k,j] * D[i,j,k]", "C[i] += A[i,j,k] * B[j] * D[k]"),
    )
    .filter(([[i, j, k], text]) => isOfSize(i * (text.includes("A[j") ? i : j) * k) && j * k <= MOST_PRODUCTS_OF_GROUP)
    .map(([[i, j, k, , words], text]) => einsumWorkload({ text, extents: { i, j: text.includes("A[j") ? i : j, k }, ...words })),
];

test("no kernel whose L2 adds, or whose SMs pass partial sums to one another, is below a bound whose conditions it meets", () => {
  let [kernels, added] = [0, 0];
  const { numRuns, ...parameters } = counted(KERNELS);
  fc.assert(
    fc.property(
      fc.oneof(...workloads),
      fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 1100 })),
      fc.constantFrom(1, 1, 2, 3, 4, 8, 16),
      fc.nat(),
      (workload, fill, memories, seed) => {
        const target = targetOf(workload, fill / 1000, memories);
        kernels += attack(target, drawing(seed), KERNELS_OF_ONE, (executed, met, kernel, width) => {
          if (executed.slowAdds > 0) added++;
          for (const { what, claimed, moved } of comparisonsOfPorts(target.bounds, executed, met)) {
            if (moved >= claimed) continue;
            const which = JSON.stringify({ width, capacity: target.capacity, ...kernel });
            expect.fail(`${what} = ${claimed}, of which ${which} moves ${moved}`);
          }
        });
      },
    ),
    { seed: 1, ...parameters, numRuns: Math.ceil((numRuns ?? 0) / KERNELS_OF_ONE) },
  );
  expect(kernels).toBeGreaterThan(KERNELS / 2);
  expect(added).toBeGreaterThan(kernels / 10);
});
