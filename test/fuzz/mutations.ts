import * as fc from "fast-check";
import { expect } from "vitest";
import { InputError } from "../../src/errors.js";

/** Pieces that parsers of texts have stumbled over: ends and turns of lines, names that every object has, numbers beyond their type. */
const PIECES = [
  ...["", " ", "\n", "\r\n", "\t", "\u0000", "\u001b[31m", "\u0085", "\u2028", "\u202e", "\ufeff", "\ud800", "😀", "é", "٣"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "workload", "kind", "schema", "null", "true"],
  ...["0", "-1", "-0", "0.5", "1e3", "1e400", "-1e400", "NaN", "Infinity", "0x10", "007", "9007199254740991", "9007199254740993"],
  ...["18446744073709551616", "1,5", "50,789", "1.234", "1 000", "٣٤", "1_000"],
  ...[
    "{",
    "}",
    "[",
    "]",
    "[[",
    "{}",
    "[]",
    '"',
    "'",
    "\\",
    "\\u0000",
    ",",
    ",,",
    ":",
    ";",
    "::",
    "=",
    "+=",
    "*",
    "/",
    "%",
    "%%",
    "|",
  ],
  ...[
    "(",
    ")",
    "<",
    ">",
    "&",
    "&a",
    "*a",
    "<<",
    "!!binary",
    "!x",
    "---",
    "...",
    "- ",
    "? ",
    "#",
    "==PROF==",
    "$",
    "`",
    "../",
    "~",
  ],
  ...["a".repeat(300), "1".repeat(300), "[".repeat(300), "- ".repeat(300), "\n".repeat(50)],
];

type Edit = readonly [place: number, length: number, piece: string | undefined, copyFrom: number];

const edit: fc.Arbitrary<Edit> = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.nat(8),
  fc.option(fc.constantFrom(...PIECES), { nil: undefined, freq: 4 }),
  fc.double({ min: 0, max: 1, noNaN: true }),
);

/** Replaces some characters at a place by a piece, or by as many from elsewhere in the text. */
function edited(text: string, [place, length, piece, copyFrom]: Edit): string {
  const [at, from] = [Math.floor(place * text.length), Math.floor(copyFrom * text.length)];
  return text.slice(0, at) + (piece ?? text.slice(from, from + 3 * length)) + text.slice(at + length);
}

/** A right text, itself or with a few edits; now and then pieces alone. */
export function mutatedText(...seeds: readonly string[]): fc.Arbitrary<string> {
  const changed = fc
    .tuple(fc.constantFrom(...seeds), fc.array(edit, { maxLength: 4 }))
    .map(([seed, edits]) => edits.reduce(edited, seed));
  const rubbish = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 12 })), { maxLength: 12 });
  return fc.oneof({ weight: 9, arbitrary: changed }, { weight: 1, arbitrary: rubbish.map((parts) => parts.join("")) });
}

/** The same of bytes. */
export function mutatedBytes(...seeds: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const change = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(9), fc.uint8Array({ maxLength: 9 }));
  return fc.tuple(fc.constantFrom(...seeds), fc.array(change, { maxLength: 4 })).map(([seed, changes]) =>
    changes.reduce((bytes, [place, length, put]) => {
      const at = Math.floor(place * bytes.length);
      return Uint8Array.from([...bytes.subarray(0, at), ...put, ...bytes.subarray(at + length)]);
    }, seed),
  );
}

const FIELDS = [
  "__proto__",
  "constructor",
  "toString",
  "workload",
  "kind",
  "schedule",
  "m",
  "dtype",
  "dataType",
  "edges",
  "base",
];
const anyValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 0.5, 1e300, 2 ** 53, "", "\u001b[31m", "constructor", "1", "a,b", [], {}, [[]]),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A value of JSON, itself or with a few of its parts replaced, skipped or given beside. */
export function mutatedJson(...seeds: readonly unknown[]): fc.Arbitrary<unknown> {
  const change = fc.tuple(
    fc.nat(1000),
    fc.constantFrom("replace", "remove", "add"),
    fc.constantFrom(...FIELDS),
    anyValue.map(plain),
  );
  return fc
    .tuple(fc.constantFrom(...seeds), fc.array(change, { maxLength: 3 }))
    .map(([seed, changes]) => plain(changes.reduce<unknown>((value, one) => changed(value, ...one), plain(seed))));
}

/** As a file would give it: lists without holes and names. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}

function changed(root: unknown, place: number, how: "replace" | "remove" | "add", field: string, value: unknown): unknown {
  const parents: Record<string, unknown>[] = [];
  const walk = (one: unknown): void => {
    if (typeof one !== "object" || one === null) return;
    parents.push(one as Record<string, unknown>);
    Object.values(one).forEach(walk);
  };
  walk(root);
  const parent = parents[place % Math.max(1, parents.length)];
  if (parent === undefined) return value;
  const names = Object.keys(parent);
  const name = names[Math.floor(place / 7) % Math.max(1, names.length)] ?? "0";
  if (how === "remove") delete parent[name];
  else if (how === "replace")
    Object.defineProperty(parent, name, { value, enumerable: true, configurable: true, writable: true });
  else Object.defineProperty(parent, field, { value, enumerable: true, configurable: true, writable: true });
  return root;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a message must have none.
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** What a parser makes of an input; undefined where it refuses it, which it must do in one short line that says what. */
export async function parsed<T>(parse: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await parse();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    expect(error.message).not.toMatch(UNSEEN);
    expect(error.message.length).toBeLessThanOrEqual(500);
    expect(error.message).toMatch(/^\S.*: \S/);
    return undefined;
  }
}
