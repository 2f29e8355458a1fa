import type { GemmWorkload } from "../../../computation/gemm.js";
import { bigints } from "../../../exact/integer.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { WordGemm } from "./cosma.js";
import type { SerpentineTiles, TwoPanels } from "./serpentine-tiles.js";
import { bestSerpentine, cornerLines, equalPanels, handedWords, panelCount } from "./serpentine-tiles.js";

export const OUTPUT_BUT_CORNER_ENTRY: ScheduleEntry = {
  id: "output-but-corner",
  workload: "gemm: sums of tiles of C a little larger than the memory stay but for a corner of each; all corners follow together",
  machine: "two-level",
  parameters: "rows and columns of a tile and of its corner, searched; listed where it moves less than those above",
  source: "derived here from cosma, for tiles of C just larger than the memory; every move is refereed",
};

/**
 * Tiles of C a little larger than the memory stay all but a corner of each: a column of A and a row of B pass once for what stays, and
 * the corners of all tiles, some rows times some columns, are a product of their own. Where C has S = mn words, m = n, each step of k
 * pays about 2·S^¼ words for that beside the 2√S that have to pass, where a second tile costs √S.
 */
export interface OutputCornerGemm {
  readonly id: "output-but-corner";
  readonly workload: GemmWorkload;
  /** The room for words that pass lets tiles hand some over at no cost. */
  readonly tiles: SerpentineTiles;
  readonly words: WordGemm["words"];
}

/** Numbers of panels tried: from 1 on, and of more than those on both sides of a square tile's. */
const PANELS_TRIED = 64;
const AROUND_SQUARE = 16;
/** Heights of the corner on both sides of the balanced one. */
const HEIGHTS_ASIDE = 64;

/**
 * Cost qmk + pkn + (a + b)k + mn, less what is handed over, with p panels of rows and q of columns, whose corners have a rows and b
 * columns in all. A tile of r × c
 * takes min(r, c) + 1 words beside the sums that stay, and so do the corners, all in memory together. Undefined where no such tiles
 * fit that would not fit whole.
 */
export function outputCornerGemm(workload: GemmWorkload, fastWords: number): OutputCornerGemm | undefined {
  const { m, n } = workload;
  let best: { readonly corners: Corners; readonly lines: number } | undefined;
  for (const { down, across } of gridsOf(m, n, fastWords)) {
    const passing = across * m + down * n;
    if (best !== undefined && passing >= best.lines) continue;
    const corners = cheapestCorners(equalPanels(m, down), equalPanels(n, across), fastWords);
    if (corners === undefined) continue;
    const lines = passing + linesOf(corners);
    if (best === undefined || lines < best.lines) best = { corners, lines };
  }
  return best === undefined ? undefined : planned(workload, best.corners, fastWords);
}

function planned(workload: GemmWorkload, { rows, columns }: Corners, fastWords: number): OutputCornerGemm {
  const [batch, m, n, k] = bigints(workload.batch, workload.m, workload.n, workload.k);
  const tiles = bestSerpentine(rows, columns, roomBeside(rows, columns, fastWords), workload.k);
  const saved = handedWords(tiles);
  const a = (BigInt(panelCount(columns)) * m + BigInt(cornerLines(rows))) * k - saved.a;
  const b = (BigInt(panelCount(rows)) * n + BigInt(cornerLines(columns))) * k - saved.b;
  return { id: "output-but-corner", workload, tiles, words: { a: batch * a, b: batch * b, c: batch * m * n } };
}

/** Words free beside the sums of the largest tiles without their corners. */
function roomBeside(rows: TwoPanels, columns: TwoPanels, fastWords: number): number {
  const tiles = rows.flatMap((high) => columns.map((wide) => [high, wide] as const));
  const sums = tiles.filter(([high, wide]) => high.count * wide.count > 0);
  return fastWords - Math.max(...sums.map(([high, wide]) => high.lines * wide.lines - high.corner * wide.corner));
}

interface Corners {
  readonly rows: TwoPanels;
  readonly columns: TwoPanels;
}

/** Rows and columns of all corners together. */
function linesOf({ rows, columns }: Corners): number {
  return cornerLines(rows) + cornerLines(columns);
}

/** Numbers of panels of m rows and of n columns worth a look. */
function gridsOf(m: number, n: number, fastWords: number): readonly { readonly down: number; readonly across: number }[] {
  return [
    ...countsOf(n, fastWords).flatMap((across) => tooFew(m, n, across, fastWords).map((down) => ({ down, across }))),
    ...countsOf(m, fastWords).flatMap((down) => tooFew(n, m, down, fastWords).map((across) => ({ down, across }))),
  ];
}

function countsOf(lines: number, fastWords: number): readonly number[] {
  const square = Math.round(lines / Math.sqrt(fastWords));
  const counts = new Set<number>();
  for (let count = 1; count <= PANELS_TRIED; count++) counts.add(count);
  for (let aside = -AROUND_SQUARE; aside <= AROUND_SQUARE; aside++) counts.add(square + aside);
  return [...counts].filter((count) => count >= 1 && count <= lines);
}

/** Numbers of panels of `lines` too few to fit whole beside `across` panels of the others, from the least that leave corners of S words. */
function tooFew(lines: number, others: number, across: number, fastWords: number): readonly number[] {
  const width = Math.ceil(others / across);
  const whole = Math.max(1, Math.floor((fastWords - 1) / (width + 1)), Math.floor((fastWords - 1 - width) / width));
  const least = Math.max(1, Math.ceil(((lines * others) / fastWords - 1) / across));
  const count = Math.min(PANELS_TRIED, Math.ceil(lines / whole) - least);
  return Array.from({ length: Math.max(0, count) }, (_, more) => least + more);
}

/** Words that a whole tile lacks: beside its sums, the shorter of its column of A and its row of B and one word of the other. */
function missing(rows: number, columns: number, fastWords: number): number {
  return Math.max(0, rows * columns + Math.min(rows, columns) + 1 - fastWords);
}

/** The height of the largest corner fixes the others. Undefined where nothing is missing, or no corners fit. */
function cheapestCorners(rows: TwoPanels, columns: TwoPanels, fastWords: number): Corners | undefined {
  const [[high, low], [wide, narrow]] = [rows, columns];
  const most = missing(high.lines, wide.lines, fastWords);
  // No corners, more than stay together, or beyond exact numbers.
  if (most === 0 || high.count * wide.count * most > fastWords) return undefined;
  if (!Number.isSafeInteger((high.lines + 1) * (wide.lines + 1))) return undefined;
  const [ofNarrow, ofLow] = [missing(high.lines, narrow.lines, fastWords), missing(low.lines, wide.lines, fastWords)];
  const least = missing(low.lines, narrow.lines, fastWords);
  const balanced = Math.round(Math.sqrt((most * panelCount(columns)) / panelCount(rows)));
  const from = Math.max(1, balanced - HEIGHTS_ASIDE);
  let best: Corners | undefined;
  for (let height = from; height <= Math.max(from, balanced + HEIGHTS_ASIDE); height++) {
    const [width, narrower] = [Math.ceil(most / height), Math.ceil(ofNarrow / height)];
    const lower = Math.max(Math.ceil(ofLow / width), least === 0 ? 0 : Math.ceil(least / narrower));
    const cut: Corners = {
      rows: [
        { ...high, corner: height },
        { ...low, corner: lower },
      ],
      columns: [
        { ...wide, corner: width },
        { ...narrow, corner: narrower },
      ],
    };
    // Every line of a tile has sums that stay, or it would not have to pass.
    if ([...cut.rows, ...cut.columns].some(({ lines, corner }) => corner >= lines)) continue;
    if (missing(cornerLines(cut.rows), cornerLines(cut.columns), fastWords) > 0) continue;
    if (best === undefined || linesOf(cut) < linesOf(best)) best = cut;
  }
  return best;
}
