import { BITS_OF } from "../../computation/data-types.js";
import { oneLine } from "../../errors.js";

/** Reading untrusted JSON for the checkers: a wrong shape refuses the certificate, with the path of the field. */

export class Refused extends Error {
  readonly path: string;
  readonly reason: string;
  constructor(path: string, reason: string) {
    super(`${bounded(path)}: ${bounded(reason)}`);
    this.path = bounded(path);
    this.reason = bounded(reason);
  }
}

const LONGEST_LINE = 400;

/** Names come from the document: what is said about them stays one line of bounded length. */
function bounded(text: string): string {
  const plain = oneLine(text.slice(0, LONGEST_LINE + 1));
  return plain.length > LONGEST_LINE ? `${plain.slice(0, LONGEST_LINE - 3)}...` : plain;
}

export type Fields = Readonly<Record<string, unknown>>;

export function record(value: unknown, path: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Refused(path, "not an object");
  return value as Fields;
}

export function list(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Refused(path, "not a list");
  return value;
}

export function text(fields: Fields, name: string, path: string): string {
  const value = fields[name];
  if (typeof value !== "string") throw new Refused(`${path}.${name}`, "not a text");
  return value;
}

/** Counts of more digits are refused: powers and roots of them would take hours. */
const MOST_DIGITS = 300;

/** A count: a safe non-negative integer, or decimal digits beyond 2^53 - 1. */
export function count(fields: Fields, name: string, path: string, least = 0n): bigint {
  const value = fields[name];
  const parsed =
    typeof value === "number" && Number.isSafeInteger(value)
      ? BigInt(value)
      : typeof value === "string" &&
          value.length <= MOST_DIGITS &&
          /^[1-9][0-9]{15,}$/.test(value) &&
          BigInt(value) > 9007199254740991n
        ? BigInt(value)
        : undefined;
  if (parsed === undefined) throw new Refused(`${path}.${name}`, "not a whole number");
  if (parsed < least) throw new Refused(`${path}.${name}`, `below ${least}`);
  return parsed;
}

export function requireEqual(found: bigint | string, right: bigint | string, path: string, what: string): void {
  if (found !== right) throw new Refused(path, `${what} is ${right}, not ${found}`);
}

/** The named count must be exactly `right`. */
export function exactly(fields: Fields, name: string, right: bigint, path: string): bigint {
  requireEqual(count(fields, name, path), right, `${path}.${name}`, name);
  return right;
}

/** Refuses fields that the checker does not know: nothing in a certificate may go unchecked. */
export function requireOnly(fields: Fields, known: readonly string[], path: string): void {
  for (const name of Object.keys(fields)) if (!known.includes(name)) throw new Refused(`${path}.${name}`, "unknown field");
}

/** Bits of a word of the type that a field names. */
export function bitsOf(fields: Fields, name: string, path: string): bigint {
  const type = text(fields, name, path);
  if (!Object.hasOwn(BITS_OF, type)) throw new Refused(`${path}.${name}`, "an unknown type");
  return BigInt(BITS_OF[type as keyof typeof BITS_OF]);
}

/** Parts of 1/`units` byte in a word of the type that a field names. Refuses a type that is no whole number of them. */
export function bytesOf(fields: Fields, name: string, path: string, units = 1n): bigint {
  const bits = bitsOf(fields, name, path) * units;
  if (bits % 8n !== 0n) throw new Refused(`${path}.${name}`, `no whole number of parts of 1/${units} byte`);
  return bits / 8n;
}

export function names(value: unknown, path: string): readonly string[] {
  return list(value, path).map((name, i) => {
    if (typeof name !== "string") throw new Refused(`${path}[${i}]`, "not a name");
    return name;
  });
}
