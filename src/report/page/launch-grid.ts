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

/** A drawn square with what it says: when it began and ended in instants of the history, and its text. */
export interface LaunchCell {
  readonly row: number;
  readonly column: number;
  readonly start: number;
  readonly end: number;
  readonly tiles: number;
  /** Of the bytes read. */
  readonly missPercent: number;
  /** Place in the launch order, from 1. */
  readonly place: number;
  readonly title: string;
}

export interface LaunchCells {
  readonly cells: readonly LaunchCell[];
  readonly width: number;
  readonly height: number;
  /** Tiles along a side of a square. */
  readonly side: number;
}

/** The tiles of an output in their places, several together where there are too many. */
export function launchCells(map: LaunchMap, history: LaunchHistory, columns: number): LaunchCells {
  const { cells, ...size } = gathered(map.visits, columns);
  const instants = history.missedBytes.length - 1;
  const drawn = cells.map(({ row, column, visits }): LaunchCell => {
    const sum = (pick: (visit: TileVisit) => number): number => visits.reduce((all, visit) => all + pick(visit), 0);
    const start = visits.reduce((least, visit) => Math.min(least, visit.start), Number.POSITIVE_INFINITY);
    const end = visits.reduce((most, visit) => Math.max(most, visit.end), 0);
    const place = 1 + visits.reduce((least, visit) => Math.min(least, visit.launch), Number.POSITIVE_INFINITY);
    const readBytes = sum((visit) => visit.readBytes);
    const missPercent = Math.round((100 * sum((visit) => visit.missBytes)) / Math.max(1, readBytes));
    return {
      row,
      column,
      start: Math.floor((start * instants) / history.steps),
      end: Math.ceil((end * instants) / history.steps),
      tiles: visits.length,
      missPercent,
      place,
      title: `${place}, ${missPercent} % of ${formatBytes(BigInt(readBytes))} missed`,
    };
  });
  return { cells: drawn, ...size };
}

/** What a square of a grid is. */
export function squareMeaning({ side }: LaunchCells): string {
  return side === 1 ? "a square is a tile, its number the place in the launch order" : `a square is ${side}×${side} tiles`;
}

/** The tiles of an output in their places, numbered in launch order, coloured by the share of their reads that missed. */
export function launchGrid(map: LaunchMap, history: LaunchHistory, columns: number): string {
  const grid = launchCells(map, history, columns);
  const { cells, width, height, side } = grid;
  const drawn = cells.map(({ row, column, start, end, tiles, missPercent, place, title }) => {
    const [x, y] = [column * CELL, row * CELL];
    const number = side === 1 ? `<text x="${x + CELL / 2}" y="${y + CELL / 2 + 3}">${place}</text>` : "";
    return (
      `<g class="tile" data-s="${start}" data-e="${end}" data-n="${tiles}" style="--m:${missPercent}%">` +
      `<rect x="${x}" y="${y}" width="${CELL}" height="${CELL}"/>${number}<title>${title}</title></g>`
    );
  });
  return `<figure class="launch"><figcaption>${forMarkup(map.array)}: ${map.visits.length} tiles; ${squareMeaning(grid)}.</figcaption>
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
