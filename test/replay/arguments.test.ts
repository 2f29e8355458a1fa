import { describe, expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { proveBounds } from "../../src/bounds/prove.js";
import { addressesOf, createCache, lineTrace, parseCachePolicy, simulateOptByArray, traceOf } from "../../src/caches/index.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import { normWorkload } from "../../src/computation/row-workloads.js";
import { InputError } from "../../src/errors.js";
import { H200 } from "../../src/machines/known/h200.js";
import { abstractMachine, gpuNamed } from "../../src/machines/registry.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import { planWords } from "../../src/plan/two-level.js";
import { wholeBytes } from "../../src/replay/collect.js";
import { lruTrafficAt } from "../../src/replay/curves/lru-curve.js";
import { optCurve, optTrafficAt } from "../../src/replay/curves/opt-curve.js";
import { tiledLruCurve } from "../../src/replay/curves/tiled-lru-curve.js";
import { walkedLruCurve } from "../../src/replay/curves/walked-lru-curve.js";
import { executionParameters, replayEvents } from "../../src/replay/event-driven/index.js";
import { explainReplay } from "../../src/replay/explain.js";
import { lruL2, partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { launchHistory } from "../../src/replay/launch-map.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import { layOutTiledGemm, tiledGemm } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import { rowPasses } from "../../src/schedules/gpu/rows/passes.js";
import type { LaunchOrder } from "../../src/schedules/tiles/launch-order.js";
import { launchOrder } from "../../src/schedules/tiles/launch-order.js";
import { bestWordProduct, wordGemms } from "../../src/schedules/two-level/gemm/schedules.js";

const WORKLOAD = gemmWorkload({ m: 12, n: 10, k: 8 });
const GPU = { ...H200, sms: 2 };
const PRODUCT = tiledGemm(WORKLOAD, GPU, { tile: { bm: 4, bn: 4, bk: 2 } });
const LAYOUT = layOutTiledGemm(PRODUCT);
const LRU = { policy: "lru", bytes: 4096 } as const;
const NO_COUNTS = [Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 1.5, 2 ** 53];

/** One line that begins with the argument's name. */
function expectNamed(subject: string, call: () => unknown): void {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message.startsWith(`${subject}: `) && !(error as Error).message.includes("\n")).toBe(true);
    return;
  }
  throw new Error(`nothing refused ${subject}`);
}

describe.each(NO_COUNTS)("%s is refused by name", (bad) => {
  test("as slots", () => {
    const parameters = executionParameters(GPU);
    for (const call of [
      () => replayTileSchedule(LAYOUT, bad, LRU),
      () => replayTileSchedule(LAYOUT, bad, partitionedL2(GPU)),
      () => replayTileSchedule(LAYOUT, bad, partitionedL2(GPU, { kind: "lock-step" })),
      () => replayEvents(LAYOUT, bad, parameters),
      () => explainReplay(LAYOUT, bad, LRU),
      () => launchHistory(LAYOUT, bad, LRU),
      () => walkedLruCurve(LAYOUT, bad),
      () => tiledLruCurve(PRODUCT, bad),
      () => optCurve(LAYOUT, bad),
    ])
      expectNamed("slots", call);
  });

  test("as a capacity: without it, an unbounded LRU was said to write back less than nothing", () => {
    const [lru, opt] = [walkedLruCurve(LAYOUT, 2), optCurve(LAYOUT, 2)];
    const planned = planReplays(WORKLOAD, GPU, { schedule: "tiled-gemm", tile: "4x4x2" })[0];
    if (planned === undefined) throw new RangeError("a plan");
    for (const call of [
      () => lruTrafficAt(lru, [4096, bad]),
      () => optTrafficAt(opt, [bad]),
      () => replayPlanned(planned, { ...LRU, bytes: bad }),
      () => createCache({ ...LRU, bytes: bad }, Int32Array.of(1), Uint8Array.of(0), 1),
      () => createCache({ ...parseCachePolicy("random"), bytes: bad }, Int32Array.of(1), Uint8Array.of(0), 1),
      () => lruL2({ ...GPU, l2Bytes: bad }),
      () => partitionedL2(GPU, { kind: "lock-step" }, bad),
    ])
      expectNamed("l2-bytes", call);
  });

  test("as SMs, steps of a turn, a seed, a side of a grid, words of a fast memory, extents", () => {
    expectNamed("sms", () => planReplays(WORKLOAD, { ...GPU, sms: bad }, { tile: "4x4x2" }));
    expectNamed("sms", () => executionParameters({ ...GPU, sms: bad }));
    expectNamed("execution", () => replayTileSchedule(LAYOUT, 2, { ...LRU, execution: { kind: "drift", steps: bad } }));
    if (bad !== 0) expectNamed("execution", () => partitionedL2(GPU, { kind: "events", seed: bad }));
    expectNamed("rows", () => launchOrder({ kind: "row" }, bad, 3));
    expectNamed("columns", () => launchOrder({ kind: "row" }, 3, bad));
    expectNamed("order", () => launchOrder({ kind: "group", height: bad }, 3, 3));
    expectNamed("order", () => launchOrder({ kind: "raster", swizzle: bad }, 3, 3));
    for (const call of [planWords, wordGemms, bestWordProduct]) expectNamed("fast-words", () => call(WORKLOAD, bad));
    expectNamed("fast-words", () => boundWorkload(WORKLOAD, { ...abstractMachine(30), fastWords: bad }));
    for (const extent of ["batch", "m", "n", "k"]) {
      const copied = { ...WORKLOAD, [extent]: bad };
      expectNamed(extent, () => boundWorkload(copied, abstractMachine(30)));
      expectNamed(extent, () => planReplays(copied, GPU, { tile: "4x4x2" }));
      expectNamed(extent, () => planWords(copied, 30));
    }
    const computation = gemmComputation(WORKLOAD);
    const index = Object.keys(computation.extents)[0] as string;
    const extents = { ...computation.extents, [index]: bad };
    expectNamed(`extent ${index}`, () => proveBounds({ ...computation, extents }, abstractMachine(30)));
    expectNamed("line-bytes", () => addressesOf(traceOf(Int32Array.of(0, 1), Uint8Array.of(0, 1)), bad));
    expectNamed("line-bytes", () => lineTrace(addressesOf(traceOf(Int32Array.of(0, 1), Uint8Array.of(0, 1)), 64), bad));
  });
});

test("what has no such kind, type or array is refused by name", () => {
  expectNamed("order", () => launchOrder({ kind: "spiral" } as unknown as LaunchOrder, 3, 3));
  expectNamed("bytes of memory", () => launchOrder({ kind: "row" }, 2 ** 20, 2 ** 20));
  expectNamed("kind", () => normWorkload("batchnorm" as "rmsnorm", { rows: 2, columns: 2 }));
  expectNamed("schedule", () =>
    rowPasses("row-no-pass" as "row-one-pass", normWorkload("rmsnorm", { rows: 2, columns: 2 }), H200),
  );
  expectNamed("dtype", () => boundWorkload({ ...WORKLOAD, dataType: "fp7" as "fp8" }, H200));
  expectNamed("workload", () => boundWorkload({ ...WORKLOAD, kind: "gemv" as "gemm" }, H200));
  expectNamed("gpu", () => gpuNamed(200 as unknown as string));
  expectNamed("cache", () => parseCachePolicy(16 as unknown as string));
  expectNamed("array-of", () => createCache(LRU, Int32Array.of(8, 8), Uint8Array.of(0, 2), 2));
  expectNamed("array-of", () => createCache(LRU, Int32Array.of(8, 8), Uint8Array.of(0), 2));
  expectNamed("array-of", () => simulateOptByArray(traceOf(Int32Array.of(0, 1), Uint8Array.of(0, 1)), 2, Uint8Array.of(0), 1));
});

test("a count that a double does not hold exactly is an error, not a wrong count", () => {
  expect(wholeBytes(2 ** 53 - 1)).toBe(2n ** 53n - 1n);
  for (const count of [2 ** 53, 0.5, Number.NaN, undefined]) expect(() => wholeBytes(count)).toThrow("is not exact");
});
