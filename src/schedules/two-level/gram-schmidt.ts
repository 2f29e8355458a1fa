import type { ScheduleEntry } from "../schedule-entry.js";
import type { EinsumWords } from "./einsum.js";

export const GRAM_SCHMIDT_ENTRIES: readonly ScheduleEntry[] = [
  {
    id: "gram-schmidt-panels",
    workload: "gram-schmidt: columns of A stay while the columns of Q before them pass (left-looking)",
    machine: "two-level",
    parameters: "columns of a panel",
    source: "Eyraud-Dubois et al. 2024; meets proofs/gram-schmidt-hourglass.md for short columns; every move is refereed",
  },
  {
    id: "gram-schmidt-passes",
    workload: "gram-schmidt: words of R stay while columns pass twice, for the words of R and for the update; of any length",
    machine: "two-level",
    parameters: "words of R that stay",
    source: "the process as it is written; every move is refereed",
  },
];

/** A schedule of the modified Gram-Schmidt process: columns of a panel, or words of R that stay. */
export interface GramSchmidtWords {
  readonly id: "gram-schmidt-panels" | "gram-schmidt-passes";
  readonly columns: number;
  readonly words: readonly EinsumWords[];
}

/** Panels of as many columns as fit beside a column of Q and a word of R; where none does, passes. At least 3 words. */
export function gramSchmidtWords({ n, m }: { readonly n: number; readonly m: number }, fastWords: number): GramSchmidtWords {
  const isWhole = n * m + 1 <= fastWords;
  const columns = isWhole ? n : Math.min(n, Math.floor((fastWords - 1) / m) - 1);
  const [all, height] = [BigInt(n), BigInt(m)];
  const ofR = { array: "R", loads: 0n, stores: (all * (all + 1n)) / 2n };
  if (columns >= 1) {
    // Panel p reads the p·columns columns of Q before it.
    const width = BigInt(columns);
    const later = (all - 1n) / width;
    const before = (width * later * (later + 1n)) / 2n;
    const words = [
      { array: "A", loads: height * all, stores: 0n },
      { array: "Q", loads: height * before, stores: height * all },
      ofR,
    ];
    return { id: "gram-schmidt-panels", columns, words };
  }
  // Beside the words of R one of Q and one of A.
  const stay = Math.min(n, fastWords - 2);
  const [held, last] = [BigInt(stay), all - 1n];
  const [whole, rest] = [last / held, last % held];
  const passes = (held * whole * (whole + 1n)) / 2n + rest * (whole + 1n);
  const updates = (all * last) / 2n;
  return {
    id: "gram-schmidt-passes",
    columns: stay,
    words: [
      { array: "A", loads: 2n * height * (all + updates), stores: height * updates },
      { array: "Q", loads: 2n * height * passes, stores: height * all },
      ofR,
    ],
  };
}
