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
