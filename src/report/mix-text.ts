import { describeWorkload } from "../computation/workload.js";
import { quotientAsNumber, toApproximateNumber } from "../exact/rational.js";
import type { MixReport } from "../gap/mix.js";
import type { MixBound, MixBounds, MixQuestion } from "../gap/mix-bounds.js";
import { mixBounds } from "../gap/mix-bounds.js";
import { describeL2 } from "../replay/l2/l2-model.js";
import type { Traffic } from "../replay/traffic.js";
import { totalTraffic } from "../replay/traffic.js";
import { describeMachine } from "./gap-text.js";
import { STILL_DIRTY, STILL_DIRTY_MEANS, textTable } from "./table.js";
import { termName } from "./time-text.js";
import { formatBytes, formatCapacity, formatRatio, formatSeconds } from "./units.js";

/** Two kernels at once as text: each one's DRAM traffic beside the other, and with the other skipped. */
export function mixText(question: MixQuestion, report: MixReport, heading: (text: string) => string): string {
  const { workloads, gpu, cache } = question;
  const { total, seconds, kernels } = report;
  const proven = mixBounds(question, report);
  const bound = proven?.bounds.get("dram-l2");
  const dram = (interfaceIds: MixReport["total"]): Traffic => interfaceIds.get("dram-l2") ?? { reads: 0n, writes: 0n };
  const cells = (traffic: Traffic): readonly string[] =>
    [traffic.reads, traffic.writes, traffic.dirtyAtEnd ?? 0n, totalTraffic(traffic)].map(formatBytes);
  const rows = kernels.flatMap(({ shared, alone }, kernel) => {
    const [beside, only] = [totalTraffic(dram(shared.total)), totalTraffic(dram(alone.total))];
    return [
      [`${kernel + 1} alone`, ...cells(dram(alone.total)), ""],
      [`${kernel + 1} shared`, ...cells(dram(shared.total)), formatRatio(quotientAsNumber(beside, only))],
    ];
  });
  const titles = ["kernel", "reads", "writes", STILL_DIRTY, "total", "shared / alone"];
  return [
    ...kernels.map(({ planned, ctasPerSm }, kernel) => {
      const workload = workloads[kernel];
      const what = workload === undefined ? "" : describeWorkload(workload);
      return `${kernel + 1}: ${what}; ${planned.label} ${planned.fields["tile"] ?? ""}, ${ctasPerSm} block(s) on each SM`;
    }),
    describeMachine(gpu),
    `L2: ${describeL2(cache, formatCapacity)}`,
    "",
    heading("Two kernels at once, DRAM to chip (dram-l2)"),
    textTable(
      titles.map((title, i) => ({ title, align: i === 0 ? "left" : "right" })),
      [...rows, ["both", ...cells(dram(total)), ""]],
    ),
    STILL_DIRTY_MEANS,
    ...(bound === undefined ? [] : [boundLine(bound, totalTraffic(dram(total)))]),
    ...timeLines(seconds, kernels, proven?.least),
  ].join("\n");
}

function boundLine({ value, parts: [one, other] }: MixBound, total: bigint): string {
  const least = `${formatBytes(value)} (${one.id} and ${other.id}, added)`;
  const ratio = formatRatio(quotientAsNumber(total, value));
  return `No two kernels with arrays of their own move less than ${least}: these move ${ratio} that.`;
}

/** Whether two at once are worth it: against one after the other in the same places. */
function timeLines(
  seconds: number | undefined,
  kernels: MixReport["kernels"],
  least: MixBounds["least"] | undefined,
): readonly string[] {
  const [one, other] = kernels.map(({ alone }) => alone.seconds);
  if (seconds === undefined || one === undefined || other === undefined) return [];
  const alone = `kernel 1 alone ${formatSeconds(one)}, kernel 2 alone ${formatSeconds(other)}`;
  const share = formatRatio(seconds / (one + other));
  const estimate = `Estimated time ${formatSeconds(seconds)} for both; in the same places ${alone}: ${share} of one after the other.`;
  if (least === undefined) return ["", estimate];
  const atLeast = toApproximateNumber(least.seconds);
  const binds = `${formatSeconds(atLeast)} (${termName(least.id)})`;
  return ["", estimate, `Least time of any two kernels ${binds}: the estimate is ${formatRatio(seconds / atLeast)} that.`];
}
