import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import type { ChainWorkload } from "../../src/computation/chain.js";
import { chainWorkload } from "../../src/computation/chain.js";
import type { FfnWorkload } from "../../src/computation/ffn.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { InputError } from "../../src/errors.js";
import { gapReport } from "../../src/gap/gap.js";
import { liftStreamedBlock } from "../../src/lift/gpu/streamed-block.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { SN40L } from "../../src/machines/known/sn40l.js";
import { planAccelerator } from "../../src/plan/accelerator.js";
import { streamedBlock } from "../../src/schedules/tiles/streamed-block.js";
import { counted } from "../properties/arbitraries.js";

const side = fc.integer({ min: 1, max: 6 });
const types = fc.record({
  dataType: fc.constantFrom("bf16", "fp8", "fp32"),
  outputType: fc.constantFrom(undefined, "fp32", "bf16"),
  accumulator: fc.constantFrom(undefined, "fp16", "fp32"),
});
const block: fc.Arbitrary<ChainWorkload | FfnWorkload> = fc.oneof(
  fc.tuple(fc.record({ m: side, k: side, l: side, n: side }), types).map(([s, t]) => chainWorkload({ ...s, ...t })),
  fc
    .tuple(fc.record({ tokens: side, model: side, hidden: side, gated: fc.boolean() }), types)
    .map(([s, t]) => ffnWorkload({ ...s, ...t })),
);

test("the moves are legal within the chip at exactly the counted bytes, above every bound, weights staying or streamed", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(block, fc.integer({ min: 30, max: 500 }), fc.nat(9), (workload, bytes, pick) => {
      const chip = { ...SN40L, onChipBytes: { memoryUnits: bytes } };
      let most: number;
      try {
        most = streamedBlock(workload, chip).rows;
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        return;
      }
      const schedule = streamedBlock(workload, chip, { band: 1 + (pick % most) });
      seen.add(schedule.weights);
      expect(schedule.heldBytes <= BigInt(bytes)).toBe(true);
      const lifted = liftStreamedBlock(schedule);
      expect(refereeLifted(lifted)).toMatchObject({ agrees: true, cost: lifted.replayed });
      // No more room is said to be needed than the moves take.
      const tight = { ...lifted, game: { ...lifted.game, fastCapacity: Number(schedule.heldBytes) } };
      expect(refereeLifted(tight)).toMatchObject({ agrees: true });
      for (const bound of boundWorkload(workload, chip).bounds) expect(bound.value <= lifted.replayed, bound.id).toBe(true);
    }),
    { ...counted(30), seed: 11 },
  );
  expect([...seen].sort()).toEqual(["resident", "streamed"]);
});

test("a block whose weights fit moves only what it must; one whose weights do not reads them once a band", () => {
  const narrow = gapReport(ffnWorkload({ tokens: 4096, model: 4096, hidden: 14336, gated: true }), SN40L).rows;
  expect(narrow.map(({ schedule, gap }) => [schedule["id"], schedule["weights"], gap])).toEqual([
    ["streamed-block", "resident", 1],
  ]);
  const wide = ffnWorkload({ tokens: 65_536, model: 8192, hidden: 28_672, gated: true });
  const schedule = streamedBlock(wide, SN40L);
  // A row in flight: 8192 and 28672 words of 2 bytes, and two sums of 4.
  const rows = Math.floor((1040 * 512 * 1024 - 2) / (2 * (8192 + 28_672) + 8));
  expect([schedule.weights, schedule.rows]).toEqual(["streamed", rows]);
  expect(schedule.bytes.first).toBe(BigInt(Math.ceil(65_536 / rows)) * 8192n * 28_672n * 2n);
});

test("what cannot be is one line", () => {
  const w = chainWorkload({ m: 64, k: 64, l: 64, n: 64 });
  expect(() => planAccelerator(w, SN40L, { bands: [65] })).toThrow("band: expected a whole number from 1 to 64, found 65");
  expect(() => planAccelerator(w, SN40L, { schedule: "chain-fused" })).toThrow("schedule: expected streamed-block");
  expect(() => planAccelerator(w, SN40L, { tile: "8x8x8" })).toThrow("tile: expected a GPU for it");
  expect(() => planAccelerator(chainWorkload({ m: 1, k: 2 ** 29, l: 1, n: 1 }), SN40L, {})).toThrow(/^workload: expected a row/);
});
