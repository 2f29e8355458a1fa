import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { fftWorkload } from "../../src/computation/layered/fft.js";
import type { LayeredWorkload } from "../../src/computation/layered/layered.js";
import { stencilWorkload } from "../../src/computation/layered/stencil.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { planWords } from "../../src/plan/two-level.js";
import { layeredWords, totalWords } from "../../src/schedules/two-level/layered.js";
import { parameters } from "./arbitraries.js";

const cells = [fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 6 })];

/** Stencils and transforms with a memory of no fewer words than the least tile takes. */
function layered(sides: readonly fc.Arbitrary<number>[], steps: number, words: number): fc.Arbitrary<[LayeredWorkload, number]> {
  const stencil = fc.integer({ min: 1, max: 3 }).chain((dimensions) => {
    const dims = fc.tuple(...Array.from({ length: dimensions }, () => sides[dimensions - 1] as fc.Arbitrary<number>));
    return fc
      .tuple(dims, fc.integer({ min: 1, max: steps }), fc.integer({ min: 1, max: 2 }), fc.boolean())
      .map(([sizes, count, radius, box]): [LayeredWorkload, number] => [
        stencilWorkload({
          ...{ dims: sizes, steps: count, radius },
          points: box ? (2 * radius + 1) ** dimensions : 2 * radius * dimensions + 1,
        }),
        (4 * radius + 1) * (4 * radius) ** (dimensions - 1),
      ]);
  });
  const fft = fc
    .integer({ min: 1, max: 8 })
    .map((layers): [LayeredWorkload, number] => [fftWorkload({ points: 2 ** layers }), 3]);
  return fc
    .tuple(fc.oneof({ weight: 4, arbitrary: stencil }, fft), fc.integer({ min: 0, max: words }))
    .map(([[workload, least], more]): [LayeredWorkload, number] => [workload, least + more]);
}

describe("skewed tiles and blocks of a transform", () => {
  test("move what they count, and the referee confirms it", () => {
    fc.assert(
      fc.property(layered(cells, 6, 90), ([workload, words]) => {
        for (const { lift } of planWords(workload, words)) expect(refereeLifted(lift())).toMatchObject({ agrees: true });
      }),
      parameters(40, 2000),
    );
  });

  test("move no less than any bound", () => {
    const large = [1, 2, 3].map((dimensions) => fc.integer({ min: 1, max: Math.floor(4000 ** (1.2 / dimensions)) }));
    fc.assert(
      fc.property(layered(large, 200, 8000), ([workload, words]) => {
        const setting = { interface: "slow-fast", unit: "words", fastMemory: "", capacity: BigInt(words), memories: 1n } as const;
        const moved = totalWords(layeredWords(workload, words));
        for (const { id, value } of proveBoundsInSetting(workload, setting)) expect(value <= moved, `${id} ${value}`).toBe(true);
      }),
      parameters(100, 5000),
    );
  });

  test("come near the bounds without recomputation where memories are small", () => {
    const ratio = (workload: LayeredWorkload, words: number): number => {
      const setting = { interface: "slow-fast", unit: "words", fastMemory: "", capacity: BigInt(words), memories: 1n } as const;
      const largest = proveBoundsInSetting(workload, setting).reduce((x, { value }) => (value > x ? value : x), 0n);
      return Number((1000n * totalWords(layeredWords(workload, words))) / largest) / 1000;
    };
    expect(ratio(stencilWorkload({ dims: [1 << 24], steps: 1 << 20 }), 1 << 14)).toBeLessThan(2.03);
    expect(ratio(stencilWorkload({ dims: [1 << 20, 1 << 20], steps: 1 << 12, points: 9 }), 1 << 14)).toBeLessThan(2);
    expect(ratio(fftWorkload({ points: 2 ** 48 }), (1 << 16) + 1)).toBeLessThan(1.5);
  });

  test("refuse too few words by name", () => {
    expect(() => layeredWords(stencilWorkload({ dims: [9, 9], steps: 2 }), 11)).toThrow("fast-words");
    expect(() => layeredWords(fftWorkload({ points: 4 }), 2)).toThrow("fast-words");
  });
});
