import { InputError, shown } from "../../errors.js";
import { forCsv } from "../../text/escape.js";
import { writeWhole } from "../output-file.js";
import { parquetBytes } from "../parquet.js";
import type { StoredResult, StoredRow } from "./stored-result.js";

const FORMATS = ["parquet", "csv", "jsonl"] as const;
export type SweepFormat = (typeof FORMATS)[number];

/** The format that a result file's ending names. @throws InputError for any other ending. */
export function formatOf(path: string, subject: string): SweepFormat {
  const format = FORMATS.find((ending) => path.toLowerCase().endsWith(`.${ending}`));
  if (format === undefined) throw new InputError(subject, "a file ending in .parquet, .csv or .jsonl", shown(path));
  return format;
}

/** Writes one row an interface of every point; the file appears under its name only when it is whole. */
export async function writeResults(path: string, format: SweepFormat, results: readonly StoredResult[]): Promise<number> {
  const rows = results.flatMap((result) => result.rows);
  const content =
    format === "jsonl"
      ? jsonLines(rows)
      : format === "csv"
        ? csv(rows)
        : await parquetBytes(columnsOf(rows).map((name) => ({ name, values: rows.map((row) => row[name]) })));
  writeWhole(path, content);
  return rows.length;
}

/** Writes each certificate once, `{ id, certificate }` a line. */
export function writeCertificates(path: string, results: readonly StoredResult[]): number {
  const byId = new Map(results.flatMap(({ certificates }) => certificates.map((one) => [one.id, one] as const)));
  writeWhole(path, jsonLines([...byId.values()]));
  return byId.size;
}

function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

/** Columns in the order in which rows first have them. */
function columnsOf(rows: readonly StoredRow[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

function csv(rows: readonly StoredRow[]): string {
  const columns = columnsOf(rows);
  const cell = (value: string | number | boolean | undefined): string => (value === undefined ? "" : forCsv(String(value)));
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(","));
  return `${[columns.map(cell).join(","), ...lines].join("\n")}\n`;
}
