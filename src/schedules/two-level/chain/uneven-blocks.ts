import type { ChainWorkload } from "../../../computation/chain.js";
import { bigints } from "../../../exact/integer.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { fusedRows } from "./fused.js";
import type { UnevenPanel } from "./uneven-passes.js";
import { cheapestPasses, loadedAgain, meetings, storedLines } from "./uneven-passes.js";
import type { ChainWords } from "./words.js";
import { chainTotal } from "./words.js";

export const CHAIN_UNEVEN_BLOCKS_ENTRY: ScheduleEntry = {
  id: "chain-uneven-blocks",
  workload:
    "chain: panels of rows of A, or columns of B, in blocks of E's columns as uneven as memory allows; H of some lines stored in one pass",
  machine: "two-level",
  parameters:
    "what is held, panels of lines in passes, lines whose H is stored, searched; listed where it moves less than every other",
  source: "derived here from chain-recompute, for panels just larger than some blocks hold; every move is refereed",
};

/**
 * The fused strip with blocks of E's columns as uneven as memory allows: a block may end inside a column, and H of some rows is stored
 * in one pass and loaded in the later ones, for which these rows of A leave. Or the same of held weights, inputs and weights exchanged:
 * columns of B, blocks of D's columns, and E's sums pass. Panels just larger than some blocks hold move little more than blocks that fit.
 */
export interface UnevenChain {
  readonly id: "chain-uneven-blocks";
  readonly workload: ChainWorkload;
  /** Rows of A and E stay, or columns of B with their rows of D. */
  readonly holds: "rows" | "weights";
  /** Panels in order: so many alike, and a lower one for what they leave. */
  readonly panels: readonly UnevenPanels[];
  readonly words: ChainWords;
}

/** Panels alike. */
export interface UnevenPanels {
  readonly count: number;
  readonly panel: UnevenPanel;
}

/** Numbers of panels tried from the fewest on, and numbers of blocks whose panels fit whole. */
const PANELS_TRIED = 48;
const BLOCKS_TRIED = 12;

/** The cheapest found of both kinds. Undefined where not one line fits. */
export function unevenChain(workload: ChainWorkload, fastWords: number): UnevenChain | undefined {
  let best: UnevenChain | undefined;
  for (const holds of ["rows", "weights"] as const) {
    for (const lines of heights(holds, workload, fastWords)) {
      const found = inPanels(holds, workload, lines, fastWords);
      if (found !== undefined && (best === undefined || chainTotal(found.words) < chainTotal(best.words))) best = found;
    }
  }
  return best;
}

function heights(holds: UnevenChain["holds"], workload: ChainWorkload, fastWords: number): ReadonlySet<number> {
  const { k, n } = workload;
  const all = holds === "rows" ? workload.m : workload.l;
  const tried = new Set<number>();
  const fewest = Math.max(1, Math.ceil((all * k) / fastWords));
  for (let panels = fewest; panels < Math.min(all, fewest + PANELS_TRIED); panels++) tried.add(Math.ceil(all / panels));
  for (let blocks = 1; blocks <= Math.min(n, BLOCKS_TRIED); blocks++) {
    const whole = fusedRows(all, k, Math.ceil(n / blocks), fastWords);
    if (whole >= 1) tried.add(whole);
  }
  return tried;
}

/** Panels of so many lines. Undefined where they do not fit. */
export function inPanels(
  holds: UnevenChain["holds"],
  workload: ChainWorkload,
  lines: number,
  fastWords: number,
): UnevenChain | undefined {
  const { k, n } = workload;
  const all = holds === "rows" ? workload.m : workload.l;
  const counted = [
    { lines, count: Math.floor(all / lines) },
    { lines: all % lines, count: all % lines === 0 ? 0 : 1 },
  ].filter(({ count }) => count > 0);
  const panels = counted.flatMap(({ lines: height, count }) => {
    const panel = cheapestPasses({ lines: height, k, n }, fastWords);
    return panel === undefined ? [] : [{ panel, count }];
  });
  if (panels.length < counted.length) return undefined;
  return { id: "chain-uneven-blocks", workload, holds, panels, words: wordsOf(holds, workload, panels) };
}

/** What passes meets each panel once a pass, and D's rows or E's sums each column of a block. */
function wordsOf(holds: UnevenChain["holds"], workload: ChainWorkload, panels: readonly UnevenPanels[]): ChainWords {
  const [m, k, l, n] = bigints(workload.m, workload.k, workload.l, workload.n);
  const total = (of: (panel: UnevenPanel) => number): bigint =>
    panels.reduce((sum, { panel, count }) => sum + BigInt(count) * BigInt(of(panel)), 0n);
  const [passes, columns] = [total((panel) => panel.passes.length), total(meetings)];
  const [stored, loaded] = [total(storedLines), total(loadedAgain)];
  if (holds === "rows") {
    return { a: m * k, b: passes * k * l, hLoads: loaded * l, hStores: stored * l, d: columns * l, eLoads: 0n, eStores: m * n };
  }
  const [eLoads, eStores] = [(columns - n) * m, columns * m];
  return { a: passes * m * k, b: k * l, hLoads: loaded * m, hStores: stored * m, d: l * n, eLoads, eStores };
}

/** The parameters as documents print them. */
export function describeUneven({ holds, panels }: UnevenChain): Readonly<Record<string, string | number>> {
  const text = ({ count, panel }: UnevenPanels): string => `${count} of ${panel.lines} in ${panel.passes.length}`;
  const stored = panels.reduce((sum, { count, panel }) => sum + count * storedLines(panel), 0);
  return { holds, panels: panels.map(text).join(", "), stored };
}
