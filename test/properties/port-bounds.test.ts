import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AttentionOptions } from "../../src/computation/attention.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { convWorkload } from "../../src/computation/conv.js";
import { einsumWorkload } from "../../src/computation/einsum.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { multilayerChainWorkload } from "../../src/computation/multilayer-chain.js";
import type { WordTypeOptions } from "../../src/computation/word-types.js";
import { counted } from "./arbitraries.js";
import { attack, comparisonsOfPorts, targetOf } from "./port-attacks.js";
import type { PortProblem } from "./port-machine.js";
import { MOST_PRODUCTS_OF_GROUP, PortMachine } from "./port-machine.js";
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
    .filter(({ heads, queries = 1, keys = 1, dim }) => isOfSize(2 * heads * queries * keys * dim))
    .map(attentionWorkload),
  fc
    .tuple(sides, side)
    .filter(([[m, a, b, c], d]) => isOfSize(m * (a * b + b * c + c * d)))
    .map(([[m, a, b, c, words], d]) => multilayerChainWorkload({ m, widths: [a, b, c, d], ...words })),
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

describe("the executor refuses", () => {
  /** C (1×1) = A (1×2) · B (2×1): ids 0 and 1 are words of A, 2 and 3 of B, and 4 is the sum. */
  const problem = (capacity: number): PortProblem => ({
    words: [1, 1, 1, 1],
    groups: [{ held: 1, moved: 1, complete: 1, isOutput: true }],
    products: [
      { operands: [0, 2], group: 0 },
      { operands: [1, 3], group: 0 },
    ],
    capacity,
    memories: 2,
  });

  function machineWith(memory: number, products: readonly number[], capacity = 3): PortMachine {
    const machine = new PortMachine(problem(capacity));
    for (const product of products) {
      for (const word of [product, product + 2]) machine.load(memory, word);
      machine.multiply(memory, product, [product, product + 2]);
    }
    return machine;
  }

  test("a word for which there is no room", () => {
    const machine = new PortMachine(problem(1));
    machine.load(0, 0);
    expect(() => machine.load(0, 2)).toThrow("no room");
  });

  test("a product without its operands", () => {
    expect(() => new PortMachine(problem(3)).multiply(0, 0)).toThrow("an operand is not in the memory");
  });

  test("a product that would be added twice, in a memory, at a port or in slow memory", () => {
    const machine = machineWith(0, [0]);
    for (const word of [0, 2]) machine.load(0, word);
    expect(() => machine.multiply(0, 0)).toThrow("added twice");
    machine.storeAndAdd(0, 0, "place");
    expect(() => machine.storeAndAdd(0, 0, "place")).toThrow("added twice");
    expect(() => machine.loadSum(0, 0, 1, false)).toThrow("added twice");
  });

  test("an end without a result, or with a part of it", () => {
    const machine = machineWith(0, [0]);
    machine.storeAndAdd(0, 0, "place");
    expect(() => machine.finish()).toThrow("a result is missing");
  });

  test("nothing of two parts that meet in slow memory, or of one that is sent to the other", () => {
    const added = machineWith(0, [0]);
    added.storeAndAdd(0, 0, "place");
    added.drop(0, 4);
    for (const word of [1, 3]) added.load(0, word);
    added.multiply(0, 1, [1, 3]);
    added.storeAndAdd(0, 0, "place");
    expect(added.finish()[0]).toEqual({ reads: 4, writes: 2 });
    expect(added.slowAdds).toBe(1);
    const sent = machineWith(0, [0]);
    for (const word of [1, 3]) sent.load(1, word);
    sent.multiply(1, 1, [1, 3]);
    sent.send(0, 1, 0);
    sent.store(1, 0);
    expect(sent.finish()).toEqual([
      { reads: 2, writes: 1 },
      { reads: 3, writes: 1 },
    ]);
    expect(sent.slowAdds).toBe(0);
  });
});
