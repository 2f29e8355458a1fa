import { forMarkup } from "../../build/text/escape.js";

/** Groups of bars over a linear axis, as an SVG document; the same bars give the same text. */
const [WIDTH, HEIGHT] = [880, 420];
const PLOT = { left: 70, right: 850, top: 84, bottom: 360 };
const LIGHT = ["#0072b2", "#d55e00", "#009e73", "#a5478a", "#b07d00"];
const DARK = ["#56b4e9", "#f08a4b", "#3fcf9f", "#d98cc0", "#e6b93c"];

const at = (value) => Number(value.toFixed(2));

/** `groups` of one value a series, in units of the axis. */
export function barsSvg({ title, subtitle, series, groups, format }) {
  const most = Math.max(...groups.flatMap(({ values }) => values));
  const step = 10 ** Math.floor(Math.log10(most)) / (most / 10 ** Math.floor(Math.log10(most)) < 3 ? 2 : 1);
  const y = (value) => PLOT.bottom - ((PLOT.bottom - PLOT.top) * value) / (most * 1.08);
  const width = (PLOT.right - PLOT.left) / groups.length;
  const bar = (width * 0.82) / series.length;
  const ticks = Array.from({ length: Math.floor((most * 1.05) / step) + 1 }, (_, i) => i * step);
  const colours = (names) => names.map((name, i) => `.b${i} { fill: ${name}; }`).join(" ");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">`,
    `<title>${forMarkup(title)}</title>`,
    `<style>svg { font: 12px system-ui, sans-serif; background: #fff; color: #1b1f24; --muted: #6a737d; --grid: #e4e7ea; } ${colours(LIGHT)}`,
    `@media (prefers-color-scheme: dark) { svg { background: #14171a; color: #e6e8ea; --muted: #9aa2aa; --grid: #2b3036; } ${colours(DARK)} }`,
    "text { fill: currentColor; } .title { font-weight: 600; font-size: 15px; } .muted { fill: var(--muted); } .grid { stroke: var(--grid); }</style>",
    `<text class="title" x="${PLOT.left}" y="22">${forMarkup(title)}</text>`,
    `<text class="muted" x="${PLOT.left}" y="41">${forMarkup(subtitle)}</text>`,
    ...series.flatMap((name, i) => [
      `<rect class="b${i}" x="${PLOT.left + 160 * i}" y="54" width="11" height="11"/>`,
      `<text x="${PLOT.left + 160 * i + 16}" y="64">${forMarkup(name)}</text>`,
    ]),
    ...ticks.flatMap((value) => [
      `<path class="grid" d="M${PLOT.left},${at(y(value))}H${PLOT.right}"/>`,
      `<text class="muted" text-anchor="end" x="${PLOT.left - 8}" y="${at(y(value) + 4)}">${forMarkup(format(value))}</text>`,
    ]),
    ...groups.flatMap(({ name, values }, g) => {
      const left = PLOT.left + width * (g + 0.09);
      return [
        ...values.map((value, i) => {
          const top = at(y(value));
          return `<rect class="b${i}" x="${at(left + bar * i)}" y="${top}" width="${at(bar * 0.92)}" height="${at(PLOT.bottom - top)}"/>`;
        }),
        `<text text-anchor="middle" x="${at(left + width * 0.41)}" y="${PLOT.bottom + 20}">${forMarkup(name)}</text>`,
      ];
    }),
    "</svg>",
    "",
  ].join("\n");
}
