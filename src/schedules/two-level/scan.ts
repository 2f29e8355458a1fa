import type { ScanWorkload } from "../../computation/recurrence/scan.js";
import { checkInteger, InputError } from "../../errors.js";
import type { ScheduleEntry } from "../schedule-entry.js";

export const SCAN_WORDS_ENTRY: ScheduleEntry = {
  id: "scan-tiles",
  workload: "scan: a tile of the state of a head stays while all tokens pass, tile after tile",
  machine: "two-level",
  parameters: "rows and columns of the tile, those that move the fewest words",
  source: "this project; the order of state-spaces/mamba's selective_scan; every move is refereed",
};

/** Words that the schedule moves, of each array. */
export interface ScanWords {
  readonly id: "scan-tiles";
  readonly workload: ScanWorkload;
  /** Rows and columns of the tile of a state. */
  readonly rows: number;
  readonly columns: number;
  readonly words: readonly (readonly [array: string, loads: bigint, stores: bigint])[];
}

/** Rows of tiles that are tried one by one; fewer rows a tile than this leaves are no use. */
const MOST_ROWS_OF_TILES = 4096;

/**
 * The tile for so many words: beside its states, and their table where there is one, a row each of V and Y, and of step sizes, a word of
 * K or Q, and a decay.
 *
 * @throws InputError naming `fast-words` where not the least tile fits
 */
export function scanInWords(workload: ScanWorkload, fastWords: number): ScanWords {
  checkInteger("fast-words", fastWords, 1);
  const { state, dim, decay } = workload;
  const [each, row] = decay === "channel" ? [2, 3] : [1, 2];
  const beside = decay === "head" || decay === "state" ? 2 : 1;
  const least = each + row + beside;
  if (fastWords < least)
    throw new InputError("fast-words", `at least ${least} words for one element of a state`, String(fastWords));
  let best: ScanWords | undefined;
  let seen = 0;
  for (let parts = 1; parts <= Math.min(state, MOST_ROWS_OF_TILES); parts++) {
    const rows = Math.ceil(state / parts);
    const columns = Math.min(dim, Math.floor((fastWords - beside) / (rows * each + row)));
    if (rows === seen || columns < 1) continue;
    seen = rows;
    const found = inTiles(workload, rows, columns);
    if (best === undefined || totalScanWords(found) < totalScanWords(best)) best = found;
  }
  // One row fits wherever anything does.
  return best ?? inTiles(workload, 1, Math.min(dim, Math.floor((fastWords - beside) / (each + row))));
}

/** All words moved. */
export function totalScanWords({ words }: ScanWords): bigint {
  return words.reduce((sum, [, loads, stores]) => sum + loads + stores, 0n);
}

/** The parameters as documents print them. */
export function describeScanWords({ id, rows, columns }: ScanWords): Readonly<Record<string, string | number>> {
  return { id, rows, columns };
}

function inTiles(w: ScanWorkload, rows: number, columns: number): ScanWords {
  const heads = BigInt(w.batch) * BigInt(w.heads);
  const [tokens, state, dim] = [BigInt(w.tokens), BigInt(w.state), BigInt(w.dim)];
  const decayed = tokens - (w.initialState ? 0n : 1n);
  const [down, across] = [BigInt(Math.ceil(w.state / rows)), BigInt(Math.ceil(w.dim / columns))];
  const decays = { none: 0n, head: decayed * down * across, state: decayed * state * across, channel: tokens * dim * down }[
    w.decay
  ];
  const states = state * dim;
  const words: ScanWords["words"] = [
    ["Q", tokens * state * across, 0n],
    ["K", tokens * state * across, 0n],
    ["V", tokens * dim * down, 0n],
    ["D", decays, 0n],
    ["A", w.decay === "channel" && decayed > 0n ? states : 0n, 0n],
    ["H0", w.initialState ? states : 0n, 0n],
    ["Y", tokens * dim * (down - 1n), tokens * dim * down],
    ["HT", 0n, w.finalState ? states : 0n],
  ];
  const moved = words.filter(([, loads, stores]) => loads + stores > 0n);
  const all = moved.map(([name, loads, stores]) => [name, loads * heads, stores * heads] as const);
  return { id: "scan-tiles", workload: w, rows, columns, words: all };
}
