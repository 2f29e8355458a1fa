import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { convWorkload } from "../../src/computation/conv.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordConv } from "../../src/lift/two-level/conv.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { handoverSteps, runHandoverConv } from "../../src/schedules/two-level/conv/run-handover.js";
import { describeWordConv, wordConvs } from "../../src/schedules/two-level/conv/schedules.js";
import { wordConvTotal } from "../../src/schedules/two-level/conv/words.js";
import { smallConv } from "../computation/small-conv.js";
import { counted, parameters } from "../properties/arbitraries.js";

test("the referee confirms every move within S words at the cost counted, and no bound is above it", () => {
  const seen = { found: 0, runs: 0, slices: 0, uneven: 0, inputs: 0, weights: 0, listed: 0 };
  fc.assert(
    fc.property(smallConv(6, 3, 6), fc.integer({ min: 12, max: 150 }), (workload, fastWords) => {
      const found = runHandoverConv(workload, fastWords);
      if (found === undefined) return;
      const cost = wordConvTotal(found);
      expect(refereeLifted(liftWordConv(found, fastWords)), JSON.stringify(describeWordConv(found))).toMatchObject({
        agrees: true,
        cost,
      });
      const { bounds } = boundWorkload(workload, abstractMachine(fastWords));
      for (const bound of bounds) if (bound.scope === "total") expect(bound.value <= cost, bound.id).toBe(true);
      seen.found++;
      seen[found.held]++;
      if (found.channels < workload.outChannels) seen.slices++;
      else seen.runs++;
      if (workload.outChannels % found.channels > 0) seen.uneven++;
      if (fastWords >= 18 && wordConvs(workload, fastWords).some(({ id }) => id === found.id)) seen.listed++;
    }),
    // A fixed seed: that every kind comes up is part of the test.
    { ...counted(50), seed: 3 },
  );
  for (const [kind, times] of Object.entries(seen)) expect(times, kind).toBeGreaterThan(0);
});

test("no bound is above it on larger layers", () => {
  fc.assert(
    fc.property(smallConv(40, 5, 200), fc.integer({ min: 60, max: 60_000 }), (workload, fastWords) => {
      const found = runHandoverConv(workload, fastWords);
      if (found === undefined) return;
      const { bounds } = boundWorkload(workload, abstractMachine(fastWords));
      for (const { id, value, scope } of bounds) if (scope === "total") expect(value <= wordConvTotal(found), id).toBe(true);
    }),
    parameters(25),
  );
});

test("steps take every pixel and every channel once, whichever have fewer words there", () => {
  const steps = handoverSteps({ pixels: 30, metBy: (count) => count + 6, width: 5, taps: 9 });
  expect(steps.filter((step) => step === "pixel")).toHaveLength(30);
  expect(steps.filter((step) => step === "channel")).toHaveLength(5);
  // One pixel, 7 inputs, one channel's 9 weights, then pixels until there are more than 9 inputs.
  expect(steps.slice(0, 7)).toEqual(["pixel", "channel", "pixel", "pixel", "pixel", "channel", "pixel"]);
});

test("with 256 channels on 14×14 two slices of four images each hand 57 of 256 channels over: 5 % less than runs alone", () => {
  const workload = convWorkload({ batch: 8, inChannels: 256, outChannels: 256, height: 14, kernel: 3, padding: 1 });
  const found = runHandoverConv(workload, 131_072) ?? expect.fail("none");
  expect(describeWordConv(found)).toEqual({
    id: "run-handover",
    pixels: 784,
    columns: 14,
    channels: 128,
    held: "inputs",
    handed: 57,
  });
  // Two runs of two slices: all inputs and weights twice, less the weights of 57 channels in either slice and the inputs at the turn.
  const [image, filters] = [256 * 14 ** 2, 256 * 256 * 9];
  expect(found.words).toEqual({
    inputs: BigInt(2 * 8 * image - 57 * 784),
    weights: BigInt(2 * filters - 57 * 256 * 9),
    outputs: BigInt(8 * image),
    sums: 0n,
  });
  const others = wordConvs(workload, 131_072).filter(({ id }) => id !== "run-handover");
  for (const other of others) expect(Number(wordConvTotal(found)) / Number(wordConvTotal(other))).toBeLessThan(0.951);
});
