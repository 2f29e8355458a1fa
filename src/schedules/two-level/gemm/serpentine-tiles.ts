/** Panels of as many rows (or columns) of C each; the first `corner` of each belong to the corners, where tiles have one apart. */
export interface CutPanels {
  readonly count: number;
  readonly lines: number;
  readonly corner: number;
}

/** Panels as equal as they can be: those of most lines, from the first on, and those of one line less, if any. */
export type TwoPanels = readonly [CutPanels, CutPanels];

/** A matrix of so many lines in whole panels, of multiples of `grain` lines if that divides it. */
export function equalPanels(lines: number, count: number, grain = 1): TwoPanels {
  const [least, more] = [Math.floor(lines / grain / count) * grain, (lines / grain) % count];
  const small = { count: more === 0 ? 0 : count - more, lines: least, corner: 0 };
  return [more === 0 ? { ...small, count } : { count: more, lines: least + grain, corner: 0 }, small];
}

/** The same panels with so many lines of each in its corner. */
export function withCorner([large, small]: TwoPanels, corner: number): TwoPanels {
  return [
    { ...large, corner },
    { ...small, corner },
  ];
}

/** One panel after another, each with its first line. */
export function placed([large, small]: TwoPanels): readonly (CutPanels & { readonly first: number })[] {
  const beyond = large.count * large.lines;
  return [
    ...Array.from({ length: large.count }, (_, panel) => ({ ...large, first: panel * large.lines })),
    ...Array.from({ length: small.count }, (_, panel) => ({ ...small, first: beyond + panel * small.lines })),
  ];
}

/** Lines of all corners together. */
export function cornerLines([large, small]: TwoPanels): number {
  return large.count * large.corner + small.count * small.corner;
}

export function panelCount([large, small]: TwoPanels): number {
  return large.count + small.count;
}

/** The most lines that may be handed over in so much room: the largest h with h² + h words. */
export function linesForRoom(room: number): number {
  let h = Math.max(0, Math.floor((Math.sqrt(4 * Math.max(0, room) + 1) - 1) / 2));
  while (h > 0 && h * (h + 1) > room) h--;
  return h;
}

/**
 * Tiles that hand words over, in serpentine order: along one panel and back along the next. Neighbours share rows of A,
 * or columns of B where the order turns; the other way round when transposed. Every other tile sums from the last inner index down,
 * so that the last `handed` inner indices of a tile are the first of the next, and the words of the lines that both share
 * are loaded once.
 *
 * They come while the old tile's sums leave, square after square, and go while the next one's come: with ρ rows and χ columns of the
 * old tile finished, h(ρ + χ) words are there and ρχ sums are not, so that no more than h(h + 1) words have to be free beside a whole tile.
 * With less, the first sums of the square meet the inner indices that have no room yet beforehand, and the last sums of the new tile
 * meet them afterwards: an index that waits until t × t sums are gone loads 4t words more.
 */
export interface SerpentineTiles {
  readonly rows: TwoPanels;
  readonly columns: TwoPanels;
  /** Inner indices whose words a tile leaves to the next. */
  readonly handed: number;
  /** Rows (and columns) of the squares of sums that are gone before there is room for the last of these indices; they rise. */
  readonly waits: readonly number[];
  /** Along the columns of C. */
  readonly transposed: boolean;
  /** Columns of C are finished in pairs, of which a tile has all or none. */
  readonly pairs?: true;
}

/**
 * Words free beside the sums of a tile for so many inner indices handed over, none of which waits. Where columns of C are finished in
 * pairs (`grain` 2), sums of the first of a pair are there until the second is, which comes next: h(ρ + 1 + χ) words then with χ odd, and
 * ρ(χ − 1) sums gone.
 */
export function handoverRoom(handed: number, grain = 1): number {
  return handed * (handed + grain);
}

/** Inner indices handed over that wait, at most: all that pay for square tiles in memories of up to 2³⁰ words. */
const MOST_WAITING = 4096;

/** What tiles with so much free beside their sums hand over where nothing waits, and lines that an inner index is shared by. */
interface Handover {
  readonly handed: number;
  readonly lines: number;
  readonly tiles: number;
  /** Inner indices at most, and rows (or columns) of the smallest tile outside its corner. */
  readonly most: number;
  readonly least: number;
}

function handoverOf(room: number, { rows, columns }: Panels, transposed: boolean, k: number, grain: number): Handover {
  const tiles = panelCount(rows) * panelCount(columns);
  const least = Math.min(leastLines(rows), leastLines(columns));
  // A tile has inner indices of its own for the one before it and the one after it.
  const most = tiles < 2 ? 0 : Math.max(0, Math.min(least, Math.floor(k / 2)));
  const free = Math.floor((Math.sqrt(4 * room + grain ** 2) - grain) / 2);
  const [shared, turned] = sharedLines(rows, columns, transposed);
  return { handed: Math.min(free, most), lines: Number(shared + turned), tiles, most, least };
}

/**
 * Rows of the least square whose sums are gone when an inner index comes that `handed` of them then pass with it: from there on
 * `handed·(ρ + χ + 1)` words and the sums that are left fit, ρ and χ the rows and columns finished.
 */
function waitingFor(handed: number, room: number): number {
  const fits = (lines: number): boolean => lines * lines + room >= handed * (2 * lines + 1);
  let lines = Math.max(handed, Math.ceil(handed + Math.sqrt(Math.max(0, handed * (handed + 1) - room))) - 1);
  while (!fits(lines)) lines++;
  return lines;
}

/** Lines that an inner index may wait for: it saves `lines` words in all and costs four for each of them and each handover. */
function longestWait({ lines, tiles, least }: Handover, room: number): number {
  return Math.min(Math.ceil(lines / (4 * (tiles - 1))) - 1, least, room - 1);
}

/** At least as many words as tiles with so much `room` save by what they hand over, and not many more. */
export function mostSaved(room: number, rows: TwoPanels, columns: TwoPanels, k: number, grain = 1): number {
  const either = [false, true].map((transposed) => {
    const handover = handoverOf(room, { rows, columns }, transposed, k, grain);
    const { handed, lines, tiles, most } = handover;
    if (handed >= most || grain > 1) return handed * lines;
    const longest = longestWait(handover, room);
    const more = Math.max(0, Math.min(most, Math.floor((longest * longest + room) / (2 * longest + 1))) - handed);
    return handed * lines + more * Math.max(0, lines - 4 * (handed + 1) * (tiles - 1));
  });
  return Math.max(...either);
}

/** The corner of each tile, and what tiles save with it: about as many words as `saved`, more if inner indices wait besides. */
export interface CornerAhead {
  readonly high: number;
  readonly wide: number;
  readonly saved: number;
}

/** Numbers of inner indices handed over that are tried beside corners. */
const CORNERS_TRIED = 64;

/**
 * Corners that make room for more inner indices to be handed over, the most saving first. Each of their sums moves twice more, and
 * their product with the inner indices of both ends of a tile, 2h of them, loads at least 4h²/S words for each.
 */
export function cornersWorthALook(
  fastWords: number,
  rows: TwoPanels,
  columns: TwoPanels,
  k: number,
  grain = 1,
): readonly CornerAhead[] {
  const room = fastWords - rows[0].lines * columns[0].lines;
  const corners = [false, true].flatMap((transposed) => {
    const { handed, lines, tiles, most } = handoverOf(room, { rows, columns }, transposed, k, grain);
    const last = Math.min(most, Math.ceil(lines / (4 * Math.max(1, tiles))));
    const step = Math.max(1, Math.ceil((last - handed) / CORNERS_TRIED));
    const counts = Array.from(
      { length: Math.max(0, Math.floor((last - handed) / step)) },
      (_, more) => handed + (more + 1) * step,
    );
    return counts.map((count): CornerAhead => {
      const lacking = handoverRoom(count, grain) - room;
      const wide = Math.ceil(Math.sqrt(lacking) / grain) * grain;
      const high = Math.ceil(lacking / wide);
      return { high, wide, saved: count * lines - tiles * high * wide * (2 + (4 * count ** 2) / fastWords) };
    });
  });
  return corners.sort((one, other) => other.saved - one.saved);
}

/** No corners of such tiles save more: the same for numbers of inner indices and sums that need not be whole. */
export function mostSavedByCorners(fastWords: number, rows: TwoPanels, columns: TwoPanels): number {
  const room = fastWords - rows[0].lines * columns[0].lines;
  const tiles = panelCount(rows) * panelCount(columns);
  const lines = Math.max(
    ...[false, true].map((transposed) => sharedLines(rows, columns, transposed).reduce((sum, more) => sum + Number(more), 0)),
  );
  // So much room hands over every line of a tile as it is.
  if (2 * room >= fastWords) return 0;
  const slope = (handed: number): number => lines - tiles * handed * (4 + (16 * handed ** 2 - 8 * room) / fastWords);
  const bend = (handed: number): number => tiles * (4 + (48 * handed ** 2 - 8 * room) / fastWords);
  // The slope is concave and falls: from beyond its root Newton's steps come down to it.
  let handed = lines / (2 * tiles);
  for (let step = 0; step < NEWTON_STEPS; step++) handed += slope(handed) / bend(handed);
  return handed * lines - tiles * (handed ** 2 - room) * (2 + (4 * handed ** 2) / fastWords) + Math.abs(slope(handed)) * handed;
}

const NEWTON_STEPS = 4;

interface Panels {
  readonly rows: TwoPanels;
  readonly columns: TwoPanels;
}

/** Lines of all handovers along panels and of those where the order turns, each a word for each inner index. */
function sharedLines(rows: TwoPanels, columns: TwoPanels, transposed: boolean): readonly [bigint, bigint] {
  const [beside, along] = transposed ? [columns, rows] : [rows, columns];
  return [BigInt(panelCount(along) - 1) * linesOf(beside), turnLines(along, panelCount(beside))];
}

/** Lines of the smallest panel outside its corner. */
function leastLines([large, small]: TwoPanels): number {
  const most = large.lines - large.corner;
  return small.count === 0 ? most : Math.min(most, small.lines - small.corner);
}

/** Words of A and of B that one product of such tiles need not load again; less than none where those that wait cost more. */
export function handedWords({ rows, columns, handed, waits, transposed }: SerpentineTiles): {
  readonly a: bigint;
  readonly b: bigint;
} {
  const handovers = BigInt(panelCount(rows)) * BigInt(panelCount(columns)) - 1n;
  const again = 2n * handovers * BigInt(waits.reduce((sum, lines) => sum + lines, 0));
  const saved = (lines: bigint): bigint => BigInt(handed) * lines - again;
  const [shared, turned] = sharedLines(rows, columns, transposed);
  return transposed ? { a: saved(turned), b: saved(shared) } : { a: saved(shared), b: saved(turned) };
}

function linesOf([large, small]: TwoPanels): bigint {
  return BigInt(large.count) * BigInt(large.lines) + BigInt(small.count) * BigInt(small.lines);
}

/** Lines of the tiles where the order turns: those of the last panel and of the first, alternately. */
function turnLines([large, small]: TwoPanels, sweeps: number): bigint {
  const [atLast, atFirst] = [Math.floor(sweeps / 2), Math.floor((sweeps - 1) / 2)];
  const last = small.count > 0 ? small : large;
  return BigInt(atLast) * BigInt(last.lines) + BigInt(atFirst) * BigInt(large.lines);
}

/** The cheaper direction, with as much handed over as pays; `room` is what is free beside the sums of the largest tile. In pairs none waits. */
export function bestSerpentine(rows: TwoPanels, columns: TwoPanels, room: number, k: number, grain = 1): SerpentineTiles {
  const [across, down] = [planned({ rows, columns }, room, k, false, grain), planned({ rows, columns }, room, k, true, grain)];
  const saved = (tiles: SerpentineTiles): bigint => handedWords(tiles).a + handedWords(tiles).b;
  return saved(down) > saved(across) ? down : across;
}

function planned(panels: Panels, room: number, k: number, transposed: boolean, grain: number): SerpentineTiles {
  const handover = handoverOf(room, panels, transposed, k, grain);
  const waits: number[] = [];
  if (handover.handed < handover.most && grain === 1) {
    const longest = longestWait(handover, room);
    for (let handed = handover.handed + 1; handed <= handover.most && waits.length < MOST_WAITING; handed++) {
      const lines = waitingFor(handed, room);
      if (lines > longest) break;
      waits.push(lines);
    }
  }
  return { ...panels, handed: handover.handed + waits.length, waits, transposed, ...(grain === 2 ? { pairs: true } : {}) };
}
