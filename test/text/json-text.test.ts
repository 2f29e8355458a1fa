import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/errors.js";
import { parseJson } from "../../src/text/json-text.js";
import { parameters } from "../properties/arbitraries.js";

function messageOf(text: string): string {
  try {
    parseJson(text, "f.json");
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return "accepted";
}

describe("parseJson", () => {
  it("reads what JSON.parse reads", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1, "\t", "\r\n"), (json, space) => {
        const text = JSON.stringify(JSON.parse(json), undefined, space);
        expect(parseJson(text, "f.json")).toEqual(JSON.parse(text));
      }),
      parameters(100),
    );
  });

  it("accepts and refuses damaged texts as JSON.parse does, repeated fields aside", () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", '"', "}", "]", "\\", "0", "e", "-", "\n", "\u0001", "nul", "x"))
      .map(([json, seed, piece]) => {
        const at = seed % (json.length + 1);
        return json.slice(0, at) + piece + json.slice(at + (seed % 3));
      });
    fc.assert(
      fc.property(damaged, (text) => {
        const message = messageOf(text);
        if (message.includes("each field once")) return;
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(message === "accepted").toBe(isJson);
      }),
      parameters(2000),
    );
  });

  it.each([
    ["", "f.json: line 1, column 1: expected a JSON value, found the end of the text"],
    ['{"a": 1,\n  "b"', "f.json: line 2, column 6: expected a colon, found the end of the text"],
    ['{"a": 1', "f.json: line 1, column 8: expected a comma or '}', found the end of the text"],
    ['{"a": 1,}', "f.json: line 1, column 9: expected a field name in double quotes, found '}'"],
    ["{a: 1}", "f.json: line 1, column 2: expected a field name in double quotes, found 'a'"],
    ["[1, 2", "f.json: line 1, column 6: expected a comma or ']', found the end of the text"],
    ['{\r\n"a": 01}', "f.json: line 2, column 7: expected a comma or '}', found '1'"],
    ["[1, 2.]", "f.json: line 1, column 5: expected a JSON value, found '2.'"],
    ['["x', "f.json: line 1, column 4: expected a closing quote, found the end of the text"],
    ['["\\x"]', "f.json: line 1, column 3: expected an escape such as \\n or \\u0041, found '\\'"],
    ['["two\nlines"]', "f.json: line 1, column 6: expected a closing quote, found the character U+000A"],
    ["\ufeff{}", "f.json: line 1, column 1: expected a JSON value, found the character U+FEFF"],
    ["[\u{1f600}]", "f.json: line 1, column 2: expected a JSON value, found '\u{1f600}'"],
    ["[] []", "f.json: line 1, column 4: expected the end of the text, found '['"],
    ["\n\n nil", "f.json: line 3, column 2: expected a JSON value, found 'n'"],
    ['{"a": 1,\n "\\u0061": 2}', "f.json: line 2, column 2: expected each field once, found 'a' again"],
  ])("says where %j is wrong", (text, message) => {
    expect(messageOf(text)).toBe(message);
  });

  it("refuses a text nested too deep instead of overflowing the stack", () => {
    expect(messageOf("[".repeat(1_000_000))).toContain("at most 100 levels of nesting");
    expect(messageOf(`${"[".repeat(100)}${"]".repeat(100)}`)).toBe("accepted");
  });
});
