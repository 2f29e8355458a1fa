import { describeWorkload } from "../computation/workload.js";
import { quotientAsNumber } from "../exact/rational.js";
import type { CurveReport } from "../gap/curve.js";
import { capacityField, timeAt } from "../gap/curve-document.js";
import type { Interface } from "../machines/machine.js";
import { totalTraffic } from "../replay/traffic.js";
import { forCsv } from "../text/escape.js";
import { durationLines } from "./duration-text.js";
import { describeMachine, leftOutLines } from "./gap-text.js";
import { textTable } from "./table.js";
import { formatCapacity, formatCount, formatRatio } from "./units.js";

/** The bound and every schedule against the size of the fast memory: the interface of `redblue curve`. */
export function curveText(report: CurveReport, heading: (text: string) => string): string {
  const words = report.machine.kind === "abstract";
  const unit = words ? "words" : "bytes";
  const lines = [describeWorkload(report.workload)];
  const inTree = report.machine.kind === "tree" ? treeLevelName(report.interface) : undefined;
  if (inTree !== undefined) {
    lines.push(describeMachine(report.machine), `${inTree} of every size; the bound counts all memories inside on top of it`);
  } else if (!words) {
    lines.push(
      describeMachine(report.machine),
      `L2 of every size, ${report.policy}, blocks in lock step; the bound counts the SMs' memories on top of the L2`,
    );
  }
  const title = words
    ? "Words moved against words of fast memory"
    : inTree !== undefined
      ? `Traffic against the size of ${inTree} (${report.interface})`
      : "DRAM traffic against L2 size (dram-l2, dirty rest included)";
  const rows = report.capacities.map((capacity, i) => {
    const bound = report.bounds[i]?.value ?? 0n;
    const cells = report.series.map(({ traffic }) => {
      const moved = traffic[i];
      if (moved === undefined) return "";
      const total = totalTraffic(moved);
      return `${formatCount(total, unit)} ${formatRatio(quotientAsNumber(total, bound)).padStart(5)}`;
    });
    const size = words ? formatCount(BigInt(capacity), "words") : formatCapacity(capacity);
    const own = report.machine.kind === "gpu" && capacity === report.machine.l2Bytes ? `own ${size}` : size;
    return [own, formatCount(bound, unit), ...cells, report.bounds[i]?.id ?? ""];
  });
  const titles = [words ? "fast words" : (inTree ?? "L2"), "bound", ...report.series.map(({ label }) => label)];
  const columns = [...titles.map((title) => ({ title, align: "right" as const })), { title: "theorem", align: "left" as const }];
  return [
    ...[...lines, "", heading(title), textTable(columns, rows), ...leftOutLines(report.leftOut ?? [])],
    ...timeLines(report),
  ].join("\n");
}

/** The level behind an interface of a tree. */
export function treeLevelName(interfaceId: Interface): string {
  return interfaceId.split("-")[1] ?? interfaceId;
}

/** The estimate at the GPU's own size: the caches of the other columns have no clock. */
function timeLines({ machine, timed, least, workload }: CurveReport): readonly string[] {
  if (timed === undefined || machine.kind !== "gpu") return [];
  const title = `${timed.label} replayed in time at this GPU's own L2, ${formatCapacity(machine.l2Bytes)} (the caches of the table have no clock):`;
  return ["", title, ...durationLines(timed.time, workload, least)];
}

/** One line a schedule and capacity, counts in full. */
export function curveCsv(report: CurveReport): string {
  const field = { fastWords: "fast_words", l2Bytes: "l2_bytes", levelBytes: "level_bytes" }[capacityField(report)];
  const unit = field === "fast_words" ? "words" : "bytes";
  const titles = ["read", "write", "dirty_at_end", "traffic", "bound"].map((name) => `${name}_${unit}`);
  const lines = report.series.flatMap(({ label, traffic }) =>
    report.capacities.flatMap((capacity, i) => {
      const [moved, bound] = [traffic[i], report.bounds[i]];
      if (moved === undefined || bound === undefined) return [];
      const counts = [moved.reads, moved.writes, moved.dirtyAtEnd ?? 0n, totalTraffic(moved), bound.value];
      const time = timeAt(report, label, capacity);
      const timed = [time?.seconds ?? "", time?.binds ?? "", time?.percentOfPeak ?? ""];
      return [[forCsv(label), capacity, ...counts, bound.id, ...timed].join(",")];
    }),
  );
  return [["schedule", field, ...titles, "bound_id", "estimated_seconds", "binds", "percent_of_peak"].join(","), ...lines].join(
    "\n",
  );
}
