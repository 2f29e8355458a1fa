import type { Resident } from "../../computation/resident.js";
import { InputError, shown } from "../../errors.js";
import type { TileSchedule } from "./tile-schedule.js";

/**
 * The schedule after a kernel that left words of inputs in the L2: of each array the last whole tiles that its bytes hold, the array named
 * last the most recent.
 *
 * @throws InputError naming `resident` for an array that the schedule does not have
 */
export function withResidents(schedule: TileSchedule, residents: readonly Resident[]): TileSchedule {
  return { ...schedule, resident: Int32Array.from(residents.flatMap((one) => lastTiles(schedule, one))) };
}

function lastTiles({ arrays, tileBytes }: TileSchedule, { array, size }: Resident): readonly number[] {
  const found = arrays.find(({ name }) => name === array);
  const names = arrays.map(({ name }) => name).join(", ");
  if (found === undefined) throw new InputError("resident", `an array of this kernel: ${names}`, shown(array));
  const end = found.firstTile + found.tileCount;
  let [first, left] = [end, Number(size)];
  while (first > found.firstTile && (tileBytes[first - 1] as number) <= left) left -= tileBytes[--first] as number;
  return Array.from({ length: end - first }, (_, i) => first + i);
}

/** Bytes of the tiles that lie in the L2 at the start. */
export function residentBytes({ resident, tileBytes }: TileSchedule): number {
  return resident?.reduce((sum, tile) => sum + (tileBytes[tile] as number), 0) ?? 0;
}
