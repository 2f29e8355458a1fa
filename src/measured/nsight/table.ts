// The build for browsers needs no node: module; it is the same parser.
import { CsvError, parse } from "csv-parse/browser/esm/sync";
import { InputError, shown } from "../../errors.js";

export interface TableRow {
  /** Line of the file on which the row ends, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export const ONE_REPORT = "one report (split the file: each numbers its launches from 0)";

/** Takes one row after another: a page is too long to hold all of them. */
export type RowReader = (row: TableRow) => void;

/**
 * Reads the table of an `ncu --csv` page: `begin` gets the header and gives what takes the rows. The profiler's own messages
 * (`==PROF== …`) and what the profiled program printed before the header are skipped.
 *
 * @returns the line of the last row
 * @throws InputError naming the file and line: no header or a second one, a column twice, an open quote, a row that is too short or too long.
 */
export function readNsightTable(text: string, origin: string, begin: (header: TableRow) => RowReader): number {
  const start = text.search(/^"ID",/m);
  if (start < 0) {
    const first = /^(?!==)[^\r\n]+/m.exec(text)?.[0];
    throw new InputError(origin, "a page of 'ncu --csv' (a header that begins with \"ID\")", shown(first));
  }
  const before = linesBefore(text, start);
  let header: TableRow | undefined;
  let readRow: RowReader | undefined;
  let last: number | undefined;
  /** A row of the wrong length: where it is the last, the file may be cut. */
  let odd: TableRow | undefined;
  eachCsvRow(text.slice(start), before, origin, (row) => {
    if (odd !== undefined) throw oddRow(odd, "");
    if (header === undefined || readRow === undefined) {
      header = row;
      checkColumns(row, origin);
      readRow = begin(row);
      return;
    }
    const { cells, line } = row;
    if (cells[0] === "ID" && cells[1] === header.cells[1])
      throw new InputError(`${origin}: line ${line}`, ONE_REPORT, "a second header");
    last = line;
    // Page details leaves out the columns of rules in rows of metrics.
    const value = header.cells.indexOf("Metric Value");
    const least = value < 0 ? header.cells.length : value + 1;
    if (cells.length < least || cells.length > header.cells.length) odd = row;
    else readRow(row);
  });
  if (odd !== undefined) throw oddRow(odd, " (is the file truncated?)");
  if (last === undefined)
    throw new InputError(`${origin}: line ${before + 1}`, "rows after the header (is the file truncated?)", "none");
  return last;

  function oddRow({ line, cells }: TableRow, hint: string): InputError {
    return new InputError(`${origin}: line ${line}`, `${header?.cells.length} columns${hint}`, String(cells.length));
  }
}

function checkColumns({ cells, line }: TableRow, origin: string): void {
  const seen = new Set<string>();
  for (const name of cells) {
    if (seen.has(name)) throw new InputError(`${origin}: line ${line}`, "each column once", `${shown(name)} again`);
    seen.add(name);
  }
}

/** Hands over the rows of a table one by one. @throws InputError naming the file and line of an open quote or broken CSV. */
export function eachCsvRow(text: string, before: number, origin: string, take: RowReader): void {
  try {
    parse(text, {
      comment: "==",
      comment_no_infix: true,
      skip_empty_lines: true,
      relax_column_count: true,
      // Nothing is kept by the parser.
      on_record: (cells: readonly string[], { lines }) => {
        take({ cells, line: before + lines });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = before + Number(error["lines"] ?? 1);
    const at = `${origin}: line ${line}`;
    if (error.code === "CSV_QUOTE_NOT_CLOSED")
      throw new InputError(at, "a closing quote (is the file truncated?)", "the end of the file");
    throw new InputError(at, "quoted CSV", error.message.split("\n")[0]);
  }
}

/** Lines of a text before a place in it. */
export function linesBefore(text: string, place: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < place; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
