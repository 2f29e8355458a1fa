import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { WindowAxis } from "../../src/computation/window.js";
import { axisOutputs } from "../../src/computation/window.js";
import { footprint } from "../../src/schedules/gpu/conv/footprint.js";
import { parameters } from "../properties/arbitraries.js";

const small = (most: number): fc.Arbitrary<bigint> => fc.bigInt({ min: 1n, max: BigInt(most) });
const axis: fc.Arbitrary<WindowAxis> = fc
  .record({ extent: small(60), kernel: small(9), stride: small(12), padding: fc.bigInt({ min: 0n, max: 8n }) })
  .filter(({ extent, kernel, padding }) => padding < kernel && extent + 2n * padding >= kernel);

/** Inputs and taps of every block, by looking at every meeting. */
function byMeeting({ extent, kernel, stride, padding }: WindowAxis, outputs: bigint, side: bigint): unknown {
  const blocks: { readonly inputs: Set<bigint>; readonly taps: Set<bigint> }[] = [];
  for (let output = 0n; output < outputs; output++) {
    if (output % side === 0n) blocks.push({ inputs: new Set(), taps: new Set() });
    for (let tap = 0n; tap < kernel; tap++) {
      const input = output * stride + tap - padding;
      if (input < 0n || input >= extent) continue;
      blocks.at(-1)?.inputs.add(input);
      blocks.at(-1)?.taps.add(tap);
    }
  }
  const sizes = (of: "inputs" | "taps"): readonly number[] => blocks.map((block) => block[of].size);
  const sum = (counts: readonly number[]): bigint => BigInt(counts.reduce((total, count) => total + count, 0));
  const most = (counts: readonly number[]): bigint => BigInt(Math.max(...counts));
  const [inputs, taps] = [sizes("inputs"), sizes("taps")];
  return { all: sum(inputs), largest: most(inputs), taps: sum(taps), mostTaps: most(taps) };
}

test("inputs and taps of blocks are those that some product of theirs meets", () => {
  fc.assert(
    fc.property(axis, small(12), (drawn, side) => {
      expect(footprint(drawn, side)).toEqual(byMeeting(drawn, axisOutputs(drawn), side));
    }),
    parameters(500),
  );
});

test("blocks that no padding touches are counted together, and so are windows with gaps between them", () => {
  const outputs = 10n ** 15n;
  const dense = footprint({ extent: outputs + 4093n, kernel: 4096n, stride: 1n, padding: 1n }, 1n);
  expect(dense).toEqual({ all: 4096n * outputs - 2n, largest: 4096n, taps: 4096n * outputs - 2n, mostTaps: 4096n });
  const gapped = footprint({ extent: 10n * outputs - 7n, kernel: 3n, stride: 10n, padding: 0n }, outputs);
  expect(gapped).toEqual({ all: 3n * outputs, largest: 3n * outputs, taps: 3n, mostTaps: 3n });
});
