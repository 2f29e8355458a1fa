import { expect, test } from "vitest";
import { H200 } from "../../src/machines/known/h200.js";
import { arrayOfTile } from "../../src/replay/collect.js";
import { runEvents } from "../../src/replay/event-driven/execution.js";
import { leastDuration } from "../../src/replay/event-driven/least-duration.js";
import type { ExecutionParameters } from "../../src/replay/event-driven/parameters.js";
import { executionParameters } from "../../src/replay/event-driven/parameters.js";
import { replayEvents } from "../../src/replay/event-driven/replay.js";
import { stepTimes } from "../../src/replay/event-driven/step-times.js";
import { PartitionedL2 } from "../../src/replay/l2/partitioned-l2.js";
import { setOfPiece } from "../../src/replay/l2/set-hash.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import { cutTiles } from "../../src/replay/tile-pieces.js";
import { durationsWithoutClock } from "../../src/replay/time-without-clock.js";
import { randomStream } from "../pebble/support/random-graphs.js";
import { PlainDieL2s } from "./plain/die-l2s.js";
import { plainEvents } from "./plain/events.js";
import { PlainPartitionedL2 } from "./plain/partitioned-l2.js";
import { plainWithoutClock } from "./plain/without-clock.js";
import { randomSchedule } from "./random-schedule.js";

/** Slow DRAM, L2 and adders, so that each is waited for; few SMs, whose runs may draw less than an equal share. */
function parametersOf(random: () => number, partitions: 1 | 2): ExecutionParameters {
  const usual = executionParameters(H200);
  const launchRuns = [
    { sms: 1, partition: 0, l2Share: 0.7 },
    { sms: 3, partition: partitions - 1, gpcs: 2 },
  ];
  const rates = { dramBytesPerSecond: 4e9, l2BytesPerSecond: 1e10, addBytesPerSecond: 5e9, stepNoise: 0.3 };
  const rate = { ...usual.rate, epilogueSeconds: 3e-7, arrivalShare: random() < 0.5 ? 0 : 0.7 };
  // Way and port so that requests meet often, and either bound holds.
  const coalescing = {
    joinShare: 0.8,
    waySeconds: 3e-7,
    averagedBytes: 1e4,
    ownWeight: 0.4,
    leavingBytesPerSecond: 8e9,
    readNoise: 0.4,
  };
  const meets = random() < 0.7 ? { coalescing, portBytesPerSecond: 1.4e10 } : { coalescing: undefined };
  return { ...usual, ...rates, ...meets, rate, partitions, launchRuns, sms: 1 + Math.floor(random() * 4) } as ExecutionParameters;
}

test("a replay in time equals its plain twin, event by event, on random schedules that wait, add and store", () => {
  const seen = { kinds: new Set<number>(), waits: 0, evictions: 0 };
  for (let seed = 0; seed < 200; seed++) {
    const random = randomStream(seed + 1);
    const schedule = randomSchedule(seed);
    const partitions = random() < 0.5 ? 1 : 2;
    const usual = parametersOf(random, partitions);
    const [ways, sets] = [2, 1 + Math.floor(random() * 6)];
    const pieces = cutTiles(schedule, arrayOfTile(schedule), partitions, 2 ** 20, 1);
    const shape = { partitions, ways, partitionBytes: sets * ways * pieces.grainBytes } as const;
    const parameters = { ...usual, ...shape };
    const l2 = new PartitionedL2(parameters, pieces, 3);
    const plain = new PlainPartitionedL2(parameters, pieces, (piece) => setOfPiece(piece, sets));
    const slots = 1 + Math.floor(random() * 2 * parameters.sms);
    const seconds = runEvents(schedule, slots, parameters, l2, seed);
    expect(seconds, `seed ${seed}`).toBe(plainEvents(schedule, slots, parameters, plain, seed));
    // A block here may read nothing first, or what another wrote.
    const atOnce = { ...parameters, missSeconds: 0, nearHitSeconds: 0 };
    expect(leastDuration(schedule, slots, atOnce), `seed ${seed}`).toBeLessThanOrEqual(seconds);
    const total = (bytes: Float64Array): number => bytes.reduce((sum, array) => sum + array, 0);
    const { readBytes, writeBytes, fabricBytes } = l2.traffic();
    expect([total(readBytes), total(writeBytes), fabricBytes], `seed ${seed}`).toEqual([
      plain.fetched,
      plain.writtenBack,
      plain.fabric,
    ]);
    for (const kind of stepTimes(schedule, parameters).phaseKind) seen.kinds.add(kind);
    seen.waits += schedule.phaseWaits === undefined ? 0 : 1;
    seen.evictions += plain.writtenBack > 0 ? 1 : 0;
  }
  expect(seen.kinds.size).toBe(3);
  expect(Math.min(seen.waits, seen.evictions)).toBeGreaterThan(30);
});

test("a replay in time through the L2s of dies equals its plain twin, and in turns counts what lock step counts", () => {
  const seen = { evictions: 0, dramWrites: 0 };
  for (let seed = 0; seed < 200; seed++) {
    const random = randomStream(seed + 3);
    const schedule = randomSchedule(seed);
    const size = (tile: number): number => schedule.tileBytes[tile] ?? 0;
    const largest = Math.max(...schedule.tileBytes);
    const room = (): number => largest + Math.floor(random() * 6 * largest);
    const sms = 2 + Math.floor(random() * 5);
    const dies = { count: 1 + Math.floor(random() * Math.min(3, sms)), l3Bytes: room(), portBytesPerSecond: 3e9 };
    const launchRuns = [
      { sms: 1, partition: 0, l2Share: 0.7 },
      { sms: 5, partition: 0 },
    ];
    const parameters = { ...parametersOf(random, 1), sms, dies, launchRuns, partitionBytes: room() };
    const slots = dies.count + Math.floor(random() * 2 * sms);
    const plain = new PlainDieL2s(parameters, size);
    const seconds = plain.finish(plainEvents(schedule, slots, parameters, plain, seed));
    const replay = replayEvents(schedule, slots, parameters, { execution: { kind: "events", seed } });
    expect(replay.seconds, `seed ${seed}`).toBe(seconds);
    const sum = (counts: readonly number[]): bigint => BigInt(counts.reduce((all, one) => all + one, 0));
    const { total } = replay.traffic;
    expect(total.get("l3-l2"), `seed ${seed}`).toEqual({
      reads: sum(plain.l2s.map((l2) => l2.fetched)),
      writes: sum(plain.l2s.map((l2) => l2.written)),
    });
    const { reads, writes } = total.get("dram-l2") ?? { reads: 0n, writes: 0n };
    expect([reads, writes], `seed ${seed}`).toEqual([BigInt(plain.behind.fetched), BigInt(plain.behind.written)]);
    const execution = random() < 0.5 ? ({ kind: "lock-step" } as const) : ({ kind: "drift", steps: 3 } as const);
    const model = {
      policy: "lru",
      bytes: parameters.partitionBytes,
      dies: dies.count,
      l3Bytes: dies.l3Bytes,
      execution,
    } as const;
    const [inTurns, inLockStep] = [
      replayEvents(schedule, slots, parameters, { execution }).traffic.total,
      replayTileSchedule(schedule, slots, model).total,
    ];
    for (const id of ["dram-l2", "l3-l2"] as const) expect(inTurns.get(id), `seed ${seed}`).toEqual(inLockStep.get(id));
    seen.evictions += plain.l2s.some((l2) => l2.written > 0) ? 1 : 0;
    seen.dramWrites += plain.behind.written > 0 ? 1 : 0;
  }
  expect(Math.min(seen.evictions, seen.dramWrites)).toBeGreaterThan(30);
});

test("a duration without a clock equals its plain twin", () => {
  for (let seed = 0; seed < 300; seed++) {
    const random = randomStream(seed + 2);
    const schedule = randomSchedule(seed);
    const parameters = parametersOf(random, 1);
    const slots = 1 + Math.floor(random() * 2 * parameters.sms);
    const bytes = {
      dramReads: Math.floor(random() * 3000),
      dramWrites: Math.floor(random() * 3000),
      smReads: Math.floor(random() * 9000),
    };
    const dram = { reads: BigInt(bytes.dramReads), writes: BigInt(bytes.dramWrites), dirtyAtEnd: 0n };
    const sm = { reads: BigInt(bytes.smReads), writes: 0n };
    const total = new Map([
      ["dram-l2", dram],
      ["l2-sm", sm],
    ] as const);
    const seconds = durationsWithoutClock(schedule, slots, parameters)?.(total);
    expect(seconds, `seed ${seed}`).toBe(plainWithoutClock(schedule, slots, bytes, parameters));
  }
});
