import { InputError } from "../errors.js";
import type { Gpu } from "../machines/machine.js";
import { totalTraffic } from "../replay/traffic.js";
import type { GapRow } from "./gap.js";

/** What schedules are sorted by, the least first. */
export type SortKey = "time" | "bytes" | "energy";

export const SORT_KEYS: readonly SortKey[] = ["time", "bytes", "energy"];

/** The rows of each schedule together. */
export function rowsBySchedule(rows: readonly GapRow[]): readonly (readonly GapRow[])[] {
  const groups = new Map<GapRow["schedule"], GapRow[]>();
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
export function sortedRows(rows: readonly GapRow[], key: SortKey, gpu: Gpu): readonly GapRow[] {
  if (key === "time" && rows.some(({ time }) => time === undefined)) return rows;
  const schedules = rowsBySchedule(rows).map((group) => ({ group, values: valuesOf(group, key, gpu) }));
  schedules.sort((one, other) => {
    const at = one.values.findIndex((value, i) => value !== other.values[i]);
    return at < 0 ? 0 : (one.values[at] ?? 0) - (other.values[at] ?? 0);
  });
  return schedules.flatMap(({ group }) => group);
}

function valuesOf(rows: readonly GapRow[], key: SortKey, gpu: Gpu): readonly number[] {
  const bytes = (interfaceId: "dram-l2" | "l2-sm"): number => {
    const row = rows.find((one) => one.interface === interfaceId);
    return row === undefined ? 0 : Number(totalTraffic(row.traffic));
  };
  const [dram, sm] = [bytes("dram-l2"), bytes("l2-sm")];
  if (key === "energy") return [joulesOf(gpu, dram, sm)];
  return key === "time" ? [rows[0]?.time?.seconds ?? 0, dram, sm] : [dram, sm];
}

/** Of bytes over both interfaces, an estimate. @throws InputError naming `asked` where the GPU's energies are not known. */
export function joulesOf(gpu: Gpu, dramBytes: number, smBytes: number, asked = "sort"): number {
  const { "dram-l2": dram, "l2-sm": sm } = gpu.picojoulesPerByte;
  if (dram === undefined || sm === undefined) throw new InputError(asked, "a GPU whose energies a byte are known", gpu.id);
  return 1e-12 * (dram * dramBytes + sm * smBytes);
}
