import type { ChainWorkload } from "../../../computation/chain.js";
import { bigints, ceilDivide } from "../../../exact/integer.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { linesForRoom } from "../gemm/serpentine-tiles.js";
import { besideStrip } from "./strips.js";
import type { ChainWords } from "./words.js";
import { NEVER_STORED } from "./words.js";

export const CHAIN_PANEL_HANDOVER_ENTRY: ScheduleEntry = {
  id: "chain-panel-handover",
  workload:
    "chain: equal panels of the fused strip, every other one through H's columns backwards; the last columns of " +
    "one are the first of the next and come while rows leave",
  machine: "two-level",
  parameters:
    "rows of a panel, columns handed over, columns of B + rows of D that stay, searched; listed where it moves less than every other",
  source: "derived here from chain-slice-stays, as tile-handover is from cosma; every move is refereed",
};

/**
 * The fused strip in equal panels that hand columns over, beside a slice of B and D that stays for all. Every second panel takes the
 * columns of H from the last to the first, so that the last `handed` ones of a panel are the first of the next: their columns of B and
 * rows of D are loaded once for both. They come as rows leave and go as rows come. Of `handed` rows H stays for all these columns
 * meanwhile: slice by slice words of their A leave for as many of B, then their sums of E for words of D; the other rows follow one
 * after another. The next panel comes the same way backwards. So h columns of k + n words take h² + h words of room for a moment.
 */
export interface HandoverChain {
  readonly id: "chain-panel-handover";
  readonly workload: ChainWorkload;
  /** Rows of a panel; the last may have fewer. */
  readonly rows: number;
  readonly handed: number;
  /** Columns of B, and rows of D, that stay: those behind the first `handed`. */
  readonly front: number;
  readonly back: number;
  readonly words: ChainWords;
}

/** Numbers of panels beyond the fewest that are tried. */
const PANELS_TRIED = 16;

type Shape = Pick<HandoverChain, "rows" | "handed" | "front" | "back">;

/** Cost mk + (k + n)(pl − (p − 1)h) + mn with p panels, less what the slice saves: the cheapest. Undefined where none hands over. */
export function panelHandoverChain(workload: ChainWorkload, fastWords: number): HandoverChain | undefined {
  const { m, k, n } = workload;
  const most = Math.max(Math.floor((fastWords - 1) / (k + n + 1)), Math.floor((fastWords - k - 2) / (k + n)));
  if (most < 1 || most >= m) return undefined;
  const fewest = Math.ceil(m / most);
  let best: { readonly shape: Shape; readonly words: ChainWords; readonly moved: bigint } | undefined;
  for (let panels = fewest; panels <= Math.min(m, fewest + PANELS_TRIED); panels++) {
    const shape = cheapestShape(workload, Math.ceil(m / panels), fastWords);
    if (shape === undefined) continue;
    const words = wordsOf(workload, shape);
    const moved = words.b + words.d;
    if (best === undefined || moved < best.moved) best = { shape, words, moved };
  }
  return best && { id: "chain-panel-handover", workload, ...best.shape, words: best.words };
}

/** Panels of so many rows, with the columns handed over and the slice that save most. */
function cheapestShape({ m, k, l, n }: ChainWorkload, rows: number, fastWords: number): Shape | undefined {
  const left = fastWords - rows * (k + n);
  const beside = besideStrip({ front: k, sums: 1 }, rows);
  const lowest = m % rows === 0 ? rows : m % rows;
  let best: (Shape & { readonly saved: number }) | undefined;
  for (let handed = 1; handed <= Math.min(lowest, Math.floor(l / 2)); handed++) {
    const room = left - Math.max(handed * (handed + 1), beside);
    if (room < 0) break;
    const front = Math.min(l - 2 * handed, Math.floor(room / k));
    const back = Math.min(l - 2 * handed, Math.floor((room - front * k) / n));
    const saved = (handed + front) * k + (handed + back) * n;
    if (best === undefined || saved > best.saved) best = { rows, handed, front, back, saved };
  }
  return best && { rows, handed: best.handed, front: best.front, back: best.back };
}

/** The most columns that panels of so many rows can hand over without a slice; 0 for one panel. */
export function mostHanded({ m, k, l, n }: ChainWorkload, rows: number, fastWords: number): number {
  const left = fastWords - rows * (k + n);
  if (rows >= m || left < 0) return 0;
  return Math.min(linesForRoom(left), m % rows === 0 ? rows : m % rows, Math.floor(l / 2));
}

function wordsOf(workload: ChainWorkload, { rows, handed, front, back }: Shape): ChainWords {
  const [m, k, l, n] = bigints(workload.m, workload.k, workload.l, workload.n);
  const panels = ceilDivide(m, BigInt(rows));
  const b = k * (panels * l - (panels - 1n) * BigInt(handed + front));
  const d = n * (panels * l - (panels - 1n) * BigInt(handed + back));
  return { ...NEVER_STORED, a: m * k, b, d, eStores: m * n };
}
