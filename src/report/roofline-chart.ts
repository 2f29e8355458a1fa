import { describeWorkload } from "../computation/workload.js";
import { quotientAsNumber, toApproximateNumber } from "../exact/rational.js";
import type { GapRow } from "../gap/gap.js";
import type { OperationCounts } from "../time/operation-counts.js";
import type { TimeBound } from "../time/time-bound.js";
import { fastestRow } from "./advice-text.js";
import type { Chart, ChartCurve } from "./chart.js";
import { formatCount, formatOperationRate, formatRatio } from "./units.js";

/**
 * Operations a second against operations a byte of DRAM. Under the roofs of bandwidth and arithmetic stands a wall: with the proven bytes no
 * kernel does more operations a byte. The fastest schedule and those of the least and most bytes are where their replays put them: at the
 * estimated rate of operations, or on the roof where a replay keeps no time. `labels` are those of another chart, whose colours they keep.
 * Undefined where the matrix rate or the operations are not known.
 */
export function rooflineChart(
  time: TimeBound,
  rows: readonly GapRow[],
  counts: OperationCounts | undefined,
  labels: readonly string[] = [],
): Chart | undefined {
  const rateOf = (id: string): number | undefined => {
    const term = time.terms.find((one) => one.id === id);
    return term === undefined ? undefined : toApproximateNumber(term.perSecond);
  };
  const [bandwidth, peak] = [rateOf("dram-l2"), rateOf("matrix")];
  const dram = rows.filter((row) => row.interface === "dram-l2");
  const bound = dram[0]?.bound.value;
  if (bandwidth === undefined || peak === undefined || bound === undefined || counts === undefined) return undefined;
  const intensity = (bytes: bigint): number => quotientAsNumber(counts.matrix, bytes);
  const roof = (at: number): number => Math.min(peak, bandwidth * at);
  const ridge = peak / bandwidth;
  const wall = intensity(bound);
  const shown = [fastestRow(dram) ?? dram[0], ...extremes(dram)].filter(
    (row, i, rows) => row !== undefined && rows.indexOf(row) === i,
  );
  const all = [ridge, wall, ...dram.map(({ total }) => intensity(total))];
  const left = all.reduce((least, x) => Math.min(least, x)) / 4;
  const right = all.reduce((most, x) => Math.max(most, x)) * 2;
  const corners = [left, ridge, right].filter((x, i, xs) => xs.indexOf(x) === i);
  const curves: readonly ChartCurve[] = [
    { label: "roof of the GPU", kind: "bound", points: corners.map((x) => [x, roof(x)] as const) },
    ...shown.flatMap((row): readonly ChartCurve[] =>
      row === undefined
        ? []
        : [
            {
              label: row.label,
              kind: "measured",
              points: [[intensity(row.total), row.time?.operationsPerSecond ?? roof(intensity(row.total))]],
              ...(labels.includes(row.label) ? { colour: labels.indexOf(row.label) } : {}),
            },
          ],
    ),
  ];
  const binds =
    wall < ridge
      ? "even the bound is under the slope: DRAM binds every kernel"
      : "the bound is right of the ridge: arithmetic can bind";
  return {
    title: describeWorkload(time.workload),
    subtitle: `${time.machine.name}; ridge at ${formatRatio(ridge).slice(0, -1)} operations a byte; ${binds}`,
    x: { label: "operations a byte of DRAM traffic", base: 2, format: (value) => `${value < 1 ? value.toPrecision(2) : value}` },
    y: {
      label: rows.some((row) => row.time !== undefined) ? "estimated rate of operations" : "rate of operations, at most",
      base: 10,
      format: formatOperationRate,
    },
    curves,
    marks: [{ x: wall, label: `no kernel beyond ${formatCount(BigInt(Math.round(wall)), "words")} operations a byte` }],
  };
}

/** The rows with the least and the most traffic. */
function extremes(rows: readonly GapRow[]): readonly (GapRow | undefined)[] {
  const rising = [...rows].sort((x, y) => (x.total < y.total ? -1 : x.total > y.total ? 1 : 0));
  return [rising[0], rising.at(-1)];
}
