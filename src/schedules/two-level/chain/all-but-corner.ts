import type { ChainWorkload } from "../../../computation/chain.js";
import { bigints } from "../../../exact/integer.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { cheapestOf } from "../choice.js";
import type { Corner, HeldLines } from "../gemm/corner.js";
import { cheapestCorner } from "../gemm/corner.js";
import { cornerLines, panelCount } from "../gemm/serpentine-tiles.js";
import type { ChainWords } from "./words.js";
import { chainTotal } from "./words.js";

export const CHAIN_ALL_BUT_CORNER_ENTRY: ScheduleEntry = {
  id: "chain-all-but-corner",
  workload:
    "chain: rows of A and E, or columns of B and rows of D, stay but for a corner of A or B, whose partial sums of H are stored",
  machine: "two-level",
  parameters:
    "rows (or columns) of a panel, lines x columns of k of its corner, searched; listed where it moves less than every other",
  source: "derived here from chain-fused, for panels just larger than the memory; every move is refereed",
};

/**
 * The fused strip, or held weights, in panels a little larger than the memory: all stays but a corner of A, or of B. It first meets
 * what it needs of the other, and partial sums of H are stored and come back when their column, or row, is finished and used.
 */
export interface CornerChain {
  readonly id: "chain-all-but-corner";
  readonly workload: ChainWorkload;
  /** Rows of A and E stay, or columns of B with their rows of D. */
  readonly holds: "rows" | "weights";
  /**
   * With more lines than `piece` a row of A stays meanwhile, or a column of B: with sums of E, or D's row, and one entry of H; or with
   * one of these words, the corner's entries of H and another that is made again for each word.
   */
  readonly repeats: boolean;
  readonly corner: Corner;
  readonly words: ChainWords;
}

/** The cheapest of all ways. Undefined where no such panels fit that would not fit whole. */
export function cornerChain(workload: ChainWorkload, fastWords: number): CornerChain | undefined {
  const ways = (["rows", "weights"] as const).flatMap((holds) =>
    [false, true].flatMap((repeats) => holding(holds, repeats, workload, fastWords) ?? []),
  );
  return cheapestOf(ways, ({ words }) => chainTotal(words));
}

function holding(
  holds: CornerChain["holds"],
  repeats: boolean,
  workload: ChainWorkload,
  fastWords: number,
): CornerChain | undefined {
  const { m, k, l, n } = workload;
  const passing = piece(repeats, workload);
  const held: HeldLines = { lines: holds === "rows" ? m : l, inner: k, beside: n, passing, keptSums: repeats ? 1 : 0 };
  const words = (corner: Corner): ChainWords => cornerWords(holds, workload, corner);
  const corner = cheapestCorner(held, fastWords, (one) => chainTotal(words(one)));
  return corner === undefined
    ? undefined
    : { id: "chain-all-but-corner", workload, holds, repeats, corner, words: words(corner) };
}

/** Words that stay while the lines are gone through, beside one entry of H. */
export function piece(repeats: boolean, { k, n }: Pick<ChainWorkload, "k" | "n">): number {
  return k + (repeats ? 1 : n);
}

/** With p panels and corners of w words of k and c lines in all: B passes p + w/k times and D p, or A p + w/k and sums of E p times. */
function cornerWords(holds: CornerChain["holds"], workload: ChainWorkload, corner: Corner): ChainWords {
  const [m, k, l, n] = bigints(workload.m, workload.k, workload.l, workload.n);
  const panels = BigInt(panelCount(corner.panels));
  const passing = panels * k + BigInt(corner.width);
  const sums = BigInt(cornerLines(corner.panels));
  if (holds === "rows") {
    return { a: m * k, b: passing * l, hLoads: sums * l, hStores: sums * l, d: panels * l * n, eLoads: 0n, eStores: m * n };
  }
  const [eLoads, eStores] = [(panels - 1n) * m * n, panels * m * n];
  return { a: passing * m, b: k * l, hLoads: sums * m, hStores: sums * m, d: l * n, eLoads, eStores };
}
