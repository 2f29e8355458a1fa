import type { ChainWorkload } from "../../../computation/chain.js";
import { gemmWorkload } from "../../../computation/gemm.js";
import { InputError } from "../../../errors.js";
import { bigints, ceilDivide } from "../../../exact/integer.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { WordGemm } from "../gemm/cosma.js";
import { bestWordGemm } from "../gemm/cosma.js";
import { chainStrips } from "./slice-stays.js";
import type { StoredCorner } from "./stored-corner.js";
import { cheapestCorners, rowsInCorners } from "./stored-corner.js";
import type { ChainWords } from "./words.js";

export const CHAIN_PARTLY_STORED_ENTRY: ScheduleEntry = {
  id: "chain-partly-stored",
  workload: "chain: the fused strip with sums of E for all but a corner, storing H of its rows; the corner from the stored H",
  machine: "two-level",
  parameters: "rows of A held, columns of E in the corner and tile of the rest, searched",
  source: "derived here from the fused strip, for rows of A and E just larger than the memory; every move is refereed",
};

/**
 * The fused strip with all rows of A, and of E all but a corner in every panel: some columns of as many rows as there is no room for.
 * H of these rows is stored, and the corners are a product of their own that loads it.
 */
export interface PartlyStoredChain {
  readonly id: "chain-partly-stored";
  readonly workload: ChainWorkload;
  readonly corner: StoredCorner;
  /** The product of the stored rows of H and the corner's columns of D. */
  readonly rest: WordGemm;
  readonly words: ChainWords;
}

/**
 * Cost mk + ⌈m/r⌉·l(k + n) + ρl + mn and what the rest loads, with ρ rows of H stored. A panel of r rows has r(k + n) words less h·w
 * of its corner, and either r entries of H and one word that passes, or a column of B, a word of D and an entry of H that is computed
 * again for each column of E. Undefined when some panel finishes none of its rows, or every panel all.
 *
 * @throws InputError naming `rows` unless it is from 1 to m, `width` unless it is from 1 to n.
 */
export function partlyStoredChain(
  workload: ChainWorkload,
  fastWords: number,
  rows: number,
  width: number = workload.n,
): PartlyStoredChain | undefined {
  const { m, k, l, n } = workload;
  if (!Number.isSafeInteger(rows) || rows < 1 || rows > m) throw new InputError("rows", `1 to ${m}`, String(rows));
  if (!Number.isSafeInteger(width) || width < 1 || width > n) throw new InputError("width", `1 to ${n}`, String(width));
  const corner: StoredCorner = { rows, width };
  const stored = rowsInCorners(chainStrips(workload), corner, fastWords);
  if (stored === undefined || stored === 0) return undefined;
  const rest = bestWordGemm(gemmWorkload({ m: stored, n: width, k: l }), fastWords);
  const [bm, bk, bl, bn] = bigints(m, k, l, n);
  const panels = ceilDivide(bm, BigInt(rows));
  const [hStores, hLoads] = [BigInt(stored) * bl, rest.words.a];
  const d = panels * bl * bn + rest.words.b;
  const words: ChainWords = { a: bm * bk, b: panels * bk * bl, hStores, hLoads, d, eLoads: 0n, eStores: bm * bn };
  return { id: "chain-partly-stored", workload, corner, rest, words };
}

/** With the panels and corners that are worth an exact look. */
export function partlyStoredChains(workload: ChainWorkload, fastWords: number): readonly PartlyStoredChain[] {
  const corners = cheapestCorners(chainStrips(workload), fastWords);
  return corners.flatMap(({ rows, width }) => partlyStoredChain(workload, fastWords, rows, width) ?? []);
}
