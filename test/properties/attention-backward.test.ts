import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { type AttentionBackwardWorkload, attentionBackwardWorkload } from "../../src/computation/fused/attention-backward.js";
import { conditionsMet } from "../../src/gap/conditions.js";
import { replaysBesideBounds } from "../../src/gap/considered.js";
import { liftableFlashBackward } from "../../src/lift/gpu/attention-backward.js";
import { H200 } from "../../src/machines/known/h200.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import {
  attentionBackwardTwoPasses,
  flashAttention2Backward,
} from "../../src/schedules/gpu/attention/flash-attention-2-backward.js";
import { flashAttention3Backward } from "../../src/schedules/gpu/attention/flash-attention-3-backward.js";
import { expectRefereed } from "../replay/refereed.js";
import { parameters, tinyGpu } from "./arbitraries.js";
import { maskedAttention } from "./attention-masks.js";
import { comparisonsOfTraffic } from "./held-bounds.js";

/** The gradients of attention under every mask that they know. */
function backwardOf(extents: Parameters<typeof maskedAttention>[0]): fc.Arbitrary<AttentionBackwardWorkload> {
  return maskedAttention(extents).map((forward) => {
    const { sharedPrefix: _, valuesInKeys: __, sharedKeyColumns: ___, batch, queries, keys, ...options } = forward;
    return attentionBackwardWorkload(options.lengths === undefined ? { ...options, batch, queries, keys } : options);
  });
}

const small = backwardOf({ length: 6, sequences: 2, heads: 2, dim: 2 });
const large = backwardOf({ length: 300, sequences: 3, heads: 2, dim: 64 });

describe("attention's backward pass", () => {
  const side = fc.integer({ min: 1, max: 3 });
  const tile = fc.record({ bm: side, bn: side });
  const run = fc.record({ slots: fc.integer({ min: 1, max: 6 }), bytes: fc.integer({ min: 100, max: 900 }) });
  const kernels = { flashAttention2Backward, flashAttention3Backward, attentionBackwardTwoPasses };

  test.each(Object.entries(kernels))("%s is refereed", (_, make) => {
    fc.assert(
      fc.property(small, tile, run, (w, tileOf, { slots, bytes }) => {
        const kernel = liftableFlashBackward(make(w, H200, { tile: tileOf }));
        const largest = kernel.layout.tileBytes.reduce((most, one) => Math.max(most, one), bytes);
        expectRefereed(kernel, slots, { policy: "lru", bytes: largest }, (setting) => proveBoundsInSetting(w, setting));
      }),
      parameters(30),
    );
  });

  test("no bound is above what a kernel moves", () => {
    fc.assert(
      fc.property(large, fc.oneof(tinyGpu, fc.constant(H200)), (w, gpu) => {
        const { bounds } = boundWorkload(w, gpu);
        for (const planned of replaysBesideBounds(w, gpu, {})) {
          const traffic = replayPlanned(planned, { policy: "lru", bytes: 2 ** 18 });
          for (const { what, claimed, moved } of comparisonsOfTraffic(bounds, traffic, conditionsMet(w, planned.fields)))
            expect(moved >= claimed, `${what} = ${claimed} against ${moved} of ${planned.label}`).toBe(true);
        }
      }),
      parameters(30, 3000),
    );
  });

  test("bytes into the SMs are those of the tiles, whatever the L2", () => {
    const [rows, dim] = [1024, 128];
    const w = attentionBackwardWorkload({ heads: 8, kvHeads: 2, queries: rows, dim });
    const [bm, bn] = [64, 128];
    const pairs = 8 * (rows / bm) * (rows / bn);
    const statistics = 2 * 4 * bm;
    const keysHeld = 8 * (rows / bn) * 2 * bn * dim * 2;
    const streamed = pairs * (2 * bm * dim * 2 + statistics);
    const sumsOfQ = 8 * rows * dim * 4;
    const results = 2 * 2 * rows * dim * 2;
    const moved = (schedule: string): readonly bigint[] => {
      const [plan] = planReplays(w, H200, { schedule, tile: `${bm}x${bn}` });
      if (plan === undefined) throw new Error(schedule);
      const traffic = replayPlanned(plan, { policy: "lru", bytes: 2 ** 24 }).total.get("l2-sm");
      return [traffic?.reads ?? 0n, traffic?.writes ?? 0n];
    };
    // Heads store a dK and dV each, and a kernel reads them.
    const expanded = 4 * results;
    expect(moved("flash-attention-2-backward")).toEqual(
      [keysHeld + streamed + sumsOfQ + expanded, sumsOfQ + pairs * bm * dim * 4 + expanded + sumsOfQ / 2 + results].map(BigInt),
    );
    // dK and dV are added as accumulators: cleared, added by each head, converted.
    const sumsOfKeys = 2 * results;
    expect(moved("flash-attention-3-backward")).toEqual(
      [
        keysHeld + streamed + sumsOfQ + sumsOfKeys,
        sumsOfQ + sumsOfKeys + pairs * bm * dim * 4 + 4 * sumsOfKeys + sumsOfQ / 2 + results,
      ].map(BigInt),
    );
    // Keys once for the heads of a group; then rows of Q and dO once, with K and V streamed.
    const second = sumsOfQ + 8 * rows * 2 * 4 + pairs * 2 * bn * dim * 2;
    expect(moved("attention-backward-two-passes")).toEqual([keysHeld / 4 + streamed + second, sumsOfQ / 2 + results].map(BigInt));
  });
});
