import type { Gpu, Interface } from "../machines/machine.js";
import type { ScheduleFields } from "../plan/planned-replay.js";
import type { Traffic } from "../replay/traffic.js";
import { totalTraffic } from "../replay/traffic.js";
import { joulesOf } from "./joules.js";
import type { ScheduleTime } from "./schedule-time.js";

/** What schedules are sorted by, the least first. */
export type SortKey = "time" | "bytes" | "energy";

export const SORT_KEYS: readonly SortKey[] = ["time", "bytes", "energy"];

/** What a row is sorted by. */
interface Sortable {
  readonly schedule: ScheduleFields;
  readonly interface: Interface;
  readonly traffic: Traffic;
  readonly time?: ScheduleTime;
}

/** The rows of each schedule together. */
export function rowsBySchedule<Row extends Sortable>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const groups = new Map<ScheduleFields, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.schedule);
    if (group === undefined) groups.set(row.schedule, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

/**
 * The rows by schedule, the least first: estimated seconds, where every schedule has some; bytes over DRAM, then into the SMs;
 * joules of the bytes over both interfaces.
 *
 * @throws InputError naming `sort` where the GPU's energies are not known.
 */
export function sortedRows<Row extends Sortable>(rows: readonly Row[], key: SortKey, gpu: Gpu): readonly Row[] {
  if (key === "time" && rows.some(({ time }) => time === undefined)) return rows;
  const schedules = rowsBySchedule(rows).map((group) => ({ group, values: valuesOf(group, key, gpu) }));
  schedules.sort((one, other) => {
    const at = one.values.findIndex((value, i) => value !== other.values[i]);
    return at < 0 ? 0 : (one.values[at] ?? 0) - (other.values[at] ?? 0);
  });
  return schedules.flatMap(({ group }) => group);
}

function valuesOf(rows: readonly Sortable[], key: SortKey, gpu: Gpu): readonly number[] {
  const bytes = (interfaceId: "dram-l2" | "l2-sm"): number => {
    const row = rows.find((one) => one.interface === interfaceId);
    return row === undefined ? 0 : Number(totalTraffic(row.traffic));
  };
  const [dram, sm] = [bytes("dram-l2"), bytes("l2-sm")];
  if (key === "energy") return [joulesOf(gpu, dram, sm)];
  return key === "time" ? [rows[0]?.time?.seconds ?? 0, dram, sm] : [dram, sm];
}
