import { scaleLog } from "d3-scale";
import { area, line } from "d3-shape";
import { forMarkup } from "../text/escape.js";
import type { Chart, ChartAxis, ChartCurve, ChartPoint } from "./chart.js";
import { apart, logDomain, logTicks, textWidth, thinned, wrapped } from "./chart-layout.js";

const HEIGHT = 480;
const LEAST_WIDTH = 880;
const PLOT = { left: 86, right: 690, top: 66, bottom: 424 };
const LINE = { title: 19, subtitle: 16 };
const LABEL_SPACING = 15;
/** Decimals of a coordinate. */
const DIGITS = 2;
const COLOURS = 10;

/** Colours by prefers-color-scheme; ten hues of about equal lightness, the first eight after Okabe and Ito. */
const LIGHT = `font: 12px system-ui, sans-serif; background: #fff; color: #1b1f24; --muted: #6a737d; --grid: #e4e7ea;
  --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #a5478a; --c4: #b07d00; --c5: #3f7fbf; --c6: #6b6b6b; --c7: #8c4a1f; --c8: #5e35b1; --c9: #00838f;`;
const DARK = `background: #14171a; color: #e6e8ea; --muted: #9aa2aa; --grid: #2b3036;
  --c0: #56b4e9; --c1: #f08a4b; --c2: #3fcf9f; --c3: #d98cc0; --c4: #e6b93c; --c5: #8fbff0; --c6: #b4b4b4; --c7: #cf9468; --c8: #b39ddb; --c9: #4dd0e1;`;
const RULES = `text { fill: currentColor; } .title { font-weight: 600; font-size: 15px; } .muted { fill: var(--muted); }
.grid { stroke: var(--grid); } .mark { stroke: var(--muted); stroke-dasharray: 2 3; }
.curve { fill: none; stroke-width: 2; stroke-linejoin: round; } .leader { stroke-width: 1; opacity: 0.6; }
.bound { stroke: currentColor; stroke-dasharray: 6 4; } .again { stroke-dasharray: 9 4; }
.title-of-bound { font-weight: 600; } .below { fill: currentColor; opacity: 0.07; }
${Array.from({ length: COLOURS }, (_, i) => `.s${i} { stroke: var(--c${i}); } text.t${i}, .f${i} { fill: var(--c${i}); }`).join(" ")}`;
const STYLE = `
svg { ${LIGHT} }
@media (prefers-color-scheme: dark) { svg { ${DARK} } }
${RULES}`;

/** The same for charts inside a page, `chartInPage`; said once for all of them, and of nothing else there. */
export const CHART_STYLE: string = `.chart { ${LIGHT}
@media (prefers-color-scheme: dark) { ${DARK} }
${RULES} }`;

/** The chart as a self-contained SVG document; the same chart gives the same text. */
export function chartSvg(chart: Chart): string {
  const { content, width, height } = drawing(chart, true);
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`;
  return `${head}\n<title>${forMarkup(chart.title)}</title>\n<style>${STYLE}\n</style>\n${content}\n</svg>\n`;
}

/** The chart as an element of a page that carries `CHART_STYLE` and has the title itself; its text can be selected. */
export function chartInPage(chart: Chart): string {
  const { content, width, height } = drawing(chart, false);
  return `<svg class="chart" viewBox="0 0 ${width} ${height}" role="group" aria-label="${forMarkup(chart.title)}">\n${content}\n</svg>`;
}

interface Drawing {
  readonly content: string;
  readonly width: number;
  readonly height: number;
}

function drawing(chart: Chart, titled: boolean): Drawing {
  const points = chart.curves.flatMap((curve) => curve.points);
  const xDomain = logDomain([...points.map(([at]) => at), ...chart.marks.map((mark) => mark.x)], 1);
  const yDomain = logDomain(
    points.map(([, value]) => value),
    1.08,
  );
  const yTicks = logTicks(yDomain, chart.y.base);
  const widest = (texts: readonly string[]): number => texts.reduce((most, text) => Math.max(most, textWidth(text)), 0);
  const left = Math.max(PLOT.left, Math.ceil(36 + widest(yTicks.map(chart.y.format))));
  const width = Math.max(LEAST_WIDTH, Math.ceil(PLOT.right + 26 + widest(chart.curves.map(({ label }) => label))));
  const x = scaleLog(xDomain, [left, PLOT.right]);
  const y = scaleLog(yDomain, [PLOT.bottom, PLOT.top]);
  const xTicks = thinned(logTicks(xDomain, chart.x.base), x, chart.x.format);
  const parts = [
    ...yTicks.flatMap((value) => [
      `<path class="grid" d="M${left},${at(y(value))}H${PLOT.right}"/>`,
      `<text class="muted" text-anchor="end" x="${left - 8}" y="${at(y(value) + 4)}">${forMarkup(chart.y.format(value))}</text>`,
    ]),
    ...xTicks.flatMap((value) => [
      `<path class="grid" d="M${at(x(value))},${PLOT.bottom}v5"/>`,
      `<text class="muted" text-anchor="middle" x="${at(x(value))}" y="${PLOT.bottom + 19}">${forMarkup(chart.x.format(value))}</text>`,
    ]),
    ...axisTitles(chart.x, chart.y, left),
    ...chart.marks.flatMap((mark) => [
      `<path class="mark" d="M${at(x(mark.x))},${PLOT.top}V${PLOT.bottom}"/>`,
      `<text class="muted" ${placed(x(mark.x), mark.label, left)} y="${PLOT.top - 4}">${forMarkup(mark.label)}</text>`,
    ]),
    ...chart.curves.flatMap((curve, index) => drawn(curve, colourOf(chart.curves, index), x, y)),
    ...labels(chart.curves, x, y),
  ];
  const header = headerOf(chart, titled, left, width);
  const down = header.height - (PLOT.top - 20);
  return {
    content: [...header.lines, `<g transform="translate(0 ${down})">`, ...parts, "</g>"].join("\n"),
    width,
    height: HEIGHT + down,
  };
}

/** Title, where it is not said elsewhere, and subtitle in as many lines as they need. */
function headerOf(
  chart: Chart,
  titled: boolean,
  left: number,
  width: number,
): { readonly lines: readonly string[]; readonly height: number } {
  const room = width - left - 16;
  const titles = titled ? wrapped(chart.title, room, "title") : [];
  const subtitles = wrapped(chart.subtitle, room);
  const end = 3 + LINE.title * titles.length;
  return {
    lines: [
      ...titles.map((text, i) => `<text class="title" x="${left}" y="${22 + LINE.title * i}">${forMarkup(text)}</text>`),
      ...subtitles.map(
        (text, i) => `<text class="muted" x="${left}" y="${end + 19 + LINE.subtitle * i}">${forMarkup(text)}</text>`,
      ),
    ],
    height: end + 24 + LINE.subtitle * (subtitles.length - 1),
  };
}

/** A text in the middle over its place, or at the edge of the plot where it would cross it. */
function placed(place: number, text: string, left: number): string {
  const half = textWidth(text) / 2;
  if (place + half > PLOT.right) return `text-anchor="end" x="${PLOT.right}"`;
  return place - half < left ? `text-anchor="start" x="${left}"` : `text-anchor="middle" x="${at(place)}"`;
}

/** The colour of a curve: its own, else its place among the curves that have one. */
function colourOf(curves: readonly ChartCurve[], index: number): number {
  return curves[index]?.colour ?? curves.slice(0, index).filter(({ kind }) => kind !== "bound").length;
}

type Scale = (value: number) => number;

function drawn({ kind, points }: ChartCurve, colour: number, x: Scale, y: Scale): readonly string[] {
  const across = ([at]: ChartPoint): number => x(at);
  const up = ([, value]: ChartPoint): number => y(value);
  if (kind === "measured") {
    const dot = (point: ChartPoint): string =>
      `<circle class="f${colour % COLOURS}" r="4" cx="${at(across(point))}" cy="${at(up(point))}"/>`;
    return points.map(dot);
  }
  const path = line<ChartPoint>().x(across).y(up).digits(DIGITS)([...points]) ?? "";
  const curve = `<path class="curve ${classOf("s", kind, colour)}" d="${path}"/>`;
  if (kind !== "bound") return [curve];
  const below = area<ChartPoint>().x(across).y0(PLOT.bottom).y1(up).digits(DIGITS)([...points]) ?? "";
  return [`<path class="below" d="${below}"/>`, curve];
}

/** Names at the right ends of the curves, moved apart where they would overlap, each with a line to its curve. */
function labels(curves: readonly ChartCurve[], x: Scale, y: Scale): readonly string[] {
  const ends = curves.flatMap(({ label, kind, points }, index) => {
    const [first, last] = [points[0], points.at(-1)];
    return first === undefined || last === undefined
      ? []
      : [{ label, kind, colour: colourOf(curves, index), start: y(first[1]), x: x(last[0]), y: y(last[1]) }];
  });
  // Curves that end together are named in the order in which they start.
  ends.sort((one, other) => one.start - other.start);
  const places = apart(
    ends.map((end) => end.y),
    LABEL_SPACING,
    PLOT.top,
    PLOT.bottom,
  );
  return ends.flatMap((end, i) => {
    const place = places[i] ?? end.y;
    return [
      `<path class="leader ${classOf("s", end.kind, end.colour)}" fill="none" d="M${at(end.x + 2)},${at(end.y)}L${PLOT.right + 14},${at(place)}"/>`,
      `<text class="${classOf("t", end.kind, end.colour)}" x="${PLOT.right + 18}" y="${at(place + 4)}">${forMarkup(end.label)}</text>`,
    ];
  });
}

function axisTitles(x: ChartAxis, y: ChartAxis, left: number): readonly string[] {
  const middle = (PLOT.top + PLOT.bottom) / 2;
  return [
    `<text text-anchor="middle" x="${(left + PLOT.right) / 2}" y="${PLOT.bottom + 42}">${forMarkup(x.label)}</text>`,
    `<text text-anchor="middle" transform="translate(18 ${middle}) rotate(-90)">${forMarkup(y.label)}</text>`,
  ];
}

/** Curves beyond the colours are told apart by dashes. */
function classOf(prefix: "s" | "t", kind: ChartCurve["kind"], colour: number): string {
  if (kind === "bound") return prefix === "s" ? "bound" : "title-of-bound";
  const again = prefix === "s" && colour >= COLOURS ? " again" : "";
  return `${prefix}${colour % COLOURS}${again}`;
}

function at(coordinate: number): number {
  return Number(coordinate.toFixed(DIGITS));
}
