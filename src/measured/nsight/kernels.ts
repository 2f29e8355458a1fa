import { InputError, shown } from "../../errors.js";
import type { OperatorCall } from "../torch/operator-range.js";
import { readUnit } from "./quantity.js";
import type { RowReader, TableRow } from "./table.js";
import { ONE_REPORT, readNsightTable } from "./table.js";

/** A metric as the profiler printed it. */
export interface PrintedMetric {
  readonly name: string;
  readonly unit: string;
  readonly text: string;
  readonly line: number;
}

/** One profiled kernel launch. */
export interface ProfiledKernel {
  /** The profiler's number of the launch, from 0. */
  readonly id: string;
  readonly name: string;
  /** NVTX push/pop ranges around the launch, outermost first; empty without `--nvtx`. */
  readonly ranges: readonly string[];
  readonly grid: string;
  readonly block: string;
  /** Compute capability, `9.0`. */
  readonly computeCapability: string;
  /** Name of the device where the page holds it (page raw). */
  readonly device?: string;
  /** Blocks of a cluster, 0 for a launch without clusters; absent where the page (details of a metric list) does not say. */
  readonly clusterSize?: number;
  readonly metrics: readonly PrintedMetric[];
  /** Operators around the launch, outermost first, where the file names them outside NVTX ranges. */
  readonly calls?: readonly OperatorCall[];
  /** Modules of the model around the launch, outermost first. */
  readonly modules?: readonly string[];
  /** Which of several processes or files launched it, from 0: each numbers its own calls. */
  readonly process?: number;
  /** Its file, where several are read together. */
  readonly origin?: string;
}

/**
 * The kernels of an `ncu --csv` page of either shape: page raw (a row a kernel, a column a metric, units in the second row)
 * or page details (a row a metric).
 *
 * @throws InputError naming the file and line where it is no such page or is truncated.
 */
export function readNsightKernels(text: string, origin: string): readonly ProfiledKernel[] {
  const kernels: ProfiledKernel[] = [];
  const last = readNsightTable(text, origin, (header) =>
    header.cells.includes("Metric Name") ? detailsReader(header, origin, kernels) : rawReader(header, origin, kernels),
  );
  if (kernels.length === 0) throw new InputError(`${origin}: line ${last}`, "a row for each kernel", "none");
  return kernels;
}

function rawReader(header: TableRow, origin: string, kernels: ProfiledKernel[]): RowReader {
  const column = columnsOf(header, origin);
  const [id, firstMetric] = [column("ID"), column("CC") + 1];
  const processOf = processes(header);
  const ids = new Set<string>();
  let units: readonly string[] | undefined;
  return (row) => {
    if (units === undefined) {
      // Page raw names units in a row of its own, whose identity columns are empty.
      if (row.cells[id] !== "") throw new InputError(`${origin}: line ${row.line}`, "the row of units that page raw begins with");
      units = row.cells;
      return;
    }
    const metrics: PrintedMetric[] = [];
    for (let i = firstMetric; i < header.cells.length; i++) {
      const text = row.cells[i] ?? "";
      if (text !== "") metrics.push({ name: header.cells[i] ?? "", unit: units[i] ?? "", text, line: row.line });
    }
    const device = metrics.find(({ name }) => name === "device__attribute_display_name")?.text;
    const kernel = {
      ...identity(row, header, column),
      ...processOf(row),
      ...(device === undefined ? {} : { device }),
      ...clusterSizeOf(metrics),
      metrics,
    };
    checkNew(kernel.id, ids, row, origin);
    kernels.push(kernel);
  };
}

/** Rows of one launch, each with one of its metrics. */
interface Launch {
  readonly id: string;
  /** What stands before the metric in each of the rows, but the section. */
  readonly same: string;
  readonly kernel: ProfiledKernel;
  readonly metrics: PrintedMetric[];
  readonly seen: Map<string, string>;
}

function detailsReader(header: TableRow, origin: string, kernels: ProfiledKernel[]): RowReader {
  const column = columnsOf(header, origin);
  const [idAt, nameAt, unitAt, valueAt] = ["ID", "Metric Name", "Metric Unit", "Metric Value"].map(column) as [
    number,
    number,
    number,
    number,
  ];
  const section = header.cells.indexOf("Section Name");
  const processOf = processes(header);
  const ids = new Set<string>();
  let launch: Launch | undefined;
  return (row) => {
    const { cells, line } = row;
    const [id = "", name = "", unit = "", text = ""] = [cells[idAt], cells[nameAt], cells[unitAt], cells[valueAt]];
    const same = JSON.stringify(cells.slice(0, section < 0 ? nameAt : section));
    if (launch?.same !== same) {
      checkNew(id, ids, row, origin);
      const metrics: PrintedMetric[] = [];
      launch = { id, same, kernel: { ...identity(row, header, column), ...processOf(row), metrics }, metrics, seen: new Map() };
      kernels.push(launch.kernel);
    }
    // Advice of the profiler's rules stands in rows without a metric.
    if (name === "") return;
    // Sections repeat a metric; they do not measure it again. Two metrics of different units are called Memory Throughput.
    const key = JSON.stringify([name, readUnit(unit)?.dimension ?? unit]);
    const before = launch.seen.get(key);
    const printed = `${text} ${unit}`;
    if (before === printed) return;
    if (before !== undefined)
      throw new InputError(`${origin}: line ${line}: ${name}`, `one figure of launch ${id}`, shown(`${before} and ${printed}`));
    launch.seen.set(key, printed);
    launch.metrics.push({ name, unit, text, line });
    Object.assign(launch.kernel, clusterSizeOf([{ name, unit, text, line }]));
  };
}

/** Rows of one launch stand together, and no launch comes twice. */
function checkNew(id: string, ids: Set<string>, { line }: TableRow, origin: string): void {
  if (ids.has(id)) throw new InputError(`${origin}: line ${line}`, ONE_REPORT, `launch ${shown(id)} again`);
  ids.add(id);
}

/** Page raw has the metric of every launch, page details a figure in its section of launch statistics. */
function clusterSizeOf(metrics: readonly PrintedMetric[]): Pick<ProfiledKernel, "clusterSize"> {
  const text = metrics.find(({ name }) => name === "launch__cluster_size" || name === "Cluster Size")?.text ?? "";
  return /^\d{1,9}$/.test(text) ? { clusterSize: Number(text) } : {};
}

/** Numbers processes in the order in which they launch; nothing where all launches are of one. */
function processes(header: TableRow): (row: TableRow) => Pick<ProfiledKernel, "process"> {
  const at = header.cells.indexOf("Process ID");
  const seen = new Map<string, number>();
  return ({ cells }) => {
    const id = cells[at] ?? "";
    const process = seen.get(id) ?? seen.size;
    seen.set(id, process);
    return process === 0 ? {} : { process };
  };
}

type Columns = (name: string) => number;

function columnsOf(header: TableRow, origin: string): Columns {
  return (name) => {
    const index = header.cells.indexOf(name);
    if (index < 0) throw new InputError(`${origin}: line ${header.line}`, `a column "${name}"`, "none");
    return index;
  };
}

function identity(row: TableRow, header: TableRow, column: Columns): Omit<ProfiledKernel, "metrics" | "device" | "clusterSize"> {
  const cell = (name: string): string => row.cells[column(name)] ?? "";
  const ranges = header.cells.findIndex((name) => name.includes("Push/Pop_Range"));
  return {
    id: cell("ID"),
    name: cell("Kernel Name"),
    ranges: ranges < 0 ? [] : readRanges(row.cells[ranges] ?? ""),
    grid: cell("Grid Size"),
    block: cell("Block Size"),
    computeCapability: cell("CC"),
  };
}

/** `425 "<default domain>:NAME:none:none:none:none:none:none"`, one quoted part a range; NAME may hold colons. */
function readRanges(cell: string): readonly string[] {
  return [...cell.matchAll(/"([^"]*)"/g)].map(([, range = ""]) => {
    const [, name] = /^[^:]*:(.*?)(?::[^:]*){6}$/.exec(range) ?? [];
    return name ?? range;
  });
}
