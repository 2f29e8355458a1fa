import { InputError, shown } from "../../errors.js";
import { joinLines, textLines } from "../../text/text-lines.js";
import type { Trace } from "../trace.js";
import { traceOf } from "../trace.js";
import { DenseIds } from "./dense-ids.js";
import type { ObjectTrace, TraceLabels } from "./external-trace.js";

const COLUMNS = ["time", "id", "size", "op"] as const;
type Column = (typeof COLUMNS)[number];

const WRITE_OF: ReadonlyMap<string, number> = new Map([
  ["r", 0],
  ["read", 0],
  ["w", 1],
  ["write", 1],
]);

// Traces are long and their cells never quoted: csv-parse 7.0 took five times as long on 43 MB.

/**
 * CSV with a header line: `id`, and in any order `op` (r, read, w, write; default r), `size` (bytes; default 1), `time` (default
 * the position).
 *
 * @throws InputError naming the line.
 */
export function parseTraceCsv(text: string): ObjectTrace {
  let columns: ReadonlyMap<Column, number> | undefined;
  const ids: number[] = [];
  const sizes: number[] = [];
  const times: number[] = [];
  const writes: number[] = [];
  const dense = new DenseIds();
  for (const [number, line] of textLines(text)) {
    const cells = line.split(",").map((cell) => cell.trim());
    if (columns === undefined) {
      columns = readHeader(number, cells);
      continue;
    }
    if (cells.length !== columns.size) {
      throw new InputError(`CSV trace: line ${number}`, `${columns.size} cells`, String(cells.length));
    }
    const cell = (column: Column): string | undefined => cells[columns?.get(column) ?? cells.length];
    ids.push(dense.of(wholeNumber(number, "id", cell("id"), Number.NaN)));
    sizes.push(wholeNumber(number, "size", cell("size"), 1));
    times.push(wholeNumber(number, "time", cell("time"), times.length));
    const isWrite = WRITE_OF.get(cell("op") ?? "r");
    if (isWrite === undefined) {
      throw new InputError(`CSV trace: line ${number}`, `op one of ${[...WRITE_OF.keys()].join(", ")}`, shown(cell("op")));
    }
    writes.push(isWrite);
  }
  if (columns === undefined) throw new InputError("CSV trace: line 1", "a header with the column id", "the end of the text");
  return {
    trace: traceOf(Int32Array.from(ids), Uint8Array.from(writes)),
    originalIds: dense.originals(),
    sizes: Float64Array.from(sizes),
    times: Float64Array.from(times),
  };
}

/** Columns time, id, size, op. */
export function formatTraceCsv({ ids, writes }: Trace, labels: TraceLabels = {}): string {
  const { originalIds, sizes, times } = labels;
  const rows = joinLines(ids.length, (t) => {
    const id = ids[t] as number;
    return `${times?.[t] ?? t},${originalIds?.[id] ?? id},${sizes?.[t] ?? 1},${writes[t] === 1 ? "w" : "r"}`;
  });
  return `${COLUMNS.join(",")}\n${rows}`;
}

function readHeader(number: number, cells: readonly string[]): ReadonlyMap<Column, number> {
  const columns = new Map<Column, number>();
  for (const [index, cell] of cells.entries()) {
    const column = COLUMNS.find((known) => known === cell);
    if (column === undefined || columns.has(column)) {
      throw new InputError(`CSV trace: line ${number}`, `columns among ${COLUMNS.join(", ")}, each once`, shown(cell));
    }
    columns.set(column, index);
  }
  if (!columns.has("id")) throw new InputError(`CSV trace: line ${number}`, "a column id", shown(cells.join(",")));
  return columns;
}

/** The cell as a whole number below 2^53; `fallback` where the file has no such column. */
function wholeNumber(number: number, column: Column, cell: string | undefined, fallback: number): number {
  if (cell === undefined) return fallback;
  const value = /^\d{1,16}$/.test(cell) ? Number(cell) : Number.NaN;
  if (!Number.isSafeInteger(value)) {
    throw new InputError(`CSV trace: line ${number}`, `${column} a whole number below 2^53`, shown(cell));
  }
  return value;
}
