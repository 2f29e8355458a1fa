import { quotientAsNumber, toApproximateNumber } from "../../exact/rational.js";
import type { LayerReport } from "../../layers/layer-report.js";
import type { Chart, ChartCurve } from "../chart.js";
import { formatOperationRate } from "../units.js";
import { bestRow } from "./layer-grids.js";

const LONGEST_LABEL = 28;

/**
 * Every kernel of the best plan under the roof: matrix operations a second against operations a byte of DRAM, both at most, since a point
 * stands at the least bytes and the least time. Undefined where the machine has no matrix rate or no kernel a product.
 */
export function layerRoofline(report: LayerReport): Chart | undefined {
  const { time, machine } = report;
  const { plan, times, chipBounds } = bestRow(report) ?? report.rows.at(-1) ?? {};
  const rateOf = (id: string): number => {
    const term = time?.terms.find((one) => one.id === id);
    return term === undefined ? 0 : toApproximateNumber(term.perSecond);
  };
  const [bandwidth, peak] = [rateOf("dram-l2"), rateOf("matrix")];
  if (plan === undefined || times === undefined || chipBounds === undefined || bandwidth === 0 || peak === 0) return undefined;
  const kernels = plan.kernels.flatMap((kernel, i): readonly ChartCurve[] => {
    const [bytes, seconds, terms] = [chipBounds[i]?.value ?? 0n, times[i]?.seconds, times[i]?.terms];
    const matrix = terms === undefined ? 0 : toApproximateNumber(terms.matrix);
    if (bytes === 0n || seconds === undefined || matrix === 0) return [];
    const point = [(matrix * peak) / quotientAsNumber(bytes, 1n), (matrix * peak) / toApproximateNumber(seconds)] as const;
    return [{ label: shortened(kernel.join(" + ")), kind: "measured", points: [point] }];
  });
  if (kernels.length === 0) return undefined;
  const ridge = peak / bandwidth;
  const all = [ridge, ...kernels.flatMap(({ points }) => points.map(([x]) => x))];
  const [left, right] = [Math.min(...all) / 2, Math.max(...all) * 2];
  const roof = [left, ridge, right].map((x) => [x, Math.min(peak, x * bandwidth)] as const);
  return {
    title: `Kernels of ${plan.id} under the roof`,
    subtitle: `${machine.name}; each kernel at its least bytes and its least time`,
    x: { label: "operations a byte of DRAM traffic, at most", base: 2, format: (x) => `${x < 1 ? x.toPrecision(2) : x}` },
    y: { label: "rate of operations, at most", base: 10, format: formatOperationRate },
    curves: [{ label: "roof of the GPU", kind: "bound", points: roof }, ...kernels],
    marks: [],
  };
}

function shortened(label: string): string {
  return label.length <= LONGEST_LABEL ? label : `${label.slice(0, LONGEST_LABEL - 1)}…`;
}
