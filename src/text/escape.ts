import { oneLine } from "../errors.js";

/** Text of several lines for a terminal, each without what a terminal would obey. */
export function forTerminal(text: string): string {
  return text.split("\n").map(oneLine).join("\n");
}

/** Text for the inside of an element or a quoted attribute of HTML or SVG. */
export function forMarkup(text: string): string {
  const plain = forTerminal(text);
  return plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** A cell of comma-separated values, in quotes where it needs them. */
export function forCsv(text: string): string {
  const plain = forTerminal(text);
  return /[",\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
