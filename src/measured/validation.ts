import type { Gpu } from "../machines/machine.js";
import { executionParameters } from "../replay/event-driven/parameters.js";
import { replayEvents } from "../replay/event-driven/replay.js";
import type { L2Model } from "../replay/l2/l2-model.js";
import { replayTileSchedule } from "../replay/replay.js";
import type { ReplayedTraffic, Traffic } from "../replay/traffic.js";
import { scheduleOfLaunch } from "./launch-schedule.js";
import type { MeasuredLaunch } from "./measured-rows.js";

export { productOfLaunch, REPLAYABLE_KINDS } from "./launch-schedule.js";

/** A replayed launch beside its counters; an error is replayed / measured − 1, absent where nothing was measured. */
export interface ValidatedLaunch {
  readonly launch: MeasuredLaunch;
  readonly dram: Traffic;
  readonly sm: Traffic;
  readonly dramReadError: number;
  /** Of DRAM writes during the run; absent where the hardware wrote less than 1 MB. */
  readonly dramWriteError?: number;
  readonly smReadError: number;
  /** Of bytes between the L2's partitions; only the partitioned model has them. */
  readonly fabricError?: number;
  /** The estimated duration and its error; absent where the model keeps no time or no duration was measured. */
  readonly seconds?: number;
  readonly durationError?: number;
}

/** Quantiles of absolute relative errors. */
export interface ErrorSummary {
  readonly count: number;
  readonly median: number;
  readonly ninetiethPercentile: number;
  readonly worst: number;
}

/**
 * Lines already dirty in the L2 when a profiled kernel starts, written back as the cache turns over: in-run writes exceed a
 * kernel's whole output by about this much in rows that turn the cache over many times.
 */
export const PROFILER_DIRTY_BYTES: number = 2_516_582;

/** Below this a relative error of DRAM writes says more about the profiler's own lines than about the kernel. */
const LEAST_WRITTEN_BYTES = 1e6;

/** Replays one launch of a known schedule; the same model for every row. */
export function validateLaunch(launch: MeasuredLaunch, gpu: Gpu, l2: L2Model): ValidatedLaunch {
  const { layout, ctasPerSm } = scheduleOfLaunch(launch, gpu);
  const slots = gpu.sms * ctasPerSm;
  const error = (replayed: number, counter: string, unit = 1): number =>
    replayed / (unit * (launch.counters.get(counter) ?? Number.NaN)) - 1;
  const timed = launch.counters.has("duration_ns");
  const compare = ({ total, seconds }: ReplayedTraffic, foreignWrites: bigint): ValidatedLaunch => {
    const [dram, sm] = [total.get("dram-l2") as Traffic, total.get("l2-sm") as Traffic];
    const wrote = (launch.counters.get("dram_write_bytes") ?? 0) >= LEAST_WRITTEN_BYTES;
    return {
      launch,
      dram,
      sm,
      dramReadError: error(Number(dram.reads), "dram_read_bytes"),
      smReadError: error(Number(sm.reads), "l2_to_sm_bytes"),
      ...(wrote ? { dramWriteError: error(Number(dram.writes + foreignWrites), "dram_write_bytes") } : {}),
      ...(seconds === undefined || !timed ? {} : { seconds, durationError: error(seconds, "duration_ns", 1e-9) }),
    };
  };
  if (l2.policy !== "partitioned") {
    const { hints: _, ...plain } = layout;
    return compare(replayTileSchedule(plain, slots, l2, executionParameters(gpu)), 0n);
  }
  const replay = replayEvents(layout, slots, l2.parameters, {
    execution: l2.execution,
    foreignDirtyBytes: PROFILER_DIRTY_BYTES,
  });
  const { traffic, seconds } = replay;
  return {
    ...compare(seconds === undefined ? traffic : { ...traffic, seconds }, replay.foreignWriteBytes),
    fabricError: error(Number(replay.fabricBytes), "l2_fabric_sectors", gpu.l2SectorBytes),
  };
}

/**
 * Median, 90th percentile and largest of errors, signs aside.
 *
 * @throws RangeError for no errors at all: a summary of nothing would pass any check.
 */
export function summarizeErrors(errors: readonly number[]): ErrorSummary {
  const sorted = errors.map(Math.abs).sort((x, y) => x - y);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  if (sorted.length === 0) throw new RangeError("summarizeErrors: no rows");
  return { count: sorted.length, median: at(0.5), ninetiethPercentile: at(0.9), worst: at(1) };
}
