// Rewrites docs/bands.md and its figures: two chained products in bands of every height on four GPUs. Needs a build; takes a minute or two.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import {
  bestBounds,
  boundWorkload,
  chainWorkload,
  chartSvg,
  describeWorkload,
  gpuNamed,
  lruL2,
  parseMeasuredLaunches,
  partitionedL2,
  planReplays,
  replayPlanned,
  totalTraffic,
} from "../build/index.js";

const root = new URL("../", import.meta.url);
const GPUS = ["a40", "a100", "h100", "h200"];
const MEASURED = ["h100", "h200"];
const CHAINS = [
  { name: "wide", extents: { m: 16_384, k: 1024, l: 4096, n: 1024 } },
  { name: "narrow", extents: { m: 32_768, k: 512, l: 512, n: 512 } },
];
const SHOWN_HEIGHTS = (height) => Number.isInteger(Math.log2(height));

const megabytes = (bytes) => (Number(bytes) / 1e6).toFixed(1);
const rounded = (bytes) =>
  bytes < 1e9 ? `${Number((bytes / 1e6).toPrecision(4))} MB` : `${Number((bytes / 1e9).toPrecision(4))} GB`;
/** What a schedule moves that reads every input, writes every output and writes H, once each, in bf16. */
const withStoredIntermediate = ({ m, k, l, n }) => 2 * (m * k + k * l + m * l + l * n + m * n);

function study(gpu, { extents }) {
  const workload = chainWorkload(extents);
  const rows = extents.m / 128;
  const heights = Array.from({ length: rows }, (_, i) => i + 1);
  const models = { time: partitionedL2(gpu), lockStep: lruL2(gpu) };
  const total = (plan, l2) => totalTraffic(replayPlanned(plan, l2).total.get("dram-l2"));
  const both = (plan) => ({ time: total(plan, models.time), lockStep: total(plan, models.lockStep) });
  const plans = planReplays(workload, gpu, { tile: "128x128x64", bands: heights });
  const byLabel = new Map(plans.map((plan) => [plan.label, plan]));
  const bands = heights.map((height) => ({ height, ...both(byLabel.get(`chain-bands ${height}`)) }));
  return {
    workload,
    bands,
    bound: bestBounds(boundWorkload(workload, gpu).bounds).get("dram-l2"),
    row: both(byLabel.get("chain-separate row")),
    column: both(byLabel.get("chain-separate col")),
    best: (model) => bands.reduce((least, band) => (band[model] < least[model] ? band : least)),
  };
}

/** Heights and bytes of the GPU's measured launches of the same shape: reads, and writes before the kernel's end. */
function measuredBands(gpu, { m, k, l, n }) {
  const name = `data/${gpu}.csv`;
  return parseMeasuredLaunches(readFileSync(new URL(name, root), "utf8"), name)
    .filter(({ kind, parameters }) => {
      const sizes = ["M", "K1", "N1", "N2"].map((name) => Number(parameters.get(name)));
      return kind === "triton-chain" && parameters.get("order") === "band" && String(sizes) === String([m, k, l, n]);
    })
    .map(({ parameters, counters }) => [
      Number(parameters.get("rows")),
      counters.get("dram_read_bytes") + counters.get("dram_write_bytes"),
    ]);
}

function figure(gpu, { workload, bands, bound, row, column, best }, measured) {
  const level = (bytes) => [1, bands.length].map((height) => [height, Number(bytes)]);
  const curve = (label, points) => ({ label, kind: "schedule", points });
  const height = best("time").height;
  return chartSvg({
    title: `${gpu.name}: DRAM bytes against band height`,
    subtitle: describeWorkload(workload),
    x: { label: "band height in tile rows of 128", base: 2, format: String },
    y: { label: "DRAM bytes, reads and writes", base: 10, format: rounded },
    curves: [
      { label: "proven bound", kind: "bound", points: level(bound.value) },
      curve(
        "bands, event-driven",
        bands.map((band) => [band.height, Number(band.time)]),
      ),
      curve(
        "bands, lock step",
        bands.map((band) => [band.height, Number(band.lockStep)]),
      ),
      curve("separate, row order", level(row.time)),
      curve("separate, column order", level(column.time)),
      ...(measured.length === 0 ? [] : [{ label: "bands, measured", kind: "measured", points: measured }]),
    ],
    marks: [{ x: height, label: `best ${height}` }],
  });
}

function table(studies, extents) {
  const title = ["", ...studies.map(({ gpu }) => gpu.name.replace("NVIDIA ", ""))];
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const pair = ({ time, lockStep }) => `${megabytes(time)} / ${megabytes(lockStep)}`;
  const heights = studies[0].result.bands.filter(({ height }) => SHOWN_HEIGHTS(height)).map(({ height }) => height);
  const best = (model) => studies.map(({ result }) => `${result.best(model).height}: ${megabytes(result.best(model)[model])}`);
  return [
    line(title),
    line(title.map(() => "---")),
    line(["proven bound", ...studies.map(({ result }) => megabytes(result.bound.value))]),
    line(["inputs, H and outputs once", ...studies.map(() => megabytes(withStoredIntermediate(extents)))]),
    line(["separate, row order", ...studies.map(({ result }) => pair(result.row))]),
    line(["separate, column order", ...studies.map(({ result }) => pair(result.column))]),
    ...heights.map((height) => line([`band ${height}`, ...studies.map(({ result }) => pair(result.bands[height - 1]))])),
    line(["best height, event-driven", ...best("time")]),
    line(["best height, lock step", ...best("lockStep")]),
  ].join("\n");
}

mkdirSync(new URL("docs/bands/", root), { recursive: true });
const path = new URL("docs/bands.md", root);
let page = readFileSync(path, "utf8");
for (const chain of CHAINS) {
  const studies = GPUS.map((id) => ({ gpu: gpuNamed(id), result: study(gpuNamed(id), chain) }));
  for (const { gpu, result } of studies) {
    const measured = MEASURED.includes(gpu.id) ? measuredBands(gpu.id, chain.extents) : [];
    writeFileSync(new URL(`docs/bands/${chain.name}-${gpu.id}.svg`, root), figure(gpu, result, measured));
  }
  const [start, end] = [`<!-- ${chain.name}: written by scripts/bands.js -->`, `<!-- end of ${chain.name} -->`];
  const [before, rest] = page.split(start);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`docs/bands.md has no place for ${chain.name}`);
  page = `${before}${start}\n${table(studies, chain.extents)}\n${end}${after}`;
}
writeFileSync(path, page);
