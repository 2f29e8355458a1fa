// Rewrites the tables between <!-- table NAME --> marks in docs/layers.md and docs/answers/*.md. --check only compares.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { gpuNamed, layerReport, MODEL_CARDS, modelLayer, planTraffic } from "../dist/index.js";

const gigabytes = (bytes) => (Number(bytes) / 1e9).toFixed(2);
const row = (cells) => `| ${cells.join(" | ")} |`;
const table = (head, rows) => [row(head), `|${head.map(() => "---|").join("")}`, ...rows.map(row)].join("\n");
const report = (id, options, gpu, more = {}) => {
  const { workload, graph, cacheBytesPerToken } = modelLayer(id, options);
  return layerReport(workload, graph, gpuNamed(gpu), { cacheBytesPerToken, ...more });
};
const decoders = MODEL_CARDS.filter(({ kind }) => kind === "decoder");
const GPUS = ["a40", "a100", "h100", "h200", "b200"];
const PLANS = ["eager", "flash", "kernl", "best-known"];

const tables = {
  /** One layer of each model through every preset. */
  presets: () => {
    const reports = MODEL_CARDS.map(({ id }) => report(id, { tokens: 4096 }, "h100"));
    const cell = ({ bounds }) => bounds.map(({ value }) => gigabytes(value)).join(" / ");
    const head = ["GB, dram-l2 / l2-sm", ...reports[0].rows.map(({ plan }) => plan.id)];
    return table(
      head,
      reports.map(({ workload, rows }) => [workload.model, ...rows.map(cell)]),
    );
  },
  /** The context from which keys and values are half of the bytes, by batch. */
  "cache-leads": () => {
    const batches = [1, 4, 16, 64, 256];
    const rows = decoders.map(({ id }) => [
      id,
      ...batches.map((batch) => String(report(id, { phase: "decode", batch }, "h100").cacheLeadsAt)),
    ]);
    return table(["tokens of context", ...batches.map((batch) => `batch ${batch}`)], rows);
  },
  /** Best known schedules over bounds, by GPU and plan. */
  room: () => {
    const rows = GPUS.flatMap((gpu) => {
      const { rows: plans, machine } = report("llama3-8b", { tokens: 4096 }, gpu, { replay: true });
      return ["dram-l2", "l2-sm"].map((face) => [
        `${machine.id}, ${face}`,
        ...PLANS.map((id) => {
          const plan = plans.find((one) => one.plan.id === id);
          const bound = plan.bounds.find((one) => one.interface === face).value;
          const known = planTraffic(plan, face);
          return `${gigabytes(known)} / ${gigabytes(bound)} = ${(Number(known) / Number(bound)).toFixed(1)}`;
        }),
      ]);
    });
    return table(["GB best known / bound", ...PLANS], rows);
  },
  /** What each fusion can gain at most, by GPU: bounds of presets over the whole layer's. */
  fusions: () => {
    const plans = ["elementwise", "flash", "kernl", "optimus", "streaming", "best"];
    const rows = GPUS.map((gpu) => {
      const { rows: all } = report("llama3-8b", { tokens: 4096 }, gpu);
      const bound = (id) => all.find(({ plan }) => plan.id === id).bounds;
      const eager = bound("eager");
      const saved = (id) =>
        bound(id).map(({ value }, i) => `${(100 - Number((value * 1000n) / eager[i].value) / 10).toFixed(0)} %`);
      return [gpu, ...plans.map((id) => saved(id).join(" / "))];
    });
    return table(["at most, dram-l2 / l2-sm", ...plans], rows);
  },
};

const docs = new URL("../docs/", import.meta.url);
const pages = ["layers.md", ...readdirSync(new URL("answers/", docs)).map((name) => `answers/${name}`)];
for (const page of pages) {
  const url = new URL(page, docs);
  const before = readFileSync(url, "utf8");
  const after = before.replace(
    /<!-- table (\S+) -->\n[\s\S]*?<!-- end -->/g,
    (_, name) => `<!-- table ${name} -->\n${tables[name]()}\n<!-- end -->`,
  );
  if (after === before) continue;
  if (process.argv.includes("--check")) throw new Error(`docs/${page} is stale: node scripts/layer-table.js`);
  writeFileSync(url, after);
}
