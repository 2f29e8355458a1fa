import type { StatisticsWorkload } from "../../computation/row-workloads.js";
import { rowInputs } from "../../computation/row-workloads.js";
import { checkInteger, InputError } from "../../errors.js";
import { bigints } from "../../exact/integer.js";
import type { ScheduleEntry } from "../schedule-entry.js";

export const ROW_WORDS_ENTRY: ScheduleEntry = {
  id: "row-words",
  workload: "softmax, rmsnorm, layernorm: two passes over some rows together, as many of their words as fit stay between them",
  machine: "two-level",
  parameters: "rows together, searched",
  source: "the schedule that meets proofs/row-statistics.md to a few words a row; every move is refereed",
};

/** Words of slow memory that a schedule of rows reads and writes. */
export interface RowWords {
  readonly x: bigint;
  /** Gain and shift. */
  readonly shared: bigint;
  readonly y: bigint;
}

/**
 * Softmax or normalisation in the two-level memory model in two passes: the statistics of some rows, column by column, the first words of
 * each staying as far as they fit; then the results, column by column, the other words loaded again. Rows that go together share the
 * words of gain and shift.
 */
export interface WordRows {
  readonly id: "row-words";
  readonly workload: StatisticsWorkload;
  /** Rows together, and words of them that stay in fast memory between the passes. */
  readonly rows: number;
  readonly held: number;
  readonly words: RowWords;
}

/** Words of statistics of a row, and beside them while a word of X comes in. */
const NEEDS: Readonly<Record<StatisticsWorkload["kind"], { readonly statistics: number; readonly working: number }>> = {
  // Maximum and sum; the new maximum (whose old one becomes the factor) and the exponential.
  softmax: { statistics: 2, working: 2 },
  rmsnorm: { statistics: 1, working: 1 },
  layernorm: { statistics: 2, working: 1 },
};

/**
 * The schedule with the number of rows together that moves least.
 *
 * @throws InputError naming `fast-words` when not one row's statistics fit with the words in use.
 */
export function rowsInWords(workload: StatisticsWorkload, fastWords: number): WordRows {
  checkInteger("fast-words", fastWords, 1);
  const { statistics, working } = NEEDS[workload.kind];
  const vectors = rowInputs(workload).length - 1;
  // A word of X that does not stay, with what is made of it; or with gain and shift.
  const beside = Math.max(working, vectors + 1);
  const most = Math.floor((fastWords - beside) / statistics);
  if (most < 1) throw new InputError("fast-words", `at least ${statistics + beside} words for it`, String(fastWords));
  let best: WordRows | undefined;
  for (const rows of countsTried(Math.min(most, workload.rows), (fastWords - beside) / (statistics + workload.columns))) {
    const candidate = withRows(workload, rows, fastWords - rows * statistics - beside);
    if (best === undefined || totalWords(candidate) < totalWords(best)) best = candidate;
    // Alone, rows hold as much of theirs as can be; together they hold less of each.
    if (vectors === 0) break;
  }
  return best as WordRows;
}

/** Up to this many rows every number of them is tried. */
const EVERY_COUNT_TO = 2 ** 16;
/** Beyond, numbers so far from one another, and all near the one from which rows no longer stay whole. */
const RATIO = 1.01;
const NEAR = 1000;

function* countsTried(most: number, whole: number): Generator<number> {
  for (let rows = 1; rows <= Math.min(most, EVERY_COUNT_TO); rows++) yield rows;
  for (let rows = EVERY_COUNT_TO; rows < most; rows = Math.ceil(rows * RATIO)) yield rows;
  const middle = Math.min(most, Math.floor(whole));
  for (let rows = Math.max(1, middle - NEAR); rows <= Math.min(most, middle + NEAR); rows++) yield rows;
  yield most;
}

export function totalWords({ words }: WordRows): bigint {
  return words.x + words.shared + words.y;
}

function withRows(workload: StatisticsWorkload, rows: number, room: number): WordRows {
  const [m, n, together] = bigints(workload.rows, workload.columns, rows);
  const vectors = BigInt(rowInputs(workload).length - 1);
  const least = (x: bigint, y: bigint): bigint => (x < y ? x : y);
  const held = least(BigInt(Math.max(0, room)), together * n);
  const [groups, rest] = [m / together, m % together];
  const again = groups * (together * n - held) + (rest * n - least(held, rest * n));
  const shared = (groups + (rest > 0n ? 1n : 0n)) * n * vectors;
  return { id: "row-words", workload, rows, held: Number(held), words: { x: m * n + again, shared, y: m * n } };
}

/** The parameters as documents print them. */
export function describeWordRows({ id, rows, held }: WordRows): Readonly<Record<string, string | number>> {
  return { id, rows, held };
}
