import { InputError } from "../../errors.js";
import type { NsightTable, TableRow } from "./table.js";
import { readNsightTable } from "./table.js";

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
  /** Blocks of a cluster, 0 for a launch without clusters; left out where the page (details of a metric list) does not say. */
  readonly clusterSize?: number;
  readonly metrics: readonly PrintedMetric[];
}

/**
 * The kernels of an `ncu --csv` page of either shape: page raw (a row a kernel, a column a metric, units in the second row)
 * or page details (a row a metric).
 *
 * @throws InputError naming the file and line where it is no such page or is truncated.
 */
export function readNsightKernels(text: string, origin: string): readonly ProfiledKernel[] {
  const table = readNsightTable(text, origin);
  return table.header.cells.includes("Metric Name") ? kernelsOfDetails(table, origin) : kernelsOfRaw(table, origin);
}

function kernelsOfRaw({ header, rows }: NsightTable, origin: string): readonly ProfiledKernel[] {
  const column = columnsOf(header, origin);
  const [units, ...kernels] = rows;
  // Page raw names units in a row of its own, whose identity columns are empty.
  if (units === undefined || units.cells[column("ID")] !== "") {
    throw new InputError(`${origin}: line ${units?.line ?? header.line}`, "the row of units that page raw begins with");
  }
  if (kernels.length === 0) throw new InputError(`${origin}: line ${units.line}`, "a row for each kernel", "none");
  const firstMetric = column("CC") + 1;
  return kernels.map((row) => {
    const metrics = header.cells.flatMap((name, i) => {
      const text = row.cells[i] ?? "";
      return i < firstMetric || text === "" ? [] : [{ name, unit: units.cells[i] ?? "", text, line: row.line }];
    });
    const device = metrics.find(({ name }) => name === "device__attribute_display_name")?.text;
    const clusters = clusterSizeOf(metrics);
    return { ...identity(row, header, column), ...(device === undefined ? {} : { device }), ...clusters, metrics };
  });
}

function kernelsOfDetails({ header, rows }: NsightTable, origin: string): readonly ProfiledKernel[] {
  const column = columnsOf(header, origin);
  const [id, name, unit, value] = ["ID", "Metric Name", "Metric Unit", "Metric Value"].map(column) as [
    number,
    number,
    number,
    number,
  ];
  const groups = new Map<string, [TableRow, ...TableRow[]]>();
  for (const row of rows) {
    const group = groups.get(row.cells[id] ?? "");
    if (group === undefined) groups.set(row.cells[id] ?? "", [row]);
    else group.push(row);
  }
  return [...groups.values()].map((group) => {
    const metrics = group.flatMap(({ cells, line }): readonly PrintedMetric[] =>
      // Advice of the profiler's rules stands in rows without a metric.
      cells[name] === "" ? [] : [{ name: cells[name] ?? "", unit: cells[unit] ?? "", text: cells[value] ?? "", line }],
    );
    return { ...identity(group[0], header, column), ...clusterSizeOf(metrics), metrics };
  });
}

/** Page raw has the metric of every launch, page details a figure in its section of launch statistics. */
function clusterSizeOf(metrics: readonly PrintedMetric[]): Pick<ProfiledKernel, "clusterSize"> {
  const text = metrics.find(({ name }) => name === "launch__cluster_size" || name === "Cluster Size")?.text ?? "";
  return /^\d{1,9}$/.test(text) ? { clusterSize: Number(text) } : {};
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
