// Rewrites the table between <!-- table presets --> and <!-- end --> in docs/layers.md. --check only compares; names of models limit it to their rows.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { gpuNamed, layerReport, MODEL_CARDS, modelLayer } from "../build/index.js";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: "boolean", default: false } } });
const cards = MODEL_CARDS.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
if (cards.length < positionals.length || (positionals.length > 0 && !values.check)) {
  console.error("layer-table: names of models go with --check, to compare their rows only");
  process.exit(2);
}

const gigabytes = (bytes) => (Number(bytes) / 1e9).toFixed(2);
const line = (cells) => `| ${cells.join(" | ")} |`;
const PLANS = ["eager", "elementwise", "partial-softmax", "flash", "kernl", "optimus", "streaming", "best"];

/** One layer of a model through every preset it has. */
function rowOf({ id }) {
  const { workload, graph } = modelLayer(id, { tokens: 4096 });
  const { rows } = layerReport(workload, graph, gpuNamed("h100"));
  const cells = PLANS.map((plan) => {
    const found = rows.find((one) => one.plan.id === plan);
    return found === undefined ? "–" : found.bounds.map(({ value }) => gigabytes(value)).join(" / ");
  });
  return line([id, ...cells]);
}

const url = new URL("../docs/layers.md", import.meta.url);
const before = readFileSync(url, "utf8");
const rows = cards.map(rowOf);
if (values.check) {
  const absent = rows.filter((row) => !before.includes(`\n${row}\n`));
  if (absent.length > 0) {
    console.error(`docs/layers.md is stale (node scripts/layer-table.js), it lacks\n${absent.join("\n")}`);
    process.exit(1);
  }
} else {
  const head = ["GB, dram-l2 / l2-sm", ...PLANS];
  const table = [line(head), `|${head.map(() => "---|").join("")}`, ...rows].join("\n");
  writeFileSync(
    url,
    before.replace(/<!-- table presets -->\n[\s\S]*?<!-- end -->/, `<!-- table presets -->\n${table}\n<!-- end -->`),
  );
}
