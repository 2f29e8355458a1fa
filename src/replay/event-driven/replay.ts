import { checkInteger, InputError } from "../../errors.js";
import type { TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import { arrayOfTile, collectTraffic, wholeBytes } from "../collect.js";
import type { Execution } from "../execution.js";
import { checkExecution, stepsOfTurn } from "../execution.js";
import { PartitionedL2 } from "../l2/partitioned-l2.js";
import { lastSixteenths } from "../l2/partitioned-l2-shape.js";
import { TimedDieL2s } from "../l2/timed-die-l2s.js";
import type { TimedL2 } from "../l2/timed-l2.js";
import { replayLockStep } from "../lock-step.js";
import { issued } from "../longest-first.js";
import type { PrefetchQueue } from "../prefetch-queue.js";
import { allAt } from "../prefetch-queue.js";
import { smTraffic } from "../sm-traffic.js";
import type { TilePieces } from "../tile-pieces.js";
import { cutTiles } from "../tile-pieces.js";
import type { ReplayedTraffic } from "../traffic.js";
import { placeResidents } from "../warm-cache.js";
import { runEvents } from "./execution.js";
import type { DieParameters, ExecutionParameters } from "./parameters.js";
import { machineOf, sidesOfSlots } from "./parameters.js";

/** How blocks run in time through a partitioned L2. */
export interface EventReplayOptions {
  /** Default: events with seed 0; without a clock it is faster and further off. */
  readonly execution?: Execution | undefined;
  /** Bytes already dirty in the L2 when the kernel starts and written back as it runs; default 0. */
  readonly foreignDirtyBytes?: number | undefined;
}

/** What a replay through the partitioned L2 counts. */
export interface EventReplay {
  readonly traffic: ReplayedTraffic;
  /** Between the partitions: far reads that left a copy near, and written data sent home. */
  readonly fabricBytes: bigint;
  /** Write-backs of data that were dirty before the kernel; not part of `traffic`. */
  readonly foreignWriteBytes: bigint;
  /** Estimated duration; absent where blocks take turns, which keeps no time. */
  readonly seconds?: number;
}

/** In a partition. */
const MINIMUM_SETS = 64;

/** Replays a schedule with `slots` blocks at once, as many on each SM; the same input gives the same counts on every machine. */
export function replayEvents(
  launched: TileSchedule,
  slots: number,
  parameters: ExecutionParameters,
  options: EventReplayOptions = {},
): EventReplay {
  checkInteger("slots", slots, 1);
  const execution = checkExecution(options.execution ?? { kind: "events", seed: 0 });
  if (options.foreignDirtyBytes !== undefined) checkInteger("foreign-dirty-bytes", options.foreignDirtyBytes, 0);
  const schedule = issued(launched, execution);
  const { dies } = parameters;
  if (dies !== undefined) return replayDies(schedule, slots, { ...parameters, dies }, execution);
  const arrayOf = arrayOfTile(schedule);
  const pieces = piecesOf(schedule, parameters, arrayOf);
  const shape = { ...parameters, ...lastSixteenths(schedule, parameters) };
  const l2 = new PartitionedL2(shape, pieces, schedule.arrays.length, options.foreignDirtyBytes, schedule.hints);
  const brought = placeResidents(schedule, l2, pieces);
  const end = runThrough(schedule, slots, parameters, l2, execution);
  const dram = l2.traffic();
  const readBytes = dram.readBytes.map((bytes, array) => bytes + (brought[array] as number));
  return {
    traffic: collectTraffic(schedule, { ...dram, readBytes }, smTraffic(schedule, arrayOf)),
    fabricBytes: wholeBytes(dram.fabricBytes),
    foreignWriteBytes: wholeBytes(dram.foreignWriteBytes),
    ...(end === undefined ? {} : { seconds: end }),
  };
}

/** Through the caches of a machine of dies; an estimated duration includes the write-backs at the end. */
function replayDies(
  schedule: TileSchedule,
  slots: number,
  parameters: ExecutionParameters & { readonly dies: DieParameters },
  execution: Execution,
): EventReplay {
  if (schedule.hints !== undefined) throw new InputError("hint", "an L2 whose rules are known, without dies", parameters.gpu);
  const arrayOf = arrayOfTile(schedule);
  const l2 = new TimedDieL2s(schedule, arrayOf, parameters);
  const end = runThrough(schedule, slots, parameters, l2, execution);
  const { dram, dies, seconds } = l2.finish(end ?? 0);
  const traffic = collectTraffic(schedule, dram, smTraffic(schedule, arrayOf), dies);
  return { traffic, fabricBytes: 0n, foreignWriteBytes: 0n, ...(end === undefined ? {} : { seconds }) };
}

/** The pieces of its tiles in the partitioned L2. @throws TooManyPieces where they are too many for it */
export function piecesOf(
  schedule: TileSchedule,
  parameters: ExecutionParameters,
  arrayOf: Uint8Array = arrayOfTile(schedule),
): TilePieces {
  return cutTiles(schedule, arrayOf, parameters.partitions, parameters.partitionBytes, leastEntries(parameters));
}

/** Runs blocks, in the order in which they are issued, through an L2; returns when the last one ends, where the execution keeps time. */
export function runThrough(
  schedule: TileSchedule,
  slots: number,
  parameters: ExecutionParameters,
  l2: TimedL2,
  execution: Execution,
  prefetches?: PrefetchQueue,
): number | undefined {
  if (execution.kind === "events") return runEvents(schedule, slots, parameters, l2, execution.seed, prefetches);
  if (execution.kind === "longest-first") return runEvents(schedule, slots, parameters, l2, 0, prefetches);
  inTurns(schedule, slots, parameters, l2, stepsOfTurn(execution), prefetches);
  return undefined;
}

/** Pieces that a partition holds at least: larger tiles are cut. */
export function leastEntries({ ways }: ExecutionParameters): number {
  return MINIMUM_SETS * ways;
}

function inTurns(
  schedule: TileSchedule,
  slots: number,
  parameters: ExecutionParameters,
  l2: TimedL2,
  turn: number,
  prefetches?: PrefetchQueue,
): void {
  const side = sidesOfSlots(parameters, Math.min(slots, schedule.blockCount));
  const cache = {
    read: (tile: number, slot: number): void => l2.read(tile, side[slot] as number),
    write: (tile: number, slot: number): void => l2.write(tile, side[slot] as number),
    entriesOf: (tile: number): number => l2.entriesOf(tile),
    ...allAt(schedule, prefetches),
  };
  replayLockStep(schedule, slots, arrayOfTile(schedule), cache, machineOf(parameters), turn);
}
