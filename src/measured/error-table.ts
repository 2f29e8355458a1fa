import type { ErrorSummary, ValidatedLaunch } from "./validation.js";
import { summarizeErrors } from "./validation.js";

/** One model's rows, under the name that the table prints. */
export interface ValidatedModel {
  readonly name: string;
  readonly rows: readonly ValidatedLaunch[];
}

/** Quantiles of each kernel and of all rows, one line a model, as a Markdown table: `median / 90th percentile / worst` in per cent. */
export function errorTable(models: readonly ValidatedModel[]): string {
  const kinds = [...new Set(models.flatMap(({ rows }) => rows.map((row) => row.launch.kind)))];
  const lines = ["| kernel | rows | model | DRAM reads | DRAM writes | duration |", "|---|---|---|---|---|---|"];
  for (const kind of [...kinds, "all"]) {
    for (const { name, rows } of models) {
      const chosen = rows.filter((row) => kind === "all" || row.launch.kind === kind);
      const reads = quantiles(chosen.map((row) => row.dramReadError));
      const writes = quantiles(chosen.flatMap((row) => row.dramWriteError ?? []));
      const durations = quantiles(chosen.flatMap((row) => row.durationError ?? []));
      lines.push(`| ${kind} | ${chosen.length} | ${name} | ${reads} | ${writes} | ${durations} |`);
    }
  }
  return lines.join("\n");
}

/** `median / 90th percentile / worst` in per cent, signs aside. */
export function quantiles(errors: readonly number[]): string {
  if (errors.length === 0) return "–";
  const { median, ninetiethPercentile, worst }: ErrorSummary = summarizeErrors(errors);
  return [median, ninetiethPercentile, worst].map((share) => (100 * share).toFixed(2)).join(" / ");
}
