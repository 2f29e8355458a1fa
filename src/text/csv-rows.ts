/** A row of a table, and the line of its text on which it ends, from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Text that is no CSV: the line, and what was expected and found. */
export class BrokenCsv extends Error {
  constructor(
    readonly line: number,
    readonly expected: string,
    readonly found: string,
  ) {
    super(`line ${line}: expected ${expected}, found ${found}`);
  }
}

const [QUOTE, COMMA, LINE_END, RETURN, EQUALS] = [0x22, 0x2c, 0x0a, 0x0d, 0x3d] as const;

/**
 * Rows of comma-separated values (RFC 4180) from text that comes in pieces, one row in memory at a time. Empty lines and lines that begin
 * with `==` are skipped; rows may be of any length.
 */
export class CsvRows {
  /** From the beginning of a row on. */
  private text = "";
  private at = 0;

  /** @param line of the file before the text */
  constructor(
    private line: number,
    private readonly take: (row: CsvRow) => void,
  ) {}

  /** @throws BrokenCsv */
  push(piece: string): void {
    this.text = this.text.slice(this.at) + piece;
    this.at = 0;
    while (this.readLine(false));
  }

  /** The text is at its end. @throws BrokenCsv */
  end(): void {
    while (this.readLine(true));
  }

  /** Whether a whole line was read; a row of cells whose quotes hold line ends is one. */
  private readLine(last: boolean): boolean {
    const { text, at } = this;
    if (at >= text.length) return false;
    const first = text.charCodeAt(at);
    if ((first === EQUALS || first === RETURN) && at + 1 === text.length && !last) return false;
    const isComment = first === EQUALS && text.charCodeAt(at + 1) === EQUALS;
    if (!isComment && first !== LINE_END && !(first === RETURN && text.charCodeAt(at + 1) === LINE_END))
      return this.readRow(last);
    const end = text.indexOf("\n", at);
    if (end < 0 && !last) return false;
    this.at = end < 0 ? text.length : end + 1;
    this.line++;
    return true;
  }

  private readRow(last: boolean): boolean {
    const { text } = this;
    const cells: string[] = [];
    let [at, lines] = [this.at, 1];
    for (;;) {
      const quoted = text.charCodeAt(at) === QUOTE;
      const end = quoted ? closingQuote(text, at + 1) : endOfCell(text, at);
      if (end < 0 && quoted && last)
        throw new BrokenCsv(this.line + lines, "a closing quote (is the file truncated?)", "the end of the file");
      // What follows a quote at the end of a piece may be its other half.
      if (!last && (end < 0 || (quoted && end + 1 === text.length))) return false;
      const cell = quoted ? text.slice(at + 1, end) : text.slice(at, end < 0 ? text.length : end);
      if (quoted) lines += lineEnds(cell);
      else if (cell.includes('"')) throw new BrokenCsv(this.line + lines, "quoted CSV", "a quote inside a cell");
      cells.push(quoted ? cell.replaceAll('""', '"') : cell.endsWith("\r") ? cell.slice(0, -1) : cell);
      at = quoted ? end + 1 : end < 0 ? text.length : end;
      if (quoted && text.charCodeAt(at) === RETURN) at++;
      if (at === text.length && !last) return false;
      const next = text.charCodeAt(at);
      if (next === COMMA) at++;
      else if (at === text.length || next === LINE_END) break;
      else throw new BrokenCsv(this.line + lines, "quoted CSV", "text after a closing quote");
    }
    this.at = at + 1;
    this.line += lines;
    this.take({ line: this.line, cells });
    return true;
  }
}

/** The quote that closes a cell, or −1: doubled ones stand for one. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2))
    if (text.charCodeAt(at + 1) !== QUOTE) return at;
  return -1;
}

/** The comma or line end after a cell without quotes, or −1. */
function endOfCell(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === LINE_END) return at;
  }
  return -1;
}

function lineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
