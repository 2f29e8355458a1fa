/** What a set of rows takes: its words of a column, and for each pair of rows one word, or two where both orders count. */
export interface SetMemory {
  readonly fastWords: number;
  readonly orders: 1 | 2;
  /** Words that pass one by one beside those of the rows. */
  readonly beside: 0 | 1;
}

/** How the pairs of some rows are dealt out; rows are cut into runs as even as can be, the longer ones first. */
export type RowCut =
  | { readonly kind: "whole" }
  /** Each two blocks of rows are a set, and each alone. */
  | { readonly kind: "pairs"; readonly blocks: number }
  /** k(k − 1) + 1 blocks of rows, of which set x has blocks d + x, d in `differences`: each two blocks are in one set. */
  | { readonly kind: "plane"; readonly differences: readonly number[] }
  /** Groups of `groupRows` rows, each of `lines` blocks; each two blocks of different groups are in one set. Pairs within a group remain. */
  | { readonly kind: "lines"; readonly groupRows: number; readonly lines: number };

/** A cut, the rows that its sets have together, and those of the largest set. */
export interface DealtRows {
  readonly cut: RowCut;
  readonly loaded: bigint;
  readonly largest: number;
}

/**
 * Differences of which every number modulo k(k − 1) + 1 but 0 is one, for projective planes of order 1, 2, 3, 4, 5, 7, 8 and 9
 * (Singer 1938).
 */
const DIFFERENCE_SETS: readonly (readonly number[])[] = [
  [0, 1],
  [0, 1, 3],
  [0, 1, 3, 9],
  [0, 1, 4, 14, 16],
  [0, 1, 3, 8, 12, 18],
  [0, 1, 3, 13, 32, 36, 43, 52],
  [0, 1, 3, 7, 15, 31, 36, 54, 63],
  [0, 1, 3, 9, 27, 49, 56, 61, 77, 81],
];

/** Groups, and the rows of a block of each that a set has room for. */
interface Groups {
  readonly groups: number;
  readonly blockRows: number;
}

const MOST_GROUPS = 2048;
/** Cuts whose lines are looked for, and those of them whose groups are dealt out too; of many rows fewer. */
const LOOKED_FOR = 16;
const DEALT = 6;
const DEALT_OF_MANY = 2;
const MANY = 1_000_000;

/**
 * Deals out the pairs of any number of rows, those of a row with itself too, into sets that fit the memory: the cheapest of the cuts looked
 * at, by exact count. A row costs a word of each column for each of its sets, about n/√(2S) of them for one order.
 *
 * `lines` are those of an affine plane over the integers modulo p, blocks of rows for its points (Beaumont et al. 2022 have single
 * rows): p has no factor below the number of groups less one, so two blocks determine their line.
 */
export class RowDealer {
  readonly #memory: SetMemory;
  readonly #groups: readonly Groups[];
  readonly #dealt = new Map<number, DealtRows>();

  constructor(memory: SetMemory) {
    this.#memory = memory;
    this.#groups = this.#groupsThatFit();
  }

  /** Of one row or more. Memories of fewer than orders + 2 + beside words hold no pair. */
  deal(size: number): DealtRows {
    const known = this.#dealt.get(size);
    if (known !== undefined) return known;
    const found = this.#cheapest(size);
    this.#dealt.set(size, found);
    return found;
  }

  #fits(pairs: number, rows: number): boolean {
    const { orders, beside, fastWords } = this.#memory;
    return orders * pairs + rows + beside <= fastWords;
  }

  #isWhole(size: number): boolean {
    return this.#fits(pairsOf(size) + size / this.#memory.orders, size);
  }

  #groupsThatFit(): readonly Groups[] {
    const { orders, fastWords } = this.#memory;
    const found: Groups[] = [];
    for (let groups = 2; groups <= MOST_GROUPS && this.#fits(pairsOf(groups), groups); groups += Math.ceil(groups / 256)) {
      let blockRows = Math.ceil(Math.sqrt(fastWords / (orders * pairsOf(groups))));
      while (!this.#fits(pairsOf(groups) * blockRows ** 2, groups * blockRows)) blockRows--;
      found.push({ groups, blockRows });
    }
    return found;
  }

  #cheapest(size: number): DealtRows {
    if (this.#isWhole(size)) return { cut: { kind: "whole" }, loaded: BigInt(size), largest: size };
    const planes = DIFFERENCE_SETS.flatMap((differences): DealtRows[] => {
      const inSet = differences.length;
      const blocks = inSet * (inSet - 1) + 1;
      const rows = Math.ceil(size / blocks);
      const pairs = pairsOf(inSet) * rows ** 2 + pairsOf(rows) + rows / this.#memory.orders;
      if (size < blocks || !this.#fits(pairs, inSet * rows)) return [];
      return [{ cut: { kind: "plane", differences }, loaded: BigInt(inSet) * BigInt(size), largest: inSet * rows }];
    });
    const all = [this.#inPairs(size), ...planes, ...this.#lines(size)];
    return all.reduce((x, y) => (y.loaded < x.loaded ? y : x));
  }

  #inPairs(size: number): DealtRows {
    const blocks = Math.ceil(size / (this.#groups[0]?.blockRows ?? 1));
    const cut = { kind: "pairs", blocks } as const;
    return { cut, loaded: BigInt(blocks) * BigInt(size), largest: 2 * Math.ceil(size / blocks) };
  }

  /** The most promising ones. */
  #lines(size: number): readonly DealtRows[] {
    const { fastWords, orders } = this.#memory;
    const within = (rows: number): number =>
      this.#isWhole(rows) ? rows : rows + (rows * rows) / Math.sqrt((2 * fastWords) / orders);
    const estimate = (lines: number, groupRows: number): number =>
      lines * size + Math.floor(size / groupRows) * within(groupRows) + within(size % groupRows);
    const rough = this.#groups.map(({ groups, blockRows }) => {
      const even = Math.ceil(size / groups);
      const least = Math.max(1, Math.ceil(even / blockRows));
      return { groups, blockRows, even, least, cost: estimate(least === 1 ? 1 : Math.max(least, groups - 1), even) };
    });
    const near = rough.sort((x, y) => x.cost - y.cost).slice(0, LOOKED_FOR);
    const cuts = near.flatMap(({ groups, blockRows, even, least }) => {
      const lines = linesFrom(least, groups);
      return [even, lines * blockRows]
        .filter((groupRows) => groupRows >= lines && groupRows < size)
        .map((groupRows) => ({ groupRows, lines, cost: estimate(lines, groupRows) }));
    });
    return cuts
      .sort((x, y) => x.cost - y.cost)
      .slice(0, size < MANY ? DEALT : DEALT_OF_MANY)
      .map(({ groupRows, lines }) => this.#inLines(size, groupRows, lines));
  }

  #inLines(size: number, groupRows: number, lines: number): DealtRows {
    const [whole, rest] = [Math.floor(size / groupRows), size % groupRows];
    // Of two groups, blocks that have no row spare those of the other group a set.
    const isPair = whole === 1 && rest < lines;
    const apart = isPair ? BigInt(groupRows) * BigInt(rest) + BigInt(rest) * BigInt(lines) : BigInt(lines) * BigInt(size);
    const within = BigInt(whole) * this.deal(groupRows).loaded + (rest === 0 ? 0n : this.deal(rest).loaded);
    const inBlocks = whole * Math.ceil(groupRows / lines) + Math.ceil(rest / lines);
    const largest = Math.max(inBlocks, this.deal(groupRows).largest, rest === 0 ? 0 : this.deal(rest).largest);
    return { cut: { kind: "lines", groupRows, lines }, loaded: apart + within, largest };
  }
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}

/** The least number of lines from `least` on that has no factor below `groups` − 1. */
function linesFrom(least: number, groups: number): number {
  let lines = least;
  while (hasFactorBelow(lines, groups - 1)) lines++;
  return lines;
}

function hasFactorBelow(value: number, limit: number): boolean {
  for (let factor = 2; factor < limit && factor * factor <= value; factor++) if (value % factor === 0) return true;
  return value > 1 && value < limit;
}
