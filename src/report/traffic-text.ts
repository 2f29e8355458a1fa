import type { ReplayReport } from "../gap/replay-document.js";
import { describeL2 } from "../replay/l2/l2-model.js";
import { durationLines } from "./duration-text.js";
import { explanationText } from "./explanation-text.js";
import { describeMachine, driftCaution } from "./gap-text.js";
import { interfaceLabel, interfaceName } from "./interface-names.js";
import { STILL_DIRTY, STILL_DIRTY_MEANS, textTable } from "./table.js";
import { formatBytes, formatCapacity, formatCount, formatSeconds } from "./units.js";

/** One replay as text: the resolved schedule, then traffic per interface and array. */
export function trafficText(report: ReplayReport, heading: (text: string) => string): string {
  const unit = report.machine.kind === "abstract" ? "words" : "bytes";
  const parameters = Object.entries(report.schedule).map(([name, value]) => `${name} ${value}`);
  const lines = [describeMachine(report.machine, report.resident), parameters.join(", ").replace(/^id /, "")];
  if (report.cache !== undefined) lines.push(`L2: ${describeL2(report.cache, formatCapacity)}`);
  for (const [interfaceId, total] of report.traffic.total) {
    const hasDirty = total.dirtyAtEnd !== undefined;
    const arrays = [...report.traffic.byArray].map(([array, interfaceIds]) => [array, interfaceIds.get(interfaceId)] as const);
    const rows = [...arrays, ["all", total] as const].map(([name, traffic]) => [
      name,
      formatCount(traffic?.reads ?? 0n, unit),
      formatCount(traffic?.writes ?? 0n, unit),
      ...(hasDirty ? [formatCount(traffic?.dirtyAtEnd ?? 0n, unit)] : []),
    ]);
    const titles = ["array", "reads", "writes", ...(hasDirty ? [STILL_DIRTY] : [])];
    const columns = titles.map((title, i) => ({ title, align: i === 0 ? ("left" as const) : ("right" as const) }));
    lines.push(
      "",
      heading(`${interfaceName(interfaceId, report.machine.kind)} (${interfaceLabel(interfaceId, report.machine)})`),
      textTable(columns, rows),
    );
  }
  if ([...report.traffic.total.values()].some(({ dirtyAtEnd }) => dirtyAtEnd !== undefined)) lines.push(STILL_DIRTY_MEANS);
  const { seconds } = report.traffic;
  if (report.time !== undefined) lines.push("", ...durationLines(report.time, report.workload, report.least));
  else if (seconds !== undefined)
    lines.push("", `Estimated time ${formatSeconds(seconds)}, of the part of the workload that it computes.`);
  else if (report.machine.kind === "gpu")
    lines.push("", "No estimated time: only the replay through a partitioned L2 keeps one.");
  for (const caution of driftCaution([report.schedule])) lines.push("", caution);
  if (report.range !== undefined) {
    const { leastBytes, mostBytes, variants } = report.range;
    lines.push(
      "",
      `DRAM reads on hardware from ${formatBytes(leastBytes)} to ${formatBytes(mostBytes)}: ${variants.length} variants of timing, drift and L2, and a margin.`,
    );
  }
  if (report.explanation !== undefined) lines.push("", explanationText(report.explanation, heading));
  return lines.join("\n");
}
