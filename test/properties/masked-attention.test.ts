import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import { chainShape } from "../../src/bounds/chain/shape.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import type { AttentionWorkload } from "../../src/computation/attention.js";
import { checkMask } from "../../src/computation/attention-mask.js";
import { InputError } from "../../src/errors.js";
import { conditionsMet } from "../../src/gap/conditions.js";
import { replaysBesideBounds } from "../../src/gap/considered.js";
import { workloadGraph } from "../../src/gap/pebbling.js";
import { liftableFlashAttention, liftableFlashDecoding } from "../../src/lift/gpu/attention.js";
import { H200 } from "../../src/machines/known/h200.js";
import { abstractMachine, MACHINES } from "../../src/machines/registry.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { replayPlanned } from "../../src/plan/planned.js";
import { flashAttention2 } from "../../src/schedules/gpu/attention/flash-attention-2.js";
import { flashAttention3 } from "../../src/schedules/gpu/attention/flash-attention-3.js";
import { flashDecoding } from "../../src/schedules/gpu/attention/flash-decoding.js";
import { persistentAttention } from "../../src/schedules/gpu/attention/persistent-attention.js";
import { verifyDocument } from "../../src/verify/document.js";
import { searchLimits } from "../pebble/support/cheapest.js";
import { expectRefereed } from "../replay/refereed.js";
import { parameters, searching, tinyGpu } from "./arbitraries.js";
import { maskedAttention } from "./attention-masks.js";
import { comparisonsOfTraffic } from "./held-bounds.js";

const small = maskedAttention({ length: 7, sequences: 3, heads: 2, dim: 2 });
const medium = maskedAttention({ length: 60, sequences: 3, heads: 2, dim: 16 });
const large = maskedAttention({ length: 300, sequences: 3, heads: 2, dim: 64 });

describe("attention under windows, sinks, lengths and shared prefixes", () => {
  const side = fc.integer({ min: 1, max: 3 });
  const tile = fc.record({ bm: side, bn: side });
  const run = fc.record({ slots: fc.integer({ min: 1, max: 6 }), bytes: fc.integer({ min: 100, max: 900 }) });

  test.each(["flash-attention-2", "flash-attention-3", "persistent-attention", "flash-decoding"])("%s is refereed", (id) => {
    fc.assert(
      fc.property(small, tile, fc.boolean(), fc.nat(), run, (w, tileOf, forward, pick, { slots, bytes }) => {
        const [keyOrder, queryOrder] = [
          forward ? ("forward" as const) : ("backward" as const),
          (["ascending", "longest-first", "head-sections"] as const)[pick % 3],
        ];
        const kernel =
          id === "flash-attention-2"
            ? liftableFlashAttention(flashAttention2(w, H200, { tile: tileOf, keyOrder, queryOrder }))
            : id === "flash-attention-3"
              ? liftableFlashAttention(flashAttention3(w, H200, { tile: tileOf, queryOrder }))
              : id === "persistent-attention"
                ? liftableFlashAttention(persistentAttention(w, { ...H200, sms: 2 }, { tile: tileOf, ctasPerSm: 1 }))
                : liftableFlashDecoding(decoding(w, tileOf, pick));
        const largest = kernel.layout.tileBytes.reduce((most, one) => Math.max(most, one), bytes);
        expectRefereed(kernel, slots, { policy: "lru", bytes: largest }, (setting) => proveBoundsInSetting(w, setting));
      }),
      parameters(30),
    );
  });

  /** FlashDecoding in as many parts as there may be. */
  function decoding(w: AttentionWorkload, tile: { bm: number; bn: number }, pick: number): ReturnType<typeof flashDecoding> {
    const { splits } = flashDecoding(w, H200, { tile, splits: 1 });
    let found = flashDecoding(w, H200, { tile, splits });
    for (let more = 2 + (pick % 4); more > 1; more--) {
      try {
        found = flashDecoding(w, H200, { tile, splits: more });
        break;
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        // More parts than tiles of keys.
      }
    }
    return found;
  }

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

  test("no bound is above the optimum of a small graph", () => {
    const tiny = maskedAttention({ length: 4, sequences: 2, heads: 1, dim: 1 });
    const processors = fc.integer({ min: 1, max: 2 });
    fc.assert(
      fc.property(tiny, fc.nat(5), fc.integer({ min: 1, max: 4 }), processors, (w, spare, keyBlock, count) => {
        fc.pre(w.batch * w.queries * w.keys <= 6);
        const rules = { sliding: true, recomputation: true, processors: count };
        const graph = workloadGraph(w, { keyBlock });
        const fastWords = minimumCapacity(graph, rules) + spare;
        const found = findOptimum(graph, twoLevelGame(fastWords, rules), searchLimits(rules, 20_000));
        const cost = BigInt(found.exact ? found.optimum : found.upper);
        const setting = { interface: "slow-fast", unit: "words", fastMemory: "words" } as const;
        for (const bound of proveBoundsInSetting(w, { ...setting, capacity: BigInt(fastWords), memories: BigInt(count) }))
          expect(bound.value <= cost, `${bound.id} = ${bound.value} > ${cost} for ${JSON.stringify(w)}`).toBe(true);
      }),
      searching(10),
    );
  });

  test("certificates verify; with another mask they do not, or prove no more", () => {
    const machine = fc.oneof(fc.integer({ min: 3, max: 3000 }).map(abstractMachine), fc.constantFrom(...MACHINES));
    const field = fc.constantFrom("window", "sinks", "sharedPrefix", "lengths", "queryLengths", "queries", "keys", "batch");
    fc.assert(
      fc.property(medium, machine, field, (w, on, name) => {
        const text = JSON.stringify(boundsDocument(boundWorkload(w, on)));
        expect(verifyDocument(JSON.parse(text))).toMatchObject({ valid: true });
        const edited = JSON.parse(text);
        const { workload } = edited;
        fc.pre(workload[name] !== undefined);
        if (Array.isArray(workload[name])) workload[name][0]++;
        else workload[name]++;
        expect(verifyDocument(edited).valid, JSON.stringify(workload)).toBe(isSameWork(w, workload));
      }),
      parameters(30),
    );
  });
});

/** Whether an edited workload is one, with the words and pairs that it had: a window that hid nothing may hide nothing still. */
function isSameWork(w: AttentionWorkload, edited: AttentionWorkload): boolean {
  const of = ({ extents, inputs, outputs }: ReturnType<typeof chainShape>): string =>
    [...Object.values(extents), ...[...inputs, ...outputs].map(({ words }) => words)].join();
  try {
    checkMask(edited);
    return of(chainShape(edited, "words")) === of(chainShape(w, "words"));
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}
