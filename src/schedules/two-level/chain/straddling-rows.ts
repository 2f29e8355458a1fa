import type { ChainWorkload } from "../../../computation/chain.js";
import { rowsWithSums } from "./fused.js";
import type { ChainWords } from "./words.js";

/**
 * The fused strip in fewer panels than have room for all rows. What room a panel leaves has A of further rows, whose H is stored, in
 * the first panels, and in the last ones their sums of E, for which H is loaded: neither alone needs the room of a row.
 */
export interface StraddlingChain {
  readonly id: "chain-straddling-rows";
  readonly workload: ChainWorkload;
  /** Rows that each panel has whole. */
  readonly rows: number;
  readonly panels: number;
  /** Further rows: those behind the whole ones. The most of which a panel has A, and sums of E. */
  readonly withA: number;
  readonly withE: number;
  /** Whether all entries of a column of H stay, or are made again for each word of D. */
  readonly entriesStay: boolean;
  readonly words: ChainWords;
}

/** Rows less than the most that fit whole. */
const FEWER_TRIED = 3;

/** Cost mk + q·l(k + n) + 2xl + mn with q panels and x further rows, the cheapest. Undefined where no panel is saved. */
export function straddlingChain(workload: ChainWorkload, fastWords: number): StraddlingChain | undefined {
  const { m, k, n } = workload;
  let best: StraddlingChain | undefined;
  for (const entriesStay of [true, false]) {
    const most = entriesStay ? rowsWithSums(fastWords, k, n) : Math.floor((fastWords - 2 - k) / (k + n));
    for (let rows = Math.min(m - 1, most); rows > Math.max(0, most - FEWER_TRIED); rows--) {
      const found = withPanels(workload, rows, entriesStay, fastWords);
      if (found !== undefined && (best === undefined || moved(found) < moved(best))) best = found;
    }
  }
  return best;
}

/** Panels of so many whole rows, as few or as many as move least. */
function withPanels(workload: ChainWorkload, rows: number, entriesStay: boolean, fastWords: number): StraddlingChain | undefined {
  const { m, k, n } = workload;
  // With A the entry stays if all do; with E it comes, and stays in any case.
  const room = fastWords - rows * (k + n) - (entriesStay ? rows + 1 : k + 2);
  const [withA, withE] = [Math.floor(room / (entriesStay ? k + 1 : k)), Math.floor(room / (n + 1))];
  if (withA < 1 || withE < 1) return undefined;
  const fits = (panels: number): boolean => {
    const further = m - panels * rows;
    return Math.ceil(further / withA) + Math.ceil(further / withE) <= panels;
  };
  const all = Math.ceil(m / rows) - 1;
  if (all < 2 || !fits(all)) return undefined;
  // Each panel less makes `rows` rows straddle, two words an entry of H instead of k + n words a column.
  let fewest = all;
  if (k + n > 2 * rows)
    for (let low = 1; low < fewest; ) {
      const middle = Math.floor((low + fewest) / 2);
      if (fits(middle)) fewest = middle;
      else low = middle + 1;
    }
  return {
    id: "chain-straddling-rows",
    workload,
    rows,
    panels: fewest,
    withA,
    withE,
    entriesStay,
    words: wordsOf(workload, rows, fewest),
  };
}

function wordsOf(workload: ChainWorkload, rows: number, count: number): ChainWords {
  const [m, k, l, n] = [workload.m, workload.k, workload.l, workload.n].map(BigInt) as [bigint, bigint, bigint, bigint];
  const panels = BigInt(count);
  const further = m - panels * BigInt(rows);
  return {
    a: m * k,
    b: panels * k * l,
    hLoads: further * l,
    hStores: further * l,
    d: panels * l * n,
    eLoads: 0n,
    eStores: m * n,
  };
}

function moved({ words }: StraddlingChain): bigint {
  return words.b + words.d + words.hLoads + words.hStores;
}

/** Further rows of which a panel has A, and of which it has sums of E: from and past, counted from the first of them. */
export function straddlersOf(
  { workload, rows, panels, withA, withE }: StraddlingChain,
  panel: number,
): { readonly withA: readonly [number, number]; readonly withE: readonly [number, number] } {
  const further = workload.m - panels * rows;
  const upTo = (count: number): number => Math.max(0, Math.min(further, count));
  // The last panels that are needed for all of E, so that E comes after A.
  const first = panels - Math.ceil(further / withE);
  return {
    withA: [upTo(panel * withA), upTo((panel + 1) * withA)],
    withE: [upTo((panel - first) * withE), upTo((panel + 1 - first) * withE)],
  };
}
