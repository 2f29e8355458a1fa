import { InputError, shown } from "../../errors.js";
import { forCsv } from "../../text/escape.js";
import { writeWhole } from "../output-file.js";
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
  const content = format === "jsonl" ? jsonLines(rows) : format === "csv" ? csv(rows) : await parquet(rows);
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

/** A column of whole numbers is INT64 while they fit, of ratios DOUBLE, of anything else text; absent cells are null. */
async function parquet(rows: readonly StoredRow[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const columnData = columnsOf(rows).map((name) => {
    const values = rows.map((row) => row[name]);
    const there = values.filter((value) => value !== undefined);
    if (there.every(isWhole)) {
      return {
        name,
        type: "INT64" as const,
        nullable: true,
        data: values.map((value) => (value === undefined ? null : BigInt(value))),
      };
    }
    if (there.every((value) => typeof value === "number")) {
      return { name, type: "DOUBLE" as const, nullable: true, data: values.map((value) => value ?? null) };
    }
    if (there.every((value) => typeof value === "boolean")) {
      return { name, type: "BOOLEAN" as const, nullable: true, data: values.map((value) => value ?? null) };
    }
    return {
      name,
      type: "STRING" as const,
      nullable: true,
      data: values.map((value) => (value === undefined ? null : String(value))),
    };
  });
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

/** A whole number, or the decimal text that stands for one above 2^53 − 1, within 63 bits. */
function isWhole(value: string | number | boolean): value is string | number {
  if (typeof value === "number") return Number.isSafeInteger(value);
  return typeof value === "string" && /^\d{16,19}$/.test(value) && BigInt(value) < 2n ** 63n;
}
