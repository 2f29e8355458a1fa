import { count, type Fields, list, record, requireOnly, text } from "../shared/fields.js";
import type { CheckedArray } from "../verified.js";

/** The arrays that a field lists, each with its words and their size. @throws Refused */
export function readArrays(fields: Fields, name: string, role: CheckedArray["role"], path: string): readonly CheckedArray[] {
  return list(fields[name], `${path}.${name}`).map((entry, index) => {
    const at = `${path}.${name}[${index}]`;
    const array = record(entry, at);
    requireOnly(array, ["array", "words", "wordSize"], at);
    const [words, wordSize] = [count(array, "words", at, 1n), count(array, "wordSize", at, 1n)];
    return { role, array: text(array, "array", at), words, wordSize };
  });
}
