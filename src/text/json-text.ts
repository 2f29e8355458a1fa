import { visit } from "jsonc-parser";
import { InputError, shown } from "../errors.js";

// Deeper texts are refused rather than left to overflow the call stack.
const MAXIMUM_DEPTH = 100;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none inside its strings.
const SOUND_STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;

const VALUE = "a JSON value";
const FIELD = "a field name in double quotes";

/**
 * Reads JSON as `JSON.parse` does, but says in which line and column a text is wrong (engines word that differently or not at
 * all), and refuses a field that is given twice, of which `JSON.parse` silently keeps the last.
 *
 * @throws InputError whose subject is `origin: line L, column C`.
 */
export function parseJson(text: string, origin: string): unknown {
  /** The fields so far of each open object, nothing for an open array. */
  const open: (Set<string> | undefined)[] = [];
  let expected = VALUE;

  const fail = (at: number, what: string, found = characterAt(text, at)): never => {
    const before = text.slice(0, at).split("\n");
    const column = (before.at(-1) ?? "").length + 1;
    throw new InputError(`${origin}: line ${before.length}, column ${column}`, what, found);
  };
  const begin = (at: number, fields: Set<string> | undefined, first: string): void => {
    if (open.length === MAXIMUM_DEPTH) fail(at, `at most ${MAXIMUM_DEPTH} levels of nesting`);
    open.push(fields);
    expected = first;
  };
  const finishValue = (): void => {
    expected = open.length === 0 ? "the end of the text" : `a comma or '${open.at(-1) === undefined ? "]" : "}"}'`;
  };
  const end = (at: number): void => {
    // The visitor ends what is open at the end of the text, too, before it calls that an error.
    if (at === text.length) fail(at, expected);
    open.pop();
    finishValue();
  };

  visit(
    text,
    {
      onObjectBegin: (at) => begin(at, new Set(), FIELD),
      onObjectProperty: (field, at) => {
        const fields = open.at(-1);
        if (fields?.has(field)) fail(at, "each field once", `${shown(field)} again`);
        fields?.add(field);
        expected = "a colon";
      },
      onObjectEnd: end,
      onArrayBegin: (at) => begin(at, undefined, VALUE),
      onArrayEnd: end,
      onLiteralValue: finishValue,
      onSeparator: (separator) => {
        expected = separator === ":" || open.at(-1) === undefined ? VALUE : FIELD;
      },
      onError: (_code, at, length) => {
        if (/[-\d]/.test(text[at] ?? "")) fail(at, expected, shown(text.slice(at, at + length)));
        SOUND_STRING.lastIndex = at;
        const sound = SOUND_STRING.exec(text)?.[0].length;
        if (sound === undefined || text[at + sound] === '"') fail(at, expected);
        const stop = at + (sound ?? 0);
        fail(stop, text[stop] === "\\" ? "an escape such as \\n or \\u0041" : "a closing quote");
      },
    },
    { disallowComments: true },
  );
  return JSON.parse(text);
}

/** Names the character in one visible line: those that a terminal would not show, by their code point. */
function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  if (code === undefined) return "the end of the text";
  const character = String.fromCodePoint(code);
  const isVisible = character === " " || !/[\p{C}\p{Z}]/u.test(character);
  return isVisible ? shown(character) : `the character U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
