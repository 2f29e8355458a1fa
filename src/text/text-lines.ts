/** Lines of a text with their numbers from 1, without line ends; empty ones are skipped. */
export function* textLines(text: string): Generator<readonly [number: number, line: string]> {
  let start = 0;
  for (let number = 1; start < text.length; number++) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    const line = text.slice(start, end).trim();
    if (line !== "") yield [number, line];
    start = end + 1;
  }
}

/** Joins many short lines, each with a line end, without building one huge array of them. */
export function joinLines(count: number, lineAt: (index: number) => string): string {
  const parts: string[] = [];
  for (let first = 0; first < count; first += CHUNK) {
    let part = "";
    for (let index = first; index < Math.min(first + CHUNK, count); index++) part += `${lineAt(index)}\n`;
    parts.push(part);
  }
  return parts.join("");
}

const CHUNK = 10_000;

/** A line broken at spaces so that no part is longer than `columns`, where its words allow; further parts start with the indent. */
export function wrapped(line: string, columns: number, indent = ""): string {
  const parts: string[] = [];
  const [lead = ""] = /^ */.exec(line) ?? [];
  let part = "";
  for (const word of line.slice(lead.length).split(" ")) {
    if (part === "") part = `${lead}${word}`;
    else if (part.length + 1 + word.length <= columns) part += ` ${word}`;
    else {
      parts.push(part);
      part = `${indent}${word}`;
    }
  }
  return [...parts, part].join("\n");
}
