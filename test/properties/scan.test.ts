import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { certificateToJson } from "../../src/bounds/certificates/json.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { areMet } from "../../src/bounds/requirements.js";
import { type ScanWorkload, scanWorkload } from "../../src/computation/recurrence/scan.js";
import { describeWorkload } from "../../src/computation/workload.js";
import { conditionsMet } from "../../src/gap/conditions.js";
import { replaysBesideBounds } from "../../src/gap/considered.js";
import { formulaBoundsOf } from "../../src/gap/pebbling.js";
import { liftableScan } from "../../src/lift/gpu/scan.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { H200 } from "../../src/machines/known/h200.js";
import { expandScan } from "../../src/pebble/layered/expand-scan.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { replayPlanned } from "../../src/plan/planned.js";
import { planWords } from "../../src/plan/two-level.js";
import { describeScan, type ScanId, scanKernel } from "../../src/schedules/gpu/recurrence/scan.js";
import { scanInWords, totalScanWords } from "../../src/schedules/two-level/scan.js";
import { verifyCertificate } from "../../src/verify/certificate.js";
import { expectRefereed } from "../replay/refereed.js";
import { everyNth, parameters, tinyGpu } from "./arbitraries.js";
import { comparisonsOfTraffic } from "./held-bounds.js";

interface Most {
  readonly batch: number;
  readonly groups: number;
  readonly tokens: number;
  readonly side: number;
}

/** Scans of every kind up to the extents given. */
function scans({ batch, groups, tokens, side }: Most): fc.Arbitrary<ScanWorkload> {
  const upTo = (most: number): fc.Arbitrary<number> => fc.integer({ min: 1, max: most });
  return fc
    .record({
      ...{ batch: upTo(batch), groups: upTo(groups), share: upTo(2), tokens: upTo(tokens), state: upTo(side), dim: upTo(side) },
      decay: fc.constantFrom("none", "head", "state", "channel"),
      ...{ initialState: fc.boolean(), finalState: fc.boolean() },
      dataType: fc.constantFrom("bf16", "fp8", "fp32"),
      outputType: fc.constantFrom(undefined, "fp32", "bf16"),
      accumulator: fc.constantFrom(undefined, "fp16", "fp32"),
    })
    .map(({ share, ...options }) => scanWorkload({ ...options, heads: options.groups * share }));
}

/** A search that ends earlier has a cheapest pebbling known, and the bounds must be below that. */
const STATES = process.env["REDBLUE_SLOW"] === undefined ? 4_000 : 20_000;

const inWords = (capacity: bigint, memories = 1n) =>
  ({ interface: "slow-fast", unit: "words", fastMemory: "", capacity, memories }) as const;

describe("bounds of scans are below the optimum", () => {
  const small = [false, true].flatMap((initialState) =>
    [false, true].flatMap((finalState) =>
      (["none", "head", "state", "channel"] as const).flatMap((decay) =>
        (
          [
            [1, 2, 2],
            [2, 1, 2],
            [2, 2, 1],
            [3, 1, 1],
            [2, 2, 2],
          ] as const
        ).map(([tokens, state, dim]) => scanWorkload({ tokens, state, dim, decay, initialState, finalState })),
      ),
    ),
  );
  const cases = small.flatMap((w) => [0, 1, 3].map((spare) => [w, spare] as const));
  test.each(everyNth(16, cases).map(([w, spare]) => [describeWorkload(w), w, spare] as const))("%s, %#", (_, w, spare) => {
    const how = { sliding: true, recomputation: true, processors: 1 };
    const graph = expandScan(w);
    const capacity = minimumCapacity(graph, how) + spare;
    const game = twoLevelGame(capacity, how);
    const found = findOptimum(graph, game, { maxStates: STATES });
    const least = BigInt(found.exact ? found.optimum : found.upper);
    const bounds = formulaBoundsOf(w, graph, game);
    expect(bounds).toHaveLength(proveBoundsInSetting(w, inWords(BigInt(capacity))).length);
    for (const { id, value, certificate } of bounds) {
      expect(value <= least, `${id} ${value} of ${least} at ${capacity}`).toBe(true);
      expect(verifyCertificate(JSON.parse(JSON.stringify(certificateToJson(certificate)))).value).toBe(value);
    }
    // In chunks the bounds hold that do not presume an order.
    if (w.decay === "channel") return;
    const chunked = expandScan(w, { chunk: w.tokens });
    const room = minimumCapacity(chunked, how) + spare;
    const other = findOptimum(chunked, twoLevelGame(room, how), { maxStates: STATES });
    for (const { id, value, requires } of proveBoundsInSetting(w, inWords(BigInt(room)))) {
      if (requires.includes("recurrence-order")) continue;
      expect(value <= BigInt(other.exact ? other.optimum : other.upper), `${id} ${value} in chunks at ${room}`).toBe(true);
    }
  });
});

describe("a scan in tiles of its states", () => {
  const tiny = fc.tuple(scans({ batch: 2, groups: 2, tokens: 4, side: 4 }), fc.integer({ min: 6, max: 40 }));
  test("moves what it counts, and the referee confirms it", () => {
    fc.assert(
      fc.property(tiny, ([w, words]) => {
        for (const { lift } of planWords(w, words)) expect(refereeLifted(lift())).toMatchObject({ agrees: true });
      }),
      parameters(60, 2000),
    );
  });

  test("moves no less than any bound", () => {
    const large = fc.tuple(scans({ batch: 3, groups: 3, tokens: 600, side: 200 }), fc.integer({ min: 6, max: 20_000 }));
    fc.assert(
      fc.property(large, ([w, words]) => {
        const moved = totalScanWords(scanInWords(w, words));
        for (const { id, value } of proveBoundsInSetting(w, inWords(BigInt(words))))
          expect(value <= moved, `${id} ${value}`).toBe(true);
      }),
      parameters(100, 5000),
    );
  });

  test("moves every word once where the states fit", () => {
    const w = scanWorkload({ batch: 2, heads: 3, tokens: 900, state: 64, dim: 32, initialState: true, finalState: true });
    expect(totalScanWords(scanInWords(w, 64 * 32 + 2 * 32 + 2))).toBe(proveBoundsInSetting(w, inWords(1n << 40n))[0]?.value);
  });

  test("refuses too few words by name", () => {
    expect(() => scanInWords(scanWorkload({ tokens: 2, state: 2, dim: 2 }), 4)).toThrow("fast-words");
  });
});

describe("kernels of scans", () => {
  const side = fc.integer({ min: 1, max: 3 });
  const tile = fc.record({ tokens: side, columns: side });
  const run = fc.record({ slots: fc.integer({ min: 1, max: 6 }), bytes: fc.integer({ min: 100, max: 900 }) });
  const ids: readonly ScanId[] = ["scan-recurrent", "scan-chunks-fused", "scan-chunks", "scan-ssd"];

  test.each(ids)("%s is refereed", (id) => {
    fc.assert(
      fc.property(scans({ batch: 2, groups: 2, tokens: 5, side: 3 }), tile, run, (w, tileOf, { slots, bytes }) => {
        fc.pre(w.decay !== "channel" || id === "scan-recurrent");
        const schedule = scanKernel(id, w, H200, { tile: tileOf });
        const kernel = liftableScan(schedule);
        const largest = kernel.layout.tileBytes.reduce((most, one) => Math.max(most, one), bytes);
        const met = conditionsMet(w, describeScan(schedule));
        expectRefereed(kernel, slots, { policy: "lru", bytes: largest }, (setting) =>
          proveBoundsInSetting(w, setting).filter(({ requires }) => areMet(requires, met)),
        );
      }),
      parameters(40, 1000),
    );
  });

  test("no bound is above what a kernel moves", () => {
    fc.assert(
      fc.property(scans({ batch: 2, groups: 3, tokens: 300, side: 130 }), fc.oneof(tinyGpu, fc.constant(H200)), (w, gpu) => {
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

  test("states between chunks are stored and read as often as the kernels say", () => {
    const w = scanWorkload({ batch: 2, heads: 8, groups: 1, tokens: 1024, state: 64, dim: 64, finalState: true });
    const [states, chunks] = [16 * 64 * 64 * 4, 1024 / 64];
    const once = replayOf("scan-recurrent", w);
    expect(replayOf("scan-chunks-fused", w)).toBe(once);
    // Y's kernel reads Q and K and V again; S is stored once and read once.
    const operands = 16 * 1024 * (64 + 64 + 1) * 2;
    expect(replayOf("scan-chunks", w)).toBe(once + BigInt(operands + 2 * (chunks - 1) * states));
    const decays = 16 * 1024 * 2;
    expect(replayOf("scan-ssd", w)).toBe(once + BigInt(operands + decays + 2 * (chunks - 1) * states + 2 * chunks * states));
  });

  test("chunks are refused where step sizes differ by column", () => {
    expect(() => scanKernel("scan-ssd", scanWorkload({ tokens: 64, state: 16, dim: 64, decay: "channel" }), H200)).toThrow(
      "scan-recurrent",
    );
  });
});

/** Bytes through the ports of the SMs, which no L2 changes. */
function replayOf(id: ScanId, w: ScanWorkload): bigint {
  const [planned] = replaysBesideBounds(w, H200, { schedule: id, tile: "64x64" });
  if (planned === undefined) throw new RangeError(id);
  const traffic = replayPlanned(planned, { policy: "lru", bytes: 2 ** 24 }).total.get("l2-sm");
  return (traffic?.reads ?? 0n) + (traffic?.writes ?? 0n);
}
