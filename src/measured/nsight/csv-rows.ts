// The build for browsers needs no node: module; it is the same parser.
import { CsvError, parse } from "csv-parse/browser/esm/sync";
import { InputError } from "../../errors.js";

/** A row of a table, and the line of its file on which it ends, from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Takes one row after another: a page is too long to hold all of them. */
export type RowReader = (row: CsvRow) => void;

const COMMENT = "==";

/**
 * Rows of comma-separated values from text that comes in pieces: whole rows are parsed as they come. Empty lines and lines that begin
 * with `==` are skipped; rows may be of any length.
 */
export class CsvRows {
  /** Of rows that are not whole yet. */
  private text = "";
  /** Of it, lines looked at, where the next begins, and whether a quote is open there. */
  private lines = 0;
  private seen = 0;
  private open = false;

  /** @param line of the file before the text */
  constructor(
    private line: number,
    private readonly origin: string,
    private readonly take: RowReader,
  ) {}

  /** @throws InputError naming the file and line of what is no CSV. */
  push(piece: string): void {
    this.text += piece;
    let [end, lines] = [0, 0];
    for (let to = this.text.indexOf("\n", this.seen); to >= 0; to = this.text.indexOf("\n", this.seen)) {
      const isComment = !this.open && this.text.startsWith(COMMENT, this.seen);
      if (!isComment && quotes(this.text, this.seen, to) % 2 === 1) this.open = !this.open;
      this.seen = to + 1;
      this.lines++;
      if (!this.open) [end, lines] = [this.seen, this.lines];
    }
    if (end === 0) return;
    this.parse(this.text.slice(0, end));
    this.line += lines;
    this.text = this.text.slice(end);
    [this.seen, this.lines] = [this.seen - end, this.lines - lines];
  }

  /** The text is at its end. @throws InputError as `push`. */
  end(): void {
    this.parse(this.text);
  }

  private parse(text: string): void {
    try {
      parse(text, {
        comment: COMMENT,
        comment_no_infix: true,
        skip_empty_lines: true,
        relax_column_count: true,
        record_delimiter: ["\n", "\r\n"],
        // Nothing is kept by the parser.
        on_record: (cells: readonly string[], { lines }) => {
          this.take({ cells, line: this.line + lines });
          return null;
        },
      });
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      const at = `${this.origin}: line ${this.line + Number(error["lines"] ?? 1)}`;
      if (error.code === "CSV_QUOTE_NOT_CLOSED")
        throw new InputError(at, "a closing quote (is the file truncated?)", "the end of the file");
      throw new InputError(at, "quoted CSV", error.message.split("\n")[0]);
    }
  }
}

function quotes(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('"', from); at >= 0 && at < to; at = text.indexOf('"', at + 1)) count++;
  return count;
}
