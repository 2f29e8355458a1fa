import type { GemmWorkload } from "../../../computation/gemm.js";
import type { WordGemm } from "./cosma.js";
import { bestWordGemm, cosmaGemm } from "./cosma.js";
import type { PanelsGemm } from "./panel-handover.js";
import { panelHandoverGemm } from "./panel-handover.js";
import type { HandoverGemm } from "./tile-handover.js";
import { handoverGemm } from "./tile-handover.js";
import type { VisitedCornersGemm } from "./visited-corners.js";
import { visitedCornersGemm } from "./visited-corners.js";

/**
 * The first rows of C in full panels, the others by a schedule of another shape: equal panels waste memory where their number is
 * small. Both parts load B.
 */
export interface RowPartsGemm {
  readonly id: "row-parts";
  readonly workload: GemmWorkload;
  /** First and last rows, each a product of its own. */
  readonly parts: readonly [Part, Part];
  /** Columns of C are parted instead; both parts load A. */
  readonly transposed?: true;
  readonly words: WordGemm["words"];
}

type Part = WordGemm | HandoverGemm | PanelsGemm | VisitedCornersGemm;

/** Panels of at most `lines` rows of C: each loads B once, and its rows of A `passes` times. By columns A and B change roles. */
interface Panels {
  readonly passes: number;
  readonly lines: number;
}

/** Passes tried from 1 on, passes tried on both sides of a square tile's, panels more or less than all or none in the first part. */
const PASSES_TRIED = 64;
const AROUND_SQUARE = 16;
const PANELS_ASIDE = 32;

/**
 * The cheapest cut by its estimate, at its exact cost: the sum of both parts. Estimates know no tiles that hand over, which gain more from
 * cuts where the longer side of a tile passes: so both with and without the other tiles. And cuts into whole panels that stay and more
 * rows than would stay whole, all but corners of which do. Undefined where no panel is lower than C is high or wide.
 *
 * @param grain columns of C that are finished together, which divide them: where they are 2, both parts are tiles of a multiple of them
 */
export function rowPartsGemm(workload: GemmWorkload, fastWords: number, grain = 1): RowPartsGemm | undefined {
  const narrow = (width: number): number => Math.floor((fastWords - 1) / (width + 1));
  const low = (height: number): number => Math.floor((fastWords - 1 - height) / height);
  const either = (side: number): number => Math.max(narrow(side), low(side));
  const byEstimate = [cutBy(workload, fastWords, grain, narrow, low), cutBy(workload, fastWords, grain, either, either)];
  const cuts = [...byEstimate, ...(grain > 1 ? [] : cutsForVisits(workload, fastWords))];
  return cuts
    .flatMap((cut) => (cut === undefined ? [] : [atCut(workload, cut, fastWords, grain)]))
    .reduce<RowPartsGemm | undefined>(
      (best, next) => (best === undefined || loadsOf(next) < loadsOf(best) ? next : best),
      undefined,
    );
}

/** Whole panels in whose place one stays all but its corners. */
const PANELS_REPLACED = 2;

/** Whole panels first; what is left is more than one, and all but corners of it stay. */
function cutsForVisits({ m, n, k }: GemmWorkload, fastWords: number): readonly CutOfEither[] {
  const full = fullLines(k, fastWords);
  if (full < 1) return [];
  return [m, n].flatMap((all, side) => {
    const first = Math.ceil(all / full) - PANELS_REPLACED;
    const counts = first < 1 ? [] : [first, first - 1].filter((count) => count >= 1);
    return counts.map((count) => ({ lines: count * full, cost: 0, transposed: side === 1 }));
  });
}

/** Rows of k words that stay whole beside a column and its sums. */
function fullLines(k: number, fastWords: number): number {
  return Math.max(Math.floor((fastWords - 1) / (k + 1)), Math.floor((fastWords - 1 - k) / k));
}

interface CutOfEither extends Cut {
  readonly transposed: boolean;
}

function cutBy(
  { m, n, k }: GemmWorkload,
  fastWords: number,
  grain: number,
  rowsBeside: (width: number) => number,
  columnsBeside: (height: number) => number,
): CutOfEither | undefined {
  const held = grain > 1 ? 0 : fullLines(k, fastWords);
  const whole = (lines: number): number => Math.floor(lines / grain) * grain;
  const rows = cheapestCut(m, n, panelsOf(n, grain, held, fastWords, rowsBeside));
  const columns = cheapestCut(
    n,
    m,
    panelsOf(m, 1, held, fastWords, (height) => whole(columnsBeside(height))),
  );
  if (rows !== undefined && (columns === undefined || rows.cost <= columns.cost)) return { ...rows, transposed: false };
  return columns && { ...columns, transposed: true };
}

function atCut(workload: GemmWorkload, { lines, transposed }: CutOfEither, fastWords: number, grain: number): RowPartsGemm {
  const { m, n } = workload;
  const [first, last] = transposed
    ? [
        { ...workload, n: lines },
        { ...workload, n: n - lines },
      ]
    : [
        { ...workload, m: lines },
        { ...workload, m: m - lines },
      ];
  const parts = [bestOfOneShape(first, fastWords, grain), bestOfOneShape(last, fastWords, grain)] as const;
  return { ...inParts(workload, parts), ...(transposed ? { transposed } : {}) };
}

/** Words moved but for sums that are finished. */
function loadsOf({ words }: Pick<RowPartsGemm, "words">): bigint {
  return words.a + words.b + 2n * (words.cLoads ?? 0n);
}

function inParts(workload: GemmWorkload, parts: RowPartsGemm["parts"]): RowPartsGemm {
  const [x, y] = [parts[0].words, parts[1].words];
  const cLoads = (x.cLoads ?? 0n) + (y.cLoads ?? 0n);
  const words = { a: x.a + y.a, b: x.b + y.b, c: x.c + y.c, ...(cLoads === 0n ? {} : { cLoads }) };
  return { id: "row-parts", workload, parts, words };
}

function bestOfOneShape(workload: GemmWorkload, fastWords: number, grain: number): Part {
  const usual = grain > 1 ? cosmaGemm(workload, fastWords, grain) : bestWordGemm(workload, fastWords);
  const others = [
    handoverGemm(workload, fastWords, grain),
    ...(grain > 1 ? [] : [panelHandoverGemm(workload, fastWords), visitedCornersGemm(workload, fastWords)]),
  ];
  return others.reduce<Part>((best, next) => (next !== undefined && loadsOf(next) < loadsOf(best) ? next : best), usual);
}

/** Tiles of C in panels across `columns`, panels of full lines held, and the other operand's panels held while lines pass. */
function panelsOf(
  columns: number,
  grain: number,
  held: number,
  fastWords: number,
  linesBeside: (width: number) => number,
): readonly Panels[] {
  const square = Math.round(columns / Math.sqrt(fastWords));
  const counts = new Set<number>();
  for (let passes = 1; passes <= PASSES_TRIED; passes++) counts.add(passes);
  for (let aside = -AROUND_SQUARE; aside <= AROUND_SQUARE; aside++) counts.add(square + aside);
  const tiles = [...counts]
    .filter((passes) => passes >= 1 && passes <= columns / grain)
    .map((passes) => ({ passes, lines: linesBeside(Math.ceil(columns / grain / passes) * grain) }));
  const whole = [
    { passes: 1, lines: held },
    { passes: Math.ceil(columns / held), lines: Number.POSITIVE_INFINITY },
  ];
  return [...tiles, ...(held < 1 ? [] : whole)].filter(({ lines }) => lines >= 1);
}

interface Cut {
  /** Rows (or columns) of C in full panels. */
  readonly lines: number;
  readonly cost: number;
}

/** By loads of both operands, in units of k words. Lines moved to the part of fewer passes cost nothing until its panels are full. */
function cheapestCut(lines: number, columns: number, panels: readonly Panels[]): Cut | undefined {
  let best: Cut | undefined;
  for (const { passes, lines: full } of panels) {
    if (full >= lines) continue;
    for (const count of countsOf(Math.ceil(lines / full) - 1)) {
      const first = count * full;
      const cost = count * columns + passes * first + cheapestPanels(lines - first, columns, panels);
      if (best === undefined || cost < best.cost) best = { lines: first, cost };
    }
  }
  return best;
}

/** 1 to `most`; of many only both ends. */
function countsOf(most: number): readonly number[] {
  if (most <= 2 * PANELS_ASIDE) return Array.from({ length: most }, (_, index) => index + 1);
  return Array.from({ length: PANELS_ASIDE }, (_, index) => [index + 1, most - index]).flat();
}

function cheapestPanels(lines: number, columns: number, panels: readonly Panels[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { passes, lines: full } of panels) {
    least = Math.min(least, passes * lines + (full < lines ? Math.ceil(lines / full) : 1) * columns);
  }
  return least;
}
