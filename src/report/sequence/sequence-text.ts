import { describeWorkload } from "../../computation/workload.js";
import { quotientAsNumber, toApproximateNumber } from "../../exact/rational.js";
import type { SequenceReport } from "../../gap/sequence/sequence.js";
import { describeL2 } from "../../replay/l2/l2-model.js";
import type { Prefetch } from "../../replay/sequence/prefetched-cells.js";
import type { ReplayedTraffic, Traffic } from "../../replay/traffic.js";
import { totalTraffic } from "../../replay/traffic.js";
import { describeMachine } from "../gap-text.js";
import { STILL_DIRTY, textTable } from "../table.js";
import { formatBytes, formatCapacity, formatRatio, formatSeconds } from "../units.js";

const NOTHING: Traffic = { reads: 0n, writes: 0n };
const dramOf = ({ total }: ReplayedTraffic): Traffic => total.get("dram-l2") ?? NOTHING;

/** Kernels one after the other through one L2: what each moves and takes, beside the same from a cold L2, and their sums. */
export function sequenceText(report: SequenceReport, heading: (text: string) => string): string {
  const { gpu, cache, kernels, traffic, cold } = report;
  const warm = totalTraffic(traffic.total);
  const alone = cold.map((one) => totalTraffic(dramOf(one)));
  const coldTotal = alone.reduce((sum, bytes) => sum + bytes, 0n);
  const coldSeconds = cold.every(({ seconds }) => seconds !== undefined)
    ? cold.reduce((sum, { seconds = 0 }) => sum + seconds, 0)
    : undefined;
  const time = (seconds: number | undefined): string => (seconds === undefined ? "" : formatSeconds(seconds));
  const rows = kernels.map((_, at) => {
    const one = traffic.kernels[at] as ReplayedTraffic;
    const { reads, writes, dirtyAtEnd = 0n } = dramOf(one);
    const moved = [reads, writes, dirtyAtEnd, alone[at] ?? 0n].map(formatBytes);
    return [String(at + 1), ...moved, time(one.seconds), time(cold[at]?.seconds)];
  });
  const { reads, writes, dirtyAtEnd = 0n } = traffic.total;
  const sums = ["sum", ...[reads, writes, dirtyAtEnd, coldTotal].map(formatBytes), time(traffic.seconds), time(coldSeconds)];
  const titles = ["kernel", "reads", "written back", STILL_DIRTY, "all alone, cold", "time", "time cold"];
  return [
    ...kernels.map(({ workload, planned, prefetch }, at) => {
      const tile = planned.fields["tile"] === undefined ? "" : ` ${planned.fields["tile"]}`;
      return `${at + 1}: ${describeWorkload(workload)}; ${planned.label}${tile}${prefetched(prefetch, at)}`;
    }),
    describeMachine(gpu),
    `L2: ${describeL2(cache, formatCapacity)}`,
    "",
    heading("Kernels one after another through one L2, DRAM to chip (dram-l2)"),
    textTable(
      titles.map((title, i) => ({ title, align: i === 0 ? "left" : "right" })),
      [...rows, sums],
    ),
    "Written back: while the kernel ran, also what earlier ones wrote. Still dirty: in the L2 when it ended. Times are estimates.",
    `The L2 saves ${savedOf(coldTotal, warm)} of what the kernels move alone, ${formatBytes(coldTotal)}.`,
    ...prefetchLines(report, warm),
    ...boundLines(report, warm),
  ].join("\n");
}

/** @param before number of the kernel that runs meanwhile, from 1 */
function prefetched(prefetch: Prefetch | undefined, before: number): string {
  if (prefetch === undefined) return "";
  const { arrays, after = 0 } = prefetch;
  const names = arrays.map(({ array, size }) => (size === undefined ? array : `${formatCapacity(Number(size))} of ${array}`));
  const from = after === 0 ? "starts" : `has done ${formatRatio(after)} of its steps`;
  return `; prefetch of ${names.join(" and ")} once the last block of ${before} ${from}`;
}

/** Share of its DRAM's rated bandwidth beyond which a kernel leaves a prefetch no room: an RMSNorm on an H200 used 0.5, and lost time by it. */
const BUSY_SHARE = 0.4;

function prefetchLines(report: SequenceReport, moved: bigint): readonly string[] {
  const { gpu, kernels, unprefetched, traffic } = report;
  if (unprefetched === undefined) return [];
  const busy = kernels.flatMap(({ prefetch }, at) => {
    const before = unprefetched.kernels[at - 1];
    if (prefetch === undefined || before?.seconds === undefined) return [];
    const share = Number(totalTraffic(dramOf(before))) / before.seconds / gpu.dramBytesPerSecond;
    return share > BUSY_SHARE ? [at] : [];
  });
  const without = totalTraffic(unprefetched.total);
  const bytes =
    moved === without
      ? "as many bytes"
      : `${formatBytes(moved > without ? moved - without : without - moved)} ${moved > without ? "more" : "less"}`;
  const [now, then] = [traffic.seconds, unprefetched.seconds];
  const time =
    now === undefined || then === undefined
      ? ""
      : ` and take ${formatSeconds(Math.abs(now - then))} ${now > then ? "more" : "less"}, an estimate`;
  return [
    "Reads of a kernel include what is prefetched while it runs.",
    `With the prefetch the kernels move ${bytes}${time}, than without.`,
    ...(100n * moved > 101n * without
      ? [
          "Prefetched lines were evicted before their use, which cost time on an H200: ask for fewer bytes (B:16M), or later (prefetch-after).",
        ]
      : []),
    ...busy.map(
      (at) => `Kernel ${at} keeps DRAM busy: beside such a kernel a prefetch cost time on an H200, whatever is estimated.`,
    ),
  ];
}

function savedOf(cold: bigint, warm: bigint): string {
  const share = cold === 0n ? 0 : 100 * quotientAsNumber(cold - warm, cold);
  return warm > cold ? `−${formatBytes(warm - cold)}` : `${formatBytes(cold - warm)} (${share.toFixed(1)} %)`;
}

function boundLines({ bound, traffic: { seconds } }: SequenceReport, warm: bigint): readonly string[] {
  if (bound === undefined) return [];
  const ratio = bound.value === 0n ? "" : `: these move ${formatRatio(quotientAsNumber(warm, bound.value))} that`;
  const least = toApproximateNumber(bound.seconds);
  const taken = seconds === undefined || least === 0 ? "" : `: the estimate is ${formatRatio(seconds / least)} that`;
  return [
    `No such kernels, one after another from a cold L2, move less than ${formatBytes(bound.value)}${ratio}.`,
    `Least time ${formatSeconds(least)}${taken}.`,
  ];
}
