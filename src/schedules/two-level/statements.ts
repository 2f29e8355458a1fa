import { type EinsumWorkload, einsumComputation, einsumWorkload } from "../../computation/einsum.js";
import { formatEinsum, indicesOfStatements } from "../../computation/einsum-text.js";
import { checkInteger } from "../../errors.js";
import type { ScheduleEntry } from "../schedule-entry.js";
import { describeWordEinsum, type EinsumWords, tiledEinsum, type WordEinsum } from "./einsum.js";

export const STATEMENTS_ENTRY: ScheduleEntry = {
  id: "statements-separate",
  workload: "einsum, several statements that are no chain of products: one after the other, each in its tiles",
  machine: "two-level",
  parameters: "those of tiled-einsum, of each statement",
  source: "derived here; every move is refereed",
};

/** Several einsum statements one after the other, each in its best tiles; what a later one reads is stored, and loaded again. */
export interface WordStatements {
  readonly id: "statements-separate";
  readonly workload: EinsumWorkload;
  readonly parts: readonly WordEinsum[];
  readonly words: readonly EinsumWords[];
}

/**
 * Each statement by `tiledEinsum`.
 *
 * @throws InputError naming `text` for a statement that reads an array twice, `fast-words` when no tile of one fits.
 */
export function separateStatements(workload: EinsumWorkload, fastWords: number): WordStatements {
  checkInteger("fast-words", fastWords, 1);
  const parts = einsumComputation(workload).statements.map((statement) => {
    const extents = indicesOfStatements([statement]).map((index) => [index, workload.extents[index] as number] as const);
    return tiledEinsum(einsumWorkload({ text: formatEinsum([statement]), extents: Object.fromEntries(extents) }), fastWords);
  });
  const words = new Map<string, EinsumWords>();
  for (const { array, loads, stores } of parts.flatMap((part) => part.words)) {
    const before = words.get(array) ?? { array, loads: 0n, stores: 0n };
    words.set(array, { array, loads: before.loads + loads, stores: before.stores + stores });
  }
  return { id: "statements-separate", workload, parts, words: [...words.values()] };
}

/** The parameters as documents print them. */
export function describeStatements({ id, parts }: WordStatements): Readonly<Record<string, string>> {
  return { id, tiles: parts.map((part) => describeWordEinsum(part)["tile"]).join("; ") };
}
