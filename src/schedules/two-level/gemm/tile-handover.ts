import type { GemmWorkload } from "../../../computation/gemm.js";
import { gemmWorkload } from "../../../computation/gemm.js";
import { InputError } from "../../../errors.js";
import { bigints } from "../../../exact/integer.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { WordGemm } from "./cosma.js";
import { inputStationaryGemm } from "./cosma.js";
import type { SerpentineTiles, TwoPanels } from "./serpentine-tiles.js";
import {
  bestSerpentine,
  cornerLines,
  cornersWorthALook,
  equalPanels,
  handedWords,
  handoverRoom,
  mostSaved,
  mostSavedByCorners,
  panelCount,
  withCorner,
} from "./serpentine-tiles.js";

export const TILE_HANDOVER_ENTRY: ScheduleEntry = {
  id: "tile-handover",
  workload:
    "gemm: tiles of C as by cosma, one after another in serpentine order, every other one with its sums added " +
    "backwards; words of the inner indices that are last of one tile and first of the next pass from one to the " +
    "other while sums leave and new ones come, with room made by a corner of each tile that adds these indices ahead of all tiles",
  machine: "two-level",
  parameters:
    "rows and columns of a tile and inner indices handed over, some of them late, and rows and columns of the " +
    "corners ahead, searched; listed where it moves less than those above",
  source: "derived here; every move is refereed",
};

/** COSMA's tiles of C, each of which hands words of its last inner indices over to the next: see `SerpentineTiles`. */
export interface HandoverGemm {
  readonly id: "tile-handover";
  readonly workload: GemmWorkload;
  readonly tiles: SerpentineTiles;
  /**
   * Where tiles have corners: all corners together, some rows times some columns, add the inner indices handed over before there are any
   * tiles. Unfinished they wait for the other inner indices of their tiles, which they leave before words of the next tile come.
   */
  readonly ahead?: WordGemm;
  readonly words: WordGemm["words"];
}

/** Numbers of panels tried: from 1 on, and those of low tiles and of so many heights from 0.9 to 1.2 of the square one's. */
const PANELS_TRIED = 64;
const LOW = 8;
const HEIGHTS_TRIED = 64;
/** Every number of inner indices up to this one is tried, then steps of a sixteenth. */
const HANDED_ONE_BY_ONE = 64;

/**
 * With p panels of m rows and q of n columns, along panels of rows: cost qmk + pkn − h((q − 1)m + the widths of the p − 1 tiles where
 * they turn) + mn for h inner indices handed over; a tile of r × c takes rc + max(min(r, c) + 1, h(h + 1)) words. For k = κ√S and large m, n
 * that is about (√(2κ(κ + √(κ² − 1))) + 1)·mn, at h = (κ − √(κ² − 1))√S: less than the (2κ + 1)·mn of `cosma`.
 *
 * Room for words that are handed over need not come from smaller tiles. Corners of u sums each that are `ahead` make as much, for 2u words
 * a tile and what their product with 2h inner indices loads, 4h²u/S words a tile: h − 2h² − 4h⁴ is saved in units of √S, 0.114 at
 * h = 0.212, so that (2κ + 0.886)·mn is reached for large κ; from κ = 2.2 on these are the cheaper ones. Undefined where no two tiles follow
 * one another, and for k = 1.
 *
 * @param grain columns of C that are finished together, 1 or 2, which divides them; a tile has a multiple of them
 * @throws InputError naming `fast-words` when not even a 1×1 tile fits, `grain` unless it is 1, or 2 and n even.
 */
export function handoverGemm(workload: GemmWorkload, fastWords: number, grain = 1): HandoverGemm | undefined {
  if (fastWords < 3) throw new InputError("fast-words", "at least 3 words", String(fastWords));
  if (grain !== 1 && (grain !== 2 || workload.n % 2 !== 0)) throw new InputError("grain", "1, or 2 for even n", String(grain));
  const { m, n, k } = workload;
  const search = new Search(workload, fastWords, grain);
  const [height, width] = [
    { lines: m, grain: 1 },
    { lines: n, grain },
  ];
  const upright = grids(height, width, k, fastWords, grain);
  const turned = grids(width, height, k, fastWords, grain).map(({ rows, columns }) => ({ rows: columns, columns: rows }));
  for (const grid of [...upright, ...turned]) search.whole(grid);
  search.besideCorners([...upright, ...turned]);
  return search.best;
}

/** Such tiles at their exact cost; `ahead` where they have corners, by 2h inner indices for all of them. */
export function handoverBy(workload: GemmWorkload, tiles: SerpentineTiles, ahead?: WordGemm): HandoverGemm {
  const [batch, m, n, k] = bigints(workload.batch, workload.m, workload.n, workload.k);
  const saved = handedWords(tiles);
  const a = BigInt(panelCount(tiles.columns)) * m * k - saved.a;
  const b = BigInt(panelCount(tiles.rows)) * n * k - saved.b;
  const words = { a: batch * a, b: batch * b, c: batch * m * n };
  if (ahead === undefined) return { id: "tile-handover", workload, tiles, words };
  const { a: aheadA, b: aheadB, c: unfinished } = ahead.words;
  const withAhead = { a: words.a + aheadA, b: words.b + aheadB, c: words.c + unfinished, cLoads: unfinished };
  return { id: "tile-handover", workload, tiles, ahead, words: withAhead };
}

/** The cheapest so far of the grids looked at. */
class Search {
  best: HandoverGemm | undefined;
  /** Words loaded by one product, and stored or loaded unfinished. */
  #least = Number.POSITIVE_INFINITY;

  constructor(
    private readonly workload: GemmWorkload,
    private readonly fastWords: number,
    private readonly grain: number,
  ) {}

  whole({ rows, columns }: Grid): void {
    const room = this.#roomBeside(rows, columns);
    const { k } = this.workload;
    if (this.#loads(rows, columns) - mostSaved(room, rows, columns, k, this.grain) > this.#enough()) return;
    this.#consider(bestSerpentine(rows, columns, room, k, this.grain));
  }

  /** Those that can save the most first. */
  besideCorners(grids: readonly Grid[]): void {
    const atLeast = ({ rows, columns }: Grid): number =>
      this.#loads(rows, columns) - mostSavedByCorners(this.fastWords, rows, columns);
    const inOrder = grids.map((grid) => ({ grid, least: atLeast(grid) })).sort((one, other) => one.least - other.least);
    for (const { grid, least } of inOrder) {
      if (least > this.#enough()) return;
      this.#withCorners(grid);
    }
  }

  /** By what corners save without waiting; how many of the inner indices wait is settled for each. */
  #withCorners({ rows, columns }: Grid): void {
    const { batch, k } = this.workload;
    const loads = this.#loads(rows, columns);
    for (const { high, wide, saved } of cornersWorthALook(this.fastWords, rows, columns, k, this.grain)) {
      if (loads - saved > this.#enough()) return;
      const [cutRows, cutColumns] = [withCorner(rows, high), withCorner(columns, wide)];
      const tiles = bestSerpentine(cutRows, cutColumns, this.#roomBeside(rows, columns) + high * wide, k, this.grain);
      // Corners have inner indices to add in their tiles.
      if (tiles.handed < 1 || 2 * tiles.handed >= k) continue;
      const corners = gemmWorkload({ batch, m: cornerLines(cutRows), n: cornerLines(cutColumns), k: 2 * tiles.handed });
      const ahead = inputStationaryGemm(corners, this.fastWords);
      if (ahead !== undefined) this.#consider(tiles, ahead);
    }
  }

  #roomBeside(rows: TwoPanels, columns: TwoPanels): number {
    return this.fastWords - rows[0].lines * columns[0].lines;
  }

  #loads(rows: TwoPanels, columns: TwoPanels): number {
    const { m, n, k } = this.workload;
    return panelCount(columns) * m * k + panelCount(rows) * n * k;
  }

  #enough(): number {
    return this.#least * (1 + 1e-9);
  }

  #consider(tiles: SerpentineTiles, ahead?: WordGemm): void {
    if (tiles.handed < 1) return;
    const found = handoverBy(this.workload, tiles, ahead);
    if (this.best !== undefined && movedBy(found) >= movedBy(this.best)) return;
    this.best = found;
    const [batch, m, n] = bigints(this.workload.batch, this.workload.m, this.workload.n);
    this.#least = Number(movedBy(found) - batch * m * n) / Number(batch);
  }
}

function movedBy({ words }: HandoverGemm): bigint {
  return words.a + words.b + words.c + (words.cLoads ?? 0n);
}

interface Grid {
  readonly rows: TwoPanels;
  readonly columns: TwoPanels;
}

interface Side {
  readonly lines: number;
  readonly grain: number;
}

/** Panels of `height` worth a look, and those of `width` beside them for so many inner indices handed over at least. */
function grids(height: Side, width: Side, k: number, fastWords: number, grain: number): readonly Grid[] {
  const root = Math.sqrt(fastWords);
  return [...panelCounts(height, root)].flatMap((count) => {
    const rows = equalPanels(height.lines, count, height.grain);
    const lines = rows[0].lines;
    const counts = handedCounts(Math.min(k / 2, lines, root)).map((handed) => {
      const widest = widestBeside(lines, handoverRoom(handed, grain), fastWords);
      return Math.floor(widest / width.grain) * width.grain;
    });
    const across = new Set(
      counts.filter((widest) => widest >= 1).map((widest) => Math.ceil(width.lines / Math.min(width.lines, widest))),
    );
    return [...across].map((panels) => ({ rows, columns: equalPanels(width.lines, panels, width.grain) }));
  });
}

/** Columns of a tile of so many rows. */
function widestBeside(rows: number, room: number, fastWords: number): number {
  // A column of A and a word of B pass, or a row of B and a word of A.
  const passing = Math.max(Math.floor((fastWords - 1) / (rows + 1)), Math.floor((fastWords - 1 - rows) / rows));
  return Math.min(passing, Math.floor((fastWords - room) / rows));
}

function panelCounts({ lines, grain }: Side, root: number): ReadonlySet<number> {
  const panels = lines / grain;
  const counts = new Set<number>();
  for (let count = 1; count <= Math.min(PANELS_TRIED, panels); count++) counts.add(count);
  for (let height = 1; height <= LOW; height++) counts.add(Math.ceil(panels / height));
  for (let step = 0; step <= HEIGHTS_TRIED; step++) {
    const height = Math.max(1, Math.round((root * (0.9 + (0.3 * step) / HEIGHTS_TRIED)) / grain));
    counts.add(Math.ceil(panels / height));
  }
  return counts;
}

function handedCounts(most: number): readonly number[] {
  const counts: number[] = [];
  for (let count = 1; count <= most; count += count < HANDED_ONE_BY_ONE ? 1 : Math.floor(count / 16)) counts.push(count);
  return counts;
}
