import { InputError, shown } from "../../errors.js";
import { CsvRows } from "./csv-rows.js";
import type { ProfiledKernel } from "./kernels.js";
import { readUnit } from "./quantity.js";
import { linesBefore } from "./table.js";

/** The header of `nsys stats --report cuda_gpu_trace --format csv`, wherever it stands below what the tool printed before. */
const HEADER = /^"?Start \((\w+)\)"?,.*$/m;

/** Whether the text has the table of launches that Nsight Systems prints. */
export function isSystemsTrace(text: string): boolean {
  return HEADER.test(text);
}

/**
 * Kernels, copies and fills of Nsight Systems' table of launches (`cuda_gpu_trace`), by its documented columns; more columns are passed
 * over. It has no counters and no shapes.
 *
 * @throws InputError naming the file and line of a missing column, a time that is none, or a row that is cut.
 */
export function readSystemsTrace(text: string, origin: string): readonly ProfiledKernel[] {
  const start = text.search(HEADER);
  const kernels: ProfiledKernel[] = [];
  let header: readonly string[] | undefined;
  const csv = new CsvRows(linesBefore(text, start), origin, ({ cells, line }) => {
    if (header === undefined) {
      header = cells;
      return;
    }
    if (cells.length < header.length)
      throw new InputError(`${origin}: line ${line}`, `${header.length} columns (is the file truncated?)`, String(cells.length));
    kernels.push(kernelOf(header, cells, line, origin, kernels.length));
  });
  csv.push(text.slice(start));
  csv.end();
  if (kernels.length === 0) throw new InputError(origin, "launches below the header (is the file truncated?)", "none");
  return kernels;
}

function kernelOf(header: readonly string[], cells: readonly string[], line: number, origin: string, at: number): ProfiledKernel {
  const place = (pattern: RegExp): number => {
    const found = header.findIndex((name) => pattern.test(name));
    if (found < 0) throw new InputError(`${origin}: header`, `a column ${pattern.source.replace(/[\\^$]/g, "")}`, "none");
    return found;
  };
  const cell = (pattern: RegExp): string => cells[place(pattern)] ?? "";
  const duration = place(/^Duration \(/);
  const unit = /\((\w+)\)/.exec(header[duration] ?? "")?.[1] ?? "";
  const nanoseconds = Number(cells[duration]) * Number(readUnit(unit)?.scale ?? Number.NaN);
  if (cells[duration] === "" || !Number.isFinite(nanoseconds))
    throw new InputError(`${origin}: line ${line}: Duration`, "a time", shown(`${cells[duration]} ${unit}`));
  const sides = (first: string): string =>
    ["X", "Y", "Z"].map((axis) => cells[header.indexOf(`${first}${axis}`)] ?? "").join(", ");
  // `NVIDIA H100 80GB HBM3 (0)`: the number of the device is in brackets.
  const device = cell(/^Device$/).replace(/ \(\d+\)$/, "");
  return {
    id: String(at),
    name: cell(/^Name$/),
    ranges: [],
    grid: `(${sides("Grd")})`,
    block: `(${sides("Blk")})`,
    computeCapability: "",
    ...(device === "" ? {} : { device }),
    metrics: [{ name: "gpu__time_duration.sum", unit: "ns", text: String(Math.round(nanoseconds)), line }],
  };
}
