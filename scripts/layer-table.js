// Rewrites the table of docs/layers.md: one layer of each model card through every preset on an H100. --check only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { gpuNamed, layerReport, MODEL_CARDS, modelLayer } from "../dist/index.js";

const page = new URL("../docs/layers.md", import.meta.url);
const gigabytes = (bytes) => (Number(bytes) / 1e9).toFixed(2);

const reports = MODEL_CARDS.map(({ id }) => {
  const { workload, graph } = modelLayer(id, { tokens: 4096 });
  return layerReport(workload, graph, gpuNamed("h100"));
});
const plans = reports[0].rows.map(({ plan }) => plan.id);
const cell = ({ bounds }) => bounds.map(({ value }) => gigabytes(value)).join(" / ");
const table = [
  `| GB, dram-l2 / l2-sm | ${plans.join(" | ")} |`,
  `|---|${plans.map(() => "---|").join("")}`,
  ...reports.map(({ workload, rows }) => `| ${workload.model} | ${rows.map(cell).join(" | ")} |`),
].join("\n");

const before = readFileSync(page, "utf8");
const after = before.replace(/(<!-- layer-table -->\n)[\s\S]*?(<!-- \/layer-table -->)/, `$1${table}\n$2`);
if (process.argv.includes("--check")) {
  if (after !== before) throw new Error("docs/layers.md is stale: node scripts/layer-table.js");
} else writeFileSync(page, after);
