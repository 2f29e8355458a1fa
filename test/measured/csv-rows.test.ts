import fc from "fast-check";
import { expect, test } from "vitest";
import { CsvRows } from "../../src/measured/nsight/csv-rows.js";
import { parameters } from "../properties/arbitraries.js";

function read(text: string, piece = text.length): readonly (readonly [line: number, ...cells: string[]])[] {
  const rows: [number, ...string[]][] = [];
  const csv = new CsvRows(0, "page", ({ line, cells }) => rows.push([line, ...cells]));
  for (let at = 0; at < text.length; at += piece) csv.push(text.slice(at, at + piece));
  csv.end();
  return rows;
}

test("cells with and without quotes, doubled quotes, line ends of either kind, comments and empty lines", () => {
  const text = '"a","b ""c""",d\r\n==PROF== "x\n\n,"e\nf",\r\n"",""\n"=="';
  const rows = [
    [1, "a", 'b "c"', "d"],
    [5, "", "e\nf", ""],
    [6, "", ""],
    [7, "=="],
  ];
  for (let piece = 1; piece <= text.length; piece++) expect(read(text, piece), String(piece)).toEqual(rows);
});

test.each([
  ["an open quote", '"a\nb","c', /^page: line 2: expected a closing quote \(is the file truncated\?\)/],
  ["an open quote after rows", '"a"\n"b"\n"c', /^page: line 3: expected a closing quote/],
  ["text after a quote", '"x"\n"a","b"c\n', /^page: line 2: expected quoted CSV/],
  ["a quote inside a cell", 'a\nb"c"\n', /^page: line 2: expected quoted CSV/],
])("%s: its line, and what was expected, however the text is cut", (_, text, message) => {
  for (let piece = 1; piece <= text.length; piece++) expect(() => read(text, piece), String(piece)).toThrow(message);
});

test("rows that are written are read, however the text is cut", () => {
  const cell = fc.string({ unit: fc.constantFrom(...'a,"\n\r =é'), maxLength: 6 });
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
      fc.integer({ min: 1, max: 9 }),
      (rows, piece) => {
        const text = rows.map((cells) => `${cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(",")}\n`).join("");
        expect(read(text, piece).map(([, ...cells]) => cells)).toEqual(rows);
      },
    ),
    parameters(200),
  );
});
