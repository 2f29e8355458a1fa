import { styleText } from "node:util";

/** Bold on a terminal that wants colour, plain elsewhere. */
export function heading(text: string): string {
  return wantsColour() ? styleText("bold", text) : text;
}

function wantsColour(): boolean {
  return process.stdout.isTTY === true && (process.env["NO_COLOR"] ?? "") === "";
}

export function printJson(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

export function printText(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** A line on the terminal that the next one replaces; nothing when stderr is no terminal. */
export function progress(text: string): void {
  if (process.stderr.isTTY === true) process.stderr.write(`\r\u001b[2K${text}`);
}

export function endProgress(): void {
  progress("");
}
