import { quotientAsNumber } from "../../exact/rational.js";
import type { ProfiledRow } from "../../gap/profiled.js";
import { secondsOf } from "../../gap/step/step-summary.js";
import type { Gpu } from "../../machines/machine.js";
import { operationCounts } from "../../time/operation-counts.js";
import type { Chart } from "../chart.js";
import { formatOperationRate } from "../units.js";

/**
 * Operations a second against operations a byte, of each launch: bytes of DRAM that were counted, else those that must move. Undefined
 * where no launch has a known workload and a time, or the GPU no rate.
 */
export function stepRoofline(rows: readonly ProfiledRow[], gpu: Gpu): Chart | undefined {
  const points = { products: [] as Point[], others: [] as Point[] };
  for (const row of rows) {
    const { meaning, counters } = row;
    const seconds = secondsOf(row);
    if (meaning === undefined || seconds === 0) continue;
    const { matrix, plain, special } = operationCounts(meaning.workload);
    const operations = matrix + plain + special;
    const dram = counters.traffic.get("dram-l2");
    const bound = meaning.time.bounds.find(({ interface: interfaceId }) => interfaceId === "dram-l2")?.value;
    const bytes = (dram?.reads?.most ?? 0n) + (dram?.writes?.most ?? 0n) || bound;
    if (operations === 0n || bytes === undefined || bytes === 0n) continue;
    points[PRODUCTS.has(meaning.workload.kind) ? "products" : "others"].push([
      quotientAsNumber(operations, bytes),
      Number(operations) / seconds,
    ]);
  }
  const all = [...points.products, ...points.others].map(([x]) => x);
  const peak = rows.reduce(
    (most, { meaning }) => Math.max(most, gpu.peakOperationsPerSecond[meaning?.workload.dataType ?? "fp32"] ?? 0),
    0,
  );
  if (all.length === 0 || peak === 0) return undefined;
  const ridge = peak / gpu.dramBytesPerSecond;
  const [left, right] = [Math.min(ridge, ...all) / 2, Math.max(ridge, ...all) * 2];
  const roof = [left, ridge, right].map((x) => [x, Math.min(peak, x * gpu.dramBytesPerSecond)] as const);
  const series = Object.entries({ "with matrix products": points.products, "over rows": points.others });
  return {
    title: "Every kernel under the roof",
    subtitle: `${gpu.name}; a point is a kind of launch`,
    x: { label: "operations a byte of DRAM traffic", base: 2, format: (value) => `${value < 1 ? value.toPrecision(2) : value}` },
    y: { label: "rate of operations", base: 10, format: formatOperationRate },
    curves: [
      { label: "roof of the GPU", kind: "bound", points: roof },
      ...series.flatMap(([label, list]) => (list.length === 0 ? [] : [{ label, kind: "measured" as const, points: list }])),
    ],
    marks: [],
  };
}

/** Workloads for matrix units; a reduction is a product by its text alone. */
const PRODUCTS: ReadonlySet<string> = new Set(["gemm", "conv", "attention", "attention-backward"]);

type Point = readonly [x: number, y: number];
