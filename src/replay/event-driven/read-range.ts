import type { Json } from "../../bounds/certificates/json.js";
import { toJson } from "../../bounds/certificates/json.js";
import { ceilDivide, floorDivide, maximum, minimum } from "../../exact/integer.js";
import { residentBytes } from "../../schedules/tiles/resident-tiles.js";
import type { TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import { READ } from "../../schedules/tiles/tile-schedule.js";
import type { Execution } from "../execution.js";
import { formatExecution } from "../execution.js";
import type { ExecutionParameters } from "./parameters.js";
import type { EventReplay, EventReplayOptions } from "./replay.js";
import { replayEvents } from "./replay.js";

/** DRAM reads of one schedule over variants of the model, widened by what no variant explains. */
export interface ReadRange {
  readonly leastBytes: bigint;
  readonly mostBytes: bigint;
  /** The default replay first. */
  readonly variants: readonly ReplayedVariant[];
}

/** One of the replays that a range is taken over. */
export interface ReplayedVariant {
  /** `events:1`, `drift:16`, `events:0, partitions of 29360128 bytes`. */
  readonly variant: string;
  readonly replay: EventReplay;
}

/** What the hardware decides anew in each run: the noise of timing, and how far blocks of a wave fall apart. */
const RANGE_EXECUTIONS: readonly Execution[] = [
  ...[0, 1, 2, 3].map((seed) => ({ kind: "events", seed }) as const),
  { kind: "lock-step" },
  { kind: "drift", steps: 16 },
];

/** The size of a partition is a fit, and its neighbours, 28 and 32 MiB beside 30 on an H200, fit hardly worse. */
const PARTITION_SHARES: readonly (readonly [number, number])[] = [
  [14, 15],
  [16, 15],
];

/** Per cent by which the counters of data/h200.csv leave the variants in one row of twenty. */
const READ_RANGE_MARGIN_PERCENT = 3n;

/** Code, parameters, descriptors: kernels that read every operand once read 10 to 50 KB more than the operands. */
const KERNEL_OWN_READ_BYTES = 65_536n;

/**
 * Replays the fixed set of variants. A wide range is a fact about the schedule: its blocks either stay close enough to meet in the
 * L2 or fall apart, and so may the hardware's from run to run. It ends where every input is read once, but for what is resident: the start
 * allows no less.
 */
export function replayReadRange(
  schedule: TileSchedule,
  slots: number,
  parameters: ExecutionParameters,
  options: Omit<EventReplayOptions, "execution"> = {},
): ReadRange {
  const run = (execution: Execution, shape = parameters): EventReplay =>
    replayEvents(schedule, slots, shape, { ...options, execution });
  const resized = PARTITION_SHARES.map(([part, whole]) => Math.floor((parameters.partitionBytes * part) / whole));
  const variants: readonly ReplayedVariant[] = [
    ...RANGE_EXECUTIONS.map((execution) => ({ variant: formatExecution(execution), replay: run(execution) })),
    ...resized.map((partitionBytes) => ({
      variant: `events:0, partitions of ${partitionBytes} bytes`,
      replay: run({ kind: "events", seed: 0 }, { ...parameters, partitionBytes }),
    })),
  ];
  const reads = variants.map(({ replay }) => dramReads(replay));
  const [least, most] = [reads.reduce(minimum), reads.reduce(maximum)];
  return {
    leastBytes: maximum(
      floorDivide(least * (100n - READ_RANGE_MARGIN_PERCENT), 100n),
      inputBytes(schedule) - BigInt(residentBytes(schedule)),
    ),
    mostBytes: ceilDivide(most * (100n + READ_RANGE_MARGIN_PERCENT), 100n) + KERNEL_OWN_READ_BYTES,
    variants,
  };
}

export function dramReads({ traffic }: EventReplay): bigint {
  return traffic.total.get("dram-l2")?.reads ?? 0n;
}

/** Bytes of the tiles that are read and never written. */
function inputBytes({ streamStart, streamBase, streamStride, streamWrites, phaseSteps, tileBytes }: TileSchedule): bigint {
  const [TOUCHED, WRITTEN] = [1, 2];
  const state = new Uint8Array(tileBytes.length);
  phaseSteps.forEach((steps, phase) => {
    for (let stream = streamStart[phase] as number; stream < (streamStart[phase + 1] as number); stream++) {
      const mark = streamWrites[stream] === READ ? TOUCHED : WRITTEN;
      for (let step = 0; step < steps; step++) {
        const tile = (streamBase[stream] as number) + step * (streamStride[stream] as number);
        if (state[tile] !== WRITTEN) state[tile] = mark;
      }
    }
  });
  return BigInt(tileBytes.reduce((sum, bytes, tile) => (state[tile] === TOUCHED ? sum + bytes : sum), 0));
}

/** The `range` of a document. */
export function readRangeFields({ leastBytes, mostBytes, variants }: ReadRange): Json {
  return {
    readBytes: { least: toJson(leastBytes), most: toJson(mostBytes) },
    variants: variants.map(({ variant, replay }) => ({ variant, readBytes: toJson(dramReads(replay)) })),
  };
}
