import * as fc from "fast-check";
import { expect, test } from "vitest";
import { proveCompulsory } from "../../../src/bounds/rows/compulsory.js";
import type { Computation } from "../../../src/computation/computation.js";
import { access } from "../../../src/computation/computation.js";
import { convComputation, convWorkload } from "../../../src/computation/conv.js";
import { expand } from "../../../src/pebble/expand.js";
import { graphBounds } from "../../../src/pebble/graph-bounds/index.js";
import { twoLevelGame } from "../../../src/pebble/rules.js";
import { parameters } from "../../properties/arbitraries.js";

const compulsoryOfGraph = (computation: Computation): number => {
  const bounds = graphBounds(expand(computation), twoLevelGame(1000));
  const found = bounds.find(({ id }) => id === "compulsory");
  return found !== undefined && "value" in found ? Number(found.value) : Number.NaN;
};

test("words that strides pass over or that meet only padding are not compulsory: as many as the graph has, no more", () => {
  const side = fc.integer({ min: 1, max: 3 });
  const shape = fc
    .record({
      inChannels: fc.integer({ min: 1, max: 2 }),
      outChannels: fc.integer({ min: 1, max: 2 }),
      height: fc.integer({ min: 1, max: 6 }),
      width: fc.integer({ min: 1, max: 6 }),
      kernel: fc.tuple(side, side),
      stride: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })),
      padding: fc.tuple(fc.nat(2), fc.nat(2)),
    })
    .filter(({ height, width, kernel, padding }) =>
      [height, width].every((extent, a) => {
        const [taps, zeros] = [kernel[a] as number, padding[a] as number];
        return zeros < taps && extent + 2 * zeros >= taps;
      }),
    );
  fc.assert(
    fc.property(shape, (sizes) => {
      const computation = convComputation(convWorkload(sizes));
      expect(proveCompulsory(computation, "words").value).toBe(BigInt(compulsoryOfGraph(computation)));
    }),
    parameters(200),
  );
});

test("a diagonal, an array larger than what is read of it, and what no output needs are not compulsory", () => {
  const array = (name: string, role: "input" | "output" | "intermediate", ...shape: number[]) =>
    ({ name, role, dataType: "bf16", shape }) as const;
  const computation: Computation = {
    name: "odd",
    statements: [
      { output: access("T", "i"), operands: [access("B", "i")] },
      { output: access("C", "i"), operands: [access("A", "i", "i")] },
    ],
    arrays: [array("A", "input", 4, 5), array("B", "input", 4), array("T", "intermediate", 4), array("C", "output", 4)],
    extents: { i: 4 },
    accumulator: "fp32",
  };
  expect(proveCompulsory(computation, "words")).toMatchObject({ reads: 4n, writes: 4n });
  expect(compulsoryOfGraph(computation)).toBe(8);
});
