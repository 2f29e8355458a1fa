import { type CutPanels, cornerLines, equalPanels, type TwoPanels } from "./serpentine-tiles.js";

/**
 * Panels of lines that stay, all but a corner: of the first `corner` lines of each, the first `width` words. What needs the
 * corners' words is done beforehand, and its partial sums are stored.
 */
export interface Corner {
  readonly panels: TwoPanels;
  readonly width: number;
}

/**
 * Lines of `inner` words that a corner may be cut from and `beside` more; `passing` words pass in a piece, or one by one beside a sum
 * a line. While they pass in a piece each line of a corner may keep a finished sum.
 */
export interface HeldLines {
  readonly lines: number;
  readonly inner: number;
  readonly beside: number;
  readonly passing: number;
  readonly keptSums: 0 | 1;
}

/** Numbers of panels tried below the least that fit whole, and widths on both sides of the balanced corner. */
const PANELS_TRIED = 64;
const WIDTHS_ASIDE = 2048;

/** The cheapest corner by `cost` over numbers of panels too few to fit whole, equal ones or all but the last; undefined where none fits. */
export function cheapestCorner(held: HeldLines, fastWords: number, cost: (corner: Corner) => bigint): Corner | undefined {
  const whole = Math.ceil(held.lines / Math.max(1, wholeLines(held, fastWords)));
  let best: { readonly corner: Corner; readonly cost: bigint } | undefined;
  for (let count = Math.max(1, whole - PANELS_TRIED); count <= whole; count++) {
    for (const panels of [fullPanels(held.lines, count), equalPanels(held.lines, count)]) {
      const corner = cornerOf(held, panels, fastWords);
      if (corner === undefined) continue;
      const words = cost(corner);
      if (best === undefined || words < best.cost) best = { corner, cost: words };
    }
  }
  return best?.corner;
}

/** At most so many panels, all but the last, if that has fewer, of as many lines. */
function fullPanels(lines: number, most: number): TwoPanels {
  const full = Math.ceil(lines / most);
  const count = Math.floor(lines / full);
  const last = lines - count * full;
  return [
    { count, lines: full, corner: 0 },
    { count: last === 0 ? 0 : 1, lines: last, corner: 0 },
  ];
}

/** Words that a column and its sums take beside a panel of `lines`. */
function besidePanel({ passing }: HeldLines, lines: number): number {
  return Math.min(lines, passing) + 1;
}

function wholeLines({ inner, beside, passing }: HeldLines, fastWords: number): number {
  const words = inner + beside;
  return Math.max(Math.floor((fastWords - 1) / (words + 1)), Math.floor((fastWords - 1 - passing) / words));
}

/** A column costs the corner's width again, a store and a load for each of its lines. */
function cornerOf(held: HeldLines, panels: TwoPanels, fastWords: number): Corner | undefined {
  const { inner, beside } = held;
  const missing = ({ lines }: CutPanels): number => Math.max(0, lines * (inner + beside) + besidePanel(held, lines) - fastWords);
  const [{ lines: longest }] = panels;
  const most = missing(panels[0]);
  const all = panels[0].count * most + panels[1].count * missing(panels[1]);
  // No corners, more than can wait in memory at once, or beyond exact numbers.
  if (most === 0 || all > fastWords || !Number.isSafeInteger(longest * (inner + beside))) return undefined;
  const balanced = Math.round(Math.sqrt(2 * all));
  const narrowest = Math.ceil(most / Math.max(1, longest - 1));
  // Words that a line of the corner leaves to others.
  const saved = (lines: number, width: number): number => width - (lines <= held.passing ? 0 : held.keptSums);
  let best: Corner | undefined;
  const widthAndSums = (corner: Corner): number => corner.width + 2 * cornerLines(corner.panels);
  const from = Math.max(narrowest, balanced - WIDTHS_ASIDE);
  for (let width = from; width <= Math.max(narrowest, Math.min(inner - 1, balanced + WIDTHS_ASIDE)); width++) {
    if (panels.some(({ count, lines }) => count > 0 && saved(lines, width) < 1)) continue;
    const cut = panels.map((panel) => ({ ...panel, corner: Math.ceil(missing(panel) / Math.max(1, saved(panel.lines, width))) }));
    // Every line of a panel needs words of the whole width, or they would not have to pass.
    if (width >= inner || cut.some(({ count, lines, corner }) => count > 0 && corner > 0 && corner >= lines)) continue;
    const corner: Corner = { panels: cut as [CutPanels, CutPanels], width };
    const sums = cornerLines(corner.panels);
    if (sums * width + Math.min(sums, width) + 1 > fastWords) continue;
    if (best === undefined || widthAndSums(corner) < widthAndSums(best)) best = corner;
  }
  return best;
}
