// The two interfaces of a GPU and the memories behind them, as an SVG: prints it, or rewrites docs/figures/interfaces.svg with --write.
import { mkdirSync, writeFileSync } from "node:fs";
import { bytesOnChip, bytesPerSm, gpuNamed } from "../build/index.js";

const FIGURE = new URL("../docs/figures/interfaces.svg", import.meta.url);

const gpu = gpuNamed("h100");
const units = [
  [2 ** 30, "GiB"],
  [2 ** 20, "MiB"],
  [2 ** 10, "KiB"],
];
const size = (bytes) => {
  const [unit, name] = units.find(([least]) => bytes >= least);
  return `${bytes / unit} ${name}`;
};

const box = (kind, x, y, width, height) => `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`;
const text = (x, y, words, kind = "") => `<text${kind && ` class="${kind}"`} x="${x}" y="${y}">${words}</text>`;
const arrow = (x, y) => `<path class="arrow" marker-start="url(#tip)" marker-end="url(#tip)" d="M${x - 27},${y}H${x + 27}"/>`;
const port = (x, id, words) => [
  `<path class="port" d="M${x},64V262"/>`,
  text(x, 284, id, "name"),
  ...words.map((line, i) => text(x, 302 + 16 * i, line, "muted")),
];

const SM_ROWS = [
  ["SM 0", 76],
  ["SM 1", 126],
  [`SM ${gpu.sms - 1}`, 206],
];
const sm = ([name, y]) => [
  box("sm", 532, y, 316, 42),
  text(566, y + 26, name, "strong"),
  text(720, y + 18, `registers ${size(4 * gpu.registersPerSm)}`),
  text(720, y + 34, `L1/shared memory ${size(gpu.l1AndSharedMemoryPerSmBytes)}`),
  arrow(490, y + 21),
];

const title = `Two interfaces of an ${gpu.name}`;
const svg = [
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 344" width="880" height="344" role="img">`,
  `<title>${title}: dram-l2 and l2-sm, and the fast memory behind each</title>`,
  "<style>svg { font: 12px system-ui, sans-serif; background: #fff; color: #1b1f24; --muted: #6a737d; --line: #0072b2; --fill: #eef5fa; --port: #d55e00; }",
  "@media (prefers-color-scheme: dark) { svg { background: #14171a; color: #e6e8ea; --muted: #9aa2aa; --line: #56b4e9; --fill: #1b2630; --port: #f08a4b; } }",
  "text { fill: currentColor; text-anchor: middle; } text.title { font-weight: 600; font-size: 15px; } text.strong { font-weight: 600; }",
  "text.muted { fill: var(--muted); } text.name { fill: var(--port); font: 600 13px ui-monospace, monospace; }",
  "rect { fill: var(--fill); stroke: var(--line); } rect.chip { fill: none; stroke: var(--muted); stroke-dasharray: 3 3; }",
  ".port { stroke: var(--port); stroke-width: 2; stroke-dasharray: 6 4; } .arrow { stroke: currentColor; fill: none; } marker path { fill: currentColor; }</style>",
  '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0,0L8,4L0,8z"/></marker></defs>',
  text(440, 26, title, "title"),
  box("chip", 264, 44, 600, 214),
  text(326, 60, "the chip", "muted"),
  box("dram", 20, 76, 150, 172),
  text(95, 156, "DRAM", "strong"),
  text(95, 174, size(gpu.dramBytes)),
  arrow(217, 162),
  box("l2", 290, 76, 140, 172),
  text(360, 156, "L2", "strong"),
  text(360, 174, size(gpu.l2Bytes)),
  ...SM_ROWS.flatMap(sm),
  text(690, 192, `… ${gpu.sms} SMs`, "muted"),
  ...port(217, "dram-l2", [
    "bytes between DRAM and the chip",
    `fast memory: ${size(gpu.l2Bytes)} + ${gpu.sms} × ${size(bytesPerSm(gpu))}`,
    `= ${size(bytesOnChip(gpu))}`,
  ]),
  ...port(490, "l2-sm", ["bytes through the ports of all SMs", `fast memory: ${size(bytesPerSm(gpu))} on each SM`]),
  "</svg>",
  "",
].join("\n");

if (process.argv.includes("--write")) {
  mkdirSync(new URL(".", FIGURE), { recursive: true });
  writeFileSync(FIGURE, svg);
} else process.stdout.write(svg);
