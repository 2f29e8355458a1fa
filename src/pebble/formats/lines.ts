import { InputError, shown } from "../../errors.js";

/** More vertices than this are refused in files: a header alone must not allocate much. */
export const MAXIMUM_FILE_VERTICES: number = 2 ** 20;

/** A line of a text file with its number, from 1. */
export interface SourceLine {
  readonly number: number;
  readonly text: string;
}

/** An error that points at a line: `graph.hdag:17`. */
export function lineError(origin: string, line: SourceLine | undefined, expected: string, found?: string): InputError {
  return new InputError(line === undefined ? origin : `${origin}:${line.number}`, expected, found);
}

/**
 * The whole numbers at the start of a line, `least` of them or more; `%` starts a comment.
 *
 * @throws InputError naming the line and the word that is no whole number.
 */
export function wholeNumbers(origin: string, line: SourceLine, least: number, meaning: string): readonly number[] {
  const data = (line.text.split("%", 1)[0] ?? "").trim();
  const words = data === "" ? [] : data.split(/\s+/);
  if (words.length < least) throw lineError(origin, line, meaning, shown(line.text));
  return words.map((word) => {
    const value = /^\d+$/.test(word) ? Number(word) : Number.NaN;
    if (!Number.isSafeInteger(value)) throw lineError(origin, line, `whole numbers (${meaning})`, shown(word));
    return value;
  });
}
