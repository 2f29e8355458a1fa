import type { ChainWorkload } from "../../../computation/chain.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { cheapestOf, sumOfWords } from "../choice.js";
import type { FusedChain } from "./fused.js";
import { fusedChain, fusedRows } from "./fused.js";
import type { TileFusedChain } from "./tile-fused.js";
import { tileFusedChain, tileFusedColumns } from "./tile-fused.js";
import type { ChainWords } from "./words.js";
import { chainTotal } from "./words.js";

export const CHAIN_ROW_PARTS_ENTRY: ScheduleEntry = {
  id: "chain-row-parts",
  workload: "chain: full panels of the fused strip for the first rows, a strip of another width or tiles of H for the others",
  machine: "two-level",
  parameters: "rows of the first part, widths, and the tile, searched; listed where it moves less than every other",
  source: "derived here from chain-fused, chain-recompute and chain-tile-fused; every move is refereed",
};

/**
 * Full panels of a fused strip for the first rows, and for the others a strip of another width or a fused tile of H. Panels of equal
 * height waste memory where their number is small, or just above a whole one.
 */
export interface RowPartsChain {
  readonly id: "chain-row-parts";
  readonly workload: ChainWorkload;
  /** First and last rows, each a chain of its own. */
  readonly parts: readonly [FusedChain, FusedChain | TileFusedChain];
  readonly words: ChainWords;
}

/** Fused strips of one width: height of a panel, and words of B and D it loads. */
interface Strip {
  readonly width: number;
  readonly rows: number;
  readonly panel: number;
}

/** Blocks of E's columns tried, panels more or less than all or none in the first part, panels of the fused tile in the last. */
const BLOCKS_TRIED = 64;
const PANELS_ASIDE = 3;
const TILES_TRIED = 16;

/** The cheapest cut by its estimate, at its exact cost: the sum of both parts. Undefined where no strip is lower than m rows. */
export function rowPartsChain(workload: ChainWorkload, fastWords: number): RowPartsChain | undefined {
  const cut = cheapestCut(workload, stripsOf(workload, fastWords), fastWords);
  if (cut === undefined) return undefined;
  const rest = { ...workload, m: workload.m - cut.rows };
  const first = fusedChain({ ...workload, m: cut.rows }, fastWords, cut.width);
  const others: readonly (FusedChain | TileFusedChain | undefined)[] = [
    ...(cut.restWidth === undefined ? [] : [fusedChain(rest, fastWords, cut.restWidth)]),
    tileFusedChain(rest, fastWords),
  ];
  const fitting = others.filter((schedule) => schedule !== undefined);
  const last = cheapestOf(fitting, ({ words }) => chainTotal(words));
  if (first === undefined || last === undefined) return undefined;
  return { id: "chain-row-parts", workload, parts: [first, last], words: sumOfWords(first.words, last.words) };
}

function stripsOf({ m, k, l, n }: ChainWorkload, fastWords: number): readonly Strip[] {
  const widths = new Set<number>();
  for (let blocks = 1; blocks <= Math.min(n, BLOCKS_TRIED); blocks++) widths.add(Math.ceil(n / blocks));
  return [...widths]
    .map((width) => ({ width, rows: fusedRows(m, k, width, fastWords), panel: l * (Math.ceil(n / width) * k + n) }))
    .filter(({ rows }) => rows >= 1);
}

interface Cut {
  readonly rows: number;
  readonly width: number;
  /** Of the strip for the other rows; undefined where only a tile of H fits. */
  readonly restWidth: number | undefined;
}

/** Estimates leave out A and E, which strips move once. */
function cheapestCut(workload: ChainWorkload, strips: readonly Strip[], fastWords: number): Cut | undefined {
  const { m } = workload;
  let best: (Cut & { readonly cost: number }) | undefined;
  for (const strip of strips) {
    const whole = Math.floor(m / strip.rows);
    const counts = new Set<number>();
    for (let aside = 0; aside <= PANELS_ASIDE; aside++) counts.add(aside).add(whole - aside);
    for (const count of counts) {
      const rows = count * strip.rows;
      if (rows < 1 || rows >= m) continue;
      const rest = cheapestStrip(strips, m - rows);
      const tile = tileEstimate({ ...workload, m: m - rows }, fastWords);
      const cost = count * strip.panel + Math.min(rest.cost, tile);
      if (best === undefined || cost < best.cost) best = { rows, width: strip.width, restWidth: rest.width, cost };
    }
  }
  return best;
}

function cheapestStrip(strips: readonly Strip[], rows: number): { readonly width: number | undefined; readonly cost: number } {
  let best: { readonly width: number | undefined; readonly cost: number } = { width: undefined, cost: Number.POSITIVE_INFINITY };
  for (const strip of strips) {
    const cost = Math.ceil(rows / strip.rows) * strip.panel;
    if (cost < best.cost) best = { width: strip.width, cost };
  }
  return best;
}

/** A fused tile of H in few panels, beyond A and E once. */
function tileEstimate({ m, k, l, n }: ChainWorkload, fastWords: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let panels = 1; panels <= Math.min(m, TILES_TRIED); panels++) {
    const columns = Math.min(l, tileFusedColumns(fastWords, Math.ceil(m / panels)));
    if (columns < 1) continue;
    const again = Math.ceil(l / columns) - 1;
    least = Math.min(least, again * m * (k + 2 * n) + panels * l * (k + n));
  }
  return least;
}
