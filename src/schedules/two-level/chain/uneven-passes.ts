/**
 * One panel of lines that stay while the others pass, several times: rows of A with sums of their rows of E, or columns of B with their
 * rows of D.
 */
export interface UnevenPanel {
  readonly lines: number;
  readonly passes: readonly UnevenPass[];
}

/** Entries of the panel's rows of E, or of D, that stay in one pass: counted column by column, from the panel's first line in each. */
export interface UnevenPass {
  readonly from: number;
  readonly past: number;
  /** The last so many lines have left: H of theirs was stored in the pass before, and is loaded. */
  readonly left: number;
}

/** The panel's lines, of k words and with n entries each. */
export interface PanelExtents {
  readonly lines: number;
  readonly k: number;
  readonly n: number;
}

/** Passes tried, and lines more than the fewest that have to leave: more room may save a column that two passes share. */
const PASSES_TRIED = 16;
const MORE_LEFT = 2;

/** The passes that move least. Undefined where the lines do not fit. */
export function cheapestPasses(extents: PanelExtents, fastWords: number): UnevenPanel | undefined {
  const { lines, k, n } = extents;
  if (!Number.isSafeInteger(lines * (k + n) + fastWords) || roomBeside(extents, 0, fastWords) < 0) return undefined;
  let best: { readonly count: number; readonly left: number } | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let count = 1; count <= PASSES_TRIED; count++) {
    const fewest = fewestLeft(extents, count, fastWords);
    if (fewest === undefined) continue;
    for (let left = fewest; left <= Math.min(fewest + MORE_LEFT, (count - 1) * (lines - 1)); left++) {
      // Every line that leaves is loaded again.
      const before = count * k + left + leftInPass(count, count - 1, left);
      if (before >= least) continue;
      const moved = before + meetings(passesWith(extents, count, left, fastWords));
      if (moved < least) [least, best] = [moved, { count, left }];
    }
  }
  return best === undefined ? undefined : passesWith(extents, best.count, best.left, fastWords);
}

/**
 * Entries that fit beside the lines when `left` of them have left: and beside either all entries of a column of H and a word that
 * passes, or the line that passes, one word of its other end, an entry made again for each such word, and those that are loaded.
 */
function roomBeside({ lines, k }: PanelExtents, left: number, fastWords: number): number {
  return fastWords - (lines - left) * k - Math.min(lines + 1, k + 2 + left);
}

/** Whether all entries of a column of H stay. */
export function entriesStay({ lines, k }: Pick<PanelExtents, "lines" | "k">, left: number): boolean {
  return lines + 1 <= k + 2 + left;
}

/** Lines that leave, summed over the passes, in passes two and later as even as can be and never fewer. */
function leftInPass(count: number, pass: number, left: number): number {
  if (pass === 0) return 0;
  const even = Math.floor(left / (count - 1));
  return pass > count - 1 - (left % (count - 1)) ? even + 1 : even;
}

/** The least sum with which all entries fit in so many passes. Undefined where none is. */
function fewestLeft(extents: PanelExtents, count: number, fastWords: number): number | undefined {
  const fits = (left: number): boolean => {
    let room = 0;
    for (let pass = 0; pass < count; pass++) room += roomBeside(extents, leftInPass(count, pass, left), fastWords);
    return room >= extents.lines * extents.n;
  };
  let [low, high] = [0, (count - 1) * (extents.lines - 1)];
  if (!fits(high)) return undefined;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A pass ends with a whole column where the later ones have room for the rest. */
function passesWith(extents: PanelExtents, count: number, left: number, fastWords: number): UnevenPanel {
  const { lines, n } = extents;
  const passes: UnevenPass[] = [];
  const roomOf = (pass: number): number => roomBeside(extents, leftInPass(count, pass, left), fastWords);
  let [from, later] = [0, 0];
  for (let pass = 0; pass < count; pass++) later += roomOf(pass);
  for (let pass = 0; pass < count; pass++) {
    const room = roomOf(pass);
    later -= room;
    const most = Math.min(lines * n, from + room);
    const whole = most - (most % lines);
    const past = whole >= from && lines * n - whole <= later ? whole : most;
    passes.push({ from, past, left: leftInPass(count, pass, left) });
    from = past;
  }
  return { lines, passes };
}

/** The columns of a pass with the lines that have an entry in it. */
export function columnsOf({ lines }: UnevenPanel, { from, past }: UnevenPass): readonly (readonly [number, number, number])[] {
  const columns: [number, number, number][] = [];
  for (let at = from; at < past; ) {
    const column = Math.floor(at / lines);
    const next = Math.min(past, (column + 1) * lines);
    columns.push([column, at - column * lines, next - column * lines]);
    at = next;
  }
  return columns;
}

/** Columns of all passes: one that two passes share counts twice. */
export function meetings({ lines, passes }: UnevenPanel): number {
  const columns = ({ from, past }: UnevenPass): number =>
    from < past ? Math.floor((past - 1) / lines) - Math.floor(from / lines) + 1 : 0;
  return passes.reduce((sum, pass) => sum + columns(pass), 0);
}

/** Lines whose H is stored, and how often it is loaded. */
export function storedLines({ passes }: UnevenPanel): number {
  return passes.at(-1)?.left ?? 0;
}

export function loadedAgain({ passes }: UnevenPanel): number {
  return passes.reduce((sum, { left }) => sum + left, 0);
}
