/**
 * Panels of lines that stay, all but a corner: of the first `height` lines of every full panel, and of the first `lastHeight` of
 * the last, the first `width` words. What needs the corner's words is done beforehand, and its unfinished sums are stored.
 */
export interface Corner {
  /** Lines of a full panel. */
  readonly lines: number;
  readonly panels: number;
  readonly width: number;
  readonly height: number;
  readonly lastHeight: number;
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

/** The cheapest corner by `cost` over numbers of panels too few to fit whole; undefined where none fits. */
export function cheapestCorner(held: HeldLines, fastWords: number, cost: (corner: Corner) => bigint): Corner | undefined {
  const whole = Math.ceil(held.lines / Math.max(1, wholeLines(held, fastWords)));
  let best: { readonly corner: Corner; readonly cost: bigint } | undefined;
  for (let panels = Math.max(1, whole - PANELS_TRIED); panels <= whole; panels++) {
    const corner = cornerOf(held, Math.ceil(held.lines / panels), fastWords);
    if (corner === undefined) continue;
    const words = cost(corner);
    if (best === undefined || words < best.cost) best = { corner, cost: words };
  }
  return best?.corner;
}

/** Lines of all corners together. */
export function cornerLines({ panels, height, lastHeight }: Corner): number {
  return (panels - 1) * height + lastHeight;
}

/** Words that a column and its sums take beside a panel of `lines`. */
function besidePanel({ passing }: HeldLines, lines: number): number {
  return Math.min(lines, passing) + 1;
}

function wholeLines({ inner, beside, passing }: HeldLines, fastWords: number): number {
  const words = inner + beside;
  return Math.max(Math.floor((fastWords - 1) / (words + 1)), Math.floor((fastWords - 1 - passing) / words));
}

/** For panels of `lines`: a column costs the corner's width again, a store and a load for each of its lines. */
function cornerOf(held: HeldLines, lines: number, fastWords: number): Corner | undefined {
  const { inner, beside } = held;
  const panels = Math.ceil(held.lines / lines);
  const last = held.lines - (panels - 1) * lines;
  const missing = (count: number): number => Math.max(0, count * (inner + beside) + besidePanel(held, count) - fastWords);
  const [most, least] = [missing(lines), missing(last)];
  const all = (panels - 1) * most + least;
  // No corners, more than can wait in memory at once, or beyond exact numbers.
  if (most === 0 || all > fastWords || !Number.isSafeInteger(lines * (inner + beside))) return undefined;
  const balanced = Math.round(Math.sqrt(2 * all));
  const narrowest = Math.ceil(most / Math.max(1, lines - 1));
  // Words that a line of the corner leaves to others.
  const saved = (count: number, width: number): number => width - (count <= held.passing ? 0 : held.keptSums);
  let best: Corner | undefined;
  const widthAndSums = (corner: Corner): number => corner.width + 2 * cornerLines(corner);
  const from = Math.max(narrowest, balanced - WIDTHS_ASIDE);
  for (let width = from; width <= Math.max(narrowest, Math.min(inner - 1, balanced + WIDTHS_ASIDE)); width++) {
    if (saved(lines, width) < 1 || saved(last, width) < 1) continue;
    const [height, lastHeight] = [Math.ceil(most / saved(lines, width)), Math.ceil(least / saved(last, width))];
    // Every line of a panel needs words of the whole width, or they would not have to pass.
    if (width >= inner || height >= lines || (lastHeight > 0 && lastHeight >= last)) continue;
    const corner: Corner = { lines, panels, width, height, lastHeight };
    const count = cornerLines(corner);
    if (count * width + Math.min(count, width) + 1 > fastWords) continue;
    if (best === undefined || widthAndSums(corner) < widthAndSums(best)) best = corner;
  }
  return best;
}
