import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Setting } from "../../src/bounds/bound.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { type ConvWorkload, convWorkload } from "../../src/computation/conv.js";
import { InputError } from "../../src/errors.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordConv } from "../../src/lift/two-level/conv.js";
import { directConvInWords } from "../../src/schedules/two-level/conv/direct.js";
import { filterStationaryConv } from "../../src/schedules/two-level/conv/filter-stationary.js";
import { wordConvs } from "../../src/schedules/two-level/conv/schedules.js";
import { wordConvTotal } from "../../src/schedules/two-level/conv/words.js";
import { smallConv } from "../computation/small-conv.js";
import { counted, parameters } from "../properties/arbitraries.js";

const inWords = (capacity: number): Setting => ({
  interface: "slow-fast",
  unit: "words",
  capacity: BigInt(capacity),
  memories: 1n,
  fastMemory: `${capacity} words`,
});

const POINTWISE = convWorkload({ inChannels: 1, outChannels: 1, height: 3, kernel: 1 });

test("the moves are legal within S words and cost exactly what the schedule counts", () => {
  const held = new Set<string>();
  fc.assert(
    fc.property(smallConv(6, 4), fc.integer({ min: 18, max: 60 }), (workload, fastWords) => {
      for (const schedule of wordConvs(workload, fastWords)) {
        if (schedule.id === "direct-conv") held.add(schedule.held);
        if (schedule.id === "filter-stationary") held.add(schedule.id);
        expect(refereeLifted(liftWordConv(schedule, fastWords))).toMatchObject({ agrees: true });
      }
    }),
    // One that holds weights and one that holds inputs are always among them.
    { ...counted(25), examples: [18, 30].map((fastWords): [ConvWorkload, number] => [POINTWISE, fastWords]) },
  );
  expect([...held].sort()).toEqual(["filter-stationary", "inputs", "weights"]);
});

test("no bound is above it, small, large, strided and padded", () => {
  fc.assert(
    fc.property(
      fc.oneof(smallConv(9, 5, 6), smallConv(90, 7, 600)),
      fc.oneof(fc.integer({ min: 51, max: 100 }), fc.integer({ min: 100, max: 100_000 })),
      (workload, fastWords) => {
        const costs = wordConvs(workload, fastWords).map(wordConvTotal);
        for (const { value } of proveBoundsInSetting(workload, inWords(fastWords)))
          for (const cost of costs) expect(value <= cost).toBe(true);
      },
    ),
    parameters(60),
  );
});

test("with 512 channels on 56×56 and a 3×3 kernel it is within 1.25 of the bound, the borders of its blocks at 4096 words", () => {
  const workload = convWorkload({ batch: 8, inChannels: 512, outChannels: 512, height: 56, kernel: 3, padding: 1 });
  const best = proveBoundsInSetting(workload, inWords(4096)).reduce((most, { value }) => (value > most ? value : most), 0n);
  expect(Number(wordConvTotal(directConvInWords(workload, 4096))) / Number(best)).toBeLessThan(1.25);
});

test("with all filters in fast memory it moves compulsory traffic only", () => {
  const workload = convWorkload({ batch: 8, inChannels: 64, outChannels: 64, height: 56, kernel: 3, padding: 1 });
  const found = filterStationaryConv(workload, 64 * 64 * 9 + 64 * (2 * 56 + 3) + 1);
  expect(found?.block).toEqual({ channels: 64, columns: 56 });
  expect(found === undefined ? 0n : wordConvTotal(found)).toBe(BigInt(2 * 8 * 64 * 56 * 56 + 64 * 64 * 9));
});

test("a fast memory without room for the taps of one output is refused with what is needed", () => {
  const workload = convWorkload({ inChannels: 2, outChannels: 2, height: 5, kernel: 3 });
  expect(() => directConvInWords(workload, 10)).toThrow(InputError);
  expect(() => directConvInWords(workload, 10)).toThrow("fast-words: expected at least 11 words");
  expect(directConvInWords(workload, 11).block).toEqual({ images: 1, rows: 1, columns: 1, channels: 1 });
});
