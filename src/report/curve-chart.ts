import { describeWorkload } from "../computation/workload.js";
import type { CurveReport } from "../gap/curve.js";
import { totalTraffic } from "../replay/traffic.js";
import type { Chart, ChartPoint } from "./chart.js";
import { treeLevelName } from "./curve-text.js";
import { describeMachine } from "./gap-text.js";
import { formatCapacity, formatCount } from "./units.js";

/** Traffic and bound against capacity as a chart: the bound is what lies under every curve. */
export function curveChart(report: CurveReport): Chart {
  const { machine, capacities } = report;
  const words = machine.kind === "abstract";
  const unit = words ? "words" : "bytes";
  const inTree = machine.kind === "tree" ? treeLevelName(report.interface) : undefined;
  const amount = (value: number): string => shortened(formatCount(BigInt(Math.round(value)), unit));
  const points = (values: readonly (bigint | undefined)[]): readonly ChartPoint[] =>
    capacities.flatMap((capacity, i) => {
      const value = values[i];
      return value === undefined || value === 0n ? [] : [[capacity, Number(value)] as const];
    });
  return {
    title: describeWorkload(report.workload),
    subtitle: words
      ? "The two-level memory model"
      : inTree !== undefined
        ? describeMachine(machine)
        : `${describeMachine(machine)}; ${report.policy}, blocks in lock step`,
    x: words
      ? { label: "words of fast memory", base: 2, format: (value) => formatCount(BigInt(value), "words") }
      : { label: `${inTree ?? "L2"} size`, base: 2, format: formatCapacity },
    y: {
      label: words ? "words moved" : `${inTree === undefined ? "DRAM" : report.interface} bytes, reads and writes`,
      base: 10,
      format: amount,
    },
    curves: [
      { label: "proven bound", kind: "bound", points: points(report.bounds.map(({ value }) => value)) },
      ...report.series.map(({ label, traffic }) => ({
        label,
        kind: "schedule" as const,
        points: points(traffic.map((moved) => (moved === undefined ? undefined : totalTraffic(moved)))),
      })),
    ],
    marks: machine.kind === "gpu" && inRange(machine.l2Bytes, capacities) ? [{ x: machine.l2Bytes, label: "its own L2" }] : [],
  };
}

function inRange(value: number, rising: readonly number[]): boolean {
  return value >= (rising[0] ?? 0) && value <= (rising.at(-1) ?? 0);
}

/** `500.0 MB` as `500 MB`. */
function shortened(text: string): string {
  return text.replace(/(\.\d*?)0+(?= )/, "$1").replace(/\.(?= )/, "");
}
