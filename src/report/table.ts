import { oneLine } from "../errors.js";

/** Text tables for a terminal: columns aligned, numbers to the right. */

export interface Column {
  readonly title: string;
  readonly align: "left" | "right";
}

/** A table before it is laid out. */
export interface Grid {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

/** Lays rows out under their titles, two spaces between columns, no trailing spaces. */
export function textTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const plain = rows.map((row) => row.map(oneLine));
  const widths = columns.map((column, i) =>
    plain.reduce((most, row) => Math.max(most, (row[i] ?? "").length), column.title.length),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .map((column, i) => {
        const cell = cells[i] ?? "";
        const width = widths[i] ?? 0;
        return column.align === "left" ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  ")
      .trimEnd();
  return [line(columns.map((column) => column.title)), ...plain.map(line)].join("\n");
}

export function gridText({ columns, rows }: Grid): string {
  return textTable(columns, rows);
}

/** Title of the column of outputs that a kernel leaves unwritten, and what stands below its table. */
export const STILL_DIRTY = "still dirty";
export const STILL_DIRTY_MEANS =
  "Still dirty: outputs that are still dirty in the L2 at the end of the kernel. Bounds count them as stored, and so does the total.";
