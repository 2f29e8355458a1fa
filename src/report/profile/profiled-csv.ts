import { describeWorkload } from "../../computation/workload.js";
import type { ProfiledReport } from "../../gap/profiled.js";
import { leastOf, secondsOf } from "../../gap/step/step-summary.js";
import { forCsv } from "../../text/escape.js";

const COLUMNS = [
  ...["id", "kernel", "operator", "module", "workload", "reason", "seconds", "least_seconds", "binds"],
  ...["dram_read_bytes", "dram_write_bytes", "dram_bound_bytes", "sm_read_bytes", "sm_write_bytes", "sm_bound_bytes"],
] as const;

/** A line a launch; cells are empty where nothing is known. Bounds are those that the counters were compared with, else of all traffic. */
export function profiledCsv({ rows }: ProfiledReport): string {
  const lines = rows.map((row) => {
    const { kernel, counters, meaning, unrecognised } = row;
    const bytes = (interfaceId: "dram-l2" | "l2-sm"): readonly (bigint | undefined)[] => {
      const counted = counters.traffic.get(interfaceId);
      const bound =
        meaning?.interfaces.find((one) => one.interface === interfaceId)?.boundValue ??
        meaning?.uncounted.find((one) => one.interface === interfaceId)?.bound.value;
      return [counted?.reads?.most, counted?.writes?.most, bound];
    };
    return [
      ...[kernel.id, kernel.name, meaning?.recognised?.operator ?? unrecognised?.operator, kernel.modules?.join(" > ")],
      ...[meaning === undefined ? undefined : describeWorkload(meaning.workload), unrecognised?.reason],
      ...[counters.nanoseconds === undefined ? undefined : secondsOf(row), meaning === undefined ? undefined : leastOf(row)],
      ...[meaning?.time.binding.id, ...bytes("dram-l2"), ...bytes("l2-sm")],
    ].map((cell) => (cell === undefined ? "" : forCsv(String(cell))));
  });
  return [COLUMNS, ...lines].map((cells) => cells.join(",")).join("\n");
}
