import type { ChainWorkload } from "../../../computation/chain.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { Slice, StripExtents } from "./strips.js";
import { cheapestSlice, sliceWeights } from "./strips.js";
import type { ChainWords } from "./words.js";
import { NEVER_STORED } from "./words.js";

export const CHAIN_SLICE_STAYS_ENTRY: ScheduleEntry = {
  id: "chain-slice-stays",
  workload:
    "chain: equal panels of the fused strip, with all columns of E or in blocks, and beside them a slice of B and D that stays for all",
  machine: "two-level",
  parameters: "rows, width, columns of B + rows of D that stay, searched; listed where it moves less than every other",
  source: "derived here from chain-fused and chain-recompute, for panels that leave room; every move is refereed",
};

/**
 * The fused strip in equal panels that leave room: a slice of B and D stays there for all of them. With several blocks of E's columns
 * H is computed again for each, and of B the slice stays for them too.
 */
export interface SliceChain {
  readonly id: "chain-slice-stays";
  readonly workload: ChainWorkload;
  readonly slice: Slice;
  readonly words: ChainWords;
}

/**
 * Cost mk + k(Pl − (P − 1)s) + n(pl − (p − 1)t) + mn with p panels, P passes over B, s columns of B and t rows of D that stay.
 * Undefined where one panel holds all, or none fits.
 */
export function sliceChain(workload: ChainWorkload, fastWords: number): SliceChain | undefined {
  const { m, k, n } = workload;
  const extents = chainStrips(workload);
  const slice = cheapestSlice(extents, fastWords);
  if (slice === undefined) return undefined;
  const { front, back } = sliceWeights(extents, slice);
  const [a, eStores] = [BigInt(m) * BigInt(k), BigInt(m) * BigInt(n)];
  const words: ChainWords = { ...NEVER_STORED, a, b: front, d: back, eStores };
  return { id: "chain-slice-stays", workload, slice, words };
}

export function chainStrips({ m, k, l, n }: ChainWorkload): StripExtents {
  return { m, k, front: k, l, n, sums: 1 };
}
