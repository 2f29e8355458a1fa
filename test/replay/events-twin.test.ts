import { expect, test } from "vitest";
import { H200 } from "../../src/machines/h200.js";
import { arrayOfTile } from "../../src/replay/collect.js";
import { runEvents } from "../../src/replay/event-driven/execution.js";
import { executionParameters } from "../../src/replay/event-driven/parameters.js";
import { stepTimes } from "../../src/replay/event-driven/step-times.js";
import { PartitionedL2 } from "../../src/replay/l2/partitioned-l2.js";
import { setOfPiece } from "../../src/replay/l2/set-hash.js";
import { cutTiles } from "../../src/replay/tile-pieces.js";
import { randomStream } from "../pebble/support/random-graphs.js";
import { plainEvents } from "./plain-events.js";
import { PlainPartitionedL2 } from "./plain-partitioned-l2.js";
import { randomSchedule } from "./random-schedule.js";

test("a replay in time equals its plain twin, event by event, on random schedules that wait, add and store", () => {
  const seen = { kinds: new Set<number>(), waits: 0, evictions: 0 };
  for (let seed = 0; seed < 200; seed++) {
    const random = randomStream(seed + 1);
    const schedule = randomSchedule(seed);
    const partitions = random() < 0.5 ? 1 : 2;
    const sms = 1 + Math.floor(random() * 4);
    const [ways, sets] = [2, 1 + Math.floor(random() * 6)];
    const usual = executionParameters(H200);
    const launchRuns = [
      { sms: 1, partition: 0, l2Share: 0.7 },
      { sms: 3, partition: partitions - 1 },
    ];
    const pieces = cutTiles(schedule, arrayOfTile(schedule), partitions, 2 ** 20, 1);
    const shape = { partitions, ways, partitionBytes: sets * ways * pieces.grainBytes } as const;
    // A DRAM and an L2 so slow that both are waited for.
    const rates = { dramBytesPerSecond: 4e9, l2BytesPerSecond: 1e10, addBytesPerSecond: 5e9, stepNoise: 0.3 };
    const rate = { ...usual.rate, epilogueSeconds: 3e-7, operandsArrivePlainly: random() < 0.5 };
    const parameters = { ...usual, ...shape, ...rates, sms, launchRuns, rate };
    const l2 = new PartitionedL2(parameters, pieces, 3);
    const plain = new PlainPartitionedL2(parameters, pieces, (piece) => setOfPiece(piece, sets));
    const slots = 1 + Math.floor(random() * 2 * sms);
    expect(runEvents(schedule, slots, parameters, l2, seed), `seed ${seed}`).toBe(
      plainEvents(schedule, slots, parameters, plain, seed),
    );
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
