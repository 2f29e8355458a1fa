import type { GemmWorkload } from "../computation/gemm.js";
import { InputError } from "../errors.js";
import type { SerpentineTiles, TwoPanels } from "./serpentine-tiles.js";
import { bestSerpentine, equalPanels, handedWords, handoverRoom, mostSaved, panelCount } from "./serpentine-tiles.js";
import type { WordGemm } from "./word-gemm.js";

/** COSMA's tiles of C, each of which hands words of its last inner indices over to the next: see `SerpentineTiles`. */
export interface HandoverGemm {
  readonly id: "tile-handover";
  readonly workload: GemmWorkload;
  readonly tiles: SerpentineTiles;
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
 * that is about (√(2κ(κ + √(κ² − 1))) + 1)·mn, at h = (κ − √(κ² − 1))√S: less than the (2κ + 1)·mn of `cosma`. From κ = 17/8 on
 * indices that wait take more off, so that 15/16 for the 1 is reached for large κ. Undefined where no two tiles follow one another, and for
 * k = 1.
 *
 * @throws InputError naming `fast-words` when not even a 1×1 tile fits.
 */
export function handoverGemm(workload: GemmWorkload, fastWords: number): HandoverGemm | undefined {
  if (fastWords < 3) throw new InputError("fast-words", "at least 3 words", String(fastWords));
  const { m, n, k } = workload;
  let best: HandoverGemm | undefined;
  let least = Number.POSITIVE_INFINITY;
  const consider = (rows: TwoPanels, columns: TwoPanels): void => {
    const room = fastWords - rows[0].lines * columns[0].lines;
    const loads = panelCount(columns) * m * k + panelCount(rows) * n * k - mostSaved(room, rows, columns, k);
    if (loads > least * (1 + 1e-9)) return;
    const found = handoverBy(workload, bestSerpentine(rows, columns, room, k));
    if (found.tiles.handed < 1) return;
    if (best !== undefined && found.words.a + found.words.b >= best.words.a + best.words.b) return;
    best = found;
    least = Number(found.words.a + found.words.b) / workload.batch;
  };
  for (const { rows, columns } of grids(m, n, k, fastWords)) consider(rows, columns);
  for (const { rows, columns } of grids(n, m, k, fastWords)) consider(columns, rows);
  return best;
}

/** Such tiles at their exact cost. */
export function handoverBy(workload: GemmWorkload, tiles: SerpentineTiles): HandoverGemm {
  const [batch, m, n, k] = [workload.batch, workload.m, workload.n, workload.k].map(BigInt) as [bigint, bigint, bigint, bigint];
  const saved = handedWords(tiles);
  const a = BigInt(panelCount(tiles.columns)) * m * k - saved.a;
  const b = BigInt(panelCount(tiles.rows)) * n * k - saved.b;
  return { id: "tile-handover", workload, tiles, words: { a: batch * a, b: batch * b, c: batch * m * n } };
}

interface Grid {
  readonly rows: TwoPanels;
  readonly columns: TwoPanels;
}

/** Panels of `height` worth a look, and those of `width` beside them for so many inner indices handed over at least. */
function grids(height: number, width: number, k: number, fastWords: number): readonly Grid[] {
  const root = Math.sqrt(fastWords);
  return [...panelCounts(height, root)].flatMap((count) => {
    const rows = equalPanels(height, count);
    const lines = rows[0].lines;
    const counts = handedCounts(Math.min(k / 2, lines, root)).map((handed) => widestBeside(lines, handed, fastWords));
    const across = new Set(counts.filter((widest) => widest >= 1).map((widest) => Math.ceil(width / Math.min(width, widest))));
    return [...across].map((panels) => ({ rows, columns: equalPanels(width, panels) }));
  });
}

/** Columns of a tile of so many rows. */
function widestBeside(rows: number, handed: number, fastWords: number): number {
  // A column of A and a word of B pass, or a row of B and a word of A.
  const passing = Math.max(Math.floor((fastWords - 1) / (rows + 1)), Math.floor((fastWords - 1 - rows) / rows));
  return Math.min(passing, Math.floor((fastWords - handoverRoom(handed)) / rows));
}

function panelCounts(lines: number, root: number): ReadonlySet<number> {
  const counts = new Set<number>();
  for (let count = 1; count <= Math.min(PANELS_TRIED, lines); count++) counts.add(count);
  for (let height = 1; height <= LOW; height++) counts.add(Math.ceil(lines / height));
  for (let step = 0; step <= HEIGHTS_TRIED; step++) {
    const height = Math.max(1, Math.round(root * (0.9 + (0.3 * step) / HEIGHTS_TRIED)));
    counts.add(Math.ceil(lines / height));
  }
  return counts;
}

function handedCounts(most: number): readonly number[] {
  const counts: number[] = [];
  for (let count = 1; count <= most; count += count < HANDED_ONE_BY_ONE ? 1 : Math.floor(count / 16)) counts.push(count);
  return counts;
}
