import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import type { ConvWorkload } from "../../src/computation/conv.js";
import { convWorkload } from "../../src/computation/conv.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordConv } from "../../src/lift/two-level/conv.js";
import { abstractMachine } from "../../src/machines/registry.js";
import type { ChannelPartsConv, ConvPart } from "../../src/schedules/two-level/conv/channel-parts.js";
import { channelPartsConv } from "../../src/schedules/two-level/conv/channel-parts.js";
import { cheapestStrip, filterStationaryConv, filterStrips } from "../../src/schedules/two-level/conv/filter-stationary.js";
import { cheapestRuns } from "../../src/schedules/two-level/conv/pixel-runs.js";
import type { PixelRuns } from "../../src/schedules/two-level/conv/runs.js";
import { eachRun, footprintsOf } from "../../src/schedules/two-level/conv/runs.js";
import type { WordConv } from "../../src/schedules/two-level/conv/schedules.js";
import { describeWordConv, wordConvs } from "../../src/schedules/two-level/conv/schedules.js";
import type { ConvWords } from "../../src/schedules/two-level/conv/words.js";
import { wordConvTotal } from "../../src/schedules/two-level/conv/words.js";
import { smallConv } from "../computation/small-conv.js";
import { counted, parameters } from "../properties/arbitraries.js";

/** Inputs of one channel that each run meets, pixel by pixel and tap by tap. */
function walked(workload: ConvWorkload, { columns, pixels }: PixelRuns): readonly number[] {
  const { batch, height, width, kernel, stride, padding } = workload;
  const outputs = ([height, width] as const).map(
    (extent, axis) => Math.floor((extent + 2 * (padding[axis] ?? 0) - (kernel[axis] ?? 0)) / (stride[axis] ?? 1)) + 1,
  ) as [number, number];
  const counts: number[] = [];
  for (let left = 0; left < outputs[1]; left += columns) {
    let [inRun, met] = [0, new Set<string>()];
    const close = (): void => {
      if (inRun > 0) counts.push(met.size);
      [inRun, met] = [0, new Set()];
    };
    for (let b = 0; b < batch; b++) {
      for (let p = 0; p < outputs[0]; p++) {
        for (let q = left; q < Math.min(outputs[1], left + columns); q++) {
          for (let r = 0; r < kernel[0]; r++) {
            for (let s = 0; s < kernel[1]; s++) {
              const [y, x] = [p * stride[0] + r - padding[0], q * stride[1] + s - padding[1]];
              if (y >= 0 && x >= 0 && y < height && x < width) met.add(`${b},${y},${x}`);
            }
          }
          if (++inRun === pixels) close();
        }
      }
    }
    close();
  }
  return counts;
}

test("inputs of runs of pixels are those that a walk over their windows meets", () => {
  const side = fc.integer({ min: 1, max: 7 });
  fc.assert(
    fc.property(smallConv(7, 4), side, fc.integer({ min: 1, max: 40 }), (workload, columns, pixels) => {
      const counts: number[] = [];
      eachRun(workload, { columns, pixels }, (count, metBy) => counts.push(metBy(count)));
      expect(counts).toEqual(walked(workload, { columns, pixels }));
      const images = Math.ceil(workload.batch / 2);
      const groups = [images, workload.batch - images].flatMap((batch) => walked({ ...workload, batch }, { columns, pixels }));
      expect(footprintsOf(workload)({ columns, pixels }, images)).toEqual({
        runs: BigInt(groups.length),
        inputs: BigInt(groups.reduce((sum, count) => sum + count, 0)),
        largest: Math.max(...groups),
      });
    }),
    parameters(150),
  );
});

/** Both halves of the output channels, each in runs or with its filters held. */
function inHalves(workload: ConvWorkload, fastWords: number): readonly ChannelPartsConv[] {
  const half = Math.floor(workload.outChannels / 2);
  if (half === 0) return [];
  const [firsts, lasts] = [workload.outChannels - half, half].map((outChannels) => {
    const own = { ...workload, outChannels };
    const ways = [filterStationaryConv(own, fastWords), cheapestRuns(own, fastWords, footprintsOf(own))];
    return ways.filter((way) => way !== undefined);
  }) as [ConvPart[], ConvPart[]];
  return firsts.flatMap((first) =>
    lasts.map((last): ChannelPartsConv => {
      const sum = (of: keyof ConvWords): bigint => first.words[of] + last.words[of];
      const words = { inputs: sum("inputs"), weights: sum("weights"), outputs: sum("outputs"), sums: sum("sums") };
      return { id: "channel-parts", workload, parts: [first, last], words };
    }),
  );
}

/** Each, whether another is cheaper or not. */
function everySchedule(workload: ConvWorkload, fastWords: number): readonly WordConv[] {
  const runs = cheapestRuns(workload, fastWords, footprintsOf(workload));
  const whole: readonly WordConv[] = runs === undefined ? [] : [{ ...runs, id: "channel-parts", parts: [runs] }];
  const found = [filterStationaryConv, channelPartsConv].map((schedule) => schedule(workload, fastWords));
  return [...whole, ...inHalves(workload, fastWords), ...found.filter((schedule) => schedule !== undefined)];
}

function kindOf(schedule: WordConv): string {
  switch (schedule.id) {
    case "direct-conv":
      return schedule.id;
    case "filter-stationary":
      return `filters, ${schedule.inFlight}${schedule.acrossSeams === "sums" ? ", handed" : ""}`;
    case "run-handover":
      return `${schedule.id}, ${schedule.held}`;
    case "channel-parts":
      return schedule.parts
        .map((part) => (part.id === "pixel-runs" ? `runs, ${part.held}${part.kept > 0 ? ", kept" : ""}` : part.id))
        .join(" and ");
  }
}

test("the referee confirms filters that stay, sums in flight and both parts at their costs, and no bound is above them", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(smallConv(7, 3, 5), fc.integer({ min: 5, max: 150 }), (workload, fastWords) => {
      const { bounds } = boundWorkload(workload, abstractMachine(fastWords));
      for (const schedule of everySchedule(workload, fastWords)) {
        seen.add(kindOf(schedule));
        const cost = wordConvTotal(schedule);
        expect(refereeLifted(liftWordConv(schedule, fastWords)), kindOf(schedule)).toMatchObject({ agrees: true, cost });
        for (const bound of bounds)
          if (bound.scope === "total") expect(bound.value <= cost, `${bound.id}, ${kindOf(schedule)}`).toBe(true);
      }
    }),
    // A fixed seed: that every kind comes up is part of the test.
    { ...counted(25), seed: 4 },
  );
  const kinds = [...seen];
  for (const kind of ["filters, inputs", "filters, sums"]) expect(seen).toContain(kind);
  for (const runs of ["runs, inputs", "runs, inputs, kept", "runs, weights", "runs, weights, kept"]) expect(seen).toContain(runs);
  for (const both of [
    /^filter-stationary and filter-stationary$/,
    /^filter-stationary and runs|^runs.* and filter-/,
    /^runs.* and runs/,
  ])
    expect(kinds.some((kind) => both.test(kind))).toBe(true);
});

test("sums cross the seams of strips of inputs at their cost, whatever the strip, and no bound is above it", () => {
  let handed = 0;
  fc.assert(
    fc.property(smallConv(11, 3, 4), fc.integer({ min: 12, max: 150 }), (any, fastWords) => {
      const workload: ConvWorkload = { ...any, stride: [any.stride[0], 1] };
      const { bounds } = boundWorkload(workload, abstractMachine(fastWords));
      for (const strip of filterStrips(workload, fastWords)) {
        if (strip.handedSums === 0n) continue;
        const found = cheapestStrip(workload, [strip]) ?? expect.fail("no filter fits");
        expect(found.acrossSeams).toBe("sums");
        handed++;
        const { channels } = found.block;
        // With not a word more than the strip takes.
        const least = [...Array(fastWords + 1).keys()].find((words) =>
          filterStrips(workload, words).some(
            ({ columns, handedSums, withSums }) => columns === strip.columns && handedSums > 0n && withSums >= BigInt(channels),
          ),
        );
        const cost = wordConvTotal(found);
        expect(refereeLifted(liftWordConv(found, least ?? 0))).toMatchObject({ agrees: true, cost });
        for (const { id, value, scope } of bounds) if (scope === "total") expect(value <= cost, id).toBe(true);
      }
    }),
    { ...counted(15), seed: 4 },
  );
  expect(handed).toBeGreaterThan(20);
});

test("no bound is above a schedule of larger layers", () => {
  fc.assert(
    fc.property(smallConv(60, 7, 400), fc.integer({ min: 60, max: 60_000 }), (workload, fastWords) => {
      const { bounds } = boundWorkload(workload, abstractMachine(fastWords));
      for (const schedule of everySchedule(workload, fastWords))
        for (const bound of bounds)
          if (bound.scope === "total") expect(bound.value <= wordConvTotal(schedule), bound.id).toBe(true);
    }),
    parameters(25),
  );
});

test("parts are listed exactly where they move less than those before them", () => {
  fc.assert(
    fc.property(smallConv(9, 3, 9), fc.integer({ min: 18, max: 300 }), (workload, fastWords) => {
      const listed = wordConvs(workload, fastWords);
      const parts = channelPartsConv(workload, fastWords);
      const before = listed.filter(({ id }) => id !== "channel-parts" && id !== "run-handover");
      const beats = parts !== undefined && before.every((other) => wordConvTotal(parts) < wordConvTotal(other));
      expect(listed.some(({ id }) => id === "channel-parts")).toBe(beats);
    }),
    parameters(60),
  );
});

const layer = (channels: number, outChannels: number, height: number, stride = 1): ConvWorkload =>
  convWorkload({ batch: 8, inChannels: channels, outChannels, height, kernel: 3, stride, padding: 1 });

test("with 256 channels on 56×56 runs of pixels fill 131072 words, where rectangles leave a quarter empty", () => {
  const fastWords = 131_072;
  const listed = wordConvs(layer(256, 256, 56), fastWords);
  const blocks = listed.find((schedule) => schedule.id === "direct-conv") ?? expect.fail("no blocks");
  const { images, rows, columns, channels } = blocks.block;
  expect(images * rows * columns * channels).toBeLessThan(0.77 * fastWords);
  const parts = listed.find((schedule) => schedule.id === "channel-parts") ?? expect.fail("no parts");
  for (const part of parts.parts) {
    if (part.id !== "pixel-runs") return expect.fail(part.id);
    expect(part.runs.pixels * part.channels).toBeGreaterThan(0.97 * fastWords);
  }
  expect(parts.parts.reduce((sum, { workload }) => sum + workload.outChannels, 0)).toBe(256);
  expect(wordConvTotal(parts)).toBe(parts.parts.map(wordConvTotal).reduce((sum, one) => sum + one));
  expect(Number(wordConvTotal(parts)) / Number(wordConvTotal(blocks))).toBeLessThan(0.9);
});

test("memory beside the sums keeps weights from run to run", () => {
  const whole = layer(256, 256, 14);
  const found = cheapestRuns(whole, 131_072, footprintsOf(whole)) ?? expect.fail("no runs");
  const kept = 131_072 - 784 * 128 - 784 - 1;
  expect(found).toMatchObject({ runs: { pixels: 784, columns: 14 }, channels: 128, held: "inputs", kept });
  // Four whole images a run, two slices: inputs and weights twice, but for what stays.
  const [image, filters] = [256 * 14 ** 2, 256 * 256 * 9];
  expect(found.words).toEqual({
    inputs: BigInt(2 * 8 * image),
    weights: BigInt(2 * filters - 2 * kept),
    outputs: BigInt(8 * image),
    sums: 0n,
  });
});

test("sums in flight take the place of inputs in flight: 26 filters of 64 channels fit 16384 words, not 22", () => {
  const found = filterStationaryConv(layer(64, 128, 112), 16_384) ?? expect.fail("no filter fits");
  expect(describeWordConv(found)).toEqual({
    id: "filter-stationary",
    channels: 26,
    columns: 23,
    inFlight: "sums",
    acrossSeams: "sums",
  });
  expect(26 * (64 * 9 + 2 * 25 + 3) + 1).toBeLessThanOrEqual(16_384);
  // Five strips; the sums of two columns at each seam, for 104 words a row of pixels against 128 of inputs, are stored and loaded.
  expect(found.words).toEqual({
    inputs: BigInt(5 * 8 * 64 * 112 * 112),
    weights: BigInt(64 * 128 * 9),
    outputs: BigInt(8 * 128 * 112 * (112 + 2 * 4)),
    sums: BigInt(8 * 128 * 112 * 2 * 4),
  });
});

test("layers with a great many images, channels or words of memory are answered at once, not below their bounds", () => {
  for (const [batch, channels, fastWords] of [
    [2 ** 40, 64, 2 ** 50],
    [10 ** 6, 10 ** 6, 10_000],
    [3, 10 ** 9, 2 ** 20],
  ] as const) {
    const workload = convWorkload({ batch, inChannels: 16, outChannels: channels, height: 14, kernel: 3, padding: 1 });
    const { bounds } = boundWorkload(workload, abstractMachine(fastWords));
    const costs = everySchedule(workload, fastWords).map(wordConvTotal);
    expect(costs.length).toBeGreaterThan(0);
    for (const { value, scope } of bounds) if (scope === "total") for (const cost of costs) expect(value <= cost).toBe(true);
  }
});
