import type { LaunchHistory, LaunchMap, TileVisit } from "../../replay/launch-map.js";
import { forMarkup } from "../../text/escape.js";
import { formatBytes } from "../units.js";

/** Cells drawn at most; larger grids are gathered into squares of tiles. */
const MOST_CELLS = 1024;
const MOST_COLUMNS = 64;
const CELL = 24;

/** One drawn square: one tile or several together. */
interface Cell {
  readonly row: number;
  readonly column: number;
  readonly visits: readonly TileVisit[];
}

/** The tiles of an output in their places, numbered in launch order, coloured by the share of their reads that missed. */
export function launchGrid(map: LaunchMap, history: LaunchHistory, columns: number): string {
  const { cells, width, height, side } = gathered(map.visits, columns);
  const instants = history.missedBytes.length - 1;
  const instant = (step: number): number => Math.ceil((step * instants) / history.steps);
  const numbered = side === 1;
  const drawn = cells.map(({ row, column, visits }) => {
    const sum = (pick: (visit: TileVisit) => number): number => visits.reduce((all, visit) => all + pick(visit), 0);
    const start = visits.reduce((least, visit) => Math.min(least, visit.start), Number.POSITIVE_INFINITY);
    const end = visits.reduce((most, visit) => Math.max(most, visit.end), 0);
    const launch = visits.reduce((least, visit) => Math.min(least, visit.launch), Number.POSITIVE_INFINITY);
    const share =
      sum((visit) => visit.missBytes) /
      Math.max(
        1,
        sum((visit) => visit.readBytes),
      );
    const miss = Math.round(100 * share);
    const [x, y] = [column * CELL, row * CELL];
    const number = numbered ? `<text x="${x + CELL / 2}" y="${y + CELL / 2 + 3}">${launch + 1}</text>` : "";
    return (
      `<g class="tile" data-s="${Math.floor((start * instants) / history.steps)}" data-e="${instant(end)}" data-n="${visits.length}" ` +
      `style="--m:${miss}%"><rect x="${x}" y="${y}" width="${CELL}" height="${CELL}"/>${number}<title>${launch + 1}, ` +
      `${miss} % of ${formatBytes(BigInt(sum((visit) => visit.readBytes)))} missed</title></g>`
    );
  });
  const square = side === 1 ? "a square is a tile" : `a square is ${side}×${side} tiles`;
  const what = numbered ? `${square}, its number the place in the launch order` : square;
  return `<figure class="launch"><figcaption>${forMarkup(map.array)}: ${map.visits.length} tiles; ${what}.</figcaption>
<div class="frame" role="region" tabindex="0" aria-label="Tiles of ${forMarkup(map.array)}"><svg
  class="tiles" viewBox="0 0 ${width * CELL} ${height * CELL}" width="${width * CELL}"
  height="${height * CELL}" role="img" aria-label="Launch order of the tiles of ${forMarkup(map.array)}">${drawn.join("\n")}</svg></div></figure>`;
}

/** Tiles in squares of the least side that leaves few enough; a grid that is still too wide is wrapped. */
function gathered(
  visits: readonly (TileVisit | undefined)[],
  columns: number,
): { readonly cells: readonly Cell[]; readonly width: number; readonly height: number; readonly side: number } {
  const rows = Math.ceil(visits.length / columns);
  let side = 1;
  while (Math.ceil(rows / side) * Math.ceil(columns / side) > MOST_CELLS) side++;
  const across = Math.ceil(columns / side);
  const bySquare = new Map<number, TileVisit[]>();
  visits.forEach((visit, tile) => {
    if (visit === undefined) return;
    const square = Math.floor(Math.floor(tile / columns) / side) * across + Math.floor((tile % columns) / side);
    const there = bySquare.get(square);
    if (there === undefined) bySquare.set(square, [visit]);
    else there.push(visit);
  });
  const width = Math.min(across, MOST_COLUMNS);
  const cells = [...bySquare].map(([square, all]): Cell => {
    const place =
      across <= MOST_COLUMNS ? square : Math.floor(square / across) * Math.ceil(across / width) * width + (square % across);
    return { row: Math.floor(place / width), column: place % width, visits: all };
  });
  const height = 1 + cells.reduce((most, { row }) => Math.max(most, row), 0);
  return { cells, width, height, side };
}

/** The slider over time and what it says; `history` samples what had been missed by each instant. */
export function launchControls(history: LaunchHistory): string {
  const last = history.missedBytes.length - 1;
  return `<div class="controls"><label for="instant">Time</label><input id="instant" type="range"
  min="0" max="${last}" value="${last}" step="1" aria-describedby="now"><output id="now"
  for="instant"></output></div>
<p class="legend"><span><i class="key hit"></i>reads hit the cache</span><span><i class="key miss"></i>reads missed</span><span><i
  class="key run"></i>running</span><span><i class="key todo"></i>not launched</span></p>
<script type="application/json" id="missed">${JSON.stringify(history.missedBytes)}</script>`;
}
