// Prints the table of docs/convolution.md: layers of VGG-16 and ResNet-50, bound beside schedule; with --write puts it there, with --every N prints every Nth row alone.
import { readFileSync, writeFileSync } from "node:fs";
import { convOutputs, convProducts, convWorkload } from "../build/index.js";
import { bestOfLayer, CAPACITIES, LAYERS } from "./conv-layers.js";

function row(layer, fastWords) {
  const { name, options } = layer;
  const workload = convWorkload(options);
  const { bound, theorem, cost, schedule } = bestOfLayer(layer, fastWords);
  const [rows, columns] = convOutputs(workload);
  const outputs = workload.batch * workload.outChannels * rows * columns;
  const reuse = (options.kernel / options.stride) ** 2;
  // Their practical form, with the window's reuse at least 1.
  const published = (2 * Number(convProducts(workload))) / Math.sqrt(Math.max(1, reuse) * fastWords) + outputs;
  const millions = (words) => (Number(words) / 1e6).toFixed(2);
  const ratio = (Number(cost) / Number(bound)).toFixed(2);
  const cells = [name, millions(bound), theorem, millions(published), millions(cost), schedule, ratio];
  return { line: `| ${cells.join(" | ")} |`, ratio: Number(ratio), below: Number(cost) < published };
}

if (process.argv[2] === "--every") {
  const all = CAPACITIES.flatMap((fastWords) => LAYERS.map((entry) => [entry, fastWords]));
  for (const [entry, fastWords] of all.filter((_, i) => i % Number(process.argv[3]) === 0))
    console.log(row(entry, fastWords).line);
  process.exit(0);
}
const blocks = CAPACITIES.map((fastWords) => {
  const rows = LAYERS.map((entry) => row(entry, fastWords));
  const ratios = rows.map(({ ratio }) => ratio).sort((x, y) => x - y);
  const at = (share) => ratios[Math.ceil(share * ratios.length) - 1].toFixed(2);
  return [
    `### ${fastWords} words`,
    "",
    "| layer | bound | theorem | 2·products/√(RS) + outputs | best schedule | which | schedule/bound |",
    "|---|---|---|---|---|---|---|",
    ...rows.map(({ line }) => line),
    "",
    `Schedule over bound: median ${at(0.5)}, 90th percentile ${at(0.9)}, largest ${at(1)}.`,
    `On ${rows.filter(({ below }) => below).length} of ${rows.length} layers the schedule moves less than the published form.`,
  ].join("\n");
});
const table = `${blocks.join("\n\n")}\n`;
if (process.argv[2] === "--write") {
  const page = new URL("../docs/convolution.md", import.meta.url);
  const text = readFileSync(page, "utf8");
  writeFileSync(
    page,
    text.replace(/(<!-- layers -->\n)[\s\S]*?(<!-- end -->)/, (_, open, close) => `${open}${table}${close}`),
  );
} else process.stdout.write(table);
