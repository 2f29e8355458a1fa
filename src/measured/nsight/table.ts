import { InputError, shown } from "../../errors.js";
import type { CsvRow, RowReader } from "./csv-rows.js";
import { CsvRows } from "./csv-rows.js";

export const ONE_REPORT = "one report (split the file: each numbers its launches from 0)";

const HEADER = /^"ID",/m;

/** Whether a page of the profiler begins in this text. */
export function hasNsightHeader(text: string): boolean {
  return HEADER.test(text);
}

/**
 * Reads the table of an `ncu --csv` page, whose text comes in pieces: `begin` gets the header and gives what takes the rows. The
 * profiler's own messages (`==PROF== …`) and what the profiled program printed before the header are skipped.
 *
 * @throws InputError naming the file and line: no header or a second one, a column twice, an open quote, a row that is too short or too long.
 */
export class NsightTable {
  /** Text before the header. */
  private head = "";
  private csv: CsvRows | undefined;
  private before = 0;
  private header: CsvRow | undefined;
  private readRow: RowReader | undefined;
  private last: number | undefined;
  /** A row of the wrong length: where it is the last, the file may be cut. */
  private odd: CsvRow | undefined;

  constructor(
    private readonly origin: string,
    private readonly begin: (header: CsvRow) => RowReader,
  ) {}

  push(text: string): void {
    if (this.csv !== undefined) {
      this.csv.push(text);
      return;
    }
    this.head += text;
    const start = this.head.search(HEADER);
    if (start < 0) return;
    const page = this.head.slice(start);
    this.before = linesBefore(this.head, start);
    this.head = "";
    this.csv = new CsvRows(this.before, this.origin, (row) => this.take(row));
    this.csv.push(page);
  }

  /** @returns the line of the last row */
  end(): number {
    const { csv, origin } = this;
    if (csv === undefined) {
      const first = /^(?!==)[^\r\n]+/m.exec(this.head)?.[0];
      throw new InputError(origin, "a page of 'ncu --csv' (a header that begins with \"ID\")", shown(first));
    }
    csv.end();
    if (this.odd !== undefined) throw this.oddRow(this.odd, " (is the file truncated?)");
    if (this.last === undefined)
      throw new InputError(`${origin}: line ${this.before + 1}`, "rows after the header (is the file truncated?)", "none");
    return this.last;
  }

  private take(row: CsvRow): void {
    const { origin, header, readRow } = this;
    if (this.odd !== undefined) throw this.oddRow(this.odd, "");
    if (header === undefined || readRow === undefined) {
      checkColumns(row, origin);
      this.header = row;
      this.readRow = this.begin(row);
      return;
    }
    const { cells, line } = row;
    if (cells[0] === "ID" && cells[1] === header.cells[1])
      throw new InputError(`${origin}: line ${line}`, ONE_REPORT, "a second header");
    this.last = line;
    // Page details leaves out the columns of rules in rows of metrics.
    const value = header.cells.indexOf("Metric Value");
    const least = value < 0 ? header.cells.length : value + 1;
    if (cells.length < least || cells.length > header.cells.length) this.odd = row;
    else readRow(row);
  }

  private oddRow({ line, cells }: CsvRow, hint: string): InputError {
    return new InputError(`${this.origin}: line ${line}`, `${this.header?.cells.length} columns${hint}`, String(cells.length));
  }
}

function checkColumns({ cells, line }: CsvRow, origin: string): void {
  const seen = new Set<string>();
  for (const name of cells) {
    if (seen.has(name)) throw new InputError(`${origin}: line ${line}`, "each column once", `${shown(name)} again`);
    seen.add(name);
  }
}

/** Lines of a text before a place in it. */
export function linesBefore(text: string, place: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < place; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
