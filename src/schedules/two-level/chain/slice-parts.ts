import type { ChainWorkload } from "../../../computation/chain.js";
import { ceilDivide } from "../../../exact/integer.js";
import type { ChainWords } from "./words.js";

/** Panels of rows beside the slice, over blocks of columns of E. */
export interface PanelsOfPart {
  readonly count: number;
  /** Rows of a panel, at most. */
  readonly rows: number;
  /** Columns of E in a block. */
  readonly width: number;
}

/**
 * Full panels for the first rows, panels over more blocks of E's columns for the others, and a slice of B that stays for all of them:
 * what both kinds of panels leave free is B that is loaded once. A fused strip in two parts, as in `chain-row-parts`.
 */
export interface SlicePartsChain {
  readonly id: "chain-slice-parts";
  readonly workload: ChainWorkload;
  readonly parts: readonly [PanelsOfPart, PanelsOfPart];
  /** Columns of B, from the first, that stay. */
  readonly front: number;
  readonly words: ChainWords;
}

/** Blocks of E's columns, and panels of one kind, that are tried. */
const MOST_BLOCKS = 8;
const MOST_PANELS = 8;

/**
 * Cost mk + k(Pl − (P − 1)s) + n·pl + mn with p panels, P passes over B and s columns of B that stay. The cheapest of all pairs of
 * widths and counts tried; undefined where no slice is left beside panels of two kinds.
 */
export function slicePartsChain(workload: ChainWorkload, fastWords: number): SlicePartsChain | undefined {
  const { n } = workload;
  const widths = new Set<number>();
  for (let blocks = 1; blocks <= Math.min(n, MOST_BLOCKS); blocks++) widths.add(Math.ceil(n / blocks));
  let best: { readonly found: SlicePartsChain; readonly moved: bigint } | undefined;
  for (const wide of widths) {
    for (const narrow of [...widths].filter((width) => width < wide)) {
      for (let first = 1; first <= MOST_PANELS; first++) {
        const last = fewestOf(workload, fastWords, { count: first, width: wide }, narrow);
        if (last === undefined) continue;
        const found = withSlice(workload, fastWords, [
          { count: first, width: wide },
          { count: last, width: narrow },
        ]);
        if (found === undefined) continue;
        const moved = found.words.b + found.words.d;
        if (best === undefined || moved < best.moved) best = { found, moved };
      }
    }
  }
  return best?.found;
}

type Kind = Omit<PanelsOfPart, "rows">;

/** Panels of another width that the rows left by full ones need; undefined if there are too many, or none left. */
function fewestOf({ m, k }: ChainWorkload, fastWords: number, { count, width }: Kind, other: number): number | undefined {
  const left = m - count * rowsBeside(k, width, fastWords);
  const rows = rowsBeside(k, other, fastWords);
  if (left < 1 || rows < 1) return undefined;
  const needed = Math.ceil(left / rows);
  return needed > MOST_PANELS ? undefined : needed;
}

/** The most rows beside which columns of H are made and used one by one. */
function rowsBeside(k: number, width: number, words: number): number {
  const withEntries = Math.floor((words - 1) / (k + width + 1));
  const withColumns = Math.floor((words - k - 2) / (k + width));
  return Math.max(0, withEntries, withColumns);
}

/** As wide a slice as lets these panels hold all rows. */
function withSlice(workload: ChainWorkload, fastWords: number, kinds: readonly [Kind, Kind]): SlicePartsChain | undefined {
  const { m, k, l } = workload;
  const rowsWith = (front: number): readonly number[] => kinds.map(({ width }) => rowsBeside(k, width, fastWords - front * k));
  const holdsAll = (front: number): boolean =>
    kinds.reduce((sum, { count }, i) => sum + count * (rowsWith(front)[i] ?? 0), 0) >= m;
  let [fits, not] = [0, Math.min(l, Math.floor(fastWords / k)) + 1];
  if (!holdsAll(0)) return undefined;
  while (not - fits > 1) {
    const middle = Math.floor((fits + not) / 2);
    if (holdsAll(middle)) fits = middle;
    else not = middle;
  }
  const [full] = rowsWith(fits) as [number, number];
  const left = m - kinds[0].count * full;
  if (fits === 0 || full < 1 || left < 1) return undefined;
  const parts = [
    { ...kinds[0], rows: full },
    { ...kinds[1], rows: Math.ceil(left / kinds[1].count) },
  ] as const;
  return { id: "chain-slice-parts", workload, parts, front: fits, words: wordsOf(workload, parts, fits) };
}

function wordsOf(workload: ChainWorkload, parts: readonly [PanelsOfPart, PanelsOfPart], front: number): ChainWords {
  const [m, k, l, n] = [workload.m, workload.k, workload.l, workload.n].map(BigInt) as [bigint, bigint, bigint, bigint];
  const [first, last] = parts;
  const left = m - BigInt(first.count * first.rows);
  const counts = [BigInt(first.count), ceilDivide(left, BigInt(last.rows))] as const;
  const panels = counts[0] + counts[1];
  const passes = counts[0] * ceilDivide(n, BigInt(first.width)) + counts[1] * ceilDivide(n, BigInt(last.width));
  return {
    a: m * k,
    b: k * (passes * l - (passes - 1n) * BigInt(front)),
    hLoads: 0n,
    hStores: 0n,
    d: panels * l * n,
    eLoads: 0n,
    eStores: m * n,
  };
}
