import type { ProfiledReport, ProfiledRow } from "../../gap/profiled.js";
import type { StepGroup, StepSummary } from "../../gap/step/step-summary.js";
import { forMarkup } from "../../text/escape.js";
import { CHART_STYLE, chartInPage } from "../chart-svg.js";
import { describeMachine } from "../gap-text.js";
import { kernelLines, remarks } from "../profile/profiled-text.js";
import { stepRoofline } from "../profile/step-roofline.js";
import { groupTitle, stepLine } from "../profile/step-text.js";
import { termName } from "../time-text.js";
import { formatBytes, formatRatio, formatSeconds } from "../units.js";
import { frame, section, table } from "./html.js";
import { PAGE_STYLE } from "./style.js";

/** What a profile's page shows: its launches, and the step that they are. */
export interface ProfilePage {
  readonly title: string;
  readonly report: ProfiledReport;
  readonly step: StepSummary;
  /** Rows of kernels and of fusions. */
  readonly top: number;
}

const STYLE = `
.step { display: flex; height: 56px; margin: 12px 0 4px; border-radius: 4px; overflow: hidden; background: var(--todo); }
.step a { display: block; flex: 0 0 auto; min-width: 1px; background: var(--saved); border-right: 1px solid var(--card); }
.step a.unknown { background: var(--todo); } .step i { display: block; height: 100%; background: var(--bar); }
.step a:focus-visible { outline-offset: -3px; } .step a:hover i { background: var(--accent); }
.kernel { border-top: 1px solid var(--line); margin: 0; padding: 8px 0; } .kernel .track { margin: 4px 0 0; }
#fusions th, #fusions td:first-child { white-space: normal; overflow-wrap: anywhere; }
.kernel summary b { overflow-wrap: anywhere; font-weight: 500; } .kernel .figures { color: var(--muted); font-size: 0.9rem; }
.kernel pre { white-space: pre; max-width: 100%; } .key.time { background: var(--saved); } .key.least { background: var(--bar); }
`;

/** A profile as one HTML document that asks for nothing else; the same profile gives the same text. */
export function profilePage(page: ProfilePage): string {
  const { title, report, step } = page;
  const lead =
    step.knownSeconds === 0
      ? ""
      : `<p class="lead"><b>${forMarkup(`${formatRatio(step.knownSeconds / step.leastSeconds)} the least time`)}</b>${forMarkup(stepLine(step))}</p>`;
  const notes = remarks(report).map((line) => `<li>${forMarkup(line)}</li>`);
  const sections = [stepSection(page), kernelSection(page), rooflineSection(page), fusionSection(page)];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${forMarkup(title)}</title>
<link rel="icon" href="data:,"><style>${PAGE_STYLE}${CHART_STYLE}${STYLE}</style></head>
<body><main><header><h1>${forMarkup(title)}</h1><p>${forMarkup(describeMachine(report.machine))}</p>${lead}</header>
${sections.join("\n")}
<ul class="advice muted">${notes.join("")}</ul>
</main></body></html>
`;
}

/** The step's time from left to right, a part a kind of launch, its least time inside. */
function stepSection({ step, top }: ProfilePage): string {
  const rest = step.groups.slice(top).reduce((seconds, group) => seconds + group.seconds, 0);
  const parts = step.groups.slice(0, top).map((group, at) => {
    const { seconds, leastSeconds } = group;
    const label = `${groupTitle(group)}: ${figures(group, step)}`;
    const inside = leastSeconds === undefined ? "" : `<i style="width:${percent(leastSeconds / seconds)}"></i>`;
    const kind = leastSeconds === undefined ? ' class="unknown"' : "";
    const style = `width:${percent(seconds / step.seconds)}`;
    return `<a href="#kernel-${at}"${kind} style="${style}" title="${forMarkup(label)}" aria-label="${forMarkup(label)}">${inside}</a>`;
  });
  const legend =
    '<p class="legend"><span><span class="key time"></span>time above the least</span>' +
    '<span><span class="key least"></span>least time</span><span><span class="key todo"></span>not known, or not shown</span></p>';
  const about = `The bar is all ${formatSeconds(step.seconds)}, by what takes most above its least time; ${formatSeconds(rest)} at the right are other kinds.`;
  return section("step", "Where the time goes", about, `<div class="step">${parts.join("")}</div>${legend}`);
}

function kernelSection({ step, report, top }: ProfilePage): string {
  const byId = new Map(report.rows.map((row) => [row.kernel.id, row]));
  const rows = step.groups.slice(0, top).map((group, at) => {
    const { seconds, leastSeconds, launch } = group;
    const inside = leastSeconds === undefined ? "" : `<i class="bar" style="width:${percent(leastSeconds / seconds)}"></i>`;
    const length = percent(seconds / (step.groups[0]?.seconds ?? seconds));
    const lines = kernelLines(byId.get(launch) as ProfiledRow, (text) => text);
    return (
      `<details class="kernel"><summary><b>${forMarkup(groupTitle(group))}</b><br>` +
      `<span class="figures">${forMarkup(figures(group, step))}</span><div class="track" style="width:${length}">${inside}</div></summary>` +
      `<pre id="kernel-${at}" tabindex="0">${forMarkup(lines.join("\n"))}</pre></details>`
    );
  });
  const about =
    "A bar is the time of all launches of a kind, the dark part their least time. A row opens to one of its launches.";
  return section("kernels", "Kernels", about, rows.join("\n"));
}

function figures({ seconds, leastSeconds, launches, binds }: StepGroup, step: StepSummary): string {
  const least =
    leastSeconds === undefined
      ? ""
      : `, ${formatRatio(seconds / leastSeconds)} the least; ${binds.map((id) => termName(id)).join(", ")}`;
  return `${formatSeconds(seconds)}, ${((100 * seconds) / step.seconds).toFixed(1)} % of the step in ${launches} launch${launches === 1 ? "" : "es"}${least}`;
}

function percent(share: number): string {
  return `${(100 * Math.min(1, share)).toFixed(2)}%`;
}

function rooflineSection({ step, report }: ProfilePage): string {
  const ids = new Set(step.groups.map(({ launch }) => launch));
  const chart = stepRoofline(
    report.rows.filter(({ kernel }) => ids.has(kernel.id)),
    report.machine,
  );
  const about =
    "Bytes of DRAM as counted, or where nothing was counted those that must move, which puts a point as far right as it can be.";
  return chart === undefined ? "" : section("roofline", "Roofline", about, frame("Roofline of the step", chartInPage(chart)));
}

function fusionSection({ step, top }: ProfilePage): string {
  if (step.fusions.length === 0) return "";
  const counted = step.fusions.some(({ measuredBytes }) => measuredBytes > 0n);
  const rows = step.fusions
    .slice(0, top)
    .map(({ first, last, operators, seconds, measuredBytes, fusedBytes, fusedSeconds }) => [
      operators.slice(0, 8).join(", ") + (operators.length > 8 ? ", …" : ""),
      `${first} to ${last}`,
      formatSeconds(seconds),
      ...(counted ? [formatBytes(measuredBytes)] : []),
      formatBytes(BigInt(fusedBytes)),
      formatSeconds(fusedSeconds),
    ]);
  const titles = ["launches", "numbers", "time", ...(counted ? ["DRAM"] : []), "as one", "at the rated bandwidth"];
  const about = "Launches one after another that only walk rows, over as many words: what one kernel in their place would move.";
  return section("fusions", "Neighbours to fuse", about, table(titles, rows, "Neighbours to fuse"));
}
