import { InputError, shown } from "../../errors.js";
import type { OperatorCall } from "../torch/operator-range.js";
import type { CsvRow, RowReader } from "./csv-rows.js";
import { readUnit } from "./quantity.js";
import { NsightTable, ONE_REPORT } from "./table.js";

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
 * The kernels of an `ncu --csv` page of either shape, whose text comes in pieces: page raw (a row a kernel, a column a metric, units in
 * the second row) or page details (a row a metric).
 *
 * @throws InputError naming the file and line where it is no such page or is truncated.
 */
export class NsightReader {
  private readonly kernels: ProfiledKernel[] = [];
  private readonly table: NsightTable;

  constructor(private readonly origin: string) {
    this.table = new NsightTable(origin, (header) =>
      header.cells.includes("Metric Name")
        ? detailsReader(header, origin, this.kernels)
        : rawReader(header, origin, this.kernels),
    );
  }

  push(text: string): void {
    this.table.push(text);
  }

  end(): readonly ProfiledKernel[] {
    const last = this.table.end();
    if (this.kernels.length === 0) throw new InputError(`${this.origin}: line ${last}`, "a row for each kernel", "none");
    return this.kernels;
  }
}

/** The kernels of a whole page. @throws InputError as `NsightReader` does. */
export function readNsightKernels(text: string, origin: string): readonly ProfiledKernel[] {
  const reader = new NsightReader(origin);
  reader.push(text);
  return reader.end();
}

function rawReader(header: CsvRow, origin: string, kernels: ProfiledKernel[]): RowReader {
  const column = columnsOf(header, origin);
  const [id, firstMetric] = [column("ID"), column("CC") + 1];
  const processOf = processes(header);
  const identity = identities(header, column);
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
      ...identity(row),
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

function detailsReader(header: CsvRow, origin: string, kernels: ProfiledKernel[]): RowReader {
  const column = columnsOf(header, origin);
  const [idAt, nameAt, unitAt, valueAt] = ["ID", "Metric Name", "Metric Unit", "Metric Value"].map(column) as [
    number,
    number,
    number,
    number,
  ];
  const section = header.cells.indexOf("Section Name");
  const processOf = processes(header);
  const identity = identities(header, column);
  const ids = new Set<string>();
  let launch: Launch | undefined;
  return (row) => {
    const { cells, line } = row;
    const [id = "", name = "", unit = "", text = ""] = [cells[idAt], cells[nameAt], cells[unitAt], cells[valueAt]];
    const same = JSON.stringify(cells.slice(0, section < 0 ? nameAt : section));
    if (launch?.same !== same) {
      checkNew(id, ids, row, origin);
      const metrics: PrintedMetric[] = [];
      launch = { id, same, kernel: { ...identity(row), ...processOf(row), metrics }, metrics, seen: new Map() };
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
function checkNew(id: string, ids: Set<string>, { line }: CsvRow, origin: string): void {
  if (ids.has(id)) throw new InputError(`${origin}: line ${line}`, ONE_REPORT, `launch ${shown(id)} again`);
  ids.add(id);
}

/** Page raw has the metric of every launch, page details a figure in its section of launch statistics. */
function clusterSizeOf(metrics: readonly PrintedMetric[]): Pick<ProfiledKernel, "clusterSize"> {
  const text = metrics.find(({ name }) => name === "launch__cluster_size" || name === "Cluster Size")?.text ?? "";
  return /^\d{1,9}$/.test(text) ? { clusterSize: Number(text) } : {};
}

/** Numbers processes in the order in which they launch; nothing where all launches are of one. */
function processes(header: CsvRow): (row: CsvRow) => Pick<ProfiledKernel, "process"> {
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

function columnsOf(header: CsvRow, origin: string): Columns {
  return (name) => {
    const index = header.cells.indexOf(name);
    if (index < 0) throw new InputError(`${origin}: line ${header.line}`, `a column "${name}"`, "none");
    return index;
  };
}

type Identity = Omit<ProfiledKernel, "metrics" | "device" | "clusterSize">;

/** Reads what a row says beside its metrics; names, grids and blocks that come again and again are one string each. */
function identities(header: CsvRow, column: Columns): (row: CsvRow) => Identity {
  const strings = new Map<string, string>();
  const once = (text: string): string => {
    const known = strings.get(text);
    if (known !== undefined) return known;
    // A part of a text keeps all of it in memory.
    const own = ` ${text}`.slice(1);
    strings.set(own, own);
    return own;
  };
  const [id, name, grid, block, cc] = ["ID", "Kernel Name", "Grid Size", "Block Size", "CC"].map(column) as [
    number,
    ...[number, number, number, number],
  ];
  const ranges = header.cells.findIndex((title) => title.includes("Push/Pop_Range"));
  return ({ cells }) => ({
    id: cells[id] ?? "",
    name: once(cells[name] ?? ""),
    ranges: ranges < 0 ? [] : readRanges(cells[ranges] ?? ""),
    grid: once(cells[grid] ?? ""),
    block: once(cells[block] ?? ""),
    computeCapability: once(cells[cc] ?? ""),
  });
}

/** `425 "<default domain>:NAME:none:none:none:none:none:none"`, one quoted part a range; NAME may hold colons. */
function readRanges(cell: string): readonly string[] {
  return [...cell.matchAll(/"([^"]*)"/g)].map(([, range = ""]) => {
    const [, name] = /^[^:]*:(.*?)(?::[^:]*){6}$/.exec(range) ?? [];
    return name ?? range;
  });
}
