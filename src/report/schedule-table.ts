import type { Bound } from "../bounds/bound.js";
import { bestBounds } from "../bounds/prove.js";
import { type DataType, isPacked } from "../computation/data-types.js";
import { productTypeOf, rateOf } from "../computation/operand-types.js";
import { quotientAsNumber } from "../exact/rational.js";
import type { GapReport, GapRow } from "../gap/gap.js";
import { rowsBySchedule } from "../gap/row-order.js";
import type { Binding, ScheduleTime } from "../gap/schedule-time.js";
import type { Interface } from "../machines/machine.js";
import { wrapped } from "../text/text-lines.js";
import { estimateClockSentence } from "../time/peak-rates.js";
import type { Column } from "./table.js";
import { STILL_DIRTY_MEANS, textTable } from "./table.js";
import { formatBytes, formatRatio, formatSeconds } from "./units.js";

/** From so many columns of the terminal on the table has all that is known; below the second, only what fits 80. */
const WIDE = 110;
const NARROW = 100;

const BINDING_NAMES: Readonly<Partial<Record<Binding, string>>> = {
  "dram-l2": "DRAM",
  "l3-l2": "L3 to dies",
  "l2-sm": "L2 to SM",
  plain: "plain units",
  special: "special units",
  latency: "latency",
  waves: "last wave",
  launch: "launch",
};

const SHORT_NAMES: Readonly<Partial<Record<Interface, string>>> = {
  "dram-l2": "DRAM",
  "l3-l2": "dies",
  "l2-cluster": "clusters",
  "l2-sm": "SMs",
};

/** `tensor cores`, `DRAM`; matrix products in fp32 run on units without tensor cores. */
export function bindingName(binding: Binding, type: DataType): string {
  if (binding !== "matrix") return BINDING_NAMES[binding] ?? binding;
  return type === "fp32" ? "FP32 units" : "tensor cores";
}

/** In a narrow table. */
const BRIEF_NAMES: Readonly<Partial<Record<Binding, string>>> = { matrix: "math", plain: "plain", special: "special" };

/** A part of the table: its columns, and its cells for the least of any kernel and for a schedule. */
interface Part {
  readonly columns: readonly Column[];
  readonly least: readonly string[];
  readonly cells: (rows: readonly GapRow[]) => readonly string[];
}

/** A row for the least of any kernel, then one a schedule, and what the columns mean. */
export interface ScheduleTable {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

/** The table as text for a terminal of so many columns. */
export function scheduleTableText(report: GapReport, width: number): string {
  const { columns, rows, notes } = scheduleTable(report, width);
  return [textTable(columns, rows), ...notes.map((note) => wrapped(note, width))].join("\n");
}

/** The least time and bytes of any kernel, then a line a schedule of a GPU; all that is known where it may be wide. */
export function scheduleTable(report: GapReport, width: number): ScheduleTable {
  const [wide, narrow] = [width >= WIDE, width < NARROW];
  const schedules = rowsBySchedule(report.rows);
  const interfaces = (["dram-l2", "l3-l2", "l2-cluster", "l2-sm"] as const).filter((id) =>
    report.rows.some((row) => row.interface === id),
  );
  const parts: readonly Part[] = [
    ...(report.rows.some(({ time }) => time !== undefined) ? [timePart(report, wide && hasOperations(report), narrow)] : []),
    ...interfaces.map((id) => bytesPart(report, id, wide, narrow)),
    ...rangePart(report.rows),
  ];
  const lines = schedules.map((rows) => ({ rows, cells: parts.flatMap(({ cells }) => cells(rows)) }));
  return {
    columns: [left("schedule"), ...parts.flatMap((part) => part.columns)],
    rows: [["at least (proven)", ...parts.flatMap(({ least }) => least)], ...together(lines)],
    notes: notes(report, interfaces, wide, narrow),
  };
}

/** Cells of the schedules, under one name where orders or bands of a kernel that follow each other have the same. */
function together(
  lines: readonly { readonly rows: readonly GapRow[]; readonly cells: readonly string[] }[],
): readonly (readonly string[])[] {
  const groups: { names: string[]; id: string; by: string; cells: readonly string[] }[] = [];
  for (const { rows, cells } of lines) {
    const [name = "", fields = {}] = [rows[0]?.label, rows[0]?.schedule];
    const [id, by] = [String(fields["id"]), fields["band"] === undefined ? "orders" : "bands"];
    const last = groups.at(-1);
    if (last?.id === id && last.cells.every((cell, i) => cell === cells[i])) last.names.push(name);
    else groups.push({ names: [name], id, by, cells });
  }
  return groups.map(({ names: [name = "", ...more], id, by, cells }) => [
    more.length === 0 ? name : `${id}, ${1 + more.length} ${by}`,
    ...cells,
  ]);
}

const left = (title: string): Column => ({ title, align: "left" });
const right = (title: string): Column => ({ title, align: "right" });

function hasOperations({ rows }: GapReport): boolean {
  return rows.some(({ time }) => time?.operationsPerSecond !== undefined);
}

function timePart({ least, workload }: GapReport, rated: boolean, narrow: boolean): Part {
  const named = (binding: Binding): string =>
    (narrow ? BRIEF_NAMES[binding] : undefined) ?? bindingName(binding, productTypeOf(workload));
  const rate = (time: ScheduleTime | undefined): string =>
    time?.operationsPerSecond === undefined ? "" : `${(time.operationsPerSecond / 1e12).toPrecision(3)}`;
  const share = (time: ScheduleTime | undefined): string => (time === undefined ? "" : `${time.percentOfPeak.toFixed(0)} %`);
  return {
    columns: [right("time"), left("binds"), ...(narrow ? [] : [right("of peak")]), ...(rated ? [right("TFLOP/s")] : [])],
    least: [
      least === undefined ? "" : formatSeconds(least.binding.seconds),
      least === undefined ? "" : named(least.binding.id),
      ...(narrow ? [] : [""]),
      ...(rated ? [""] : []),
    ],
    cells: ([row]) => [
      row?.time === undefined ? "" : formatSeconds(row.time.seconds),
      row?.time === undefined ? "" : named(row.time.binds),
      ...(narrow ? [] : [share(row?.time)]),
      ...(rated ? [rate(row?.time)] : []),
    ],
  };
}

function bytesPart(report: GapReport, id: Interface, wide: boolean, narrow: boolean): Part {
  const least = bestBounds(report.bounds).get(id);
  const attainable = id === "l2-sm" && !narrow ? attainableBytes(report) : undefined;
  const split = wide && id === "dram-l2";
  return {
    columns: [
      right(SHORT_NAMES[id] ?? id),
      ...(split ? [right("reads")] : []),
      right("gap"),
      ...(attainable === undefined ? [] : [right("best tile")]),
    ],
    least: [
      least === undefined ? "" : formatBytes(least.value),
      ...(split ? [""] : []),
      "",
      ...(attainable === undefined ? [] : [""]),
    ],
    cells: (rows) => {
      const row = rows.find((one) => one.interface === id);
      if (row === undefined) return ["", ...(split ? [""] : []), "", ...(attainable === undefined ? [] : [""])];
      return [
        formatBytes(row.total),
        ...(split ? [formatBytes(row.traffic.reads)] : []),
        formatRatio(row.gap),
        ...(attainable === undefined ? [] : [formatRatio(quotientAsNumber(row.total, attainable))]),
      ];
    },
  };
}

/** The widest tile that fits, or a schedule shown that moves less. */
function attainableBytes({ attainable, rows }: GapReport): bigint | undefined {
  if (attainable === undefined) return undefined;
  return rows.reduce((least, row) => (row.interface === "l2-sm" && row.total < least ? row.total : least), attainable.bytes);
}

function rangePart(rows: readonly GapRow[]): readonly Part[] {
  if (rows.every(({ range }) => range === undefined)) return [];
  return [
    {
      columns: [right("reads on hardware")],
      least: [""],
      cells: (group) => {
        const range = group.find((row) => row.range !== undefined)?.range;
        return [range === undefined ? "" : `${formatBytes(range.leastBytes)} – ${formatBytes(range.mostBytes)}`];
      },
    },
  ];
}

/** Why no row has a time, where the GPU multiplies none of the workload's type. */
function unratedNote({ workload, machine }: GapReport): readonly string[] {
  const type = productTypeOf(workload);
  if (machine.kind !== "gpu" || rateOf(machine.peakOperationsPerSecond, type) !== undefined) return [];
  const types = Object.keys(machine.peakOperationsPerSecond).join(", ");
  return [`No times: no rate of ${type} is known on this GPU (--dtype: ${types}).`];
}

/** What estimates leave out where operands are converted in registers. */
function conversionNote({ workload }: GapReport): readonly string[] {
  const formed = productTypeOf(workload);
  if (workload.rightType === undefined && !isPacked(formed)) return [];
  return ["Converting operands in registers, and scaling them, counts nothing in these estimates."];
}

const OF_PEAK = "of peak: of what binds, else of the busiest resource; of their ports from the L2 SMs sustain 50 to 65 %";

/** What the columns mean. */
function notes(report: GapReport, interfaces: readonly Interface[], wide: boolean, narrow: boolean): readonly string[] {
  const { rows, attainable, machine } = report;
  const general = bestBounds(report.bounds);
  const against = interfaces.flatMap((id) => againstBounds(rows, id, general.get(id)));
  const dirty = rows.some(({ traffic }) => (traffic.dirtyAtEnd ?? 0n) > 0n);
  const least = attainableBytes(report);
  const rated = wide && hasOperations(report) ? "; TFLOP/s of the operations that the workload needs" : "";
  return [
    ...(rows.some(({ time }) => time !== undefined)
      ? [
          `time: estimated${rated}${narrow ? "" : `; ${OF_PEAK}`}.`,
          ...(machine.kind === "gpu" ? [estimateClockSentence(machine)] : []),
          ...conversionNote(report),
        ]
      : unratedNote(report)),
    `gap: bytes over what is proven${against.length === 0 ? "" : `; ${against.join("; ")}`}.`,
    ...(narrow || attainable === undefined || least === undefined || !interfaces.includes("l2-sm")
      ? []
      : [
          attainable.bytes === least
            ? `best tile: bytes into the SMs over those of ${attainable.tile}, the widest tile of ${attainable.schedule} that fits.`
            : `best tile: bytes into the SMs over ${formatBytes(least)}, the least of the schedules shown; the widest tile that fits, ` +
              `${attainable.tile} of ${attainable.schedule}, moves ${formatBytes(attainable.bytes)}.`,
        ]),
    ...(dirty ? [STILL_DIRTY_MEANS] : []),
  ];
}

/** Where schedules are held against a sharper bound than that of every kernel. */
function againstBounds(rows: readonly GapRow[], id: Interface, general: Bound | undefined): readonly string[] {
  const sharper = new Map<Bound, string[]>();
  for (const row of rows) {
    if (row.interface !== id || row.bound === general) continue;
    sharper.set(row.bound, [...(sharper.get(row.bound) ?? []), String(row.schedule["id"])]);
  }
  const all = rows.filter((row) => row.interface === id).length;
  return [...sharper].map(([bound, ids]) => {
    const who = ids.length === all ? "" : ` for ${[...new Set(ids)].join(", ")}`;
    return `${SHORT_NAMES[id] ?? id}${who} ${formatBytes(bound.value)} (${bound.id})`;
  });
}
