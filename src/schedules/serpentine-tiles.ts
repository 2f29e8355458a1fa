/** Panels of as many rows (or columns) of C each; the first `corner` of each belong to the corners, where tiles lack one. */
export interface CutPanels {
  readonly count: number;
  readonly lines: number;
  readonly corner: number;
}

/** Panels as equal as they can be: those of most lines, from the first on, and those of one line less, if any. */
export type TwoPanels = readonly [CutPanels, CutPanels];

/** A matrix of so many lines in whole panels. */
export function equalPanels(lines: number, count: number): TwoPanels {
  const [least, more] = [Math.floor(lines / count), lines % count];
  const small = { count: more === 0 ? 0 : count - more, lines: least, corner: 0 };
  return [more === 0 ? { ...small, count } : { count: more, lines: least + 1, corner: 0 }, small];
}

export function panelCount([large, small]: TwoPanels): number {
  return large.count + small.count;
}

/**
 * Tiles that hand words over, in serpentine order: along one panel and back along the next. Neighbours share rows of A,
 * or columns of B where the order turns; the other way round when transposed. Every other tile sums from the last inner index down,
 * so that the last `handed` inner indices of a tile are the first of the next, and the words of the lines that both share
 * are loaded once.
 *
 * They come while the old tile's sums leave, square after square, and go while the next one's come: with ρ rows and χ columns of the
 * old tile finished, h(ρ + χ) words are there and ρχ sums are not, so that no more than h(h + 1) words have to be free beside a whole tile.
 */
export interface SerpentineTiles {
  readonly rows: TwoPanels;
  readonly columns: TwoPanels;
  /** Inner indices whose words a tile leaves to the next. */
  readonly handed: number;
  /** Along the columns of C. */
  readonly transposed: boolean;
}

/** Words free beside the sums of a tile for so many inner indices handed over. */
export function handoverRoom(handed: number): number {
  return handed * (handed + 1);
}

/** Most inner indices that tiles with so many words free beside their sums can hand over. */
export function mostHanded(room: number, rows: TwoPanels, columns: TwoPanels, k: number): number {
  if (panelCount(rows) * panelCount(columns) < 2) return 0;
  const squares = Math.floor((Math.sqrt(4 * room + 1) - 1) / 2);
  // A tile has inner indices of its own for the one before it and the one after it.
  return Math.max(0, Math.min(squares, leastLines(rows), leastLines(columns), Math.floor(k / 2)));
}

/** Lines of the smallest panel outside its corner. */
function leastLines([large, small]: TwoPanels): number {
  const most = large.lines - large.corner;
  return small.count === 0 ? most : Math.min(most, small.lines - small.corner);
}

/** Words of A and of B that one product of such tiles need not load again. */
export function handedWords({ rows, columns, handed, transposed }: SerpentineTiles): { readonly a: bigint; readonly b: bigint } {
  const [beside, along] = transposed ? [columns, rows] : [rows, columns];
  const h = BigInt(handed);
  const [shared, turned] = [h * BigInt(panelCount(along) - 1) * linesOf(beside), h * turnLines(along, panelCount(beside))];
  return transposed ? { a: turned, b: shared } : { a: shared, b: turned };
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

/** The cheaper direction. */
export function bestSerpentine(rows: TwoPanels, columns: TwoPanels, handed: number): SerpentineTiles {
  const [across, down] = [false, true].map((transposed) => ({ rows, columns, handed, transposed })) as [
    SerpentineTiles,
    SerpentineTiles,
  ];
  const saved = (tiles: SerpentineTiles): bigint => handedWords(tiles).a + handedWords(tiles).b;
  return saved(down) > saved(across) ? down : across;
}
