/** Text tables for a terminal: columns aligned, numbers to the right. */

export interface Column {
  readonly title: string;
  readonly align: "left" | "right";
}

/** Lays rows out under their titles, two spaces between columns, no trailing spaces. */
export function textTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((column, i) => Math.max(column.title.length, ...rows.map((row) => (row[i] ?? "").length)));
  const line = (cells: readonly string[]): string =>
    columns
      .map((column, i) => {
        const cell = cells[i] ?? "";
        const width = widths[i] ?? 0;
        return column.align === "left" ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  ")
      .trimEnd();
  return [line(columns.map((column) => column.title)), ...rows.map(line)].join("\n");
}
