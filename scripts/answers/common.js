/** What the pages of docs/answers share: layers, tables, formats. */
import { gpuNamed, layerReport, modelLayer } from "../../build/index.js";

export const GPUS = ["a40", "a100", "h100", "h200", "b200"];

export const gigabytes = (bytes) => (Number(bytes) / 1e9).toFixed(2);
export const ratio = (over, under) => (Number(over) / Number(under)).toFixed(2);
const row = (cells) => `| ${cells.join(" | ")} |`;
export const table = (head, rows) => [row(head), `|${head.map(() => "---|").join("")}`, ...rows.map(row)].join("\n");
export const bytesLabel = (bytes) =>
  bytes < 1e9 ? `${Number((bytes / 1e6).toPrecision(3))} MB` : `${Number((bytes / 1e9).toPrecision(3))} GB`;

export function report(id, options, gpu, more = {}) {
  const { workload, graph, cacheBytesPerToken } = modelLayer(id, options);
  return layerReport(workload, graph, typeof gpu === "string" ? gpuNamed(gpu) : gpu, { cacheBytesPerToken, ...more });
}

export const planOf = ({ rows }, id) => rows.find(({ plan }) => plan.id === id);
export const boundOf = (one, over) => one.bounds.find((bound) => bound.interface === over).value;
