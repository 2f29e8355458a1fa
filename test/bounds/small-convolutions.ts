import * as fc from "fast-check";
import { expect } from "vitest";
import type { ConvolutionInstance } from "../../src/bounds/certificates/conv.js";
import { convolutionInstance } from "../../src/bounds/conv/shape.js";
import { convComputation, convWorkload } from "../../src/computation/conv.js";
import { expand } from "../../src/pebble/expand.js";
import { minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { cheapestFound } from "../pebble/support/cheapest.js";
import { searching } from "../properties/arbitraries.js";
import { inWords } from "./documents.js";

/** What `prove` gives is at most the optimum of a small convolution, or any pebbling found, on one memory and on two. */
export function expectBelowPebblings(
  prove: (instance: ConvolutionInstance) => { readonly value: bigint } | undefined,
  mostSpareWords: number,
): void {
  const side = fc.integer({ min: 1, max: 4 });
  const small = fc.record({
    inChannels: fc.integer({ min: 1, max: 2 }),
    outChannels: fc.integer({ min: 1, max: 3 }),
    height: side,
    width: side,
    kernel: fc.tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 3 })),
    stride: fc.integer({ min: 1, max: 2 }),
  });
  const spareWords = fc.integer({ min: 0, max: mostSpareWords });
  fc.assert(
    fc.property(small, spareWords, fc.integer({ min: 1, max: 2 }), (drawn, spare, processors) => {
      const [rows, columns] = drawn.kernel;
      const workload = convWorkload({
        ...drawn,
        height: Math.max(drawn.height, rows),
        width: Math.max(drawn.width, columns),
      });
      const graph = expand(convComputation(workload));
      const capacity = minimumCapacity(graph, { sliding: true }) + spare;
      const game = twoLevelGame(capacity, { sliding: true, recomputation: true, processors });
      const { cost } = cheapestFound(graph, game, { trials: 10, vertices: 26 });
      const proven = prove(convolutionInstance(workload, inWords(capacity, processors)))?.value ?? 0n;
      expect(proven <= BigInt(cost)).toBe(true);
    }),
    searching(30),
  );
}
