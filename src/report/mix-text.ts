import { describeWorkload } from "../computation/workload.js";
import { quotientAsNumber } from "../exact/rational.js";
import type { MixReport } from "../gap/mix.js";
import type { MixQuestion } from "../gap/mix-document.js";
import { describeL2 } from "../replay/l2/l2-model.js";
import type { Traffic } from "../replay/traffic.js";
import { totalTraffic } from "../replay/traffic.js";
import { describeMachine } from "./gap-text.js";
import { STILL_DIRTY, STILL_DIRTY_MEANS, textTable } from "./table.js";
import { formatBytes, formatCapacity, formatRatio, formatSeconds } from "./units.js";

/** Two kernels at once as text: each one's DRAM traffic beside the other, and with the other skipped. */
export function mixText(
  { workloads, gpu, cache }: MixQuestion,
  { total, seconds, kernels }: MixReport,
  heading: (text: string) => string,
): string {
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
    ...timeLines(seconds, kernels),
  ].join("\n");
}

/** Whether two at once are worth it: against one after the other in the same places. */
function timeLines(seconds: number | undefined, kernels: MixReport["kernels"]): readonly string[] {
  const [one, other] = kernels.map(({ alone }) => alone.seconds);
  if (seconds === undefined || one === undefined || other === undefined) return [];
  const alone = `kernel 1 alone ${formatSeconds(one)}, kernel 2 alone ${formatSeconds(other)}`;
  const share = formatRatio(seconds / (one + other));
  return ["", `Estimated time ${formatSeconds(seconds)} for both; in the same places ${alone}: ${share} of one after the other.`];
}
