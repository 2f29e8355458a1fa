import { styleText } from "node:util";
import { oneLine } from "../errors.js";
import { forTerminal } from "../text/escape.js";

/** Bold on a terminal that wants colour, plain elsewhere. */
export function heading(text: string): string {
  return wantsColour() ? styleText("bold", text) : text;
}

function wantsColour(): boolean {
  return process.stdout.isTTY === true && (process.env["NO_COLOR"] ?? "") === "";
}

/** What JSON may leave as it is and a terminal obeys. */
const UNSEEN_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Columns of the terminal, else those that COLUMNS names, else 120. */
export function columns(): number {
  const given = Number(process.env["COLUMNS"] ?? Number.NaN);
  return process.stdout.columns ?? (Number.isInteger(given) && given > 0 ? given : 120);
}

export function printJson(document: unknown): void {
  process.stdout.write(`${seen(JSON.stringify(document, null, 2))}\n`);
}

/** Characters of a piece that is written at once. */
const PIECE = 2 ** 20;

/** Prints, as `printJson` does, a document whose last field is a list too long to be held as text. */
export function printJsonList(document: Readonly<Record<string, unknown>>, name: string, items: Iterable<unknown>): void {
  const start = JSON.stringify(document, null, 2).replace(/\n\}$/, `,\n  ${JSON.stringify(name)}: [`);
  let [piece, isEmpty] = [start, true];
  for (const item of items) {
    piece += `${isEmpty ? "" : ","}\n    ${JSON.stringify(item, null, 2).replaceAll("\n", "\n    ")}`;
    isEmpty = false;
    if (piece.length < PIECE) continue;
    process.stdout.write(seen(piece));
    piece = "";
  }
  process.stdout.write(`${seen(piece)}${isEmpty ? "" : "\n  "}]\n}\n`);
}

function seen(json: string): string {
  return json.replace(UNSEEN_IN_JSON, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

let title = "";

/** Has the next text stand below a title; none stands alone. */
export function titleNext(text: string): void {
  title = text;
}

export function printText(text: string): void {
  const whole = title === "" ? text : `${title}\n${text}`;
  title = "";
  // Bold, which `heading` puts around titles, is the one thing that may pass.
  const parts = wantsColour() ? whole.split(BOLD) : [whole];
  process.stdout.write(`${parts.map((part, i) => (i % 2 === 1 ? part : forTerminal(part))).join("")}\n`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the codes of a terminal.
const BOLD = /(\u001b\[(?:1|22)m)/;

/** A remark beside the answer. */
export function printRemark(text: string): void {
  process.stderr.write(`${forTerminal(text)}\n`);
}

/** A line on the terminal that the next one replaces; nothing when stderr is no terminal. */
export function progress(text: string): void {
  if (process.stderr.isTTY === true) process.stderr.write(`\r\u001b[2K${oneLine(text)}`);
}

export function endProgress(): void {
  progress("");
}
