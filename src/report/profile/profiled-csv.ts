import { describeWorkload } from "../../computation/workload.js";
import type { ProfiledReport, ProfiledRow } from "../../gap/profiled.js";
import { leastOf, secondsOf } from "../../gap/step/step-summary.js";
import { forCsv } from "../../text/escape.js";

type Cell = string | number | bigint | undefined;

interface Column {
  readonly name: string;
  readonly type: "STRING" | "DOUBLE" | "INT64";
  readonly of: (row: ProfiledRow) => Cell;
}

const COLUMNS: readonly Column[] = [
  ...texts({
    id: ({ kernel }) => kernel.id,
    kernel: ({ kernel }) => kernel.name,
    operator: ({ meaning, unrecognised }) => meaning?.recognised?.operator ?? unrecognised?.operator,
    module: ({ kernel }) => kernel.modules?.join(" > "),
    workload: ({ meaning }) => meaning && describeWorkload(meaning.workload),
    reason: ({ unrecognised }) => unrecognised?.reason,
  }),
  { name: "seconds", type: "DOUBLE", of: (row) => (row.counters.nanoseconds === undefined ? undefined : secondsOf(row)) },
  { name: "least_seconds", type: "DOUBLE", of: (row) => (row.meaning === undefined ? undefined : leastOf(row)) },
  ...texts({ binds: ({ meaning }) => meaning?.time.binding.id }),
  ...bytes("dram", "dram-l2"),
  ...bytes("sm", "l2-sm"),
];

function texts(columns: Readonly<Record<string, Column["of"]>>): readonly Column[] {
  return Object.entries(columns).map(([name, of]) => ({ name, type: "STRING", of }));
}

/** Bounds are those that the counters were compared with, else of all traffic. */
function bytes(name: string, interfaceId: "dram-l2" | "l2-sm"): readonly Column[] {
  const of = (direction: string, value: Column["of"]): Column => ({
    name: `${name}_${direction}_bytes`,
    type: "INT64",
    of: value,
  });
  return [
    of("read", ({ counters }) => counters.traffic.get(interfaceId)?.reads?.most),
    of("write", ({ counters }) => counters.traffic.get(interfaceId)?.writes?.most),
    of(
      "bound",
      ({ meaning }) =>
        meaning?.interfaces.find((one) => one.interface === interfaceId)?.boundValue ??
        meaning?.uncounted.find((one) => one.interface === interfaceId)?.bound.value,
    ),
  ];
}

/** A line a launch; cells are empty where nothing is known. */
export function profiledCsv({ rows }: ProfiledReport): string {
  const cell = (value: Cell): string => (value === undefined ? "" : forCsv(String(value)));
  return [COLUMNS.map(({ name }) => name), ...rows.map((row) => COLUMNS.map(({ of }) => cell(of(row))))]
    .map((cells) => cells.join(","))
    .join("\n");
}

/** The table of `profiledCsv` column by column, whole numbers as text where they are long. */
export function profiledColumns({ rows }: ProfiledReport): readonly {
  readonly name: string;
  readonly type: Column["type"];
  readonly values: readonly (string | number | undefined)[];
}[] {
  const plain = (value: Cell): string | number | undefined => (typeof value === "bigint" ? String(value) : value);
  return COLUMNS.map(({ name, type, of }) => ({ name, type, values: rows.map((row) => plain(of(row))) }));
}
