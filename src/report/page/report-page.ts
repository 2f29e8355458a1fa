import type { Bound } from "../../bounds/bound.js";
import { certificateToJson } from "../../bounds/certificates/json.js";
import { bestBounds } from "../../bounds/prove.js";
import { REQUIREMENTS } from "../../bounds/requirements.js";
import { describeWorkload } from "../../computation/workload.js";
import { quotientAsNumber, toApproximateNumber } from "../../exact/rational.js";
import { describeL2 } from "../../replay/l2/l2-model.js";
import type { Traffic } from "../../replay/traffic.js";
import { totalTraffic } from "../../replay/traffic.js";
import { forMarkup } from "../../text/escape.js";
import { byteAdvice, fastestRow, timeLines } from "../advice-text.js";
import { CHART_STYLE, chartInPage } from "../chart-svg.js";
import { curveChart } from "../curve-chart.js";
import { describeMachine } from "../gap-text.js";
import { interfaceName } from "../interface-names.js";
import { rooflineChart } from "../roofline-chart.js";
import { scheduleTable } from "../schedule-table.js";
import { atClock } from "../time-text.js";
import { formatCapacity, formatCount, formatRatio, formatSeconds } from "../units.js";
import { frame, section, table } from "./html.js";
import { launchControls, launchGrid } from "./launch-grid.js";
import type { PageData } from "./page-data.js";
import { PAGE_SCRIPT } from "./script.js";
import { PAGE_STYLE } from "./style.js";
import { waterfall } from "./waterfall.js";

/** The report as one HTML document that asks for nothing else; the same data give the same text. */
export function reportPage(data: PageData): string {
  const { gap } = data;
  const title = describeWorkload(gap.workload);
  const lines = [
    describeMachine(gap.machine, gap.resident),
    ...(gap.cache === undefined ? [] : [`L2 replayed as ${describeL2(gap.cache, formatCapacity)}`]),
  ];
  const lead = leadOf(data);
  const sections = [
    scheduleSection(data),
    breakdownSection(data),
    curveSection(data),
    rooflineSection(data),
    launchSection(data),
    shareSection(data),
    boundSection(data),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${forMarkup(title)}</title>
<link rel="icon" href="data:,"><style>${PAGE_STYLE}${CHART_STYLE}</style></head>
<body><main><header><h1>${forMarkup(title)}</h1>${lines.map((line) => `<p>${forMarkup(line)}</p>`).join("")}${lead}</header>
${sections.join("\n")}
</main><script>${PAGE_SCRIPT}</script></body></html>
`;
}

/** What a page says first: the fastest schedule beside the least time, else a gap and of which interface it is. */
function leadOf({ gap, breakdowns }: PageData): string {
  const [fastest, bytes] = timeLines(gap);
  const row = fastestRow(gap.rows);
  if (fastest !== undefined && row?.time !== undefined && gap.least !== undefined) {
    const ratio = formatRatio(row.time.seconds / toApproximateNumber(gap.least.binding.seconds));
    return lead(`${ratio} the least time`, `${fastest} ${bytes ?? ""}`);
  }
  const [first] = breakdowns;
  if (first === undefined) return "";
  const name = interfaceName(first.interface, gap.machine.kind);
  const ratio = formatRatio(toApproximateNumber(first.whole));
  return lead(`${ratio} the proven bound, ${name}`, `${first.levels[0]?.label ?? ""}. ${first.headline}`);
}

function lead(title: string, text: string): string {
  return `<p class="lead"><b>${forMarkup(title)}</b>${forMarkup(text)}</p>`;
}

function unitOf({ gap }: PageData): "bytes" | "words" {
  return gap.machine.kind === "abstract" ? "words" : "bytes";
}

function breakdownSection(data: PageData): string {
  const about =
    "From what the schedule moves down to what every kernel must move. The full bar is what is left, the pale one what the step saves.";
  const content = data.breakdowns.map((breakdown) => {
    const counts = breakdown.counts === "reads" ? ", reads" : "";
    const title = `${forMarkup(interfaceName(breakdown.interface, data.gap.machine.kind))} (${breakdown.interface}${counts})`;
    return `<h3>${title}</h3>${waterfall(breakdown, unitOf(data))}`;
  });
  return section("breakdown", "Where the gap comes from", about, content.join("\n"));
}

function scheduleSection(data: PageData): string {
  const { gap } = data;
  if (gap.machine.kind === "gpu") {
    const { columns, rows, notes } = scheduleTable(gap, Number.POSITIVE_INFINITY);
    const shown = table(
      columns.map(({ title }) => title),
      rows,
      "Schedules",
    );
    const advice = [...notes, ...byteAdvice(gap)].map((line) => `<li>${forMarkup(line)}</li>`).join("");
    const about = `Replayed through ${gap.cache === undefined ? "its cache" : describeL2(gap.cache, formatCapacity)}.`;
    return section("schedules", "What schedules take and move", about, `${shown}<ul class="advice muted">${advice}</ul>`);
  }
  const interfaceIds = [...new Set(gap.rows.map((row) => row.interface))];
  const tables = interfaceIds.map((interfaceId) => {
    const lines = gap.rows
      .filter((row) => row.interface === interfaceId)
      .map(({ label, traffic, total, gap }) => [
        label,
        formatCount(traffic.reads, unitOf(data)),
        formatCount(total - traffic.reads, unitOf(data)),
        formatCount(total, unitOf(data)),
        formatRatio(gap),
      ]);
    const name = interfaceName(interfaceId, gap.machine.kind);
    const shown = table(["schedule", "reads", "writes", "total", "gap"], lines, `Schedules, ${name}`);
    return `<h3>${forMarkup(name)}</h3>${shown}`;
  });
  return section("schedules", "What schedules move", "Counted move by move.", tables.join("\n"));
}

function curveSection({ curve }: PageData): string {
  if (curve === undefined) return "";
  const plain =
    curve.policy === undefined
      ? ""
      : ` Every size is a plain ${curve.policy} with blocks in lock step, which has no clock: schedules are ranked by the table above.`;
  const about = `Both axes logarithmic. Nothing can be in the shaded area: it lies below the proven bound at that size.${plain}`;
  return section(
    "curve",
    "Traffic and the size of the fast memory",
    about,
    frame("Traffic against size", chartInPage(curveChart(curve))),
  );
}

function rooflineSection({ time, gap, counts, curve }: PageData): string {
  if (time === undefined) return "";
  const chart = rooflineChart(
    time,
    gap.rows,
    counts,
    curve?.series.map(({ label }) => label),
  );
  if (chart === undefined) return "";
  const about =
    `At least ${formatSeconds(time.binding.seconds)} on this GPU${atClock(time.binding, time.machine)}. Schedules stand where their ` +
    "replays put them. No run is above the roof, and none is right of the vertical line: that is its bound on DRAM bytes.";
  return section("roofline", "Roofline", about, frame("Roofline", chartInPage(chart)));
}

function launchSection({ explained }: PageData): string {
  if (explained === undefined || explained.history.maps.length === 0) return "";
  const { label, history, cache, columnsOf } = explained;
  const plain = `${describeL2(cache, formatCapacity)}, whose counts differ from those of the table`;
  const about = `${label} through a plain cache, ${plain}. Move the slider, or focus it and use the arrow keys.`;
  const grids = history.maps.map((map) => launchGrid(map, history, columnsOf(map.visits.length)));
  return section("launch", "Launch order", about, `${launchControls(history)}${grids.join("\n")}`);
}

function shareSection(data: PageData): string {
  const { explained } = data;
  if (explained === undefined) return "";
  const { traffic } = explained;
  const interfaceIds = [...traffic.total].map(([interfaceId, total]) => {
    const all = totalTraffic(total);
    const rows = [...traffic.byArray].map(([array, map]) => share(array, map.get(interfaceId), all, unitOf(data)));
    return `<h3>${forMarkup(interfaceName(interfaceId))}</h3>${rows.join("")}`;
  });
  const about = `${explained.label}: reads in the first colour, writes (dirty at the end included) in the second.`;
  return section("shares", "Share of each array", about, interfaceIds.join("\n"));
}

function share(array: string, traffic: Traffic | undefined, all: bigint, unit: "bytes" | "words"): string {
  if (traffic === undefined) return "";
  const total = totalTraffic(traffic);
  const percent = (amount: bigint): number => (all === 0n ? 0 : 100 * quotientAsNumber(amount, all));
  const reads = percent(traffic.reads);
  return (
    `<div class="share"><span>${forMarkup(array)}</span><div class="track" aria-hidden="true"><i class="bar" style="width:${reads.toFixed(2)}%"></i><i ` +
    `class="write" style="left:${reads.toFixed(2)}%;width:${(percent(total) - reads).toFixed(2)}%"></i></div><span>${forMarkup(formatCount(total, unit))}, ` +
    `${percent(total).toFixed(1)} %</span></div>`
  );
}

function boundSection(data: PageData): string {
  const best = new Set([...bestBounds(data.gap.bounds).values()]);
  const about =
    "Every bound that applies, with what it requires. A certificate saved as a file is checked by redblue verify, whose code shares nothing with the theorems.";
  const entries = data.gap.bounds.map((bound) => certificate(bound, best.has(bound)));
  return section("bounds", "Bounds and certificates", about, entries.join("\n"));
}

function certificate(bound: Bound, best: boolean): string {
  const scope = bound.scope === "total" ? "" : bound.scope === "class" ? ", of some kernels" : ", of the busiest SM";
  const name = `${bound.interface}: ${formatCount(bound.value, bound.unit)} (${bound.id}${scope}${best ? ", the best" : ""})`;
  const requires = [`fast memory: ${bound.fastMemory}`, ...bound.requires.map((id) => `${id}: ${REQUIREMENTS[id]}`)];
  const required = requires.map((text) => `<li>${forMarkup(text)}</li>`).join("");
  const json = JSON.stringify(certificateToJson(bound.certificate), null, 1);
  return `<details><summary>${forMarkup(name)}</summary><ul>${required}</ul><pre tabindex="0">${forMarkup(json)}</pre></details>`;
}
