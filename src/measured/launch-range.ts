import type { Gpu } from "../machines/machine.js";
import { executionParameters } from "../replay/event-driven/parameters.js";
import type { ReadRange } from "../replay/event-driven/read-range.js";
import { dramReads, replayReadRange } from "../replay/event-driven/read-range.js";
import { scheduleOfLaunch } from "./launch-schedule.js";
import type { MeasuredLaunch } from "./measured-rows.js";
import { PROFILER_DIRTY_BYTES, summarizeErrors } from "./validation.js";

/** A launch's counter of DRAM reads beside the range printed for its schedule. */
export interface RangedLaunch {
  readonly launch: MeasuredLaunch;
  readonly range: ReadRange;
  readonly measuredBytes: number;
  readonly inside: boolean;
  /** From the least to the most, as a share of the default replay's reads. */
  readonly width: number;
}

export function rangeOfLaunch(launch: MeasuredLaunch, gpu: Gpu): RangedLaunch {
  const { layout, ctasPerSm } = scheduleOfLaunch(launch, gpu);
  const range = replayReadRange(layout, gpu.sms * ctasPerSm, executionParameters(gpu), {
    foreignDirtyBytes: PROFILER_DIRTY_BYTES,
  });
  const measuredBytes = launch.counters.get("dram_read_bytes") ?? Number.NaN;
  const replayed = range.variants[0];
  if (replayed === undefined) throw new RangeError("rangeOfLaunch: a range of no variants");
  return {
    launch,
    range,
    measuredBytes,
    inside: measuredBytes >= Number(range.leastBytes) && measuredBytes <= Number(range.mostBytes),
    width: Number(range.mostBytes - range.leastBytes) / Number(dramReads(replayed.replay)),
  };
}

/** Share inside and width for each kernel and all rows, as a Markdown table. */
export function rangeTable(rows: readonly RangedLaunch[]): string {
  const kinds = [...new Set(rows.map(({ launch }) => launch.kind))];
  const lines = ["| kernel | rows | counter inside | width: median / 90th percentile / widest, % |", "|---|---|---|---|"];
  for (const kind of [...kinds, "all"]) {
    const chosen = rows.filter(({ launch }) => kind === "all" || launch.kind === kind);
    const { median, ninetiethPercentile, worst } = summarizeErrors(chosen.map(({ width }) => width));
    const widths = [median, ninetiethPercentile, worst].map((share) => (100 * share).toFixed(1)).join(" / ");
    lines.push(`| ${kind} | ${chosen.length} | ${chosen.filter(({ inside }) => inside).length} | ${widths} |`);
  }
  return lines.join("\n");
}
