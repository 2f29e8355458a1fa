import { BYTES_OF } from "../../computation/data-types.js";
import { type RowArray, type RowWorkload, rowInputs, rowWords } from "../../computation/row-workloads.js";
import type { Setting, Unit } from "../bound.js";
import type { CompulsoryCertificate, RowStatisticsCertificate } from "../certificates/others.js";
import { compulsoryCertificate } from "./compulsory.js";

/** Compulsory traffic of a kernel of rows. */
export function proveCompulsoryRows(w: RowWorkload, unit: Unit): CompulsoryCertificate {
  const output = { name: "Y", rows: w.rows, columns: rowWords(w) };
  const size = (type: keyof typeof BYTES_OF): bigint => (unit === "words" ? 1n : BigInt(BYTES_OF[type]));
  const sized = (array: RowArray, wordSize: bigint): CompulsoryCertificate["inputs"][number] => ({
    array: array.name,
    words: BigInt(array.rows) * BigInt(array.columns),
    wordSize,
  });
  return compulsoryCertificate(
    rowInputs(w).map((array) => sized(array, size(w.dataType))),
    [sized(output, size(w.outputType))],
  );
}

/**
 * Rows with statistics (proofs/row-statistics.md): every word of a row of Y depends on all n words of X in it, so none is made before the
 * last of them has been loaded; at that time the fast memories hold at most h = P·⌊S/w⌋ of them in any form, the other n − h are
 * loaded again. Reads ≥ rows·w·(n + max(0, n − h)) and every other input once.
 *
 * Undefined where rows have no statistics, or fit, so that this is compulsory traffic.
 */
export function proveRowStatistics(w: RowWorkload, setting: Setting): RowStatisticsCertificate | undefined {
  if (w.kind === "elementwise" || w.kind === "rotary") return undefined;
  const size = (type: keyof typeof BYTES_OF): bigint => (setting.unit === "words" ? 1n : BigInt(BYTES_OF[type]));
  const weights = { word: size(w.dataType), output: size(w.outputType) };
  const { capacity, memories } = setting;
  const [rows, columns] = [BigInt(w.rows), BigInt(w.columns)];
  const residentWords = memories * (capacity / weights.word);
  if (residentWords >= columns) return undefined;
  // gain and shift, a row each, in the type of X.
  const shared = BigInt(rowInputs(w).length - 1);
  const loads = rows * (2n * columns - residentWords) + shared * columns;
  const [reads, writes] = [loads * weights.word, rows * columns * weights.output];
  const instance = { extents: { rows, columns, shared }, weights, capacity, memories };
  return { theorem: "row-statistics", instance, residentWords, reads, writes, value: reads + writes };
}
