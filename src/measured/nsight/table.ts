// The build for browsers needs no node: module; it is the same parser.
import { CsvError, parse } from "csv-parse/browser/esm/sync";
import { InputError, shown } from "../../errors.js";

export interface TableRow {
  /** Line of the file on which the row ends, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface NsightTable {
  readonly header: TableRow;
  readonly rows: readonly TableRow[];
}

/**
 * The table of an `ncu --csv` page. The profiler's own messages (`==PROF== …`) and what the profiled program printed before
 * the header are skipped.
 *
 * @throws InputError naming the file and line: no header, an open quote, a row that is too short or too long.
 */
export function readNsightTable(text: string, origin: string): NsightTable {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith('"ID",'));
  if (start < 0) {
    const first = lines.find((line) => line !== "" && !line.startsWith("=="));
    throw new InputError(origin, "a page of 'ncu --csv' (a header that begins with \"ID\")", shown(first));
  }
  const rows = csvRows(lines.slice(start).join("\n"), start, origin);
  const [header, ...body] = rows;
  if (header === undefined || body.length === 0) {
    throw new InputError(`${origin}: line ${start + 1}`, "rows after the header (is the file truncated?)", "none");
  }
  // Page details leaves out the columns of rules in rows of metrics.
  const value = header.cells.indexOf("Metric Value");
  const least = value < 0 ? header.cells.length : value + 1;
  const odd = body.find(({ cells }) => cells.length < least || cells.length > header.cells.length);
  if (odd !== undefined) {
    const hint = odd === body.at(-1) ? " (is the file truncated?)" : "";
    throw new InputError(`${origin}: line ${odd.line}`, `${header.cells.length} columns${hint}`, String(odd.cells.length));
  }
  return { header, rows: body };
}

function csvRows(text: string, linesBefore: number, origin: string): readonly TableRow[] {
  try {
    const options = {
      info: true,
      comment: "==",
      comment_no_infix: true,
      skip_empty_lines: true,
      relax_column_count: true,
    } as const;
    const parsed = parse(text, options) as unknown as readonly {
      readonly record: readonly string[];
      readonly info: { readonly lines: number };
    }[];
    return parsed.map(({ record, info }) => ({ cells: record, line: linesBefore + info.lines }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = linesBefore + Number(error["lines"] ?? 1);
    const at = `${origin}: line ${line}`;
    if (error.code === "CSV_QUOTE_NOT_CLOSED")
      throw new InputError(at, "a closing quote (is the file truncated?)", "the end of the file");
    throw new InputError(at, "quoted CSV", error.message.split("\n")[0]);
  }
}
