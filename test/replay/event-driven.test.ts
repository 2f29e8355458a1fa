import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { A40 } from "../../src/machines/known/a40.js";
import { A100 } from "../../src/machines/known/a100.js";
import { H200 } from "../../src/machines/known/h200.js";
import { GPUS } from "../../src/machines/registry.js";
import { EventQueue } from "../../src/replay/event-driven/event-queue.js";
import { executionParameters, partitionOfSm } from "../../src/replay/event-driven/parameters.js";
import { replayReadRange } from "../../src/replay/event-driven/read-range.js";
import { replayEvents } from "../../src/replay/event-driven/replay.js";
import type { Execution } from "../../src/replay/execution.js";
import { chooseL2, partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import { totalTraffic } from "../../src/replay/traffic.js";
import { flashAttention2 } from "../../src/schedules/gpu/attention/flash-attention-2.js";
import { layOutFlashForward } from "../../src/schedules/gpu/attention/flash-forward.js";
import { chainBands, layOutChainBands } from "../../src/schedules/gpu/chain/bands.js";
import { layOutTiledGemm, tiledGemm } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import type { TileSchedule } from "../../src/schedules/tiles/tile-schedule.js";
import { gemm, parameters, tile } from "../properties/arbitraries.js";
import { bytesMoved } from "../schedules/schedule-facts.js";

const PARAMETERS = executionParameters(H200);
const EXECUTIONS: readonly Execution[] = [
  { kind: "events", seed: 0 },
  { kind: "events", seed: 7 },
  { kind: "lock-step" },
  { kind: "drift", steps: 5 },
];

/** Schedules of every shape of block: two, three and four phases, with and without waits. */
function schedules(): readonly (readonly [string, TileSchedule])[] {
  const tile = { bm: 32, bn: 32, bk: 32 };
  const product = layOutTiledGemm(tiledGemm(gemmWorkload({ m: 500, n: 400, k: 300, batch: 2 }), H200, { tile }));
  const { work: _, ...idle } = product;
  return [
    ["tiled-gemm", product],
    ["tiled-gemm without arithmetic", idle],
    ["tiled-gemm, one stage", layOutTiledGemm(tiledGemm(gemmWorkload({ m: 500, n: 400, k: 300 }), H200, { tile, stages: 1 }))],
    ["chain-bands", layOutChainBands(chainBands(chainWorkload({ m: 500, k: 100, l: 300, n: 200 }), H200, { tile, band: 3 }))],
    [
      "flash-attention-2",
      layOutFlashForward(
        flashAttention2(attentionWorkload({ heads: 8, kvHeads: 2, queries: 300, keys: 200, dim: 40, causal: true }), H200),
      ),
    ],
  ];
}

describe.each(schedules())("%s", (_, schedule) => {
  const written = Object.entries(bytesMoved(schedule)).filter(([, [, bytes]]) => bytes > 0);
  const inputs = schedule.arrays.filter(({ name }) => !written.some(([output]) => output === name));
  const inputBytes = inputs.reduce(
    (sum, { firstTile, tileCount }) =>
      sum + schedule.tileBytes.subarray(firstTile, firstTile + tileCount).reduce((x, y) => x + y, 0),
    0,
  );

  test.each(EXECUTIONS)("a large L2 reads each touched input once and leaves every output dirty: %j", (execution) => {
    const { traffic } = replayEvents(schedule, 200, PARAMETERS, { execution });
    const dram = traffic.total.get("dram-l2");
    // Some inputs may go untouched, under a causal mask.
    expect(Number(dram?.reads)).toBeLessThanOrEqual(inputBytes);
    if (schedule.arrays[0]?.name === "A") expect(Number(dram?.reads)).toBe(inputBytes);
    expect(dram?.writes).toBe(0n);
    expect(Number(dram?.dirtyAtEnd)).toBe(written.reduce((sum, [, [, bytes]]) => sum + bytes, 0));
  });

  test.each(EXECUTIONS)("bytes into and out of the SMs are the schedule's: %j", (execution) => {
    const { traffic } = replayEvents(schedule, 50, { ...PARAMETERS, partitionBytes: 2 ** 17 }, { execution });
    for (const [name, [read, wrote]] of Object.entries(bytesMoved(schedule))) {
      const sm = traffic.byArray.get(name)?.get("l2-sm");
      expect([Number(sm?.reads), Number(sm?.writes)]).toEqual([read, wrote]);
    }
  });

  test("the same seed gives the same counts; every variant lies within the printed range", () => {
    const small = { ...PARAMETERS, partitionBytes: 2 ** 17 };
    const { variants, leastBytes, mostBytes } = replayReadRange(schedule, 300, small);
    expect(variants).toHaveLength(8);
    expect(replayEvents(schedule, 300, small)).toEqual(variants[0]?.replay);
    for (const { replay } of variants) {
      const reads = replay.traffic.total.get("dram-l2")?.reads ?? -1n;
      expect(reads >= leastBytes && reads <= mostBytes).toBe(true);
    }
  });

  test("with a large L2 the range begins at every touched input once and leaves 3 % and the kernel's own reads above", () => {
    const { leastBytes, mostBytes } = replayReadRange(schedule, 300, PARAMETERS);
    const reads = replayEvents(schedule, 300, PARAMETERS).traffic.total.get("dram-l2")?.reads ?? 0n;
    expect(leastBytes).toBe(reads);
    expect(mostBytes).toBe((reads * 103n + 99n) / 100n + 65536n);
  });

  test("it takes at least the time of its arithmetic and of its DRAM traffic", () => {
    const small = { ...PARAMETERS, partitionBytes: 2 ** 17, stepNoise: 0 };
    const { seconds = 0, traffic } = replayEvents(schedule, 300, small);
    const operations = schedule.phaseSteps.reduce((sum, steps, p) => sum + steps * (schedule.work?.phaseOperations[p] ?? 0), 0);
    expect(seconds).toBeGreaterThanOrEqual(operations / (H200.peakOperationsPerSecond.bf16 ?? 0));
    expect(seconds).toBeGreaterThanOrEqual(Number(traffic.total.get("dram-l2")?.reads) / H200.dramBytesPerSecond);
  });
});

test("no bound is above the traffic of a tiled product through a partitioned L2, whatever its time", () => {
  fc.assert(
    fc.property(gemm(300), tile, fc.integer({ min: 2 ** 19, max: 2 ** 23 }), fc.nat(), (workload, tile, l2Bytes, seed) => {
      const gpu = { ...H200, l2Bytes };
      const schedule = tiledGemm(workload, gpu, { tile, stages: 1 });
      const layout = layOutTiledGemm(schedule);
      fc.pre(layout.touches < 100_000);
      const model = partitionedL2(gpu, { kind: "events", seed });
      const { total } = replayTileSchedule(layout, gpu.sms * schedule.residency.ctasPerSm, model);
      for (const bound of boundWorkload(workload, gpu).bounds) {
        const traffic = total.get(bound.interface);
        if (traffic === undefined || bound.scope !== "total") continue;
        expect(bound.value <= totalTraffic(traffic), `${bound.id} on ${bound.interface}`).toBe(true);
        if (bound.reads !== undefined) expect(bound.reads <= traffic.reads, `reads of ${bound.id}`).toBe(true);
      }
    }),
    parameters(60),
  );
});

test("blocks that wait for what nobody raises are an error, not an endless replay", () => {
  const schedule = layOutChainBands(chainBands(chainWorkload({ m: 64, k: 16, l: 64, n: 64 }), H200));
  const { waits } = schedule;
  if (waits === undefined) throw new RangeError("a chain waits");
  const stuck = { ...schedule, waits: { ...waits, until: waits.until.map((value) => value + 1) } };
  for (const execution of EXECUTIONS) expect(() => replayEvents(stuck, 4, PARAMETERS, { execution })).toThrow(RangeError);
  expect(() => replayTileSchedule(stuck, 4, { policy: "lru", bytes: 2 ** 20 })).toThrow(RangeError);
});

test("the event queue pops in order of time, equal times in order of pushing, over many laps of its ring", () => {
  const delay = fc.oneof(fc.nat(20), fc.constant(0), fc.nat(200_000));
  fc.assert(
    fc.property(fc.array(delay, { minLength: 1, maxLength: 30 }), fc.array(delay, { maxLength: 200 }), (starts, delays) => {
      const queue = new EventQueue(starts.length, 1.5);
      const twin: { slot: number; time: number; turn: number }[] = [];
      let turn = 0;
      const push = (slot: number, time: number): void => {
        queue.times[slot] = time;
        queue.push(slot);
        twin.push({ slot, time, turn: turn++ });
      };
      for (const [slot, time] of starts.entries()) push(slot, time);
      for (const delay of [...delays, ...starts.map(() => -1)]) {
        twin.sort((x, y) => x.time - y.time || x.turn - y.turn);
        const first = twin.shift();
        expect(queue.pop()).toBe(first?.slot ?? -1);
        if (first !== undefined && delay >= 0) push(first.slot, first.time + delay);
      }
      expect(queue.pop()).toBe(-1);
    }),
    parameters(200),
  );
});

describe("parameters", () => {
  test("the H200's are fitted, others derived from published figures, partitions where they are known", () => {
    expect(PARAMETERS).toMatchObject({ basis: "fitted", partitions: 2, partitionBytes: 30 * 2 ** 20, ways: 32 });
    expect(PARAMETERS.dramBytesPerSecond / 1e12).toBeCloseTo(4.25);
    expect(PARAMETERS.l2BytesPerSecond / 1e12).toBeCloseTo(11);
    const a100 = executionParameters(A100);
    expect(a100).toMatchObject({ basis: "derived", partitions: 2, partitionBytes: 20 * 2 ** 20 });
    expect(a100.missSeconds).toBeGreaterThan(a100.farHitSeconds);
    expect(executionParameters(A40)).toMatchObject({ basis: "derived", partitions: 1, partitionBytes: 6 * 2 ** 20 });
  });

  test.each(GPUS.map((gpu) => [gpu.id, gpu] as const))("%s: positive, in order, half of the SMs on each side", (_, gpu) => {
    const p = executionParameters(gpu);
    const times = [p.nearHitSeconds, p.farHitSeconds, p.missSeconds, p.turnaroundSeconds];
    if (p.partitions === 2 && gpu.latencyCycles.dram !== undefined) expect(times).toEqual([...times].sort((x, y) => x - y));
    expect(times.every((time) => time > 0)).toBe(true);
    expect(p.dramBytesPerSecond).toBeLessThan(gpu.dramBytesPerSecond);
    const far = Array.from({ length: gpu.sms }, (_, sm) => partitionOfSm(p, sm)).filter((side) => side === 1).length;
    expect(Math.abs(far - (p.partitions === 2 ? gpu.sms / 2 : 0))).toBeLessThanOrEqual(2);
  });

  test("every SM lies in one run of the launch; on GPUs that were not measured the runs are even and alternate", () => {
    for (const gpu of GPUS) {
      const { launchRuns, basis, sms, partitions } = executionParameters(gpu);
      const sizes = launchRuns.map((run) => run.sms);
      expect(
        sizes.reduce((sum, size) => sum + size, 0),
        gpu.id,
      ).toBe(sms);
      if (basis === "fitted") continue;
      expect(Math.max(...sizes) - Math.min(...sizes), gpu.id).toBeLessThanOrEqual(1);
      expect(launchRuns.map(({ partition }) => partition)).toEqual(sizes.map((_, run) => run % partitions));
    }
  });

  test("an operand type without a rate is refused by name", () => {
    const schedule = layOutTiledGemm(tiledGemm(gemmWorkload({ m: 64, n: 64, k: 64, dataType: "fp8" }), A100));
    expect(() => replayEvents(schedule, 10, executionParameters(A100))).toThrow(/^dtype:/);
  });
});

test("the partitioned model can be chosen, with its own size", () => {
  expect(chooseL2(H200, "bf16", "partitioned")).toMatchObject({ policy: "partitioned", bytes: 60 * 2 ** 20 });
  expect(chooseL2(H200, "bf16", "partitioned", 2 ** 20)).toMatchObject({
    bytes: 2 ** 20,
    parameters: { partitionBytes: 2 ** 19 },
  });
  expect(chooseL2(H200, "bf16")).toMatchObject({ policy: "partitioned" });
});
