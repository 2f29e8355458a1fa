import { checkInteger, InputError, shown, shownField } from "../errors.js";
import { didYouMean } from "../text/nearest-name.js";

/** Text that a table can show: not empty, nothing that a terminal obeys, no space at either end. */
export const ONE_LINE: RegExp = /^(?!.*[\p{C}\p{Zl}\p{Zp}])\S(?:.*\S)?$/su;

/** The fields of one JSON object of a file; `subject(field)` names a field in errors. */
export interface FileFields {
  readonly has: (field: string) => boolean;
  readonly get: (field: string) => unknown;
  readonly subject: (field: string) => string;
  /** The fields that the file gives, in its order. */
  readonly names: readonly string[];
}

/** @throws InputError when `value` is no JSON object or has a field outside `known`; `path` is its place, "" for the whole file. */
export function fieldsOf(value: unknown, origin: string, path: string, known: readonly string[]): FileFields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const subject = path === "" ? origin : `${origin}: ${path}`;
    throw new InputError(subject, `an object with some of the fields ${known.join(", ")}`, shown(value));
  }
  const subject = (field: string): string => `${origin}: ${path === "" ? field : `${path}.${field}`}`;
  const entries = new Map<string, unknown>(Object.entries(value));
  for (const field of entries.keys()) {
    if (known.includes(field)) continue;
    const hint = didYouMean(field, known);
    const expected = hint === "" ? `one of the fields ${known.join(", ")}` : `a known field${hint}`;
    throw new InputError(subject(shownField(field)), expected, "an unknown one");
  }
  return { has: (field) => entries.has(field), get: (field) => entries.get(field), subject, names: [...entries.keys()] };
}

function missing(subject: string, expected: string): InputError {
  return new InputError(subject, expected, "nothing");
}

/** A whole number in `range`, or the base's where the file gives none. */
export function integerField(
  fields: FileFields,
  field: string,
  [low, high]: readonly [low: number, high: number],
  fromBase: number | undefined,
): number {
  if (fields.has(field)) return checkInteger(fields.subject(field), fields.get(field), low, high);
  if (fromBase === undefined) throw missing(fields.subject(field), `a whole number from ${low} to ${high}`);
  return fromBase;
}

/** A number in `range` (a rate, a clock or a latency), or the base's where the file gives none. */
export function figureField(
  fields: FileFields,
  field: string,
  [low, high]: readonly [low: number, high: number],
  fromBase: number | undefined,
): number | undefined {
  if (!fields.has(field)) return fromBase;
  const value = fields.get(field);
  if (typeof value === "number" && value >= low && value <= high) return value;
  throw new InputError(
    fields.subject(field),
    `a number from ${low} to ${high}`,
    typeof value === "number" ? String(value) : shown(value),
  );
}

/** A figure that every GPU has. */
export function requiredFigureField(
  fields: FileFields,
  field: string,
  range: readonly [low: number, high: number],
  fromBase: number | undefined,
): number {
  const value = figureField(fields, field, range, fromBase);
  if (value === undefined) throw missing(fields.subject(field), `a number from ${range[0]} to ${range[1]}`);
  return value;
}

/** A string that matches `pattern`, described by `expected`, or the base's where the file gives none. */
export function stringField(
  fields: FileFields,
  field: string,
  pattern: RegExp,
  expected: string,
  fromBase: string | undefined,
): string {
  if (fields.has(field)) {
    const value = fields.get(field);
    if (typeof value !== "string" || !pattern.test(value)) throw new InputError(fields.subject(field), expected, shown(value));
    return value;
  }
  if (fromBase === undefined) throw missing(fields.subject(field), expected);
  return fromBase;
}

/** An object of numbers in `range`; those that the file leaves out are the base's. */
export function figureFields(
  fields: FileFields,
  group: string,
  known: readonly string[],
  range: readonly [low: number, high: number],
  origin: string,
  fromBase: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  if (!fields.has(group)) return fromBase;
  const given = fieldsOf(fields.get(group), origin, group, known);
  const entries = known.flatMap((name): [string, number][] => {
    const value = figureField(given, name, range, fromBase[name]);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}
