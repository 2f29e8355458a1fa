import type { Computation } from "../../computation/computation.js";
import { sizeOf } from "../../computation/data-types.js";
import type { Unit } from "../bound.js";
import type { CompulsoryCertificate } from "../certificates/others.js";
import { usedWords } from "./used-words.js";

/**
 * Compulsory traffic (proofs/compulsory.md): every word of an input array that a statement uses is loaded at least once and
 * every word of an output array stored at least once, whatever the capacity and the number of memories.
 *
 * In words every word counts 1, in bytes its stored size, or so many parts of 1/`units` byte.
 */
export function proveCompulsory(computation: Computation, unit: Unit, units?: bigint): CompulsoryCertificate {
  const list = (role: "input" | "output"): CompulsoryCertificate["inputs"] =>
    computation.arrays
      .filter((array) => array.role === role)
      .map((array) => ({
        array: array.name,
        words: usedWords(computation, array),
        wordSize: unit === "words" ? 1n : sizeOf(array.dataType, units),
      }));
  return compulsoryCertificate(list("input"), list("output"));
}

/** The same from the arrays themselves. */
export function compulsoryCertificate(
  inputs: CompulsoryCertificate["inputs"],
  outputs: CompulsoryCertificate["outputs"],
): CompulsoryCertificate {
  const sum = (arrays: CompulsoryCertificate["inputs"]): bigint =>
    arrays.reduce((total, array) => total + array.words * array.wordSize, 0n);
  const [reads, writes] = [sum(inputs), sum(outputs)];
  return { theorem: "compulsory", inputs, outputs, reads, writes, value: reads + writes };
}
