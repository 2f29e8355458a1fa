import { InputError, shown } from "../errors.js";

/** One measured kernel launch: what ran, and the counters that were read. */
export interface MeasuredLaunch {
  /** Line of the file, from 1. */
  readonly line: number;
  /** `triton-mm`, `cublas-mm`, … */
  readonly kind: string;
  /** `M`, `N`, `order`, … as written. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly label: string;
  /** Counters by column name; those not read are absent. */
  readonly counters: ReadonlyMap<string, number>;
}

/**
 * Reads a table of measured launches (CSV as in data/h200.csv): a `workload` column `kind|NAME=value|…`, a kernel name, then
 * counters as whole numbers, empty where not read.
 *
 * @throws InputError naming the line that is short, long or not a number.
 */
export function parseMeasuredLaunches(text: string, origin: string): readonly MeasuredLaunch[] {
  const lines = text.split(/\r?\n/);
  const header = splitRow(lines[0] ?? "");
  if (header[0] !== "workload")
    throw new InputError(`${origin}: line 1`, "a header that begins with 'workload'", shown(header[0]));
  const launches: MeasuredLaunch[] = [];
  lines.slice(1).forEach((text, index) => {
    const line = index + 2;
    if (text === "") return;
    const cells = splitRow(text);
    if (cells.length !== header.length) {
      throw new InputError(`${origin}: line ${line}`, `${header.length} columns`, `${cells.length}`);
    }
    const [label = "", , ...values] = cells;
    const [kind = "", ...rest] = label.split("|");
    const parameters = new Map(rest.map((pair) => [pair.split("=")[0] ?? "", pair.split("=")[1] ?? ""] as const));
    const counters = new Map<string, number>();
    values.forEach((value, column) => {
      if (value === "") return;
      if (!/^\d{1,15}$/.test(value)) throw new InputError(`${origin}: line ${line}`, "whole numbers", shown(value));
      counters.set(header[column + 2] ?? "", Number(value));
    });
    launches.push({ line, kind, parameters, label, counters });
  });
  return launches;
}

/** Cells of one CSV row; quoted cells may hold commas. */
function splitRow(row: string): readonly string[] {
  return [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    (match) => match[1]?.replaceAll('""', '"') ?? match[2] ?? "",
  );
}
