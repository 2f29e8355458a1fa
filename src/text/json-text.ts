import { InputError, shown } from "../errors.js";

// Deeper texts are refused rather than left to overflow the call stack.
const MAXIMUM_DEPTH = 100;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none inside its strings.
const PLAIN = /[^"\\\u0000-\u001f]*/y;

/**
 * Reads JSON as `JSON.parse` does, but says in which line and column a text is wrong (engines word that differently or not at
 * all), and refuses a field that is given twice, of which `JSON.parse` silently keeps the last.
 *
 * @throws InputError whose subject is `origin: line L, column C`.
 */
export function parseJson(text: string, origin: string): unknown {
  let at = 0;

  const fail: (expected: string, found?: string) => never = (expected, found) => {
    const before = text.slice(0, at).split("\n");
    const column = (before.at(-1) ?? "").length + 1;
    throw new InputError(`${origin}: line ${before.length}, column ${column}`, expected, found ?? characterAt(text, at));
  };
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const token = pattern.exec(text)?.[0];
    at += token?.length ?? 0;
    return token;
  };
  const skipSpace = (): void => {
    take(/[ \t\r\n]*/y);
  };

  const scanString = (expected: string): string => {
    const start = at;
    if (text[at] !== '"') fail(expected);
    at++;
    for (take(PLAIN); text[at] !== '"'; take(PLAIN)) {
      if (text[at] !== "\\") fail("a closing quote");
      if (take(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y) === undefined) fail("an escape such as \\n or \\u0041");
    }
    at++;
    return JSON.parse(text.slice(start, at)) as string;
  };

  const scanItems = (close: string, scanItem: () => void): void => {
    at++;
    skipSpace();
    if (text[at] === close) {
      at++;
      return;
    }
    for (;;) {
      scanItem();
      skipSpace();
      if (text[at] === close) break;
      if (text[at] !== ",") fail(`a comma or '${close}'`);
      at++;
      skipSpace();
    }
    at++;
  };

  const scanValue = (depth: number): void => {
    if (depth > MAXIMUM_DEPTH) fail(`at most ${MAXIMUM_DEPTH} levels of nesting`);
    if (text[at] === "{") {
      const fields = new Set<string>();
      scanItems("}", () => {
        const start = at;
        const field = scanString("a field name in double quotes");
        if (fields.has(field)) {
          at = start;
          fail("each field once", `${shown(field)} again`);
        }
        fields.add(field);
        skipSpace();
        if (text[at] !== ":") fail("a colon");
        at++;
        skipSpace();
        scanValue(depth + 1);
      });
    } else if (text[at] === "[") {
      scanItems("]", () => scanValue(depth + 1));
    } else if (text[at] === '"') {
      scanString("a string");
    } else if (take(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y) === undefined) {
      fail("a JSON value");
    }
  };

  skipSpace();
  scanValue(0);
  skipSpace();
  if (at < text.length) fail("the end of the text");
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
